"""With many places, pieces and seats the optimised paths give the same results."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, load
from lazaretto.rules.run.random_streams import shuffled

PIECES = 3_000
SCENARIO = """
name = "many"
title = "Many"
players = [2, 20]
modules = ["many"]
"""
RULES = f"""
kind Card is a piece times {PIECES}

pile deck of Card seen by nobody
    starts with Card

pile table of Card seen by all

extend kind Player
    hand : pile of Card seen by owner

var wet : number = 0

phase game()
    "Cards come off both ends, and others from wherever they are."
    move top 3 of deck to table
    move bottom 2 of deck to bottom of table
    move those card in Card where card in deck and card = Card_100 or card = Card_200 to top of table
    shuffle deck
    for each player in Player
        move top 2 of deck to player.hand
    flood()
    for each player in Player
        choose card in player.hand by player
    draw "Done"

phase flood()
    "Every card gets wet, and nothing twice."
    repeat 2 times
        for each card in Card
            wet_once(card)

to wet_once(card)
    once per flood for card
    add 1 to wet
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("rules") / "many"
    folder.mkdir()
    for name, text in (("scenario.toml", SCENARIO), ("many.rules", RULES)):
        (folder / name).write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=[f"p{each}" for each in range(20)])


def test_pieces_lie_in_the_order_in_which_they_were_moved(game: Game) -> None:
    table = next(pile for pile in game.view(None).piles if pile.name == "table")
    names = [piece.key for piece in table.pieces if piece is not None]
    ends = [*(f"Card {each}" for each in (1, 2, 3)), *(f"Card {each}" for each in (PIECES - 1, PIECES))]
    assert names == ["Card 100", "Card 200", *ends]


def test_what_is_done_once_is_done_once_for_each_of_many(game: Game) -> None:
    assert game.view(None).variables["wet"] == str(PIECES)


def test_each_seat_sees_its_own_hand_and_what_the_others_might_hold(game: Game) -> None:
    public, views = game.views()
    assert views == tuple(game.view(seat) for seat in range(20))
    for seat, view in enumerate(views):
        for number, other in enumerate(view.seats):
            [hand] = other.piles
            assert all(piece is not None for piece in hand.pieces) == (number == seat)
            assert number == seat or [len(could) for _, could in hand.odds] == [PIECES - 7 - 2]
    assert [len(could) for _, could in public.seats[0].piles[0].odds] == [PIECES - 7]


def test_what_a_seat_imagines_is_possible(game: Game) -> None:
    dreamt = game.imagine(3, seed=5)
    assert dreamt.view(3).seats[3] == game.view(3).seats[3]
    held = [
        piece.key for seat in range(20) for piece in dreamt.view(seat).seats[seat].piles[0].pieces if piece
    ]
    assert len(set(held)) == len(held) == 40


@pytest.mark.parametrize("size", [1, 2, 2_000, 2_001, 2_200, 5_001])
def test_a_list_of_any_size_is_shuffled(size: int) -> None:
    items, streams = list(range(size)), [7]
    shuffled(streams, 0, items)
    assert sorted(items) == list(range(size))
    assert sum(place == item for place, item in enumerate(items)) < 10
    assert items[-1] != size - 1 or size < 3
