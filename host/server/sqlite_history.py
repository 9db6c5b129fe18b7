"""What happens at tables, in SQLite: choices, chat and results."""

from collections.abc import Sequence
from datetime import datetime

from lazaretto.host.server import store_messages as say
from lazaretto.host.server.sqlite_database import NO_LIMIT, Database, as_number, as_time
from lazaretto.host.server.sqlite_people import need_person
from lazaretto.host.server.sqlite_tables import need_table
from lazaretto.host.server.store_errors import ClosedTableError, StaleError
from lazaretto.host.server.store_rows import (
    ChatLine,
    ChoiceKind,
    ChoiceRow,
    Ending,
    ResultPlayer,
    ResultRow,
    Statistic,
)

_RESULT = "SELECT table_code, scenario, ending, reason, turns, ended_at FROM results"
_COUNTS = ", ".join(f"SUM(CASE WHEN ending = '{each}' THEN 1 ELSE 0 END)" for each in Ending)

_GAMES = "SELECT table_code, scenario, ending FROM results"
_GAMES_OF_PERSON = """
    SELECT own.table_code, results.scenario, own.ending
    FROM result_players AS own JOIN results ON results.table_code = own.table_code
    WHERE own.person = ? AND NOT EXISTS (
        SELECT 1 FROM result_players AS earlier
        WHERE earlier.table_code = own.table_code AND earlier.person = own.person AND earlier.seat < own.seat
    )
"""


class SqliteChoices:
    """Implements `Choices`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, table: str, expected: int, rows: Sequence[ChoiceRow]) -> int:
        """Add rows after the row with the expected number.

        Each row is inserted only if the last number is the one before its own. SQLite lets one process write
        at a time; where a database lets several, the primary key refuses the second row of the same number.
        """
        with self._database.transaction():
            self._check(table, expected)
            for number, row in enumerate(rows, expected + 1):
                written = self._database.write(
                    """
                    INSERT INTO choices (table_code, sequence, kind, seat, key, back_to)
                    SELECT ?, ?, ?, ?, ?, ?
                    WHERE (SELECT COALESCE(MAX(sequence), 0) FROM choices WHERE table_code = ?) = ?
                    """,
                    *(table, number, row.kind, row.seat, row.key, row.back_to, table, number - 1),
                )
                if not written:
                    self._check(table, number - 1)
            return expected + len(rows)

    def all(self, table: str, after: int = 0) -> tuple[ChoiceRow, ...]:
        """The rows of a table after a number."""
        rows = self._database.rows(
            """
            SELECT kind, seat, key, back_to FROM choices
            WHERE table_code = ? AND sequence > ? ORDER BY sequence
            """,
            *(table, after),
        )
        return tuple(ChoiceRow(ChoiceKind(kind), *rest) for kind, *rest in rows)

    def last(self, table: str) -> int:
        """The number of the last row."""
        (last,) = self._database.row(
            "SELECT COALESCE(MAX(sequence), 0) FROM choices WHERE table_code = ?", table
        )
        return int(last)

    def _check(self, table: str, expected: int) -> None:
        need_table(self._database, table)
        if self._database.row("SELECT 1 FROM tables WHERE code = ? AND state = 'closed'", table) is not None:
            raise ClosedTableError(say.TABLE_CLOSED(code=table))
        last = self.last(table)
        if last != expected:
            raise StaleError(say.STALE(code=table, last=last, expected=expected), last)


TIDY_EVERY = 100
"""Old lines are removed when the number of a new one is a multiple of this."""


class SqliteChat:
    """Implements `Chat`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self,
        table: str | None,
        person: int | None,
        side: str,
        text: str,
        when: datetime,
        keep: int | None = None,
    ) -> int:
        """Add a line and return its number."""
        with self._database.transaction():
            need_table(self._database, table)
            need_person(self._database, person)
            (number,) = self._database.row(
                """
                INSERT INTO chat (table_code, person, side, line, said_at)
                VALUES (?, ?, ?, ?, ?) RETURNING number
                """,
                *(table, person, side, text, as_number(when)),
            )
            if keep is not None and number % TIDY_EVERY == 0:
                self._forget(table, side, keep)
            return int(number)

    def _forget(self, table: str | None, side: str, keep: int) -> None:
        """Remove the oldest lines of a side."""
        self._database.write(
            """
            DELETE FROM chat WHERE table_code IS ? AND side = ? AND person IS NOT NULL AND number <= (
                SELECT number FROM chat WHERE table_code IS ? AND side = ?
                ORDER BY number DESC LIMIT 1 OFFSET ?
            )
            """,
            *(table, side, table, side, keep),
        )

    def lines(self, table: str | None, after: int = 0, limit: int | None = None) -> tuple[ChatLine, ...]:
        """The lines after a number, or the last ones of people and of the server."""
        # `IS NOT DISTINCT FROM` in PostgreSQL; SQLite uses the index with `IS`.
        rows = self._database.rows(
            """
            SELECT latest.number, latest.table_code, latest.person, COALESCE(people.name, ''),
                latest.side, latest.line, latest.said_at
            FROM (
                SELECT *, ROW_NUMBER() OVER (PARTITION BY side, person IS NULL ORDER BY number DESC) AS age
                FROM chat WHERE table_code IS ? AND number > ?
            ) AS latest LEFT JOIN people ON people.id = latest.person
            WHERE ? IS NULL OR latest.age <= ? ORDER BY latest.number
            """,
            *(table, after, limit, limit),
        )
        return tuple(
            ChatLine(number, code, person, name, side, text, as_time(said_at))
            for number, code, person, name, side, text, said_at in rows
        )


