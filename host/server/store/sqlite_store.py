"""The store of a server in one SQLite file, with its bans and the clocks of tables.

The file has a write-ahead log, so that the operator's commands and backups read and write it while the server
runs. Every commit waits for the disk (`synchronous=FULL`): what a call has written survives a power cut.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.ban_values import hits, normal_value
from lazaretto.host.server.store.sqlite_database import (
    Clock,
    Condition,
    Database,
    as_number,
    as_time,
    utc_now,
)
from lazaretto.host.server.store.sqlite_people import SqliteKeys, SqlitePeople, SqliteSettings, need_person
from lazaretto.host.server.store.sqlite_tables import (
    SqliteChat,
    SqliteChoices,
    SqliteInvitations,
    SqlitePacks,
    SqliteResults,
    SqliteSeats,
    SqliteTables,
    need_table,
)
from lazaretto.host.server.store.store_protocol import MissingRowError
from lazaretto.host.server.store.store_rows import Ban, BanKind, ClockRow


class SqliteBans:
    """Implements `Bans`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, kind: BanKind, value: str, reason: str) -> Ban:
        """Ban a key, an address or a network."""
        normal = normal_value(kind, value)
        with self._database.transaction():
            self._database.write(
                """
                INSERT INTO bans (kind, value, reason, since) VALUES (?, ?, ?, ?)
                ON CONFLICT (kind, value) DO UPDATE SET reason = excluded.reason
                """,
                *(kind, normal, reason, self._database.now()),
            )
            if kind is BanKind.KEY:
                self._drop_codes(normal)
            return next(ban for ban in self.all() if (ban.kind, ban.value) == (kind, normal))

    def _drop_codes(self, fingerprint: str) -> None:
        """Forget the codes that the owner of a key has made: with one, another key could take its place."""
        self._database.write(
            """
            DELETE FROM key_codes WHERE maker = 'person'
            AND person = (SELECT person FROM keys WHERE fingerprint = ?)
            """,
            fingerprint,
        )

    def remove(self, kind: BanKind, value: str) -> None:
        """Lift a ban."""
        normal = normal_value(kind, value)
        with self._database.transaction():
            if not self._database.write("DELETE FROM bans WHERE kind = ? AND value = ?", kind, normal):
                raise MissingRowError(say.NO_BAN(value=value))

    def all(self) -> tuple[Ban, ...]:
        """All bans."""
        rows = self._database.rows("SELECT kind, value, reason, since FROM bans ORDER BY since, kind, value")
        return tuple(Ban(BanKind(kind), value, reason, as_time(since)) for kind, value, reason, since in rows)

    def matching(self, fingerprint: str, address: str) -> Ban | None:
        """The ban on a connection."""
        return next((ban for ban in self.all() if hits(ban, fingerprint, address)), None)


class SqliteClocks:
    """Implements `Clocks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, table: str) -> ClockRow:
        """The clock of a table."""
        row = self._database.row(
            """
            SELECT clocks.turn_began, clocks.paused_by, clocks.paused_at,
                CASE WHEN people.deleted = 0 THEN people.name ELSE '' END
            FROM clocks LEFT JOIN people ON people.id = clocks.paused_by
            WHERE clocks.table_code = ?
            """,
            table,
        )
        if row is None:
            return ClockRow()
        began, paused_by, paused_at, name = row
        return ClockRow(_time(began), paused_by, _time(paused_at), name)

    def set(self, table: str, row: ClockRow) -> None:
        """Replace the clock of a table."""
        with self._database.transaction():
            need_table(self._database, table)
            need_person(self._database, row.paused_by, deleted=True)
            self._database.write(
                """
                INSERT INTO clocks (table_code, turn_began, paused_by, paused_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (table_code) DO UPDATE SET turn_began = excluded.turn_began,
                    paused_by = excluded.paused_by, paused_at = excluded.paused_at
                """,
                *(table, _number(row.turn_began), row.paused_by, _number(row.paused_at)),
            )


def _time(number: int | None) -> datetime | None:
    return None if number is None else as_time(number)


def _number(when: datetime | None) -> int | None:
    return None if when is None else as_number(when)


DATABASE = "server.db"
"""The name of the file in the data folder of a server."""


class SqliteStore:
    """Implements `ServerStore`."""

    def __init__(self, path: Path, *, maintain: bool = True, clock: Clock = utc_now) -> None:
        """Open the file.

        The server maintains it: makes it and its folder if there is none, checks all of it for damage, and
        changes the format of an older one. Commands that run beside the server do not.

        Raises:
            MissingRowError: there is no file, and none is to be made.
            ServerStoreError: the file is damaged, foreign, newer or older, or the system refuses.
        """
        self._database = Database(path, maintain=maintain, clock=clock)
        self.people = SqlitePeople(self._database)
        self.keys = SqliteKeys(self._database)
        self.bans = SqliteBans(self._database)
        self.settings = SqliteSettings(self._database)
        self.tables = SqliteTables(self._database)
        self.packs = SqlitePacks(self._database)
        self.seats = SqliteSeats(self._database)
        self.clocks = SqliteClocks(self._database)
        self.choices = SqliteChoices(self._database)
        self.chat = SqliteChat(self._database)
        self.results = SqliteResults(self._database)
        self.invitations = SqliteInvitations(self._database)

    def transaction(self) -> AbstractContextManager[None]:
        """Make all calls inside it one transaction."""
        return self._database.transaction()

    def changes(self) -> int:
        """A number that differs from the last one if another process wrote in between."""
        return self._database.changes()

    def look(self) -> Condition:
        """How the file fares; whoever stores nothing for a while should look now and then."""
        return self._database.look()

    def backup(self, path: Path) -> None:
        """Write a copy of everything to a new file while the store is in use."""
        self._database.backup(path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
