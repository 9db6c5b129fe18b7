"""A connection to a server's SQLite database: transactions, errors, and times as numbers."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import RLock
from typing import Any

from host.server import store_messages as say
from host.server.sqlite_files import copy_file
from host.server.sqlite_open import PATIENCE, open_database, refusal
from host.server.store_errors import InvalidError, ServerStoreError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

NO_LIMIT = -1
"""As the number after LIMIT: all rows. PostgreSQL takes NULL."""

Clock = Callable[[], datetime]


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
        self._connection = open_database(path, maintain=maintain)

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
            self._run(begin)
            self._depth += 1
            try:
                yield
                self._run(commit)
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
                self._run("PRAGMA busy_timeout = 0")
                try:
                    self._run("PRAGMA wal_checkpoint(TRUNCATE)")
                finally:
                    self._run(f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}")

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

    def _run(self, sql: str, *values: object) -> tuple[list[Any], int]:
        """Run a statement to its end; return its rows, and how many rows it changed."""
        if any(isinstance(each, str) and "\0" in each for each in values):  # PostgreSQL does not take it
            raise InvalidError(say.NOT_STORABLE())
        try:
            cursor = self._connection.execute(sql, values)
            return cursor.fetchall(), cursor.rowcount
        except (UnicodeEncodeError, OverflowError, sqlite3.IntegrityError):
            # Half a character, a number above 64 bits, or a value that the schema forbids.
            raise InvalidError(say.NOT_STORABLE()) from None
        except sqlite3.Error as error:
            raise refusal(self.path, error) from None
