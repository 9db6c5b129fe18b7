"""Journeys and previews, on the screen and in line mode."""

import asyncio
import io

from lazaretto.host import Store, open_table
from lazaretto.rules import Ref
from lazaretto.tui.line.mode import Plain
from lazaretto.tui.widgets.sheets import PickScreen
from tests.sitting import seated
from tests.tui.played import program_of
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play

PANDEMIC = "scenarios/pandemic"


def test_a_far_place_is_reached_from_the_board(play: Play) -> None:
    async def script(at: At) -> None:
        at.table.desk.on_board, at.table.desk.cursor = True, Ref("City", "San Francisco")
        await at.press("enter")
        await at.rest()
        assert isinstance(at.app.screen, PickScreen)
        assert "Drive or ferry ×2 (actions 2)" in at.text
        assert "Route: Chicago, San Francisco." in at.text
        await at.press("enter")
        await at.rest()
        assert at.log[-2:] == ["anna drives to Chicago.", "anna drives to San Francisco."]
        assert at.said == "u takes the whole journey back."
        await at.press("u")
        await at.rest()
        assert at.table.desk.home() == Ref("City", "Atlanta")

    play(script, game=PANDEMIC, players=("anna", "ben"), seed=3)


def typed(*lines: str) -> str:
    program = program_of("pandemic")
    table = open_table(program, program.start(seed=3, players=("anna", "ben")), Store())
    out = io.StringIO()
    with asyncio.Runner() as runner:
        text = io.StringIO("".join(f"{line}\n" for line in lines))
        assert Plain(seated(table), runner, text, out).play() == 0
    return out.getvalue()


def test_line_mode_lists_the_ways_and_takes_one() -> None:
    inside = " ".join(typed("drive", "travel san fran", "undo").split())
    assert "A choice is open: answer it first, or `undo` goes back" in inside
    assert "(`undo` goes back)" in inside
    shown = typed("travel", "travel 1", "travel nowhere", "travel san", "travel San Fran", "travel 1", "undo")
    wanted = (
        "Where to? Type `travel` and a place",
        "No way is listed with this number.",
        "Nothing on the board is called `nowhere`.",
        "This could be San Francisco, Santiago.",
        "Ways to San Francisco; `travel 1` takes the first:",
        "1. Drive or ferry ×2 (actions 2) Route: Chicago, San Francisco.",
        "drives to Chicago.\n",
        "drives to San Francisco.\n",
        "Actions left: 2",
        "Undone:",
        "Actions left: 4",
    )
    at = 0
    for each in wanted:
        assert each in shown[at:], each
        at = shown.index(each, at) + len(each)


def test_line_mode_tells_what_would_happen() -> None:
    shown = typed("outlook", "outlook Atlanta", "outlook nowhere", "outlook san")
    for each in (
        "What the next infections may bring\n",
        "Infection card: ",
        "Atlanta: If its infection card is drawn next\n  Nothing of this is left to chance:",
        "Nothing on the board is called `nowhere`.",
        "This could be San Francisco, Santiago.",
    ):
        assert each in shown, each


def test_the_view_menu_shows_what_would_happen(play: Play) -> None:
    async def script(at: At) -> None:
        at.table.desk.cursor = Ref("City", "Atlanta")
        await at.press("v", "o")
        await until(at.pilot, lambda: "Atlanta: If its infection card is drawn next" in at.text)
        assert "What the next infections may bring" in at.text

    play(script, game=PANDEMIC, players=("anna", "ben"), seed=3)
