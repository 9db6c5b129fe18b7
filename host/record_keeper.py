"""What a table needs of the place where its record is kept: a folder of files, or the store of a server."""

from typing import Protocol

from lazaretto.host.record_lock import RecordLock
from lazaretto.rules import Record


class RecordKeeper(Protocol):
    """Keeps the records of tables by their names."""

    def place(self, name: str) -> str:
        """Where the record of a game is kept, for display; may be empty."""

    def lock(self, name: str) -> RecordLock | None:
        """Lock a record for one table; None where nobody else can write to it.

        Raises:
            HeldRecordError: another process has it open.
        """

    def claim(self, scenario: str) -> tuple[str, RecordLock | None]:
        """An unused name with its lock."""

    def expect(self, name: str, record: Record) -> None:
        """Note what is kept under a name: a record that takes something back may replace it."""

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        """Write the record; return a message for the player, usually empty.

        Raises:
            TakenOverError: another process has the lock by now.
            ForeignRecordError: something else is kept under this name.
            UnkeptError: it could not be written, so the game must go back.
            StoreError: it could not be written, and the game may go on.
        """

    def load(self, name: str) -> Record:
        """Read a record.

        Raises:
            RecordError: it cannot be read.
        """

    def stamp(self, name: str) -> tuple[int, ...]:
        """What changes whenever a record is written; empty if there is none."""
