"""Views show pieces where they are, on places too, with their faces and sorts."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, PileView, load

SCENARIO = """
name = "quay"
title = "Quay"
players = [2, 2]
modules = ["quay"]
tables = ["map"]
"""
MAP = """
Pier = [{ name = "North", at = [0, 0] }, { name = "South", at = [1, 0] }]
"""
RULES = """
kind Sign is one of sun, moon

kind Tide
    signs : list of Sign

Tide high "High tide"
    signs = [sun, moon]

kind Pier is a place
    heap : pile of Die seen by all

kind Die is a piece for each Tide times 3
    face : any of tide.signs
    look shows "face"

kind Token is a piece times 2
    mark : any of [sun, moon] seen by nobody

pile cup of Die seen by all
    starts with Die

pile purse of Token seen by all
    starts with Token

phase game()
    given_start()
    for each player in Player
        choose die in Die by player
        choose token in Token by player
    draw "Done"

to given_start()
    move high_1 to North.heap
    roll [high_1]
    roll purse
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    folder = tmp_path / "quay"
    folder.mkdir()
    for name, text in (("scenario.toml", SCENARIO), ("map.toml", MAP), ("quay.rules", RULES)):
        (folder / name).write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=("anna", "ben"))


def shown(pile: PileView) -> list[tuple[str, str, str, bool]]:
    return [(piece.key, piece.label, piece.sort, piece.face is not None) for piece in pile.pieces if piece]


def test_the_piles_of_a_place_are_seen_with_it(game: Game) -> None:
    north, south = game.view(0).things["Pier"]
    assert [(pile.name, pile.owner, pile.count) for pile in north.piles] == [("heap", "North", 1)]
    assert [pile.count for pile in south.piles] == [0]
    assert shown(north.piles[0]) == [("high 1", "High tide", "High tide", True)]


def test_a_piece_shows_its_face_once_it_is_rolled(game: Game) -> None:
    [rolled] = game.view(None).things["Pier"][0].piles[0].pieces
    assert rolled is not None
    assert rolled.face in {"sun", "moon"}
    assert rolled.looks["shows"] == "face"
    cup = next(pile for pile in game.view(None).piles if pile.name == "cup")
    assert [piece.face for piece in cup.pieces if piece] == [None, None]


def test_an_option_tells_the_face_of_a_piece(game: Game) -> None:
    decision = game.decision
    assert decision is not None
    labels = [option.label for option in decision.options]
    assert labels[0] in {"High tide: sun", "High tide: moon"}
    assert labels[1:] == ["High tide"], "two dice that nothing tells apart are one option"
    assert [option.key for option in decision.options] == ["high 1", "high 2"]
    game.choose("high 3")


def test_a_face_that_a_seat_may_not_see_is_not_told(game: Game) -> None:
    purse = next(pile for pile in game.view(0).piles if pile.name == "purse")
    assert shown(purse) == [("Token 1", "Token", "Token", False), ("Token 2", "Token", "Token", False)]
    game.choose("high 1")
    decision = game.decision
    assert decision is not None
    assert [option.label for option in decision.options] == ["Token"]


COPIES = """
kind Bog_oak is a piece times 2

kind Worker is a piece for each Player times 2

pile crew of Worker seen by all
    starts with Worker

pile wood of Bog_oak seen by all
    starts with Bog_oak

phase game()
    say "{top of crew}, {top of wood}"
    for each player in Player
        choose worker in crew by player
    draw "Done"
"""


def test_copies_are_labelled_alike_and_without_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "map.toml").write_text("", encoding="utf-8")
    (tmp_path / "quay.rules").write_text(COPIES, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.program is not None, loaded.diagnostics
    game = loaded.program.start(seed=1, players=("anna", "ben"))
    piles = {pile.name: shown(pile) for pile in game.view(None).piles}
    assert sorted(piles["crew"]) == [
        (f"{name} {copy}", name, name, False) for name in ("anna", "ben") for copy in (1, 2)
    ]
    assert sorted(piles["wood"]) == [(f"Bog_oak {copy}", "Bog oak", "Bog oak", False) for copy in (1, 2)]
    assert game.log(None)[-1] in {"anna, Bog oak", "ben, Bog oak"}
    decision = game.decision
    assert decision is not None
    assert sorted(option.label for option in decision.options) == ["anna", "ben"]
