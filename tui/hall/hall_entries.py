"""The entries of the hall's list: the tables in groups, those that wait for the player first."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from host.server.hall_views import HallView, Presence, State, TableListing
from tui.hall.turn_end import until
from tui.look.styled_text import ACCENT, PLAIN, STRONG, Pen
from tui.messages import hall as say


class Group(Enum):
    """The groups of tables, in the order of the list."""

    YOUR_TURN = "your_turn"
    YOURS = "yours"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


_HEADINGS = {
    Group.YOUR_TURN: say.YOUR_TURN,
    Group.YOURS: say.YOUR_TABLES,
    Group.OPEN: say.OPEN_TABLES,
    Group.RUNNING: say.RUNNING_TABLES,
    Group.FINISHED: say.FINISHED_TABLES,
}


@dataclass(frozen=True, slots=True)
class HallEntry:
    """A table in the list, or a heading."""

    title: str
    note: str = ""
    listing: TableListing | None = None
    group: Group | None = None

    @property
    def heading(self) -> bool:
        """Whether it is a heading."""
        return self.listing is None

    @property
    def key(self) -> str:
        """The code of the table."""
        return self.listing.code if self.listing is not None else ""

    @property
    def sign(self) -> str:
        """A mark before a table that waits for the player."""
        if self.listing is None:
            return ""
        return "▶" if self.group is Group.YOUR_TURN else "*" if self.listing.invited else ""

    @property
    def pen(self) -> Pen:
        """How the title is written."""
        if self.group is Group.YOUR_TURN:
            return ACCENT
        return STRONG if self.group in (Group.YOURS, Group.OPEN) else PLAIN


def group_of(table: TableListing) -> Group | None:
    """The group of a table; None if it is not listed."""
    if table.state is State.CLOSED:
        return None
    if table.state is State.OVER:
        return Group.FINISHED if table.yours else None
    if table.your_turn:
        return Group.YOUR_TURN
    if table.yours:
        return Group.YOURS
    return Group.OPEN if table.state is State.OPEN or free_seats(table) else Group.RUNNING


def heading(group: Group) -> str:
    """The heading of a group."""
    return _HEADINGS[group]()


def entries(view: HallView) -> tuple[HallEntry, ...]:
    """The whole list; only groups that have tables have a heading."""
    return tuple(_entries(view))


def _entries(view: HallView) -> Iterator[HallEntry]:
    for group in Group:
        found = [each for each in view.tables if group_of(each) is group]
        if found:
            yield HallEntry(heading(group))
            yield from (HallEntry(_title(each, view.person), _note(each), each, group) for each in found)


def _title(table: TableListing, person: str) -> str:
    """The game and the other people, because several tables may play the same game."""
    people = dict.fromkeys(each.person for each in table.seats if each.person not in ("", person))
    return say.GAME_WITH(game=table.title, people=", ".join(people)) if people else table.title


def _note(table: TableListing) -> str:
    match table.state:
        case State.OPEN | State.RUNNING if not table.yours and free_seats(table):
            return say.FREE(number=free_seats(table))
        case State.OPEN:
            return say.FREE(number=free_seats(table))
        case State.RUNNING:
            return until(table) or say.TURN(turn=table.turn)
        case _:
            return table.code


def free_seats(table: TableListing) -> int:
    """How many seats of a table are free."""
    return sum(each.presence is Presence.EMPTY for each in table.seats)
