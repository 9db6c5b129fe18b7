"""The clocks of tables in SQLite."""

from datetime import datetime

from lazaretto.host.server.sqlite_database import Database, as_number, as_time
from lazaretto.host.server.sqlite_people import need_person
from lazaretto.host.server.sqlite_tables import need_table
from lazaretto.host.server.store_rows import ClockRow


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
