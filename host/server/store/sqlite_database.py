"""A server's SQLite database: its file is made, checked, migrated, guarded and copied; its transactions run.

The server's own connection also takes care of its files. If somebody removes them, it puts them back; if
somebody replaces them, it makes a copy of what it has, and stores nothing more. It waits for other processes
that write, but not again and again: reading goes on meanwhile.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any

from lazaretto.host.records.record_lock import folder_lock
from lazaretto.host.records.record_store import NEW, remove_leftovers
from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.schema import APPLICATION_ID, MIGRATIONS, Migration
from lazaretto.host.server.store.store_protocol import (
    BusyError,
    InvalidError,
    MissingRowError,
    ServerStoreError,
    UnusableError,
)


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


OLDEST = (3, 37, 0)
"""The first SQLite with STRICT tables."""

PATIENCE = 10.0
"""Seconds to wait for another process that writes; a transaction takes milliseconds."""

RESCUED = "rescued"
"""How the copy is called that is made when somebody has replaced a database that is in use."""

LONGEST_LOG = 16 * 1024 * 1024
"""The size in bytes to which a longer write-ahead log is cut when all of it is in the database."""

_KIND = 0xFF
"""The bits of an error code of SQLite that say its kind."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def refusal(path: Path, error: Exception) -> ServerStoreError:
    """The error for callers when SQLite or the system refuses."""
    if isinstance(error, FileExistsError):
        return UnusableError(say.FILE_EXISTS(path=path))
    if isinstance(error, OSError):
        return UnusableError(say.DATABASE_REFUSES(path=path, reason=error.strerror or str(error)))
    kind = getattr(error, "sqlite_errorcode", 0) & _KIND
    if kind in _BUSY:
        return BusyError(say.DATABASE_BUSY(path=path))
    if kind in _DAMAGED:
        return UnusableError(say.DATABASE_DAMAGED(path=path, reason=str(error)))
    return UnusableError(say.DATABASE_REFUSES(path=path, reason=str(error)))


def open_database(
    path: Path, *, maintain: bool = True, migrations: Sequence[Migration] = MIGRATIONS
) -> sqlite3.Connection:
    """Open a database.

    The server maintains it: makes it if there is none, checks it, and changes the format of an older one. A
    command that runs beside the server does not; a server of an older version may be using it.

    Raises:
        MissingRowError: there is none, and none is to be made.
        ServerStoreError: it is damaged, foreign, newer or older, or SQLite or the system refuses.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise ServerStoreError(say.SQLITE_TOO_OLD(theirs=sqlite3.sqlite_version, ours=needed))
    connection: sqlite3.Connection | None = None
    try:
        if not path.exists():
            _make(path, maintain, migrations)
        make_private(path)
        connection = connect(path, PATIENCE)
        _prepare(connection, path, maintain, migrations)
    except (sqlite3.Error, OSError, ValueError) as error:  # a path with a zero byte is a wrong value
        if connection is not None:
            connection.close()
        raise refusal(path, error) from None
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return connection


def _make(path: Path, maintain: bool, migrations: Sequence[Migration]) -> None:
    if not maintain:
        raise MissingRowError(say.DATABASE_MISSING(folder=path.parent))
    if log_of(path).exists():
        raise ServerStoreError(say.DATABASE_HALF(path=path, log=log_of(path).name))
    for copy in sorted(path.parent.glob(f"{path.stem}-{RESCUED}*{path.suffix}")):
        raise ServerStoreError(say.DATABASE_RESCUED(path=path, copy=copy.name))

    def fill(connection: sqlite3.Connection) -> None:
        for version in range(len(migrations)):
            _migrate(connection, version, migrations[version])

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    remove_leftovers(path.parent)
    try:
        make_file(path, fill)
    except FileExistsError:  # another process made it at the same time
        return


def _prepare(
    connection: sqlite3.Connection, path: Path, maintain: bool, migrations: Sequence[Migration]
) -> None:
    """Check the database, change its format if it is older, and set the connection up."""
    version = _version(connection)
    if _number(connection, "PRAGMA application_id") != APPLICATION_ID or version == 0:
        raise ServerStoreError(say.DATABASE_FOREIGN(path=path))
    if version > len(migrations):
        raise ServerStoreError(say.DATABASE_NEWER(path=path, theirs=version, ours=len(migrations)))
    if maintain:
        _check(connection, path)
    elif version < len(migrations):
        raise ServerStoreError(say.DATABASE_OLDER(path=path))
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {LONGEST_LOG}")
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise ServerStoreError(say.NO_WRITE_AHEAD_LOG(path=path))
    if version < len(migrations):
        _migrate_all(connection, path, migrations)
    if maintain:
        _must_be_writable(connection)
    connection.execute("PRAGMA foreign_keys = ON")


def _must_be_writable(connection: sqlite3.Connection) -> None:
    """Fail if nothing can be stored; another process that writes now is no reason to."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & _KIND not in _BUSY:
            raise
        return
    try:
        connection.execute(f"PRAGMA user_version = {_version(connection)}")  # to begin alone may be allowed
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _check(connection: sqlite3.Connection, path: Path) -> None:
    found = [str(each) for (each,) in connection.execute("PRAGMA integrity_check(1)") if each != "ok"]
    found += [str(table) for table, *_ in connection.execute("PRAGMA foreign_key_check").fetchmany(1)]
    if found:
        raise ServerStoreError(say.DATABASE_DAMAGED(path=path, reason=" ".join(found[0].split())))


