"""The page about what the bots of a table are after: their plans step by step, and why."""

from collections.abc import Sequence

from textual import events

from lazaretto.rules import View
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, Line, Span, broken
from lazaretto.tui.messages import advice as say
from lazaretto.tui.widgets.sheets import Page, SheetScreen, wrapped


def plays_with_bots(view: View) -> bool:
    """Whether a bot plays one of the seats."""
    return any(seat.bot for seat in view.seats)


def bots_page(plans: Sequence[Sequence[str]]) -> Page:
    """A page with the plans of bots; each has its heading first, and is one paragraph without one."""

    def page(width: int) -> list[Line]:
        lines: list[Line] = []
        for heading, *rest in plans:
            lines.append(())
            lines += [(Span(f" {heading}", ACCENT),)] if rest else wrapped(heading, width, 1)
            for each in rest:
                lines += wrapped(each, width, 3)
        return lines or [(), *wrapped(say.NO_BOTS(), width, 1)]

    return page


class BotsSheet(SheetScreen):
    """What the bots are after; the key that opens it closes it, too."""

    def __init__(self, plans: Sequence[Sequence[str]]) -> None:
        super().__init__(say.BOTS(), bots_page(plans))

    def on_key(self, event: events.Key) -> None:
        """Close the page, or read on."""
        if self._typed is None and self.keymap.action("table", event.key) == "table.why":
            event.stop()
            event.prevent_default()
            self.dismiss()
            return
        super().on_key(event)


def plan_lines(words: str, columns: int) -> list[Line]:
    """A plan with a mark, in as many lines as it needs."""
    return [
        (Span(" » " if not number else "   ", ACCENT), Span(part, FAINT))
        for number, part in enumerate(broken(words, columns - 4))
    ]
