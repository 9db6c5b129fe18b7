"""A determinisation is possible: every piece is where it may be, and no secret is revealed."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, load

SCENARIO = """
name = "attic"
title = "Attic"
players = [2, 2]
modules = ["attic"]
"""
RULES = """
kind Thing is a piece

kind Book is a Thing times 4

kind Toy is a Thing times 4

extend kind Player
    shelf : pile of Book seen by owner
    trunk : pile of Thing seen by owner
    read  : set of Book seen by owner

pile heap of Thing seen by nobody
    starts with Book, Toy

menu moves "What do you do?"

action rest in moves "Rest"
    nothing

phase game()
    shuffle heap
    for each player in Player
        let book = first book in heap only Book
        if book != none
            move book to player.shelf
            set player.read to [book]
        move top of heap to player.trunk
    repeat forever
        for each player in Player
            offer moves to player
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    folder = tmp_path / "attic"
    folder.mkdir()
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "attic.rules").write_text(RULES)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=("anna", "ben"))


def pieces(game: Game, name: str) -> str:
    """Return what ben sees in one of his piles, kind by kind."""
    pile = next(each for each in game.view(1).seats[1].piles if each.name == name)
    return ", ".join(piece.key for piece in pile.pieces if piece is not None)


def test_pieces_are_dealt_only_where_they_may_lie(game: Game) -> None:
    imagined = [game.imagine(0, luck) for luck in range(60)]
    shelves = {pieces(each, "shelf") for each in imagined}
    assert all(shelve.startswith("Book") for shelve in shelves)
    assert len(shelves) == 3, "anna knows her own book, and ben has any of the others"
    trunks = {pieces(each, "trunk") for each in imagined}
    assert {trunk.split()[0] for trunk in trunks} == {"Book", "Toy"}
    assert all(each.view(0) == game.view(0) for each in imagined)


def test_a_list_that_is_not_seen_starts_anew(game: Game) -> None:
    assert game.view(1).seats[1].attributes["read"] != "none"
    for luck in range(10):
        imagined = game.imagine(0, luck)
        assert imagined.view(1).seats[1].attributes["read"] == "none"
        assert imagined.view(0).seats[0].attributes["read"] == game.view(0).seats[0].attributes["read"]
