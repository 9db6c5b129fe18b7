"""A widget that renders lines of spans or rows of cells with the app's pens.

A pane is lightweight: it caches its lines until `repaint` reports a change, and then redraws only the lines
that differ.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from lazaretto.tui.look.ascii_fallback import safe
from lazaretto.tui.look.fit_and_wrap_text import Cell, Line, Pen, Span
from lazaretto.tui.terminal.survive_handler_errors import Contained

if TYPE_CHECKING:
    from lazaretto.tui.look.role_colors import Palette
    from lazaretto.tui.terminal.terminal_app import TerminalApp


Drawn = TypeVar("Drawn", Line, list[Cell])

_CHAR, _PEN = itemgetter(0), itemgetter(1)

NEVER = Size(-1, -1)
"""The size of a pane that has not been rendered yet."""


class Pane(Contained, Widget):
    """Renders `lines`."""

    DEFAULT_CSS = "Pane { height: 1fr; width: 1fr; }"

    back = "ground"
    """The role of the background of this pane."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: list[Strip] = []
        self._made_for = NEVER
        self._last: list[tuple[Sequence[Span] | Sequence[Cell], Strip]] = []
        """Each line of the last rendering with its strip; most lines stay the same."""
        self._styles: dict[Pen, Style] = {}
        self._palette: Palette | None = None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The contents from the top; excess lines and columns are cut off."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Report a change: redraw the lines that differ."""
        size = self.size if self.is_mounted else NEVER
        if not size or size == NEVER:
            self._made_for = NEVER
            return
        before, size_before = self._strips, self._made_for
        self._make(size)
        if size != size_before:
            self.refresh()
            return
        changed = [
            Region(0, y, size.width, 1)
            for y, (old, new) in enumerate(zip(before, self._strips, strict=True))
            if old is not new and old != new
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One line, for the framework."""
        (strip,) = self._strips_at(range(y, y + 1), self.size)
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines, for the framework, without its colour filters, because they already have all colours.

        Otherwise it would search each line for colours to replace, on every change anywhere.
        """
        size = self.size
        if self.outer_size != size:
            return super().render_lines(crop)
        strips = self._strips_at(crop.line_range, size)
        if crop.column_span != (0, size.width):
            return [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def _strips_at(self, numbers: range, size: Size) -> list[Strip]:
        if self._made_for != size:
            self._make(size)
        strips = self._strips
        return [strips[y] if y < len(strips) else Strip.blank(size.width) for y in numbers]

    def notify_style_update(self) -> None:
        """Redraw everything with another theme."""
        self._made_for = NEVER
        super().notify_style_update()

    def rows(self, width: int, height: int) -> list[Strip]:
        """The strips of this pane, exactly as many and as wide as its size."""
        made = list(self.lines(width, height)[:height])
        lines = [*made, *[()] * (height - len(made))]
        return self._reused(lines, width, lambda line: self._strip(line, width))

    def cell_rows(self, rows: Sequence[list[Cell]]) -> list[Strip]:
        """Convert rows of cells to strips."""
        return self._reused(rows, len(rows[0]) if rows else 0, self._cells)

    def _reused(self, made: Sequence[Drawn], width: int, draw: Callable[[Drawn], Strip]) -> list[Strip]:
        """Strips for the lines; a line that has not changed reuses its strip."""
        if self._palette is not self.terminal.palette or self._made_for.width != width:
            self._palette = self.terminal.palette
            self._last, self._styles = [], {}
        before = [*self._last, *[((), None)] * (len(made) - len(self._last))]
        self._last = [
            (each, strip if strip is not None and (last is each or last == each) else draw(each))
            for each, (last, strip) in zip(made, before, strict=False)
        ]
        return [strip for _, strip in self._last]

    def _make(self, size: Size) -> None:
        try:
            self._strips = self.rows(size.width, size.height)
        except Exception as error:
            self._strips = [Strip.blank(size.width)] * size.height
            self._last = []
            self.terminal.blemish(error)
        self._made_for = size

    @property
    def terminal(self) -> "TerminalApp[Any]":
        """The app, as the type that tells what its terminal can show."""
        return cast("TerminalApp[Any]", self.app)

    def _segment(self, text: str, pen: Pen) -> Segment:
        style = self._styles.get(pen)
        if style is None:
            style = self.terminal.palette.style(pen if pen.back else pen.on(self.back))
            self._styles[pen] = style
        return Segment(text, style)

    def _strip(self, line: Iterable[Span], width: int) -> Strip:
        segments: list[Segment] = []
        left = width
        for text, pen in line:
            shown = safe(text)[:left]
            if shown:
                segments.append(self._segment(shown, pen))
                left -= len(shown)
        if left > 0:
            segments.append(self._segment(" " * left, Pen()))
        return Strip(segments, width)

    def _cells(self, row: Sequence[Cell]) -> Strip:
        runs = groupby(row, _PEN)
        return Strip([self._segment("".join(map(_CHAR, run)), pen) for pen, run in runs], len(row))
