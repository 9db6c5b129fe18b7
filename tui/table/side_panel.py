"""The contents of the side panel as lines: tracks, supplies, piles, things and seats with their pieces.

Each section can be told in more or in fewer lines. With little room the panel tells everything briefly; the
more room there is, the more of its sections are told at length.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest

from lazaretto.rules import View
from lazaretto.tui.look.styled_text import ACCENT, Line, Pen, Span, fitted, width
from lazaretto.tui.messages import table as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.table.panel_items import Item, Section, whole_items
from lazaretto.tui.table.panel_piles import letters_of_odds, odds_items, pile_items, supply_items, thing_items
from lazaretto.tui.table.panel_seats import seat_items
from lazaretto.tui.table.panel_tracks import track_items
from lazaretto.tui.table.per_view import PerView

TWO = 80
"""From this width on the pane beside the board has two columns."""

ABREAST = 100
"""From this many columns on, a table without a board has two columns."""

LISTED = 40
"""From this many columns on, the panel lists all pieces that may come next."""

Told = Callable[[View, int, int], Iterable[Item]]
"""A section of a view for a width: at level 0 as short as possible, at each higher level at more length."""

PARTS: tuple[tuple[AppMessage, Told], ...] = (
    (say.TRACKS, lambda view, columns, level: track_items(view, columns, brief=not level)),
    (say.PLAYERS, seat_items),
    (say.STANDING, lambda view, columns, level: thing_items(view, columns, brief=not level)),
    (say.PILES, pile_items),
    (say.ODDS_NEXT, odds_items),
    (say.LEFT, lambda view, columns, level: supply_items(view, columns, brief=not level)),
)
"""The sections in their order."""

LONGER = (
    *((say.PLAYERS, 1), (say.TRACKS, 1), (say.PILES, 1), (say.STANDING, 1), (say.LEFT, 1)),
    *((say.PILES, 2), (say.ODDS_NEXT, 1), (say.PLAYERS, 2), (say.ODDS_NEXT, 2)),
)
"""The sections that get longer one after the other, as long as there is room."""

WHOLE = {say.ODDS_NEXT: 0, say.PLAYERS: 1}
"""The levels of a panel with as much room as it needs, where they are not the highest."""

BRIEF = {name: 0 for name, _ in PARTS}
USUAL = {name: 0 if name is say.ODDS_NEXT else 1 for name, _ in PARTS}
"""The levels with little room, and with as much as there often is."""


class Panel:
    """The sections for a view and a width, at every length."""

    def __init__(self, view: View, columns: int) -> None:
        self._view, self._columns = view, columns
        self._made: dict[tuple[AppMessage, int], tuple[Item, ...]] = {}
        self._parts = dict(PARTS)

    def _section(self, name: AppMessage, level: int) -> tuple[Item, ...]:
        key = name, level
        if key not in self._made:
            items = self._parts[name](self._view, self._columns, level)
            self._made[key] = tuple(whole_items(items, self._columns))
        return self._made[key]

    def fitted(self, rows: int) -> tuple[Section, ...]:
        """The sections, told at such length that they fit in some rows; at least briefly."""
        levels = USUAL if self._rows(USUAL) <= rows else BRIEF
        for name, level in LONGER:
            tried = {**levels, name: level}
            if levels[name] != level - 1 or (name is say.ODDS_NEXT and level > 1 and self._long_odds(rows)):
                continue
            if self._rows(tried) <= rows:
                levels = tried
        return self._at(levels)

    def _long_odds(self, rows: int) -> bool:
        """Whether the pieces that may come next need more rows than these, or more columns than there are."""
        return self._columns < LISTED or letters_of_odds(self._view) // self._columns > rows

    def fits(self, rows: int) -> bool:
        """Whether everything can be told in some rows."""
        return self._rows(USUAL) <= rows or self._rows(BRIEF) <= rows

    def whole(self) -> tuple[Section, ...]:
        """The sections at full length, without the odds."""
        return self._at({name: WHOLE.get(name, 2) for name, _ in PARTS})

    def _at(self, levels: Mapping[AppMessage, int]) -> tuple[Section, ...]:
        found = ((name, self._section(name, level)) for name, level in levels.items())
        return tuple(Section(name(), items) for name, items in found if items)

    def _rows(self, levels: Mapping[AppMessage, int]) -> int:
        """The number of lines with the headings."""
        lengths = [len(self._section(name, level)) for name, level in levels.items()]
        return sum(length + 1 for length in lengths if length)


def columns_in(width: int) -> int:
    """The number of columns of a pane beside the board."""
    return 2 if width >= TWO else 1


def panel_columns(width: int) -> int:
    """The width of the lines in a column of a pane beside the board."""
    return width // columns_in(width) - 2


_PANELS: PerView[Panel] = PerView()


def panel_of(view: View, columns: int) -> Panel:
    """The sections for a view and a width; made once, because the division of the screen needs them too."""
    return _PANELS.get(view, columns, lambda: Panel(view, columns))


def sections(view: View, columns: int) -> tuple[Section, ...]:
    """Everything beside the board, for a panel of `columns` columns."""
    return Panel(view, columns).whole()


def table_lines(view: View, columns: int, rows: int) -> list[Line]:
    """Players with their pieces, and what else lies on the table, for a game without a board.

    If there is enough width, the players are on the left and the rest is on the right.
    """
    others = any(each.title != say.PLAYERS() for each in sections(view, columns))
    left = columns * 3 // 5 if columns >= ABREAST and others else columns
    right = columns - left
    players = [each for each in sections(view, left - 2) if each.title == say.PLAYERS()]
    rest = [each for each in sections(view, (right or left) - 2) if each.title != say.PLAYERS()]
    if not right:
        return _headed([*players, *rest], columns)[:rows]
    made = zip_longest(_headed(players, left - 1), _headed(rest, right), fillvalue=())
    return [(*one, Span(" " * (left - width(one))), *other) for one, other in made][:rows]


def _headed(found: Iterable[Section], columns: int) -> list[Line]:
    """Sections below each other, each under its title."""
    lines: list[Line] = []
    for section in found:
        rule = Span("─" * (columns - len(section.title) - 2), Pen("line"))
        lines.append((Span(f" {section.title} ", ACCENT), rule))
        lines += ((Span(" "), *item.line) for item in section.items)
    return [fitted(line, columns) for line in lines]
