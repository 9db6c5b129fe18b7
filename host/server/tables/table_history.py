"""The history of a table: the choices that are left, and the rows that the store gets when it changes."""

from dataclasses import dataclass
from datetime import UTC, datetime

from lazaretto.host.server.store.store_protocol import ServerStore
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
from lazaretto.host.server.workers.workroom_protocol import Progress, Taken

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
        self.choices = tuple((choice.seat, choice.key) for choice in choices_left(rows))
        self.sequence, self.loaded = len(rows), True

    def rows(self, changes: tuple[Taken, ...]) -> tuple[list[ChoiceRow], Choices]:
        """The rows for some changes, and the choices that are left after them."""
        rows: list[ChoiceRow] = []
        choices = self.choices
        for change in changes:
            if change.kept < len(choices):
                rows.append(ChoiceRow(ChoiceKind.UNDO, change.seat, back_to=change.kept))
            if change.key:
                rows.append(ChoiceRow(ChoiceKind.CHOICE, change.seat, change.key))
            choices = (*choices[: change.kept], *([(change.seat, change.key)] if change.key else ()))
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
    endings = [Ending(result) for result in progress.results]
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
