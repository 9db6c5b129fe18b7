"""Saves records in the user's folder, atomically, and removes what killed processes leave there.

It never overwrites what it does not continue. A file that cannot be read is renamed. A file that holds
something else than the beginning of the record, or than what this store wrote there last, is left alone.
"""

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path

from lazaretto.grammar.read_untrusted_files import read_text
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.host import messages as say
from lazaretto.host.records.record_lock import (
    ENDING as LOCK,
    HeldRecordError,
    Holder,
    RecordLock,
    folder_lock,
    lock_record,
    open_lock,
    try_lock,
)
from lazaretto.host.settings.player_names import wrong_with
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.records.record_file import (
    LARGEST,
    Record,
    RecordError,
    line_of,
    read,
    unreadable,
    write,
)

NEW = ".new"
"""The ending of a file that is being written; it begins with a dot."""

A_DAY = 86_400.0


def remove_leftovers(folder: Path) -> None:
    """Remove files that were not written to their end, and lock files without an owner."""
    with suppress(OSError), folder_lock(folder, patience=0) as alone:
        for path in folder.iterdir():
            if path.name.startswith(".") and path.is_file() and not path.is_symlink():
                with suppress(OSError):
                    if (path.suffix == NEW and (alone or _is_old(path))) or (
                        path.suffix == LOCK and _is_free(path)
                    ):
                        path.unlink()


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > A_DAY


def _is_free(path: Path) -> bool:
    handle = open_lock(path)
    try:
        return try_lock(handle) is True
    finally:
        os.close(handle)


ENDING = ".toml"

NAME = re.compile(r"\w[\w-]{0,79}")
"""The names that a player may give to a game."""


class StoreError(Exception):
    """The record could not be saved; the message says why."""


class ForeignRecordError(StoreError):
    """The file holds something that the record does not continue: somebody else wrote it."""


class TakenOverError(StoreError):
    """Another process has taken the record over."""


class UnkeptError(StoreError):
    """The record could not be saved where nobody may see what is not saved: the game goes back."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of the store: its record, or the problem with it."""

    name: str
    path: Path
    changed: datetime
    record: Record | None
    problem: str = ""


def load_record(path: Path, inside: Path | None = None) -> Record:
    """Read a record; without `inside`, from any file, because somebody has named it.

    Raises:
        RecordError: the file cannot be read or is not a record.
    """
    try:
        text = read_text(path, LARGEST, inside)
    except UnicodeDecodeError:
        raise RecordError(say.NOT_A_TEXT_FILE(path=path)) from None
    except OSError as error:
        raise RecordError(say.FILE_PROBLEM(path=path, reason=error.strerror or str(error))) from None
    record = read(text, str(path))
    wrong = wrong_with(record.players)
    if wrong:
        raise RecordError(say.WRONG_PLAYERS(path=path, line=line_of(text, "players"), wrong=wrong))
    return record


def continues(record: Record, earlier: Record) -> bool:
    """Whether a record is the earlier one or goes on from it."""
    if _game(record) != _game(earlier):
        return False
    if not earlier.choices:
        return True
    *whole, (seat, key) = earlier.choices
    if list(record.choices[: len(whole)]) != whole or len(record.choices) <= len(whole):
        return False
    other, longer = record.choices[len(whole)]
    return seat == other and (longer == key or longer.startswith(f"{key}{STEP}"))


def _game(record: Record) -> tuple[object, ...]:
    """What stays the same throughout a game."""
    beginning = record.scenario, record.seed, record.players, dict(record.options), record.switches
    return *beginning, record.campaign, record.number, dict(record.kept), record.what_if


