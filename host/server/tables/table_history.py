"""The history of a table: the choices that are left, and how changes of the record are stored."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import State, VoteKind
from lazaretto.host.server.store.store_protocol import ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import (
    ChoiceKind,
    ChoiceRow,
    ClockRow,
    Ending,
    ResultPlayer,
    ResultRow,
    SeatRow,
    TableRow,
    TableState,
    choices_left,
)
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.workers.workroom_protocol import Append, Progress, Taken

if TYPE_CHECKING:
    from lazaretto.host.server.tables.hall_table import HallTable


Choices = tuple[tuple[int, str], ...]


@dataclass(slots=True)
class TableHistory:
    """What was chosen at a table."""

    choices: Choices = ()
    """The seat and the key of each choice that is left."""
    sequence: int = 0
    """The number of the last row in the store."""
    loaded: bool = False

    def take(self, rows: tuple[ChoiceRow, ...]) -> None:
        """Begin with what is stored."""
        self.choices = tuple((each.seat, each.key) for each in choices_left(rows))
        self.sequence, self.loaded = len(rows), True

    def rows(self, changes: tuple[Taken, ...]) -> tuple[list[ChoiceRow], Choices]:
        """The rows for some changes, and the choices that are left after them."""
        rows: list[ChoiceRow] = []
        choices = self.choices
        for each in changes:
            if each.kept < len(choices):
                rows.append(ChoiceRow(ChoiceKind.UNDO, each.seat, back_to=each.kept))
            if each.key:
                rows.append(ChoiceRow(ChoiceKind.CHOICE, each.seat, each.key))
            choices = (*choices[: each.kept], *([(each.seat, each.key)] if each.key else ()))
        return rows, choices

    def stored(self, sequence: int, choices: Choices) -> None:
        """Note what was stored."""
        self.sequence, self.choices = sequence, choices

    def last_of(self, seats: set[int]) -> int | None:
        """Which of some seats chose last."""
        return next((seat for seat, _ in reversed(self.choices) if seat in seats), None)


def store_beginning(store: ServerStore, row: TableRow, order: GameOrder) -> tuple[TableRow, ClockRow]:
    """Store that a game begins; return its table, and the clock of its first turn."""
    clock = ClockRow(datetime.now(UTC))
    with store.transaction():
        store.tables.set_order(row.code, title=row.title, order=order.text(), pack=row.pack)
        store.tables.set_state(row.code, TableState.RUNNING)
        store.clocks.set(row.code, clock)
    return store.tables.get(row.code), clock


def last_chooser(history: TableHistory, seats: tuple[SeatRow, ...]) -> str:
    """The person who made the last choice of a person; empty if there is none."""
    people = {seat.number: seat.name for seat in seats if seat.person is not None}
    last = history.last_of({*people})
    return "" if last is None else people[last]


def store_rows(
    store: ServerStore,
    row: TableRow,
    sequence: int,
    rows: list[ChoiceRow],
    progress: Progress,
    result: ResultRow | None,
    clock: ClockRow | None = None,
) -> int:
    """Store the rows and what follows from them in one transaction; return the number of the last one."""
    with store.transaction():
        last = store.choices.append(row.code, sequence, rows)
        if clock is not None:
            store.clocks.set(row.code, clock)
        if result is not None:
            store.tables.set_state(row.code, TableState.OVER, progress.outcome)
            store.results.put(result)
        elif row.state is TableState.OVER:  # the last choice was taken back
            store.tables.set_state(row.code, TableState.RUNNING)
            store.results.remove(row.code)
    return last


def result_of(row: TableRow, order: GameOrder, seats: tuple[SeatRow, ...], progress: Progress) -> ResultRow:
    """The result of a finished game."""
    endings = [Ending(each) for each in progress.results]
    nothing = (None,) * len(endings)
    players = tuple(
        ResultPlayer(seat.number, seat.person, seat.bot, ending, points=points, rank=rank)
        for seat, ending, points, rank in zip(
            seats, endings, progress.points or nothing, progress.ranks or nothing, strict=True
        )
    )
    whole = endings[0] if len(set(endings)) == 1 else Ending.DRAWN
    return ResultRow(
        row.code,
        row.scenario,
        order.options,
        whole,
        progress.outcome,
        progress.turn,
        datetime.now(UTC),
        players,
    )


async def store_changes(table: "HallTable", append: Append) -> str:
    """Store changes of the record of a table; return why not, or an empty text."""
    rows, choices = table.history.rows(append.changes)
    row, sequence, progress = table.row, table.history.sequence, append.progress
    result = result_of(row, table.order, table.seats, progress) if progress.outcome else None
    async with table.clock.changing:
        clock = table.clock.after(table.progress, progress)
        new = None if clock is table.clock.row else clock
        ends = result is not None or table.state is State.OVER

        def store_all(store: ServerStore) -> tuple[int, TableRow]:
            last = store_rows(store, row, sequence, rows, progress, result, new)
            if ends:
                with suppress(ServerStoreError):  # it is stored, whatever is the matter now
                    return last, store.tables.get(row.code)
            return last, row

        try:
            last, row = await table.office.do(store_all)
        except ServerStoreError as error:
            return say.NOT_STORED(reason=error.told)
        table.history.stored(last, choices)
        table.clock.row = clock
    table.progress = progress
    if table.run.room is not None:
        table.notice = ""  # the game goes on
    table.votes.drop(VoteKind.UNDO)
    if ends:
        table.row = row
    table.tell()
    return ""
