"""The entries of the hall's list: the tables in groups, those that wait for the player first."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from lazaretto.host.server.hall_views import HallView, Presence, State, TableListing
from lazaretto.tui.hall.table_description import until
from lazaretto.tui.launcher.entry_list import Shelf
from lazaretto.tui.look.ascii_fallback import safe
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, PLAIN, STRONG, Pen
from lazaretto.tui.messages import hall as say


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
    people: str = ""
    """The names of the other people at the table."""

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
        tables = [table for table in view.tables if group_of(table) is group]
        if tables:
            yield HallEntry(heading(group))
            yield from (_entry(each, view.person, group) for each in tables)


class HallShelf(Shelf[HallEntry]):
    """The list of tables; where a line is too short, the game and the people share it."""

    def shortened(self, entry: HallEntry, room: int) -> str:
        """The game and the people, both as far as there is room."""
        if len(entry.title) <= room or not entry.people or entry.listing is None:
            return super().shortened(entry, room)
        game, people = safe(entry.listing.title), safe(entry.people)
        game = _ended(game, max(room - len(people) - 2, room // 2 - 1))
        return say.GAME_WITH(game=game, people=_ended(people, room - len(game) - 2))


def _ended(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(1, room - 1)].rstrip(' ,:')}…"


def _people(table: TableListing, person: str) -> str:
    """The other people, because several tables may play the same game."""
    return ", ".join(dict.fromkeys(seat.person for seat in table.seats if seat.person not in ("", person)))


def _entry(table: TableListing, person: str, group: Group) -> HallEntry:
    people = _people(table, person)
    title = say.GAME_WITH(game=table.title, people=people) if people else table.title
    return HallEntry(title, _note(table), table, group, people)


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
    return sum(seat.presence is Presence.EMPTY for seat in table.seats)