@dataclass(slots=True)
class Store:
    """A folder of records, one file per game."""

    folder: Path = field(default_factory=lambda: data_folder() / "records")
    _written: dict[Path, tuple[int, ...]] = field(default_factory=dict)
    """The stamps of files this store wrote: an unchanged file need not be read before it is replaced."""
    _known: dict[Path, Record] = field(default_factory=dict)
    """What each file held when this store last read or wrote it."""

    def path(self, name: str) -> Path:
        """The file of a game."""
        return self.folder / f"{name}{ENDING}"

    def place(self, name: str) -> str:
        """The file of a game, for display."""
        return str(self.path(name))

    def lock(self, name: str) -> RecordLock:
        """Lock a record for one table.

        Raises:
            HeldRecordError: another process has it open.
        """
        return lock_record(self.path(name))

    def load(self, name: str) -> Record:
        """Read a record.

        Raises:
            RecordError: it cannot be read.
        """
        return load_record(self.path(name), self.folder)

    def stamp(self, name: str) -> tuple[int, ...]:
        """What changes whenever the file of a game is written; empty if there is no file."""
        try:
            return _stamp(self.path(name))
        except OSError:
            return ()

    def fresh(self, scenario: str, now: datetime | None = None) -> str:
        """An unused name, made from the scenario and the time."""
        return next(stem for stem in _stems(scenario, now) if not self.path(stem).exists())

    def claim(self, scenario: str) -> tuple[str, RecordLock]:
        """An unused name with its lock, so that no other process chooses the same name."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        for name in _stems(scenario):
            if not self.path(name).exists():
                try:
                    lock = lock_record(self.path(name))
                except HeldRecordError:
                    continue
                if not self.path(name).exists():
                    return name, lock
                lock.release()
        raise AssertionError  # there are endless names

    def try_folder(self) -> None:
        """Try whether files can be written, before a game is made.

        Raises:
            StoreError: they cannot.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=self.folder).close()
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(say.CANNOT_SAVE(reason=reason, path=self.folder)) from None

    def expect(self, name: str, record: Record) -> None:
        """Note what the file of a game holds: a record that takes something back may replace it."""
        self._known[self.path(name)] = record

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        """Write the record; return a message for the player, usually empty.

        If the file exists and is not a record, it is renamed first.

        Raises:
            TakenOverError: another process has the lock by now.
            ForeignRecordError: the file holds another game, or choices that the record does not have.
            StoreError: the system refuses, or nobody could read the record again.
        """
        path, text = self.path(name), write(record)
        if unreadable(text):
            raise StoreError(say.TOO_LARGE(path=path))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with folder_lock(self.folder):
                if lock is not None and not lock.held():
                    raise TakenOverError(say.TAKEN_OVER(name=name))
                notice = self._make_way(path, record)
                replace_file(path, text)
                self._written[path], self._known[path] = _stamp(path), record
        except OSError as error:
            raise StoreError(unwritten(path, error)) from None
        return notice

    def all(self) -> tuple[Stored, ...]:
        """Every game of the store, latest first."""
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix == ENDING and path.is_file()]
        except OSError:
            return ()
        return tuple(sorted(_read(paths), key=lambda each: (each.changed, each.name), reverse=True))

    def delete(self, name: str) -> None:
        """Delete the file of a game.

        Raises:
            StoreError: the system refuses, or the game is open.
        """
        path = self.path(name)
        try:
            with self._alone(name):
                path.unlink()
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(say.CANNOT_BE_DELETED(path=path, reason=reason)) from None

    def rename(self, name: str, new: str) -> None:
        """Rename a game.

        Raises:
            StoreError: the name is invalid or taken, the system refuses, or the game is open.
        """
        if not NAME.fullmatch(new):
            raise StoreError(say.FILE_NAME_WRONG())
        path, there = self.path(name), self.path(new)
        try:
            with self._alone(name), folder_lock(self.folder):
                if there.exists():
                    raise StoreError(say.NAME_TAKEN(name=new))
                path.rename(there)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(say.CANNOT_BE_RENAMED(path=path, reason=reason)) from None

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """Hold a game that nobody has open."""
        try:
            lock = self.lock(name)
        except HeldRecordError as error:
            raise StoreError(held(name, error.holder)) from None
        try:
            yield
        finally:
            lock.release()

    def _make_way(self, path: Path, record: Record) -> str:
        if not path.exists() or self._written.get(path) == _stamp(path):
            return ""
        try:
            there = load_record(path, self.folder)
        except RecordError as error:
            aside = set_aside(path)
            return say.FILE_SET_ASIDE(error=str(error), name=aside.name)
        if _game(there) != _game(record):
            raise ForeignRecordError(say.ANOTHER_GAME(path=path))
        if there != self._known.get(path) and not continues(record, there):
            raise ForeignRecordError(say.ANOTHER_WROTE(path=path))
        return ""


def held(name: str, holder: Holder) -> str:
    """The sentence about a game that another process has open."""
    if not holder.process:
        return say.HELD(name=name)
    return say.HELD_BY(name=name, process=holder.process, machine=holder.machine, since=holder.since)


def _read(paths: Iterable[Path]) -> Iterator[Stored]:
    for path in paths:
        try:
            changed = changed_at(path)
        except OSError:  # deleted in the meantime
            continue
        try:
            yield Stored(path.stem, path, changed, load_record(path, path.parent))
        except RecordError as error:
            yield Stored(path.stem, path, changed, None, str(error))


def changed_at(path: Path) -> datetime:
    """When a file was written; the earliest time for a date that no calendar has.

    Raises:
        OSError: there is no such file.
    """
    when = path.stat().st_mtime
    try:
        return datetime.fromtimestamp(when)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0)


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be read, so that its name is free."""
    return path.rename(path.with_name(_free(f"{path.stem}.damaged", path.with_name)))


def _free(stem: str, path: Callable[[str], Path]) -> str:
    """The name itself, or the name with the first number that gives an unused file name."""
    return next(each for each in _numbered(stem) if not path(each).exists())


def _stems(scenario: str, now: datetime | None = None) -> Iterator[str]:
    return _numbered(f"{scenario}-{(now or datetime.now()).strftime('%Y-%m-%d-%H%M')}")


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def _stamp(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def unwritten(path: Path, error: OSError) -> str:
    """Why a file could not be written."""
    return say.CANNOT_BE_WRITTEN(reason=error.strerror or str(error), path=path)


def put(path: Path, text: str) -> None:
    """Replace a file atomically: a crash leaves either the old or the new one."""
    with folder_lock(path.parent):
        replace_file(path, text)


def replace_file(path: Path, text: str) -> None:
    """Replace a file in a folder that is locked."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=NEW)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
