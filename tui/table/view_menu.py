"""The list of views: more than fits beside the board, at a table and in a replay."""

from collections.abc import Callable
from typing import Any

from textual.app import App

from tui.table.info_pages import log_page, piles_page, seats_page
from tui.table.pane_source import Shown
from tui.widgets.pick_list import Choice, PickScreen
from tui.widgets.text_page import Page, SheetScreen

Do = Callable[[], object]


def show_views(
    app: App[Any], shown: Shown, *, rulebook: Do, alone: Do, more: tuple[tuple[Choice, Do], ...] = ()
) -> None:
    """Let the player pick a view of what is shown."""
    view, before, since = shown.view, shown.before, shown.since

    def sheet(title: str, page: Page, at_end: bool = False) -> Do:
        return lambda: app.push_screen(SheetScreen(title, page, at_end))

    found: tuple[tuple[Choice, Do], ...] = (
        (Choice("s", "Players and what they hold"), sheet("Players", seats_page(view))),
        (Choice("p", "Piles and odds"), sheet("Piles and odds", piles_page(view))),
        (Choice("l", "The log"), sheet("The log", log_page(view, before, since), at_end=True)),
        *more,
        (Choice("r", "The rulebook"), rulebook),
        (Choice("b", "The board alone, or with what lies beside it"), alone),
    )

    def picked(index: int | None) -> None:
        if index is not None:
            found[index][1]()

    app.push_screen(PickScreen("Views", [choice for choice, _ in found]), picked)
