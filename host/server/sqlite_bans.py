"""Bans of keys, addresses and networks in SQLite."""

from lazaretto.host.server import store_messages as say
from lazaretto.host.server.ban_values import hits, normal_value
from lazaretto.host.server.sqlite_database import Database, as_time
from lazaretto.host.server.store_errors import MissingRowError
from lazaretto.host.server.store_rows import Ban, BanKind


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
            return next(each for each in self.all() if (each.kind, each.value) == (kind, normal))

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
        return next((each for each in self.all() if hits(each, fingerprint, address)), None)
