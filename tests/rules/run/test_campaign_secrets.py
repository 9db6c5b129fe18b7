"""What an earlier game hid stays hidden in the next one: views, odds and determinisations tell nothing."""

from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import Program, load
from lazaretto.rules.run.state import load_state, save_state

PLAYERS = ("anna", "ben", "carl")
HIDDEN = {
    "Player.anna.keepsake": "Relic_1, Wind_2",
    "vault": "Relic_3, Relic_4, Relic_2",
}
OTHER = {
    "Player.anna.keepsake": "Relic_4, Wind_5",
    "vault": "Relic_2, Relic_1, Relic_3",
}
"""The same numbers of other pieces."""


@pytest.fixture(scope="module")
def voyage() -> Program:
    loaded = load(Path(__file__).resolve().parents[2] / "data" / "voyage").program
    assert loaded is not None
    return loaded


def test_others_see_and_know_the_same_whatever_is_hidden(voyage: Program) -> None:
    one, other = (voyage.start(seed=5, players=PLAYERS, kept=kept) for kept in (HIDDEN, OTHER))
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) != other.view(0)
    first = voyage.start(seed=5, players=PLAYERS)
    assert first.view(1) != one.view(1)  # how many pieces lie there is no secret


def test_what_is_dealt_again_may_be_anything_that_is_hidden(voyage: Program) -> None:
    game = voyage.start(seed=5, players=PLAYERS, kept=HIDDEN)
    held = set()
    for seed in range(60):
        dealt = game.imagine(1, seed)
        held |= {*dealt.handed_on()["Player.anna.keepsake"].split(", ")}
        assert dealt.view(1) == game.view(1)
    assert len(held) > 6 and any(each.startswith("Wind") for each in held)
    own = game.imagine(0, 3)
    assert own.handed_on()["Player.anna.keepsake"] == HIDDEN["Player.anna.keepsake"]


def test_a_game_that_was_handed_values_is_saved_undone_and_played_to_its_end(voyage: Program) -> None:
    game = voyage.start(seed=5, players=PLAYERS, kept=HIDDEN)
    before = game.snapshot()
    game.choose("wait")
    game.undo()
    assert game.snapshot() == before
    assert load_state(save_state(game._state), game._state).snapshot() == before
    game.wander(Random(1).randrange)
    handed_on = game.handed_on()
    assert voyage.fitting(PLAYERS, handed_on) == (handed_on, ())
    again = voyage.start(seed=6, players=PLAYERS, kept=handed_on)
    assert {key: text for key, text in again.handed_on().items() if key != "years"} == {
        key: text for key, text in handed_on.items() if key != "years"
    }


def test_random_campaigns_lose_no_piece_and_read_back_what_they_wrote(voyage: Program) -> None:
    for seed in range(30):
        kept: dict[str, str] = {}
        for number in range(5):
            game = voyage.start(seed=seed * 10 + number, players=PLAYERS, kept=kept)
            game.wander(Random(seed).randrange)
            kept = game.handed_on()
            assert sorted(piece for pile in game._state.p for piece in pile) == list(range(10))
            assert voyage.fitting(PLAYERS, kept) == (kept, ())
