"""The part of a server's store that keeps the time of tables."""

from typing import Protocol

from lazaretto.host.server.store_rows import ClockRow


class Clocks(Protocol):
    """Since when each table waits, and which ones are paused: both outlive the process."""

    def get(self, table: str) -> ClockRow:
        """The clock of a table; one that has not begun if there is none."""

    def set(self, table: str, row: ClockRow) -> None:
        """Replace the clock of a table.

        Raises:
            MissingRowError: there is no such table or person.
            InvalidError: somebody paused the table at no time, or nobody did at some time.
        """
