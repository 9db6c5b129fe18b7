"""Locks of the system on files: on the record of an open table, so that one process at a time plays it.

The lock is a lock of the system on a file beside the record, so it ends with its process. A process that
takes a record over puts a new file in the place of the old one: the first process finds that its file is not
the one in the folder any more. The file is changed only while its folder is locked.

Where the system has no locks, or the folder cannot be written to, every table opens. There the store still
compares what is on disk with what it writes.

Another process may watch, copy or take over the game (`Access` in `host/lobby/lobby_protocol.py`). Without
locks, both tables play, and the second one to write continues under a new name.
"""

import errno
import os
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType

from lazaretto.host import messages as say

try:
    import fcntl as _fcntl
except ImportError:  # a system without these locks
    LOCKS: ModuleType | None = None
else:
    LOCKS = _fcntl

PATIENCE = 5.0
"""Seconds to wait for another process that writes to a folder; writing takes milliseconds."""

_PAUSE = 0.005
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN)


def try_lock(handle: int) -> bool | None:
    """Lock an open file at once; return whether it worked, None if there are no locks here."""
    if LOCKS is None:
        return None
    try:
        LOCKS.flock(handle, LOCKS.LOCK_EX | LOCKS.LOCK_NB)
    except OSError as error:
        return False if error.errno in _HELD else None
    return True


def open_lock(path: Path, *, make: bool = False) -> int:
    """Open a lock file without waiting, and without following a link: what is behind it would be written to.

    Raises:
        OSError: it cannot be opened.
    """
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.open(path, flags | (os.O_CREAT if make else 0), 0o600)


@contextmanager
def folder_lock(folder: Path, patience: float = PATIENCE) -> Iterator[bool]:
    """Hold a folder while something is written there; yield whether the lock keeps others out.

    Raises:
        OSError: the folder cannot be opened, or another process holds it for too long.
    """
    if LOCKS is None:
        yield False
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + patience
        while (locked := try_lock(handle)) is False:
            if time.monotonic() > until:
                raise OSError(errno.EBUSY, str(say.FOLDER_BUSY()))
            time.sleep(_PAUSE)
        yield bool(locked)
    finally:
        os.close(handle)


ENDING = ".lock"
MOST = 4_096
"""The maximum size of a lock file in bytes."""
LONGEST = 200
"""The maximum length of what is said about an owner."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that has a record open, as far as its lock file says."""

    process: int = 0
    machine: str = ""
    since: str = ""
    """When it opened the record."""


class HeldRecordError(Exception):
    """Another table has the record open."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder)
        self.holder = holder


class RecordLock:
    """A lock on a record; without a handle there are no locks here."""

    def __init__(self, path: Path, handle: int | None) -> None:
        self._path = path
        self._handle = handle
        self._close = weakref.finalize(self, os.close, handle) if handle is not None else None

    def held(self) -> bool:
        """Whether no other process has taken the record over."""
        if self._handle is None:
            return True
        try:
            there = os.stat(self._path)
        except OSError:  # somebody deleted the file, which takes the record from nobody
            return True
        mine = os.fstat(self._handle)
        return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)

    def release(self) -> None:
        """Let others open the record."""
        if self._handle is None or self._close is None:
            return
        with suppress(OSError), folder_lock(self._path.parent):
            if self.held():
                self._path.unlink(missing_ok=True)
        self._handle = None
        self._close()


def lock_file(record: Path) -> Path:
    """The lock file of a record."""
    return record.with_name(f".{record.name}{ENDING}")


def lock_record(record: Path) -> RecordLock:
    """Lock a record that nobody else has open.

    Raises:
        HeldRecordError: somebody has.
    """
    path = lock_file(record)
    try:
        with folder_lock(path.parent):
            return _locked(path)
    except OSError:
        return RecordLock(path, None)


def take_over_record(record: Path) -> RecordLock:
    """Lock a record, whoever has it open."""
    path = lock_file(record)
    try:
        with folder_lock(path.parent):
            path.unlink(missing_ok=True)
            return _locked(path)
    except (OSError, HeldRecordError):
        return RecordLock(path, None)


def holder_of(record: Path) -> Holder | None:
    """The process that has a record open; None if nobody has."""
    path = lock_file(record)
    try:
        with folder_lock(path.parent):
            handle = open_lock(path)
            try:
                return _holder(handle) if try_lock(handle) is False else None
            finally:
                os.close(handle)
    except OSError:
        return None


def _locked(path: Path) -> RecordLock:
    handle = open_lock(path, make=True)
    locked = try_lock(handle)
    if locked is False:
        holder = _holder(handle)
        os.close(handle)
        raise HeldRecordError(holder)
    if locked is None:
        os.close(handle)
        return RecordLock(path, None)
    with suppress(OSError):  # a full disk: the lock holds, only its owner has no name
        os.ftruncate(handle, 0)
        now = datetime.now().isoformat(" ", "minutes")
        os.write(handle, f"{os.getpid()}\n{os.uname().nodename}\n{now}\n".encode())
    return RecordLock(path, handle)


def _holder(handle: int) -> Holder:
    """What a lock file says about its owner; a damaged file says nothing."""
    try:
        process, machine, since, _ = os.pread(handle, MOST, 0).decode().split("\n")
    except (OSError, ValueError):
        return Holder()
    told = f"{process}{machine}{since}"
    if not process.isdecimal() or len(told) > LONGEST or not told.isprintable():
        return Holder()
    return Holder(int(process), machine, since)
