"""Notices when somebody removes or replaces the files of a database that is in use.

SQLite does not: it goes on writing to files that have no name any more, and all of that is lost with the
process.
"""

from enum import Enum
from pathlib import Path

from lazaretto.host.server.sqlite_files import log_of, shared_memory_of

Identity = tuple[int, int]


class Found(Enum):
    """What there is under the names of the files."""

    SAME = 0
    LOG_REMOVED = 1
    """The database is there, but the files that its log consists of are not."""
    REMOVED = 2
    """The database is not there, but its folder is."""
    REPLACED = 3
    """Another file has the name of the database, or the folder is not there."""
    LOG_REPLACED = 4
    """The database is there, but another log has the name of its log."""


class FileGuard:
    """Knows the files of one open database."""

    def __init__(self, path: Path) -> None:
        """Take the files that are there now; the database has been read, so SQLite has opened its log."""
        self._path = path
        self._file = _identity(path)
        logs = {each: _identity(each) for each in (log_of(path), shared_memory_of(path))}
        self._logs = {name: each for name, each in logs.items() if each is not None}

    def look(self) -> Found:
        """Compare the files with those that were opened."""
        try:
            file = _identity(self._path)
            logs = {each: _identity(each) for each in self._logs}
        except OSError:  # it may not be looked at now; what is open stays open
            return Found.SAME
        if file is None and self._path.parent.is_dir():
            return Found.REMOVED
        if file != self._file:
            return Found.REPLACED
        if logs == self._logs:
            return Found.SAME
        replaced = any(found not in (None, self._logs[each]) for each, found in logs.items())
        return Found.LOG_REPLACED if replaced else Found.LOG_REMOVED


def _identity(path: Path) -> Identity | None:
    """What tells a file from all others; None if there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
