"""A part of the screen that is drawn as lines of spans, or as rows of cells, with the pens of the app.

Lean on purpose: what a pane shows is made once and kept until it says that something changed, and only the
lines that are different are drawn again.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.look.paint import Cell, Line, Pen, Span
from tui.look.signs import safe

if TYPE_CHECKING:
    from tui.terminal.base import TerminalApp


class Pane(Widget):
    """Draws `lines`."""

    DEFAULT_CSS = "Pane { height: 1fr; width: 1fr; }"

    back = "ground"
    """The role of what lies below everything in this pane."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._strips: list[Strip] = []
        self._made_for = Size(-1, -1)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """What is to be seen, topmost first; too many or too long lines are cut."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Something changed: draw the lines that are different."""
        if not self.is_mounted or not self.size.area:
            self._made_for = Size(-1, -1)
            return
        before, size = self._strips, self._made_for
        self._make()
        if size != self._made_for:
            self.refresh()
            return
        width = self.size.width
        for y, (old, new) in enumerate(zip(before, self._strips, strict=True)):
            if old != new:
                self.refresh(Region(0, y, width, 1))

    def render_line(self, y: int) -> Strip:
        """One line, for the framework."""
        if self._made_for != self.size:
            self._make()
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width)

    def notify_style_update(self) -> None:
        """Another theme: everything is drawn anew."""
        self._made_for = Size(-1, -1)
        super().notify_style_update()

    def rows(self, width: int, height: int) -> list[Strip]:
        """The strips of this pane, exactly as many and as wide as there is room."""
        made = [self._strip(line, width) for line in self.lines(width, height)[:height]]
        blank = self._strip((), width)
        return made + [blank] * (height - len(made))

    def _make(self) -> None:
        self._strips = self.rows(self.size.width, self.size.height)
        self._made_for = self.size

    @property
    def lazaretto(self) -> "TerminalApp[Any]":
        """The app, as what it is."""
        return cast("TerminalApp[Any]", self.app)

    def _segment(self, text: str, pen: Pen) -> Segment:
        return Segment(text, self.lazaretto.palette.style(pen if pen.back else pen.on(self.back)))

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

    def cells(self, row: Sequence[Cell]) -> Strip:
        """A row of cells as a strip."""
        segments = [
            self._segment("".join(cell.char for cell in run), pen)
            for pen, run in groupby(row, key=lambda cell: cell.pen)
        ]
        return Strip(segments, len(row))
