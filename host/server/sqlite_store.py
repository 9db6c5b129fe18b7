"""The store of a server in one SQLite file.

The file has a write-ahead log, so that the operator's commands and backups read and write it while the server
runs. Every commit waits for the disk (`synchronous=FULL`): what a call has written survives a power cut.
"""

from contextlib import AbstractContextManager
from pathlib import Path

from lazaretto.host.server.sqlite_bans import SqliteBans
from lazaretto.host.server.sqlite_clocks import SqliteClocks
from lazaretto.host.server.sqlite_database import Clock, Condition, Database, utc_now
from lazaretto.host.server.sqlite_history import SqliteChat, SqliteChoices, SqliteResults
from lazaretto.host.server.sqlite_people import SqliteKeys, SqlitePeople, SqliteSettings
from lazaretto.host.server.sqlite_tables import SqliteInvitations, SqlitePacks, SqliteSeats, SqliteTables

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
