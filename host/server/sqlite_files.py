"""Makes and copies SQLite files: a file appears whole or not at all, only its owner may read it, and none is
overwritten.

SQLite's locks belong to the process, not to the handle: a process that opens a database as a plain file and
closes it again loses them. So nothing here opens a database but SQLite itself.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from lazaretto.host.file_locks import folder_lock
from lazaretto.host.remove_leftovers import NEW


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open a database that exists; transactions are begun and ended by hand."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)


def make_file(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Make a database under a temporary name, fill it, and give it its name.

    Raises:
        FileExistsError: there is a file of this name by now.
        OSError: the system refuses.
        sqlite3.Error: SQLite does.
    """
    with folder_lock(path.parent):
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=NEW)
        os.close(handle)
        try:
            with closing(connect(Path(temporary), 0)) as connection:
                connection.execute("PRAGMA journal_mode = MEMORY")
                connection.execute("PRAGMA synchronous = FULL")
                fill(connection)
                connection.execute("PRAGMA journal_mode = DELETE")
            _name(Path(temporary), path)
        finally:
            Path(temporary).unlink(missing_ok=True)
        _sync(path.parent)


def copy_file(path: Path, copy: Path, patience: float) -> None:
    """Copy a database to a new file while others read and write it.

    The copy is one step in one read transaction: with a write-ahead log it stops no writer, and no writer
    makes it begin anew.

    Raises:
        FileExistsError: there is a file of this name.
        OSError: the system refuses.
        sqlite3.Error: SQLite does.
    """
    if copy.exists():
        raise FileExistsError(copy)
    with closing(connect(path, patience)) as source:
        make_file(copy, lambda target: source.backup(target))


def make_private(path: Path) -> None:
    """Keep others from reading a database that was put there with wider permissions."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        for each in (path, log_of(path), shared_memory_of(path)):
            with suppress(FileNotFoundError):
                each.chmod(0o600)


def log_of(path: Path) -> Path:
    """The write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


def shared_memory_of(path: Path) -> Path:
    """The index of the write-ahead log of a database, which its connections share."""
    return path.with_name(f"{path.name}-shm")


def free_copy(path: Path, why: str) -> Path:
    """An unused name for a copy of a database."""
    stems = (f"{path.stem}-{why}{f'-{number}' if number > 1 else ''}" for number in count(1))
    return next(each for stem in stems if not (each := path.with_name(f"{stem}{path.suffix}")).exists())


def put_back(copy: Path, path: Path) -> None:
    """Give a copy the name of a database that somebody has removed; what is left of its log goes.

    Raises:
        OSError: there is a database again, or the system refuses.
    """
    for each in (log_of(path), shared_memory_of(path)):
        each.unlink(missing_ok=True)
    _name(copy, path)
    copy.unlink(missing_ok=True)
    _sync(path.parent)


def _name(temporary: Path, path: Path) -> None:
    """Give a file its name; unlike a renamed file, a link replaces none."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(temporary, path)


def _sync(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
