"""What people see of a table, in their lists and at the table.

Whatever goes wrong while one table is shown, that table is shown as closed, the operator is told, and
everything else is shown as ever.
"""

from collections.abc import Collection

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import Pace, Presence, SeatListing, State, TableListing, TableView
from lazaretto.host.server.store.store_rows import Entry, SeatRow
from lazaretto.host.server.tables.person_at_table import PersonAtTable
from lazaretto.host.server.tables.table_base import TableBase
from lazaretto.host.server.tables.table_talk import WAITING


def listing(table: TableBase, person: int, made_by: str, invited: bool = False) -> TableListing:
    """A table in the list of the person with an id."""
    try:
        return _listing(table, person, made_by, invited)
    except Exception as error:
        table.services.failures.tell(table.code, error)
        return _closed(table, person, made_by, invited)


def view(table: TableBase, place: PersonAtTable) -> TableView:
    """What somebody at a table sees besides the game."""
    try:
        return _view(table, place)
    except Exception as error:
        table.services.failures.tell(table.code, error)
        closed = _closed(table, place.person.id, place.made_by)
        return TableView(closed, (place.person.name,), (), notice=closed.outcome)


def _listing(table: TableBase, person: int, made_by: str, invited: bool) -> TableListing:
    row, order, asked = table.row, table.order, table.progress.asked
    names = order.players or tuple(seat.name or seat.bot for seat in table.seats)
    here = {place.person.id for place in table.places}
    seats = tuple(
        SeatListing(
            seat.number, names[seat.number], seat.name, _presence(table, seat, here), seat.number in asked
        )
        for seat in table.seats
    )
    mine, state = table.holds(person), table.state
    waits = bool(mine) and state is State.OPEN
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
        sum(place.watching for place in table.places),
        bool(mine),
        invited,
        state is State.RUNNING and any(seat in asked for seat in mine),
        order.hours,
        order.late,
        order.free_undo,
        table.turn_ends(),
        chat=table.talk.lines_for(())[-WAITING:] if waits else (),
        game=order.game,
        hints=order.hints,
    )


def _presence(table: TableBase, seat: SeatRow, here: Collection[int]) -> Presence:
    """Whether the owner of a seat is among the people who are at the table."""
    if seat.bot or seat.number in table.standing_in:
        return Presence.BOT
    if seat.person is None:
        return Presence.EMPTY
    return Presence.HERE if seat.person in here else Presence.AWAY


def _view(table: TableBase, place: PersonAtTable) -> TableView:
    side = table.side_of(place.person.id)
    return TableView(
        _listing(table, place.person.id, place.made_by, invited=False),
        tuple(dict.fromkeys(each.person.name for each in table.places)),
        table.talk.lines_for(place.blocked(), side),
        table.votes.all(),
        table.clock.paused,
        table.notice or table.refusal,
        side,
        table.shared.sees(place.person) if place.watching else None,
        place.shows,
        table.shared.shown_to(table.holds(place.person.id)),
    )


def _closed(table: TableBase, person: int, made_by: str, invited: bool = False) -> TableListing:
    """A table of which nothing is known but that something is wrong with it."""
    row = table.row
    return TableListing(
        row.code,
        row.scenario,
        row.title,
        {},
        (),
        State.CLOSED,
        Pace.LIVE,
        False,
        made_by,
        row.made_at,
        outcome=say.FAULTY_TABLE(),
        yours=bool(table.holds(person)),
        invited=invited,
    )
