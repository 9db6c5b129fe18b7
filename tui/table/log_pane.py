"""The pane of the last log lines."""

from collections.abc import Iterator

from rules import LogLine, View
from tui.look.line_wrap import broken
from tui.look.styled_text import (
    ACCENT,
    FAINT,
    PLAIN,
    Line,
    Pen,
    Span,
)
from tui.table.desk_pane import DeskPane
from tui.table.pane_source import Shown


class LogPane(DeskPane[Shown]):
    """The last log lines, with a mark at the seat's last choice."""

    _tail: tuple[View | None, View | None, tuple[int, int], tuple[Line, ...]] = (None, None, (0, 0), ())
    """A cache of the lines for a view."""

    talk: tuple[str, ...] = ()
    """What bots said lately; it is no part of the game."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The end of the log."""
        said = [line for each in self.talk for line in _said(each, width)][-(height // 2) :]
        height -= len(said)
        view, before, room, _ = self._tail
        if view is not desk.view or before is not desk.before or room != (width, height):
            made = tuple(self._made(desk, width, height))
            self._tail = desk.view, desk.before, (width, height), made
        yield from self._tail[3]
        yield from said

    def _made(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        view, before = desk.view, desk.before
        seen = len(before.log) if before is not None else 0
        lines: list[Line] = []
        for number in range(len(view.log) - 1, -1, -1):
            lines[:0] = _told(view.log[number], width, number >= seen)
            if number == seen and seen:
                lines.insert(0, (Span(f" {desk.since} ", FAINT), Span("─" * width, Pen("line"))))
            if len(lines) >= height:
                break
        yield from lines[-height:]


def _said(text: str, columns: int) -> list[Line]:
    return [
        (Span(" » " if not number else "   ", ACCENT), Span(part, FAINT))
        for number, part in enumerate(broken(text, columns - 4))
    ]


def _told(line: LogLine, columns: int, fresh: bool) -> list[Line]:
    pen = Pen("warn") if line.prevents else PLAIN if fresh else FAINT
    mark = "✕ " if line.prevents else "* " if line.private else "· " if fresh else "  "
    return [
        (Span(f" {mark if not number else '  '}", pen), Span(part, pen))
        for number, part in enumerate(broken(line.text, columns - 4) or [""])
    ]
