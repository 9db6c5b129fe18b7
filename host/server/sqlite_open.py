"""Opens a server's SQLite database: makes it, checks it, and brings an older one to the current format.

A database that is damaged, foreign or newer is refused and stays as it is.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from lazaretto.host.remove_leftovers import remove_leftovers
from lazaretto.host.server import store_messages as say
from lazaretto.host.server.schema import APPLICATION_ID, MIGRATIONS, Migration
from lazaretto.host.server.sqlite_files import connect, copy_file, free_copy, log_of, make_file, make_private
from lazaretto.host.server.store_errors import BusyError, MissingRowError, ServerStoreError, UnusableError

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
