"""The page about what the bots of a table are after: their plans step by step, and why."""

from collections.abc import Sequence
from typing import Protocol

from textual import events

from lazaretto.rules import LogLine, View
from lazaretto.tui.bot_advice import SaidPlan, place_in
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span, broken
from lazaretto.tui.messages import advice as say
from lazaretto.tui.widgets.sheets import Page, SheetScreen, wrapped


def plays_with_bots(view: View) -> bool:
    """Whether a bot plays one of the seats."""
    return any(each.bot for each in view.seats)


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


class Planned(Protocol):
    """What is needed to find the plan that belongs to what the screen shows."""

    plans: tuple[SaidPlan, ...]
    scene: View | None
    news: tuple[LogLine, ...]

    @property
    def view(self) -> View:
        """What the screen shows."""

    @property
    def turn(self) -> int:
        """The turn that the screen shows."""


def plan_of(shown: Planned) -> SaidPlan | None:
    """The plan behind an event that is shown, or the last plan, if no event is shown."""
    log = shown.view.log
    places = [(place_in(log, each), each) for each in shown.plans]
    if shown.scene is None:
        known = [each for place, each in places if place is not None]
    else:
        known = [each for at, each in places if at is not None and at < len(log) and each.turn == shown.turn]
    return known[-1] if known else None


def news_after(shown: Planned, plan: SaidPlan) -> Sequence[LogLine]:
    """What has happened since a bot told its plan, and whatever only this player has learnt."""
    log, news = shown.view.log, shown.news
    place = place_in(log, plan)
    first = 0 if place is None else place
    return [each for at, each in enumerate(news, len(log) - len(news)) if at >= first or each.private]


def plan_lines(words: str, columns: int) -> list[Line]:
    """A plan with a mark, in as many lines as it needs."""
    return [
        (Span(" » " if not number else "   ", ACCENT), Span(part, FAINT))
        for number, part in enumerate(broken(words, columns - 4))
    ]
