"""Saves records in the user's folder, atomically, and never overwrites a file that it cannot read."""

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from host import messages as say
from rules.find_scenarios import data_folder
from rules.run.record_file import Record, RecordError, read, write
from rules.run.record_lines import LARGEST

ENDING = ".toml"

NAME = re.compile(r"\w[\w-]{0,79}")
"""The names that a player may give to a game."""


class StoreError(Exception):
    """The record could not be saved; the message says why."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of the store: its record, or the problem with it."""

    name: str
    path: Path
    changed: datetime
    record: Record | None
    problem: str = ""


def load_record(path: Path) -> Record:
    """Read a record from any file.

    Raises:
        RecordError: the file cannot be read or is not a record.
    """
    try:
        with path.open(encoding="utf-8") as stream:
            text = stream.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise RecordError(say.NOT_A_TEXT_FILE(path=path)) from None
    except OSError as error:
        raise RecordError(say.FILE_PROBLEM(path=path, reason=error.strerror or str(error))) from None
    return read(text, str(path))


@dataclass(slots=True)
class Store:
    """A folder of records, one file per game."""

    folder: Path = field(default_factory=lambda: data_folder() / "records")
    _written: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """The stamps of files this store wrote: an unchanged file need not be read before it is replaced."""

    def path(self, name: str) -> Path:
        """The file of a game."""
        return self.folder / f"{name}{ENDING}"

    def fresh(self, scenario: str, now: datetime | None = None) -> str:
        """An unused name, made from the scenario and the time."""
        stem = f"{scenario}-{(now or datetime.now()).strftime('%Y-%m-%d-%H%M')}"
        return _free(stem, self.path)

    def save(self, name: str, record: Record) -> str:
        """Write the record; return a message for the player, usually empty.

        If the file exists and is not a record, it is renamed first.

        Raises:
            StoreError: the system refuses, or the file holds another game.
        """
        path = self.path(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            notice = self._make_way(path, record)
            put(path, write(record))
            self._written[path] = _stamp(path)
        except OSError as error:
            raise StoreError(unwritten(path, error)) from None
        return notice

    def all(self) -> tuple[Stored, ...]:
        """Every game of the store, latest first."""
        try:
            paths = [each for each in self.folder.iterdir() if each.suffix == ENDING and each.is_file()]
        except OSError:
            return ()
        return tuple(sorted(_read(paths), key=lambda each: (each.changed, each.name), reverse=True))

    def delete(self, name: str) -> None:
        """Delete the file of a game.

        Raises:
            StoreError: the system refuses.
        """
        path = self.path(name)
        try:
            path.unlink()
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(say.CANNOT_BE_DELETED(path=path, reason=reason)) from None

    def rename(self, name: str, new: str) -> None:
        """Rename a game.

        Raises:
            StoreError: the name is invalid or taken, or the system refuses.
        """
        if not NAME.fullmatch(new):
            raise StoreError(say.FILE_NAME_WRONG())
        path, there = self.path(name), self.path(new)
        try:
            if there.exists():
                raise StoreError(say.NAME_TAKEN(name=new))
            path.rename(there)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(say.CANNOT_BE_RENAMED(path=path, reason=reason)) from None

    def _make_way(self, path: Path, record: Record) -> str:
        if not path.exists() or self._written.get(path) == _stamp(path):
            return ""
        try:
            there = load_record(path)
        except RecordError as error:
            aside = set_aside(path)
            return say.FILE_SET_ASIDE(error=str(error), name=aside.name)
        if (there.scenario, there.seed, there.players) != (record.scenario, record.seed, record.players):
            raise StoreError(say.ANOTHER_GAME(path=path))
        return ""


def _read(paths: Iterable[Path]) -> Iterator[Stored]:
    for path in paths:
        try:
            changed = datetime.fromtimestamp(path.stat().st_mtime)
        except OSError:  # deleted in the meantime
            continue
        try:
            yield Stored(path.stem, path, changed, load_record(path))
        except RecordError as error:
            yield Stored(path.stem, path, changed, None, str(error))


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be read, so that its name is free."""
    return path.rename(path.with_name(_free(f"{path.stem}.damaged", path.with_name)))


def _free(stem: str, path: Callable[[str], Path]) -> str:
    """The name itself, or the name with the first number that gives an unused file name."""
    names = [stem, *(f"{stem}-{number}" for number in range(2, 10_000))]
    return next(each for each in names if not path(each).exists())


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def unwritten(path: Path, error: OSError) -> str:
    """Why a file could not be written."""
    return say.CANNOT_BE_WRITTEN(reason=error.strerror or str(error), path=path)


def put(path: Path, text: str) -> None:
    """Replace a file atomically: a crash leaves either the old or the new one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=".new")
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
