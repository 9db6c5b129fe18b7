"""The pane beside the board: the place under the cursor, tracks, players, piles."""

from collections.abc import Iterator, Sequence

from rules import View
from tui.look.styled_text import (
    ACCENT,
    FAINT,
    Line,
    Pen,
    Span,
    fitted,
)
from tui.messages import table as say
from tui.table import cursor_info
from tui.table.desk_pane import DeskPane
from tui.table.pane_source import Shown
from tui.table.side_panel import (
    Item,
    Section,
    sections,
)
from tui.table.table_state import Desk


class SidePane(DeskPane[Shown]):
    """Everything beside the board."""

    _beside: tuple[View | None, int, tuple[Section, ...]] = (None, 0, ())
    """A cache of the sections for a view and a width."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The spot under the cursor, then the sections, as much as fits."""
        if self._beside[0] is not desk.view or self._beside[1] != width:
            self._beside = desk.view, width, sections(desk.view, width - 2)
        found = list(self._beside[2])
        under = list(cursor_info.lines(desk.view, desk.cursor)) if desk.cursor is not None else []
        if under:
            found.insert(1, Section(say.HERE(), tuple(Item(fitted(line, width - 2)) for line in under)))
        lines = list(_set(found, width, height))
        if len(lines) > height:
            key = desk.keymap.shown("table.views" if isinstance(desk, Desk) else "replay.views")
            lines[height - 1 :] = [(Span(f" {say.MORE(key=key)}", FAINT),)]
        yield from lines


def _set(found: Sequence[Section], columns: int, room: int) -> Iterator[Line]:
    """Sections under their headings, separated by empty lines if there is room."""
    needed = sum(len(section.items) + 2 for section in found)
    for number, section in enumerate(found):
        if number and needed <= room:
            yield ()
        yield (Span(f" {section.title} ", ACCENT), Span("─" * columns, Pen("line")))
        for item in section.items:
            yield (Span(" "), *item.line)
