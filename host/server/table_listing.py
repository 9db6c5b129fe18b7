"""A table as one person sees it in the list of tables."""

from dataclasses import dataclass
from datetime import datetime

from lazaretto.host.server.game_order import GameOrder
from lazaretto.host.server.hall_views import Pace, Presence, SeatListing, State, TableListing
from lazaretto.host.server.store_rows import Entry, SeatRow, TableRow
from lazaretto.host.server.workroom_protocol import Progress


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything about a table that a list may show."""

    row: TableRow
    order: GameOrder
    seats: tuple[SeatRow, ...]
    progress: Progress
    here: set[int]
    """The ids of the people who are at the table."""
    watchers: int
    standing_in: frozenset[int] = frozenset()
    """The seats that a bot plays until their owners come back."""
    ends: datetime | None = None
    """When the time of the turn is over."""


def listing_of(table: TableLook, person: int, made_by: str, invited: bool) -> TableListing:
    """The table in the list of the person with an id."""
    row, order, asked = table.row, table.order, table.progress.asked
    names = order.players or tuple(each.name or each.bot for each in table.seats)
    seats = tuple(
        SeatListing(seat.number, names[seat.number], seat.name, presence(seat, table), seat.number in asked)
        for seat in table.seats
    )
    mine = [seat.number for seat in table.seats if seat.person == person]
    state = State(row.state.value)
    return TableListing(
        row.code,
        row.scenario,
        row.title,
        order.options,
        seats,
        state,
        Pace(row.pace),
        row.entry is Entry.OPEN,
        made_by,
        row.made_at,
        table.progress.turn,
        row.outcome,
        table.watchers,
        bool(mine),
        invited,
        state is State.RUNNING and any(seat in asked for seat in mine),
        order.hours,
        order.late,
        order.free_undo,
        table.ends,
        game=order.game,
        hints=order.hints,
    )


def presence(seat: SeatRow, table: TableLook) -> Presence:
    """Whether the owner of a seat is at the table."""
    if seat.bot or seat.number in table.standing_in:
        return Presence.BOT
    if seat.person is None:
        return Presence.EMPTY
    return Presence.HERE if seat.person in table.here else Presence.AWAY