def _migrate_all(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    copy = free_copy(path, f"before-{len(migrations)}")
    copy_file(path, copy, PATIENCE)
    for version in range(_version(connection), len(migrations)):
        try:
            _migrate(connection, version, migrations[version])
        except sqlite3.Error as error:
            raise ServerStoreError(
                say.MIGRATION_FAILED(path=path, version=version + 1, reason=str(error), copy=copy.name)
            ) from None


def _migrate(connection: sqlite3.Connection, version: int, migration: Migration) -> None:
    """Bring the database from a version to the next, unless another process has done it.

    Foreign keys are checked at the end only, so that a migration can rebuild a table.
    """
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _version(connection) == version:
            migration(connection)
            broken = connection.execute("PRAGMA foreign_key_check").fetchone()
            if broken is not None:
                raise sqlite3.IntegrityError(str(broken[0]))
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return _number(connection, "PRAGMA user_version")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    (number,) = connection.execute(pragma).fetchone()
    return int(number)


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
        self._logs = {name: log for name, log in logs.items() if log is not None}

    def look(self) -> Found:
        """Compare the files with those that were opened."""
        try:
            file = _identity(self._path)
            logs = {log: _identity(log) for log in self._logs}
        except OSError:  # it may not be looked at now; what is open stays open
            return Found.SAME
        if file is None and self._path.parent.is_dir():
            return Found.REMOVED
        if file != self._file:
            return Found.REPLACED
        if logs == self._logs:
            return Found.SAME
        replaced = any(found not in (None, self._logs[path]) for path, found in logs.items())
        return Found.LOG_REPLACED if replaced else Found.LOG_REMOVED


def _identity(path: Path) -> Identity | None:
    """What tells a file from all others; None if there is none."""
    try:
        result = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return result.st_dev, result.st_ino


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

NO_LIMIT = -1
"""As the number after LIMIT: all rows. PostgreSQL takes NULL."""

SERVER_PATIENCE = 2.0
"""Seconds for which the server waits for another process that writes: nobody can read meanwhile. Until that
process is done, the server only tries, and does not wait again."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Condition:
    """How a database fares."""

    trouble: str = ""
    """Why the last change was refused; empty if it was not."""
    gone: str = ""
    """Why nothing can be stored any more; empty if something can."""
    mended: int = 0
    """How often files were put back that somebody had removed."""


def utc_now() -> datetime:
    """The current time."""
    return datetime.now(UTC)


def as_number(when: datetime) -> int:
    """A time as it is stored."""
    return (when - EPOCH) // MICROSECOND


def as_time(number: int) -> datetime:
    """A stored time; the earliest one for a number that no calendar has."""
    try:
        return EPOCH + number * MICROSECOND
    except OverflowError:
        return EPOCH


class Database:
    """One connection; its calls take turns if several threads use it."""

    def __init__(self, path: Path, *, maintain: bool = True, clock: Clock = utc_now) -> None:
        """Open the database; see `open_database` for what it may raise."""
        self.path = path
        self._clock = clock
        self._lock = RLock()
        self._depth = 0
        self._trouble = self._gone = ""
        self._mended = 0
        self._guards = maintain
        self._patience = SERVER_PATIENCE if maintain else PATIENCE
        self._waits = True
        """Whether a transaction waits for another process that writes."""
        self._open(maintain)

    def _open(self, maintain: bool) -> None:
        self._connection = open_database(self.path, maintain=maintain)
        self._set_patience(self._patience)
        self._guard = FileGuard(self.path) if self._guards else None

    def now(self) -> int:
        """The current time as it is stored."""
        return as_number(self._clock())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Change the database in one transaction; inside another one, a part of it that can fail alone."""
        with self._lock:
            if self._depth:
                begin, commit, rollback = "SAVEPOINT part", "RELEASE part", "ROLLBACK TO part"
            else:  # takes the lock for writing at once, so that no other writer comes between
                begin, commit, rollback = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
                self._take_care()
            self._begin(begin)
            self._depth += 1
            try:
                yield
                self._run(commit)
                self._trouble = self._trouble if self._depth > 1 else ""
            except BaseException:
                if self._connection.in_transaction:  # some errors end it
                    self._run(rollback)
                raise
            finally:
                self._depth -= 1

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same state of the database."""
        with self._lock:
            if self._depth:
                yield
                return
            self._run("BEGIN")
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if self._connection.in_transaction:  # some errors end it
                    self._run("ROLLBACK")

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows of a query."""
        with self._lock:
            return self._run(sql, *values)[0]

    def row(self, sql: str, *values: object) -> Any:
        """The first row of a query; None if there is none."""
        rows = self.rows(sql, *values)
        return rows[0] if rows else None

    def write(self, sql: str, *values: object) -> int:
        """Run a statement inside a transaction; return how many rows it changed."""
        assert self._depth
        return self._run(sql, *values)[1]

    def changes(self) -> int:
        """A number that another connection's commits change."""
        (number,) = self.row("PRAGMA data_version")
        return int(number)

    def forget(self) -> None:
        """Remove deleted rows from the write-ahead log at once, unless it is in use."""
        with self._lock, suppress(ServerStoreError):
            if not self._depth:
                self._set_patience(0)
                try:
                    self._run("PRAGMA wal_checkpoint(TRUNCATE)")
                finally:
                    self._set_patience(self._patience if self._waits else 0)

    def backup(self, path: Path) -> None:
        """Copy the database to a new file, over a connection of its own."""
        try:
            copy_file(self.path, path, PATIENCE)
        except (sqlite3.Error, OSError, ValueError) as error:  # a path with a zero byte is a wrong value
            raise refusal(path, error) from None

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()

    def look(self) -> Condition:
        """How the database fares; after a refusal, try again whether something can be stored."""
        with self._lock, suppress(ServerStoreError):
            if self._trouble and not self._depth:
                (version,) = self.row("PRAGMA user_version")
                with self.transaction():
                    self._run(f"PRAGMA user_version = {version}")
            else:
                self._take_care()
        return Condition(self._trouble, self._gone, self._mended)

    # --- other processes that write ------------------------------------------------------------------

    def _set_patience(self, seconds: float) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _begin(self, begin: str) -> None:
        try:
            self._run(begin)
        except BusyError:
            if self._waits and self._guards:
                self._waits = False
                self._set_patience(0)
            raise
        if not self._waits:
            self._waits = True
            self._set_patience(self._patience)

    # --- files that somebody removes -----------------------------------------------------------------

    def _take_care(self) -> None:
        """Put removed files back.

        Raises:
            ServerStoreError: they were replaced, or the system refuses.
        """
        if self._guard is None:
            return
        found = self._guard.look()
        if found is Found.SAME:
            return
        try:
            if found is Found.LOG_REMOVED:
                self._empty_log()
            elif found is Found.REMOVED:
                self._put_back()
            else:
                copy = self._rescued()
                if found is Found.REPLACED:  # or our log would be taken for that of the other one
                    self._run("PRAGMA wal_checkpoint(TRUNCATE)")
                self._give_up(copy)
            self._open(maintain=False)
        except (sqlite3.Error, OSError) as error:
            raise refusal(self.path, error) from None
        self._mended += 1

    def _empty_log(self) -> None:
        """Bring what is in the log to the database, and let the log go.

        Raises:
            BusyError: somebody still reads what is in it.
        """
        ((busy, *_),) = self.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        if busy:
            raise BusyError(say.DATABASE_BUSY(path=self.path))
        self._connection.close()

    def _put_back(self) -> None:
        copy = self._rescued()
        self._connection.close()
        try:
            put_back(copy, self.path)
        except OSError:  # there is one again
            self._give_up(copy)

    def _rescued(self) -> Path:
        """A copy of everything, under another name."""
        copy = free_copy(self.path, RESCUED)
        copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_file(copy, lambda target: self._connection.backup(target))
        return copy

    def _give_up(self, copy: Path) -> None:
        """Store nothing more, because another database has this name now.

        Raises:
            ServerStoreError: always.
        """
        self._guard = None
        self._gone = self._trouble = say.DATABASE_REPLACED(path=self.path, copy=copy)
        self._connection.close()
        raise UnusableError(self._gone)

    def _run(self, sql: str, *values: object) -> tuple[list[Any], int]:
        """Run a statement to its end; return its rows, and how many rows it changed."""
        if any(isinstance(value, str) and "\0" in value for value in values):  # PostgreSQL does not take it
            raise InvalidError(say.NOT_STORABLE())
        try:
            cursor = self._connection.execute(sql, values)
            return cursor.fetchall(), cursor.rowcount
        except (UnicodeEncodeError, OverflowError, sqlite3.IntegrityError):
            # Half a character, a number above 64 bits, or a value that the schema forbids.
            raise InvalidError(say.NOT_STORABLE()) from None
        except sqlite3.Error as error:
            server_store_error = UnusableError(self._gone) if self._gone else refusal(self.path, error)
            self._trouble = str(server_store_error)
            raise server_store_error from None
