"""The page of statistics over the player's finished games."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lazaretto.host.statistics import ENOUGH, Statistics
from lazaretto.tui.launcher.message_line import Notice
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, FAINT, PLAIN, Line, Span
from lazaretto.tui.messages import statistics as say
from lazaretto.tui.statistics_text import game_lines, heading
from lazaretto.tui.widgets.text_page import Page, SheetScreen

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto


async def show_statistics(app: "Lazaretto", notice: Notice, first: str) -> None:
    """Count, and show the page if the player still waits for it."""
    waiting = app.screen
    notice.say(say.COUNTING())
    page = statistics_page(await app.lobby.statistics(), first)
    notice.say("")
    if app.screen is waiting:
        app.push_screen(SheetScreen(say.TITLE(), page))


def statistics_page(found: Statistics, first: str = "") -> Page:
    """The page; the scenario `first` comes first."""
    games = sorted(found.games, key=lambda each: each.scenario != first)

    def lines(width: int) -> Sequence[Line]:
        def told() -> Iterator[Line]:
            yield ()
            yield from _lines(heading(found), width)
            for game in games:
                yield ()
                yield (Span(f" {game.total.label}", ACCENT),)
                yield from _lines(game_lines(game), width, 3)
            yield ()
            yield from (
                (Span(f" {each}", FAINT),) for each in broken(say.WHAT_COUNTS(enough=ENOUGH), width - 2)
            )

        return list(told())

    return lines


def _lines(texts: Iterator[str], width: int, indent: int = 1) -> Iterator[Line]:
    for text in texts:
        yield (Span(f"{' ' * indent}{text}"[:width], PLAIN),)
