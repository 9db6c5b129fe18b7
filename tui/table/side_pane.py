"""The pane beside the board: the place under the cursor, tracks, players, piles."""

from collections.abc import Iterator, Sequence

from textual import events
from textual.message import Message

from lazaretto.rules import View
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Pen, Span, width
from lazaretto.tui.messages import table as say
from lazaretto.tui.table import help_at_cursor
from lazaretto.tui.table.desk_pane import DeskPane, Shown
from lazaretto.tui.table.help_at_cursor import Topic
from lazaretto.tui.table.panel_items import Item, Section, whole_items
from lazaretto.tui.table.side_panel import columns_in, panel_columns, panel_of
from lazaretto.tui.table.table_state import Desk


class SidePane(DeskPane[Shown]):
    """Everything beside the board."""

    class Asked(Message):
        """Sent when the player clicks something that help can explain."""

        def __init__(self, topic: Topic) -> None:
            super().__init__()
            self.topic = topic

    _view: View | None = None
    _drawn_for: tuple[object, ...] = ()
    _lines: tuple[Line, ...] = ()
    """A cache of the lines for a view, a cursor and a size."""
    _columns: tuple[int, tuple[tuple[Item, ...], ...]] = (1, ())
    """The width of a column, and the items of each column, by line."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The spot under the cursor and the sections, at such length that they fit."""
        made_for = desk.cursor, width, height
        if self._view is not desk.view or self._drawn_for != made_for:
            self._lines = tuple(self._made(desk, width, height))
            self._view, self._drawn_for = desk.view, made_for
        yield from self._lines

    def _made(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        across = columns_in(width)
        wide = width // across
        panel = panel_of(desk.view, panel_columns(width))
        under = list(help_at_cursor.lines(desk.view, desk.cursor)) if desk.cursor is not None else []
        here = tuple(whole_items((Item(line) for line in under), wide - 2))
        room = height * across - (across - 1) * SPARE
        if here and not panel.fits(room - len(here) - 1):
            here = ()
        found = list(panel.fitted(room - len(here) - 1 if here else room))
        if here:
            found.insert(1, Section(say.HERE(), here))
        items = list(_set(found, wide, room))
        if len(items) > height * across:
            key = desk.keymap.shown("table.views" if isinstance(desk, Desk) else "replay.views")
            items[height * across - 1 :] = [Item((Span(f" {say.MORE(key=key)}", FAINT),))]
        columns = tuple(_columns(items, height, across))
        self._columns = wide, columns
        for y in range(max(map(len, columns), default=0)):
            yield _row(columns, y, wide)

    def topic_at(self, x: int, y: int) -> Topic | None:
        """The topic of what stands at a cell of the pane."""
        wide, columns = self._columns
        column = columns[x // wide] if x // wide < len(columns) else ()
        return column[y].topic_at(x % wide - 1) if y < len(column) else None

    def on_click(self, event: events.Click) -> None:
        """Ask for help on what is clicked."""
        topic = self.topic_at(event.x, event.y)
        if topic is not None:
            self.post_message(self.Asked(topic))


SPARE = 3
"""Lines that may stay empty at the end of a column, so that no heading stands there alone."""


def _columns(items: Sequence[Item], height: int, across: int) -> Iterator[tuple[Item, ...]]:
    """The items in columns; the second one begins with a heading, nearest to the middle."""
    if across == 1:
        yield tuple(items)
        return
    starts = [number for number, item in enumerate(items) if item.heading]
    fits = [at for at in starts if at <= height and len(items) - at <= height]
    middle = len(items) // 2
    at = min(fits, key=lambda each: abs(each - middle)) if fits else min(height, len(items))
    yield tuple(items[:at])
    yield tuple(items[at:])


def _row(columns: Sequence[Sequence[Item]], y: int, wide: int) -> Line:
    """A line of all columns."""
    found: list[Span] = []
    for number, column in enumerate(columns):
        line = column[y].line if y < len(column) else ()
        found += (*line, *((Span(" " * (wide - width(line))),) if number < len(columns) - 1 else ()))
    return tuple(found)


def _set(found: Sequence[Section], columns: int, room: int) -> Iterator[Item]:
    """Sections under their headings, separated by empty lines if there is room."""
    needed = sum(len(section.items) + 2 for section in found)
    for number, section in enumerate(found):
        if number and needed <= room:
            yield Item(())
        rule = "─" * (columns - len(section.title) - 3)
        yield Item((Span(f" {section.title} ", ACCENT), Span(rule, Pen("line"))), heading=True)
        for item in section.items:
            yield Item((Span(" "), *item.line), item.topic, item.spots)
