"""Places are taken as soon as their names are clear, and steps go straight from the list of actions."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.count_keys import RECORD, played
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules import Ref
from lazaretto.tui.table.answers.name_typing import MOMENT, RestOfName
from tests.soak import soak
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import AtDesk

PANDEMIC = "scenarios/pandemic"
DONE = ("enter",)
ON_ENTER = Settings(pace="off", typing="enter")


def in_atlanta(play: Play, script: object, **how: object) -> None:
    play(script, game=PANDEMIC, players=("anna", "ben"), seed=3, **how)


# --- names ---------------------------------------------------------------------------------------


def test_a_place_is_taken_when_its_name_is_clear_and_the_rest_is_no_command(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w")
        assert "a name take" in at.text
        await at.press(*"dice", "enter")
        assert at.log == ["anna walks to Dice."]
        assert at.asked == "ben" and not at.table.desk.on_board

    play(script)


def test_who_looks_for_a_name_takes_nothing_before_enter(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w", "/", "d")
        assert at.log == [] and at.table.desk.typed == "d"
        await at.press("enter")
        assert at.log == ["anna walks to Dice."]

    play(script)


def test_with_the_setting_a_place_waits_for_enter(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w")
        assert "a name jump" in at.text
        await at.press("d")
        assert at.log == []

    play(script, settings=ON_ENTER)


def test_changed_settings_hold_at_once(play: Play) -> None:
    async def script(at: At) -> None:
        at.app.set(replace(at.app.kept_settings, typing="enter", consent="asked"))
        await at.press("v", "escape")
        await at.press("C")
        assert at.table.desk.stepping
        await at.press("escape", "a", "a")
        assert at.asked == "ben", "ben is asked to consent"

    play(script, game=PANDEMIC, players=("anna", "ben"), seed=6, options={"consent": "yes"})


def test_several_places_are_never_taken_by_a_letter() -> None:
    at = AtDesk("visit")
    at.desk.at_once = True
    at.press("b")
    assert (at.desk.typed, at.log) == ("b", [])


@pytest.mark.parametrize(
    ("keys", "ignored"),
    [
        ("lanta", "lanta"),
        ("LANTA", "LANTA"),
        ("lx", "l"),
        ("t", ""),
    ],
)
def test_what_goes_on_with_a_name_belongs_to_it(keys: str, ignored: str) -> None:
    rest = RestOfName(lambda: 10.0)
    rest.begin("Atlanta", "at", DONE)
    assert "".join(key for key in keys if rest.takes(key, key, 10.1)) == ignored


def test_one_enter_belongs_to_a_name_and_only_for_a_moment() -> None:
    rest = RestOfName(lambda: 10.0)
    assert not rest.takes("enter", None, 10.0)
    rest.begin("San Francisco", "f", DONE)
    assert rest.takes("r", "r", 10.1)
    assert rest.takes("a", "a", 10.1 + MOMENT), "each letter begins a new moment"
    assert rest.takes("enter", None, 10.2 + MOMENT)
    assert not rest.takes("enter", None, 10.2 + MOMENT)
    rest.begin("St. Petersburg", "st", DONE)
    assert rest.takes("full_stop", ".", 10.1) and rest.takes("space", " ", 10.1)
    assert not rest.takes("p", "p", 10.2 + MOMENT)


@pytest.mark.parametrize(("size", "order"), [((80, 24), "leave undo"), ((200, 40), "undo leave")])
def test_the_way_out_has_room_while_a_place_is_asked(play: Play, size: tuple[int, int], order: str) -> None:
    async def script(at: At) -> None:
        await at.press("w")
        last = at.text.splitlines()[-1]
        shown = re.findall(r"ctrl\+[ux] (leave|undo)", last)
        assert shown == [each for each in order.split() if each in last] and "ctrl+x leave" in last

    play(script, size=size)


# --- steps ---------------------------------------------------------------------------------------


def test_a_capital_letter_goes_to_a_place_and_undo_takes_it_back(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("C", *"hicago", "enter")
        assert at.log[-1] == "anna drives to Chicago."
        assert at.table.desk.home() == Ref("City", "Chicago")
        await at.press("u")
        assert at.table.desk.home() == Ref("City", "Atlanta")

    in_atlanta(play, script)


def test_an_unclear_capital_letter_shows_the_places_and_waits(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("C", "M")
        desk = at.table.desk
        assert "where to?" in at.text and "Enter take" in at.text
        assert desk.marked.lit is not None and Ref("City", "Atlanta") in desk.marked.lit
        await at.press("escape")
        assert not desk.stepping and "Drive" in at.text
        await at.press("M", "o")
        assert at.log[-1] == "anna drives to Montréal."

    in_atlanta(play, script)


def test_a_capital_letter_waits_for_enter_with_the_setting(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("C")
        assert at.table.desk.stepping and at.table.desk.home() == Ref("City", "Atlanta")
        await at.press("enter")
        assert at.log[-1] == "anna drives to Chicago."

    in_atlanta(play, script, settings=ON_ENTER)


def test_a_capital_letter_of_no_place_nearby_says_so(play: Play) -> None:
    async def script(at: At) -> None:
        before = list(at.log)
        await at.press("P")
        assert at.said == "No place that you reach with one action begins with P."
        await at.press("H")
        assert not at.table.desk.stepping, "a capital letter that is a key keeps its meaning"
        assert at.log == before

    in_atlanta(play, script)


def test_shift_and_an_arrow_go_to_the_place_in_that_direction(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("shift+down")
        assert at.log[-1] == "anna drives to Miami."
        await at.press("u", "shift+left")
        assert at.said == "You reach no place in that direction with one action."
        await at.press("shift+up")
        assert at.said == "Several places lie that way: Enter takes this one, or type a name."
        assert at.table.desk.cursor == Ref("City", "Chicago")
        assert at.table.desk.home() == Ref("City", "Atlanta")
        await at.press("W")
        assert at.log[-1] == "anna drives to Washington."

    in_atlanta(play, script)


# --- everything together -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "keys"),
    [
        (12, 15),
        pytest.param(24, 30, marks=soak),  # goes on in the same way
        pytest.param(None, 131, marks=soak),
    ],
)
def test_a_game_with_events_takes_few_keys(choices: int | None, keys: int, tmp_path: Path) -> None:
    player = asyncio.run(played(RECORD, tmp_path, choices))
    assert player.table.game.record().choices == player.wanted
    assert player.keys.total() <= keys