class SqliteResults:
    """Implements `Results`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, row: ResultRow) -> None:
        """Store the result of a table."""
        with self._database.transaction():
            need_table(self._database, row.table)
            self.remove(row.table)
            self._database.write(
                """
                INSERT INTO results (table_code, scenario, ending, reason, turns, ended_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                *(row.table, row.scenario, row.ending, row.reason, row.turns, as_number(row.when)),
            )
            for name, value in row.options.items():
                self._database.write(
                    "INSERT INTO result_options (table_code, name, value) VALUES (?, ?, ?)",
                    *(row.table, name, value),
                )
            for player in row.players:
                need_person(self._database, player.person, deleted=True)
                self._database.write(
                    """
                    INSERT INTO result_players (table_code, seat, person, bot, ending, points, place)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    *(row.table, player.seat, player.person, player.bot, player.ending),
                    *(player.points, player.rank),
                )

    def remove(self, table: str) -> None:
        """Remove the result of a table."""
        with self._database.transaction():
            for name in ("result_options", "result_players", "results"):
                self._database.write(f"DELETE FROM {name} WHERE table_code = ?", table)

    def all(self, person: int | None = None, limit: int | None = None) -> tuple[ResultRow, ...]:
        """The results of a person or of everybody."""
        own = "WHERE table_code IN (SELECT table_code FROM result_players WHERE person = ?)"
        where, values = ("", ()) if person is None else (own, (person,))
        with self._database.snapshot():
            rows = self._database.rows(
                f"{_RESULT} {where} ORDER BY ended_at DESC, table_code LIMIT ?",
                *(*values, NO_LIMIT if limit is None else limit),
            )
            return tuple(self._result(*each) for each in rows)

    def statistics(self, person: int | None = None) -> tuple[Statistic, ...]:
        """Counts for each scenario, and for each value of its options."""
        games, values = (_GAMES, ()) if person is None else (_GAMES_OF_PERSON, (person,))
        rows = self._database.rows(
            f"""
            WITH games AS ({games})
            SELECT scenario, '' AS option_name, '' AS option_value, {_COUNTS} FROM games GROUP BY scenario
            UNION ALL
            SELECT games.scenario, result_options.name, result_options.value, {_COUNTS}
            FROM games JOIN result_options ON result_options.table_code = games.table_code
            GROUP BY games.scenario, result_options.name, result_options.value
            ORDER BY 1, 2, 3
            """,
            *values,
        )
        return tuple(Statistic(*each) for each in rows)

    def _result(
        self, table: str, scenario: str, ending: str, reason: str, turns: int, ended_at: int
    ) -> ResultRow:
        options = self._database.rows(
            "SELECT name, value FROM result_options WHERE table_code = ? ORDER BY name", table
        )
        players = self._database.rows(
            """
            SELECT result_players.seat, result_players.person, result_players.bot, result_players.ending,
                COALESCE(people.name, ''), result_players.points, result_players.place
            FROM result_players LEFT JOIN people ON people.id = result_players.person
            WHERE result_players.table_code = ? ORDER BY result_players.seat
            """,
            table,
        )
        return ResultRow(
            table=table,
            scenario=scenario,
            options=dict(options),
            ending=Ending(ending),
            reason=reason,
            turns=turns,
            when=as_time(ended_at),
            players=tuple(
                ResultPlayer(seat, person, bot, Ending(each), name, points, rank)
                for seat, person, bot, each, name, points, rank in players
            ),
        )
