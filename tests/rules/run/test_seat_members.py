"""Members made for seats exist only at the table, and equal pieces are offered once."""

from functools import cache
from pathlib import Path

import pytest

from lazaretto.rules import load
from lazaretto.rules.build import link
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import Program
from tests.rules.backends.twins import Twins

REGATTA = Path(__file__).resolve().parents[2] / "data" / "regatta"
NAMES = ("anna", "ben", "carl", "dora")


@cache
def program() -> Program:
    loaded = load(REGATTA)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def started(players: int, seed: int = 1) -> Game:
    return program().start(seed=seed, players=NAMES[:players])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_view_shows_members_of_empty_seats(players: int) -> None:
    game = started(players)
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert len(view.things["Berth"]) == 2 * players
        assert [thing.label for thing in view.things["Berth"]][:2] == ["anna red", "anna green"]
        (harbour,) = [pile for pile in view.piles if pile.name == "harbour"]
        assert {piece.label for piece in harbour.pieces if piece is not None} == {*NAMES[:players]}
        base = program().view_base(NAMES[:players], seat)
        assert sum(piece.kind == "Boat" for piece in base.pieces) == players
        for shown in (view, base.blank, base.pieces):
            assert "seat " not in repr(shown)


def test_pieces_of_empty_seats_lie_nowhere() -> None:
    state = started(2)._state
    assert sum(len(pile) for pile in state.p) == 8 + 3 + 2
    assert state.w.count(-1) == 2


def test_a_game_imagined_by_a_seat_has_no_members_of_empty_seats() -> None:
    for seed in range(5):
        imagined = started(2, seed).imagine(0, seed)
        assert sum(len(pile) for pile in imagined._state.p) == 13


def test_members_of_seats_are_chosen_by_the_name_of_the_player() -> None:
    game = started(2)
    game.choose("draw_card")
    game.choose("none")
    assert game.decision is not None
    assert {option.key for option in game.decision.options} == {"anna", "ben", "none"}
    game.choose("ben")
    assert game.record().choices[-1] == (0, "ben")


def test_equal_pieces_are_one_option_and_any_of_them_may_be_named() -> None:
    twins_of_one = 0
    for seed in range(20):
        game = started(1, seed)
        hand = game.view(0).seats[0].piles[0].pieces
        jokers = [piece for piece in hand if piece is not None and piece.kind == "Joker"]
        options = (
            [option for option in game.decision.options if option.key == "joke"] if game.decision else []
        )
        assert bool(options) == bool(jokers)
        if len(jokers) > 1:
            twins_of_one += 1
            game.choose("joke")
            assert game.decision is not None and game.decision.prompt == "Where do you look?"
    assert twins_of_one


def test_all_back_ends_agree() -> None:
    linked = link(REGATTA, tests=False)
    assert linked.checked is not None and linked.head is not None
    for seed in range(3):
        assert Twins(linked.checked, linked.head).play(seed)


def test_the_rulebook_says_how_many_there_are_for_each_player() -> None:
    entries = {entry.title: entry for chapter in program().rulebook() for entry in chapter.entries}
    assert "one for each player" in repr(entries["Boat"])
    assert "2 for each player" in repr(entries["Berth"])
