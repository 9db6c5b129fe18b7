"""What people see of a table, in their lists and at the table.

Whatever goes wrong while one table is shown, that table is shown as closed, the operator is told, and
everything else is shown as ever.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import Pace, State, TableListing, TableView
from lazaretto.host.server.table_listing import TableLook, listing_of
from lazaretto.host.server.table_sides import side_of
from lazaretto.host.server.table_talk import WAITING
from lazaretto.host.server.turn_limits import turn_ends

if TYPE_CHECKING:
    from lazaretto.host.server.hall_place import Place
    from lazaretto.host.server.hall_table import HallTable


def listing(table: "HallTable", person: int, made_by: str, invited: bool = False) -> TableListing:
    """A table in the list of the person with an id."""
    try:
        return _listing(table, person, made_by, invited)
    except Exception as error:
        table.office.failures.tell(table.code, error)
        return _closed(table, person, made_by, invited)


def view(table: "HallTable", place: "Place") -> TableView:
    """What somebody at a table sees besides the game."""
    try:
        return _view(table, place)
    except Exception as error:
        table.office.failures.tell(table.code, error)
        closed = _closed(table, place.person.id, place.made_by)
        return TableView(closed, (place.person.name,), (), notice=closed.outcome)


def _listing(table: "HallTable", person: int, made_by: str, invited: bool) -> TableListing:
    here = {place.person.id for place in table.places}
    watchers = sum(place.watching for place in table.places)
    standing = frozenset(table.standing_in)
    looks = table.row, table.order, table.seats, table.progress, here, watchers, standing, turn_ends(table)
    found = listing_of(TableLook(*looks), person, made_by, invited)
    waits = found.yours and found.state is State.OPEN
    return replace(found, chat=table.talk.lines_for(())[-WAITING:]) if waits else found


def _view(table: "HallTable", place: "Place") -> TableView:
    side = side_of(table.progress, table.seats, place.person.id)
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


def _closed(table: "HallTable", person: int, made_by: str, invited: bool = False) -> TableListing:
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
