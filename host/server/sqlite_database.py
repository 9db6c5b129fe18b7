"""A connection to a server's SQLite database: transactions, errors, and times as numbers.

The server's own connection also takes care of its files. If somebody removes them, it puts them back; if
somebody replaces them, it makes a copy of what it has, and stores nothing more. It waits for other processes
that write, but not again and again: reading goes on meanwhile.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import RLock
from typing import Any

from lazaretto.host.server import store_messages as say
from lazaretto.host.server.sqlite_files import copy_file, free_copy, make_file, put_back
from lazaretto.host.server.sqlite_guard import FileGuard, Found
from lazaretto.host.server.sqlite_open import PATIENCE, RESCUED, open_database, refusal
from lazaretto.host.server.store_errors import BusyError, InvalidError, ServerStoreError, UnusableError

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
        if any(isinstance(each, str) and "\0" in each for each in values):  # PostgreSQL does not take it
            raise InvalidError(say.NOT_STORABLE())
        try:
            cursor = self._connection.execute(sql, values)
            return cursor.fetchall(), cursor.rowcount
        except (UnicodeEncodeError, OverflowError, sqlite3.IntegrityError):
            # Half a character, a number above 64 bits, or a value that the schema forbids.
            raise InvalidError(say.NOT_STORABLE()) from None
        except sqlite3.Error as error:
            found = UnusableError(self._gone) if self._gone else refusal(self.path, error)
            self._trouble = str(found)
            raise found from None
