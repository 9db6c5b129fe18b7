"""The view menu of a table or a replay: opens pages with more than fits beside the board."""

from collections.abc import Callable, Iterator
from typing import Any

from lazaretto.tui.keys.registry import ACTIONS
from lazaretto.tui.messages import common, table as say
from lazaretto.tui.shared_texts import rule_sentence
from lazaretto.tui.table.pages.info_pages import log_page, piles_page, seats_page
from lazaretto.tui.table.pages.what_is_screen import show_names
from lazaretto.tui.table.panes.base_pane import Shown
from lazaretto.tui.widgets.base_screens import FrontScreen
from lazaretto.tui.widgets.sheets import Choice, Page, PickScreen, SheetScreen

Do = Callable[[], object]


def show_views(
    screen: FrontScreen[Any],
    shown: Shown,
    *,
    rulebook: Do,
    alone: Do,
    course: Do | None = None,
    stops: Do | None = None,
    outlook: Do | None = None,
    bots: Do | None = None,
) -> None:
    """Let the player pick a view to open."""
    app, keymap = screen.app, screen.keymap
    view, before, since = shown.view, shown.before, shown.since

    def sheet(title: str, page: Page, at_end: bool = False) -> Do:
        return lambda: app.push_screen(SheetScreen(title, page, at_end))

    def why() -> None:
        told = [Choice("", line.text, rule_sentence(view, line.rules)) for line in view.log]
        app.push_screen(PickScreen(say.WHICH_RULE(), told, at_end=True))

    def views() -> Iterator[tuple[str, Do]]:
        yield "views.players", sheet(say.PLAYERS(), seats_page(view))
        yield "views.piles", sheet(say.PILES_AND_ODDS(), piles_page(view))
        yield "views.log", sheet(common.THE_LOG(), log_page(view, before, since), at_end=True)
        yield "views.why", why
        if bots is not None:
            yield "views.bots", bots
        if outlook is not None:
            yield "views.outlook", outlook
        if course is not None:
            yield "views.course", course
        if stops is not None:
            yield "views.stops", stops
        yield "views.names", lambda: show_names(screen, view)
        yield "views.rulebook", rulebook
        yield "views.board", alone

    found = tuple(views())

    def picked(index: int | None) -> None:
        if index is not None:
            found[index][1]()

    choices = [Choice(keymap.shown(name), ACTIONS[name].words(), keys=keymap.keys(name)) for name, _ in found]
    app.push_screen(PickScreen(say.VIEWS(), choices), picked)
