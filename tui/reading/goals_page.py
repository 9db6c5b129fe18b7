"""The page of the goals of a game, reached or not."""

from collections.abc import Iterator, Sequence

from lazaretto.host.game_stats import CourseGoal
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import FAINT, STRONG, Line, Pen, Span
from lazaretto.tui.widgets.text_page import Page

REACHED, OPEN = "✓", "·"


def goals_page(goals: Sequence[CourseGoal]) -> Page:
    """The page: each goal with its mark and its documentation."""

    def lines(width: int) -> Sequence[Line]:
        return list(_told(goals, width))

    return lines


def _told(goals: Sequence[CourseGoal], width: int) -> Iterator[Line]:
    for goal in goals:
        yield ()
        mark, pen = (REACHED, Pen("good", bold=True)) if goal.reached else (OPEN, FAINT)
        yield (Span(f"  {mark} ", pen), Span(goal.title, STRONG))
        yield from ((Span(f"    {each}"),) for each in broken(goal.documentation, width - 6) if each)
