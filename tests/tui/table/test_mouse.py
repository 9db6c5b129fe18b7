"""Everything that can be chosen with keys can be clicked."""

from collections.abc import Sequence

from textual.widget import Widget

from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.widgets.base_screens import HintBar
from lazaretto.tui.widgets.sheets import PickScreen, SheetScreen
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play


async def click(at: At, widget: Widget, words: str) -> None:
    """Click on words that a pane shows."""
    rows: Sequence[str] = [
        "".join(segment.text for segment in strip) for strip in widget.render_lines(widget.size.region)
    ]
    y = next(number for number, row in enumerate(rows) if words in row)
    await at.pilot.click(widget, offset=(rows[y].index(words) + 1, y))
    await at.rest()


def test_options_of_the_list_are_clicked(play: Play) -> None:
    async def script(at: At) -> None:
        menu = at.table.query_one(MenuPane)
        await click(at, menu, "Walk")
        assert at.table.desk.question is not None and at.table.desk.question.on_board
        await click(at, menu, "Bread")
        assert any("walks to Bread" in line for line in at.log)

    play(script)


def test_a_closed_option_says_why_when_it_is_clicked(play: Play) -> None:
    async def script(at: At) -> None:
        question = at.table.desk.question
        assert question is not None
        closed = next(row.option for row in question.rows if row.closed)
        await click(at, at.table.query_one(MenuPane), closed.label)
        assert at.said == closed.why_not and at.table.desk.warning

    play(script)


def test_the_panel_opens_help_on_players_piles_and_tracks(play: Play) -> None:
    async def script(at: At) -> None:
        for words, title in (("b ben", " ben"), ("Bell", " Bell"), ("Flags", " Flags")):
            await click(at, at.table.query_one(SidePane), words)
            await until(at.pilot, lambda: isinstance(at.app.screen, SheetScreen))
            assert title in at.text.split("\n"), at.text
            await at.press("escape")

    play(script)


def test_hints_and_lists_are_clicked(play: Play) -> None:
    async def script(at: At) -> None:
        await click(at, at.table.query_one(HintBar), "v views")
        await until(at.pilot, lambda: isinstance(at.app.screen, PickScreen))
        pick = at.app.screen
        assert isinstance(pick, PickScreen)
        await click(at, pick._pane, "Players")
        await until(at.pilot, lambda: isinstance(at.app.screen, SheetScreen))
        assert "anna" in at.text

    play(script)


def test_the_curtain_opens_with_a_click(play: Play) -> None:
    async def script(at: At) -> None:
        assert isinstance(at.app.screen, CurtainScreen)
        await at.pilot.click()
        await until(at.pilot, lambda: not isinstance(at.app.screen, CurtainScreen))

    play(script, options={"charms": "yes"})
