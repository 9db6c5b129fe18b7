"""The pane of the last log lines."""

from collections.abc import Iterator, Sequence

from lazaretto.rules import LogLine, View
from lazaretto.tui.bot_advice import SaidPlan, place_in
from lazaretto.tui.look.fit_and_wrap_text import FAINT, PLAIN, Line, Pen, Span, broken
from lazaretto.tui.table.pages.bot_plans_page import plan_lines
from lazaretto.tui.table.panes.base_pane import DeskPane, Shown


class LogPane(DeskPane[Shown]):
    """The last log lines, with a mark at the seat's last choice."""

    _views: tuple[View | None, View | None] = (None, None)
    _room: tuple[object, ...] = ()
    _tail: tuple[Line, ...] = ()
    """A cache of the lines for two views, a size and what bots said."""

    talk: tuple[SaidPlan, ...] = ()
    """What bots said lately; it is no part of the game."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The end of the log."""
        view, before = self._views
        room = width, height, self.talk
        if view is not desk.view or before is not desk.before or room != self._room:
            self._views, self._room = (desk.view, desk.before), room
            self._tail = tuple(self._made(desk, width, height))
        yield from self._tail

    def _made(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        view, before = desk.view, desk.before
        seen = len(before.log) if before is not None else 0
        said = _places(view.log, self.talk)
        lines: list[Line] = []
        for number in range(len(view.log), -1, -1):
            if number < len(view.log):
                lines[:0] = _told(view.log[number], width, number >= seen)
            if number == seen and seen and number < len(view.log):
                lines.insert(0, (Span(f" {desk.since} ", FAINT), Span("─" * width, Pen("line"))))
            lines[:0] = [line for text in said.get(number, ()) for line in plan_lines(text, width)]
            if len(lines) >= height:
                break
        yield from lines[-height:]


def _places(log: Sequence[LogLine], talk: Sequence[SaidPlan]) -> dict[int, list[str]]:
    """What bots said, by the number of the line before which it stands; nothing before its time."""
    found: dict[int, list[str]] = {}
    for plan in talk:
        if (place := place_in(log, plan)) is not None:
            found.setdefault(place, []).append(plan.words)
    return found


def _told(line: LogLine, columns: int, fresh: bool) -> list[Line]:
    pen = Pen("warn") if line.prevents else PLAIN if fresh else FAINT
    mark = "✕ " if line.prevents else "* " if line.private else "· " if fresh else "  "
    return [
        (Span(f" {mark if not number else '  '}", pen), Span(part, pen))
        for number, part in enumerate(broken(line.text, columns - 4) or [""])
    ]
