"""Tables in SQLite: their texts, seats, invitations, choices, chat and results."""

from collections.abc import Sequence
from datetime import datetime

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.sqlite_database import NO_LIMIT, Database, as_number, as_time
from lazaretto.host.server.store.sqlite_people import need_person
from lazaretto.host.server.store.store_protocol import (
    ClosedTableError,
    InvalidError,
    MissingRowError,
    StaleError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import (
    ChatLine,
    ChoiceKind,
    ChoiceRow,
    Ending,
    Entry,
    ResultPlayer,
    ResultRow,
    SeatRow,
    Statistic,
    TableRow,
    TableState,
)
from lazaretto.host.server.tables.table_codes import is_table_code

_TABLE = """
    SELECT code, scenario, title, game_order, pack, made_at, made_by, state, pace, entry, outcome FROM tables
"""
_LATEST = "ORDER BY made_at DESC, code LIMIT ?"


def need_table(database: Database, code: str | None) -> None:
    """Refuse the code of a table that is not there; None stands for the hall.

    Raises:
        MissingRowError: there is no such table.
    """
    if code is not None and database.row("SELECT 1 FROM tables WHERE code = ?", code) is None:
        raise MissingRowError(say.NO_TABLE(code=code))


class SqliteTables:
    """Implements `Tables`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Add a table with its seats."""
        if not is_table_code(row.code):
            raise InvalidError(say.TABLE_CODE_WRONG(code=row.code))
        with self._database.transaction():
            if self._database.row("SELECT 1 FROM tables WHERE code = ?", row.code) is not None:
                raise TakenError(say.TABLE_CODE_TAKEN(code=row.code))
            need_person(self._database, row.made_by)
            self._need_pack(row.pack)
            self._database.write(
                """
                INSERT INTO tables (
                    code, scenario, title, game_order, pack, made_at, made_by, state, pace, entry, outcome
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                *(row.code, row.scenario, row.title, row.order, row.pack or None),
                *(as_number(row.made_at), row.made_by, row.state, row.pace, row.entry, row.outcome),
            )
            for seat in seats:
                self._add_seat(row.code, seat)

    def get(self, code: str) -> TableRow:
        """The table with a code."""
        row = self._database.row(f"{_TABLE} WHERE code = ?", code)
        if row is None:
            raise MissingRowError(say.NO_TABLE(code=code))
        return _table(*row)

    def all(self, *states: TableState, limit: int | None = None) -> tuple[TableRow, ...]:
        """The tables in some states."""
        return self._some(states, limit)

    def of_person(self, person: int, *states: TableState, limit: int | None = None) -> tuple[TableRow, ...]:
        """The tables at which a person has a seat."""
        seated = "AND code IN (SELECT table_code FROM seats WHERE person = ?)"
        return self._some(states, limit, seated, person)

    def set_order(self, code: str, *, title: str, order: str, pack: str) -> None:
        """Change the settings of a game that has not begun."""
        with self._database.transaction():
            self._need_pack(pack)
            written = self._database.write(
                "UPDATE tables SET title = ?, game_order = ?, pack = ? WHERE code = ? AND state = 'open'",
                *(title, order, pack or None, code),
            )
            if not written:
                closed = self.get(code).state is TableState.CLOSED
                raise ClosedTableError(
                    say.TABLE_CLOSED(code=code) if closed else say.TABLE_HAS_BEGUN(code=code)
                )

    def set_state(self, code: str, state: TableState, outcome: str = "") -> None:
        """Change the state of a table."""
        with self._database.transaction():
            written = self._database.write(
                "UPDATE tables SET state = ?, outcome = ? WHERE code = ? AND state <> 'closed'",
                *(state, outcome, code),
            )
            if not written:
                need_table(self._database, code)
                if state is not TableState.CLOSED:
                    raise ClosedTableError(say.TABLE_CLOSED(code=code))

    def _some(
        self, states: Sequence[TableState], limit: int | None, further: str = "", *values: object
    ) -> tuple[TableRow, ...]:
        wanted = states or tuple(TableState)
        marks = ", ".join("?" * len(wanted))
        rows = self._database.rows(
            f"{_TABLE} WHERE state IN ({marks}) {further} {_LATEST}",
            *(*wanted, *values, NO_LIMIT if limit is None else limit),
        )
        return tuple(_table(*row) for row in rows)

    def _need_pack(self, digest: str) -> None:
        if digest and self._database.row("SELECT 1 FROM packs WHERE digest = ?", digest) is None:
            raise MissingRowError(say.NO_PACK(digest=digest))

    def _add_seat(self, code: str, seat: SeatRow) -> None:
        _check_seat(seat.person, seat.bot)
        need_person(self._database, seat.person)
        there = "SELECT 1 FROM seats WHERE table_code = ? AND number = ?"
        if self._database.row(there, code, seat.number) is not None:
            raise InvalidError(say.SEAT_TWICE(number=seat.number))
        self._database.write(
            "INSERT INTO seats (table_code, number, person, bot) VALUES (?, ?, ?, ?)",
            *(code, seat.number, seat.person, seat.bot),
        )


def _table(
    code: str,
    scenario: str,
    title: str,
    order: str,
    pack: str | None,
    made_at: int,
    made_by: int | None,
    state: str,
    pace: str,
    entry: str,
    outcome: str,
) -> TableRow:
    return TableRow(
        code=code,
        scenario=scenario,
        title=title,
        order=order,
        pack=pack or "",
        made_at=as_time(made_at),
        made_by=made_by,
        state=TableState(state),
        pace=pace,
        entry=Entry(entry),
        outcome=outcome,
    )


def _check_seat(person: int | None, bot: str) -> None:
    if person is not None and bot:
        raise InvalidError(say.PERSON_OR_BOT())


class SqlitePacks:
    """Implements `Packs`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, digest: str, content: bytes) -> None:
        """Store a pack unless it is there."""
        with self._database.transaction():
            row = self._database.row("SELECT content FROM packs WHERE digest = ?", digest)
            if row is None:
                self._database.write("INSERT INTO packs (digest, content) VALUES (?, ?)", digest, content)
            elif row[0] != content:
                raise TakenError(say.OTHER_PACK(digest=digest))

    def get(self, digest: str) -> bytes:
        """The texts under a digest."""
        row = self._database.row("SELECT content FROM packs WHERE digest = ?", digest)
        if row is None:
            raise MissingRowError(say.NO_PACK(digest=digest))
        return bytes(row[0])


class SqliteSeats:
    """Implements `Seats`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def at(self, table: str) -> tuple[SeatRow, ...]:
        """The seats of a table."""
        rows = self._database.rows(
            """
            SELECT seats.number, seats.person, seats.bot, COALESCE(people.name, '')
            FROM seats LEFT JOIN people ON people.id = seats.person
            WHERE seats.table_code = ? ORDER BY seats.number
            """,
            table,
        )
        return tuple(SeatRow(*row) for row in rows)

    def take(self, table: str, number: int, person: int) -> None:
        """Give an empty seat to a person."""
        with self._database.transaction():
            need_person(self._database, person)
            taken = self._database.write(
                """
                UPDATE seats SET person = ? WHERE table_code = ? AND number = ?
                AND bot = '' AND (person IS NULL OR person = ?)
                """,
                *(person, table, number, person),
            )
            if not taken:
                self._need_seat(table, number)
                raise TakenError(say.SEAT_TAKEN())

    def leave(self, table: str, number: int, person: int) -> None:
        """Empty the seat of a person."""
        with self._database.transaction():
            left = self._database.write(
                "UPDATE seats SET person = NULL WHERE table_code = ? AND number = ? AND person = ?",
                *(table, number, person),
            )
            if not left:
                raise MissingRowError(say.NOT_YOUR_SEAT())

    def change(self, table: str, number: int, *, person: int | None = None, bot: str = "") -> None:
        """Give a seat to a person, to a bot or to nobody."""
        _check_seat(person, bot)
        with self._database.transaction():
            need_person(self._database, person)
            self._need_seat(table, number)
            self._database.write(
                "UPDATE seats SET person = ?, bot = ? WHERE table_code = ? AND number = ?",
                *(person, bot, table, number),
            )

    def _need_seat(self, table: str, number: int) -> None:
        need_table(self._database, table)
        there = "SELECT 1 FROM seats WHERE table_code = ? AND number = ?"
        if self._database.row(there, table, number) is None:
            raise MissingRowError(say.NO_SEAT(code=table))


class SqliteInvitations:
    """Implements `Invitations`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, table: str, person: int) -> None:
        """Invite a person."""
        with self._database.transaction():
            need_table(self._database, table)
            need_person(self._database, person)
            self._database.write(
                """
                INSERT INTO invitations (table_code, person, since) VALUES (?, ?, ?)
                ON CONFLICT (table_code, person) DO NOTHING
                """,
                *(table, person, self._database.now()),
            )

    def remove(self, table: str, person: int) -> None:
        """Withdraw an invitation."""
        with self._database.transaction():
            self._database.write("DELETE FROM invitations WHERE table_code = ? AND person = ?", table, person)

    def at(self, table: str) -> tuple[int, ...]:
        """The people who are invited to a table."""
        rows = self._database.rows(
            "SELECT person FROM invitations WHERE table_code = ? ORDER BY since, person", table
        )
        return tuple(person for (person,) in rows)

    def of_person(self, person: int) -> tuple[str, ...]:
        """The codes of the tables to which a person is invited."""
        rows = self._database.rows(
            "SELECT table_code FROM invitations WHERE person = ? ORDER BY since DESC, table_code", person
        )
        return tuple(code for (code,) in rows)


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
            return tuple(self._result(*row) for row in rows)

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
        return tuple(Statistic(*row) for row in rows)

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
                ResultPlayer(seat, person, bot, Ending(player), name, points, rank)
                for seat, person, bot, player, name, points, rank in players
            ),
        )
