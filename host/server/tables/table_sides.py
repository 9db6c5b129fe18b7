"""Sides of a table: to whom a person may talk alone.

Only a side that everybody knows has a channel of its own. The game says who plays together; its secrets are
none of that, so a game in which somebody plays against the others in secret has no sides here.
"""

from collections.abc import Sequence

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.store.store_rows import SeatRow
from lazaretto.host.server.workers.workroom_protocol import Progress


def side_of(progress: Progress, seats: Sequence[SeatRow], person: int) -> str:
    """The side of a person, by its name; empty if they have none of their own, or also sit on another one."""
    mine = {each.number for each in seats if each.person == person}
    others = {each.person for each in seats if each.number in progress.team} - {person, None}
    return say.TEAM() if mine and mine <= {*progress.team} and others else ""
