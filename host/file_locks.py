"""Advisory locks of the system on files and folders.

The system releases them when a process ends, however it ends, so no lock outlives its owner. Some systems and
file systems have no such locks; the functions here say so, and their callers go on without.
"""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
