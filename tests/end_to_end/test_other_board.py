"""Plays an unknown board made for this test: fields in rows without positions on a map, links and areas to
point at, secret hands, and every kind of question.
"""

import re
from pathlib import Path

import pytest

from lazaretto.tui.__main__ import main
from tests.end_to_end.conftest import Windows
from tests.end_to_end.kept import game_of, only_record, program_of, read
from tests.end_to_end.player import Player
from tests.end_to_end.seen import Seen
from tests.end_to_end.terminals import Nursery
from tests.soak import soak

MANIFEST = """\
name = "orchard"
title = "The Orchard"
description = "Twenty-five plots, hedges between them, and seeds that nobody shows."
players = [2, 3]
modules = ["orchard"]
tables = ["plots"]
"""

RULES = """\
"An orchard of twenty-five plots."

kind Plot is a place

kind Hedge links Plot

kind Bed is an area of Plot

kind Tree is one of apple, plum

kind Seed is a piece for each Plot
    look glyph "*", colour "green"

extend kind Player
    plot  : Plot = a1
    seeds : pile of Seed seen by owner

supply drops of 90
    look colour "blue", letter "d"

supply gates of 30
    look colour "brown", letter "g"

track days 0..2

pile bag of Seed seen by nobody
    starts with Seed

pile sown of Seed seen by all

menu chores "What is to be done?"

phase game()
    shuffle bag
    for each player in Player
        move top 3 of bag to player.seeds
    repeat forever
        for each player in Player
            turn(player)
        advance days

phase turn(player)
    choose plot in neighbours(player.plot) by player "Where do you go?"
    set player.plot to plot
    say "{player} goes to {plot}."
    choose hedge in Hedge where gates on hedge = 0 by player "Which hedge gets a gate?"
    put 1 of gates on hedge
    choose bed in Bed by player or none "Which bed is raked?"
    if bed != none
        say "{bed} is raked."
    choose 1 to 3 spot in Plot where drops on spot < 3 by player as wet "Which plots are watered?"
    for each spot in wet
        put 1 of drops on spot
    choose up to 2 seed in player.seeds by player as thrown "Which seeds are sown?"
    move thrown to sown
    let cards = top 3 of bag
    show cards to player
    arrange cards by player as sorted "In which order do they lie?"
    move sorted to top of bag
    choose number n from 1 to 3 by player "How many seeds do you draw?"
    move top n of bag to player.seeds
    confirm sings by player "Do you sing?"
    if sings
        say "{player} sings."
    offer chores to player

action dig in chores "Dig"
    say "{me} digs at {my.plot}."

action whistle in chores "Whistle"
    choose tree in Tree
    say "{me} whistles to the {tree}."

action nap in chores "Nap"
    needs days = 2 else "It is too early"
    say "{me} naps."

win "The orchard is planted" when days = 2 and count(sown) > 4
lose "Winter comes" when days = 2
"""


def plots() -> str:
    """Build rows of plots and their links; no plot has a position."""
    names = [f"{row}{column}" for row in "abcde" for column in range(1, 6)]
    lines = [f'[[Plot]]\nname = "{name}"\n' for name in names]
    for index, name in enumerate(names):
        if index % 5 < 4:
            lines.append(f'[[Hedge]]\nends = ["{name}", "{names[index + 1]}"]\n')
        if index < 20:
            lines.append(f'[[Hedge]]\nends = ["{name}", "{names[index + 5]}"]\n')
    for number, title in enumerate(("North Bed", "Middle Bed", "South Bed")):
        members = ", ".join(f'"{name}"' for name in names[number * 10 : number * 10 + 10][:5])
        lines.append(f'[[Bed]]\nname = "{title}"\nmembers = [{members}]\n')
    return "\n".join(lines)


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    folder = tmp_path / "games" / "orchard"
    folder.mkdir(parents=True)
    for name, text in (
        ("scenario.toml", MANIFEST),
        ("orchard.rules", RULES),
        ("plots.toml", plots()),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=soak)])
def test_a_board_of_ones_own_plays_without_a_change(
    orchard: Path, size: tuple[int, int], window: Windows, nursery: Nursery, own_data: Path
) -> None:
    assert main(["check", str(orchard)]) == 0
    terminal = window(*size)
    command = ["play", str(orchard), "--path", str(orchard.parent), "--seed", "4"]
    terminal.start(nursery, [*command, "--names", "anna,ben,carl", "--bots", "person,random,person"])
    terminal.sat_down()
    player = Player(terminal, 4)
    seen = player.play()
    assert player.kinds == {"one", "some", "order", "number", "place", "places"}
    assert player.curtains > 2
    record = read(only_record(own_data))
    assert record.bots == ("", "random", "")
    outcome = game_of(program_of(orchard), record).outcome
    assert outcome is not None and outcome.reason in seen.words
    assert "Traceback" not in terminal.sent


def test_nothing_of_a_secret_hand_is_on_the_screen_of_another(
    orchard: Path, window: Windows, nursery: Nursery, own_data: Path
) -> None:
    """Between two players nothing is shown, and neither ever sees the other's seeds."""
    terminal = window(120, 40)
    terminal.start(nursery, ["play", str(orchard), "--seed", "4", "--names", "anna,ben"])
    player = Player(terminal, 7)
    seen = terminal.sat_down()
    curtains = 0
    while curtains < 2:
        if seen.curtain:
            curtains += 1
            assert_only_a_curtain(seen)
        seen = player.step(seen)


def assert_only_a_curtain(seen: Seen) -> None:
    assert re.fullmatch(
        r"This is only for \w+\. The other players must look away\. Press Enter to see it\.", seen.words
    )
