"""Views show the attributes of pieces to the seats that may see them, and nothing else."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, PileView, load

COMB = Path(__file__).resolve().parents[2] / "data" / "comb"


@pytest.fixture(scope="module")
def game() -> Game:
    program = load(COMB).program
    assert program is not None
    return program.start(seed=1, players=("anna", "ben"))


def pile(game: Game, seat: int | None, name: str) -> PileView:
    view = game.view(seat)
    own = (each for seat in view.seats for each in seat.piles)
    return next(each for each in (*view.piles, *own) if each.name == name)


def worn(game: Game, seat: int | None, name: str) -> list[dict[str, str] | None]:
    """Return the attributes of the pieces of a pile, top first; None for a piece that is not known."""
    return [None if piece is None else dict(piece.attributes) for piece in pile(game, seat, name).pieces]


def test_known_pieces_show_what_the_seat_may_see(game: Game) -> None:
    assert worn(game, 0, "vase") == worn(game, None, "vase") == [{"wilted": "yes"}, {}, {}], (
        "the second flower has only a hidden number"
    )
    assert worn(game, 1, "hand") == [{"colour told": "yes"}, {"scent": "4"}]
    assert worn(game, 0, "basket") == [{"bees": "2"}, {}, {"taste": "violet"}]
    assert worn(game, 1, "basket") == [None, None, None]


def test_face_down_pieces_show_only_their_backs(game: Game) -> None:
    for seat in (0, None):
        hand = pile(game, seat, "hand")
        assert hand.pieces == (None, None)
        assert hand.backs == ((0, {"colour told": "yes"}),), "a scent is not on the back"
        assert all(not piece.attributes for _, could in hand.odds for piece in could)
    assert pile(game, 1, "hand").backs == (), "whoever sees the front needs no back"


def test_a_fact_that_the_name_tells_is_left_out(game: Game) -> None:
    top = pile(game, None, "vase").pieces[0]
    assert top is not None and top.label == "amber big" and top.facts == {"worth": "3"}


def test_an_imagined_game_has_the_same_backs(game: Game) -> None:
    hands = set()
    for seed in range(12):
        imagined = game.imagine(0, seed)
        assert pile(imagined, 0, "hand") == pile(game, 0, "hand")
        hands.add(tuple(piece.label for piece in pile(imagined, 1, "hand").pieces if piece is not None))
        assert "colour told" in (worn(imagined, 1, "hand")[0] or {})
    assert len(hands) > 1, "the pieces themselves differ"
