"""Revealed secrets cannot be undone, determinised secrets stay hidden, secret choices are not shown."""

from pathlib import Path

import pytest

from lazaretto.rules import ChoiceError, Game, load

SCENARIO = """
name = "moor"
title = "Moor"
players = [2, 2]
modules = ["moor"]
tables = ["map"]
"""
MAP = """
Spot = [
    { name = "Bog", at = [0, 0] },
    { name = "Ditch", at = [1, 0] },
    { name = "Hut", at = [2, 0] },
    { name = "Oak", at = [3, 0] },
]
"""
RULES = """
kind Spot is a place

extend kind Player
    spot : Spot = Hut seen by those other in Player where other = this or other.spot = this.spot
    mood : number = 0

menu moves "What do you do?"

menu wishes "What do you wish?"
    seen by owner

action wish in wishes "Wish"
    choose spot in Spot
    nothing

action walk in moves "Walk"
    choose spot in Spot where spot != my.spot
    set my.spot to spot

action hum in moves "Hum"
    add 1 to my.mood

phase game()
    for each player in Player
        set player.spot to Bog
        stop
    repeat forever
        for each player in Player
            offer moves, wishes to player
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    folder = tmp_path / "moor"
    folder.mkdir()
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "map.toml").write_text(MAP)
    (folder / "moor.rules").write_text(RULES)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=("anna", "ben"))


def seen(game: Game, seat: int, other: int) -> str | None:
    return game.view(seat).seats[other].attributes.get("spot")


def test_a_step_that_shows_a_secret_is_not_undone(game: Game) -> None:
    assert seen(game, 1, 0) is None
    game.choose("walk > Hut")
    assert seen(game, 1, 0) == "Hut"
    with pytest.raises(ChoiceError, match="something was revealed"):
        game.undo()


def test_nor_is_a_step_that_only_might_have_shown_it(game: Game) -> None:
    game.choose("walk > Oak")
    assert seen(game, 1, 0) is None
    with pytest.raises(ChoiceError, match="something was revealed"):
        game.undo()


def test_what_tells_nothing_is_undone(game: Game) -> None:
    before = game.snapshot()
    game.choose("hum")
    game.undo()
    assert game.snapshot() == before


def test_a_secret_stays_one_where_it_is_imagined(game: Game) -> None:
    spots = set()
    for luck in range(60):
        imagined = game.imagine(1, luck)
        assert imagined.view(1) == game.view(1)
        spots.add(seen(imagined, 0, 0))
    assert spots == {"Bog", "Ditch", "Oak"}


def test_a_secret_choice_is_left_out_of_what_others_are_shown(game: Game) -> None:
    game.choose("wish > Oak")
    game.choose("hum")
    assert game.choices(0) == game.record().choices == ((0, "wish > Oak"), (1, "hum"))
    assert game.choices(1) == game.choices(None) == ((1, "hum"),)


def test_others_know_actions_without_their_steps(game: Game) -> None:
    """Where anna walks to is a secret."""
    game.choose("walk > Oak")
    assert game.choices(0) == ((0, "walk > Oak"),)
    assert game.choices(1) == game.choices(None) == ((0, "walk"),)
