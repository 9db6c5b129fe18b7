"""What a bot said it is after, beside what it does, where the log has no room."""

from collections.abc import Sequence
from typing import Protocol

from lazaretto.rules import LogLine, View
from lazaretto.tui.bot_talk import SaidPlan, place_in
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span


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
