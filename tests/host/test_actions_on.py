"""The actions on a thing are found by trying them, reveal nothing, and are really open."""

from functools import cache
from pathlib import Path

import pytest

from lazaretto.host.table.actions_on import DEEP, ways
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import Game, Program, Ref, load

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("scenarios/pandemic", "scenarios/the_cure", "tests/data/fugitive", "tests/data/corners")


@cache
def program_of(game: str) -> Program:
    program = load(ROOT / game).program
    assert program is not None
    return program


def started(game: str, seed: int = 7) -> Game:
    return program_of(game).start(seed=seed, players=("anna", "ben"))


@cache
def played(game: str, seed: int, choices: int) -> Game:
    """Return a game in progress in which somebody may do something."""
    begun, bot = started(game, seed), RandomBot(seed)
    while begun.decision is not None and (len(begun.record().choices) < choices or begun.inside):
        bot.play(begun)
    return begun


def places(game: Game) -> list[Ref]:
    view = game.view(None)
    return [Ref(kind, thing.key) for kind in view.kinds for thing in view.things[kind]]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_way_is_open_and_finding_it_changes_nothing(name: str, seed: int) -> None:
    game = played(name, seed, 5 * seed)
    if game.seat is None:
        return
    before = game.snapshot()
    for ref in places(game)[::3]:
        for way in ways(game, game.seat, ref):
            tried = game.fork()
            tried.choose(way.key, game.seat)
            assert way.label
            assert way.key.count(" > ") <= DEEP
    assert game.snapshot() == before


def test_ways_agree_with_what_choosing_offers() -> None:
    game = started("scenarios/pandemic")
    seat = game.seat
    assert seat is not None
    tried = game.fork()
    tried.choose("drive", seat)
    assert tried.decision is not None
    near = {option.of for option in tried.decision.options if option.why_not is None}
    for ref in places(game):
        assert any(way.key.startswith("drive > ") for way in ways(game, seat, ref)) == (ref in near)


def test_a_card_made_for_a_place_is_a_way_there() -> None:
    game = started("scenarios/pandemic")
    assert game.seat is not None
    hand = game.view(game.seat).seats[game.seat].piles[0]
    card = next(piece for piece in hand.pieces if piece is not None and piece.of is not None)
    assert card.of is not None
    keys = [way.key for way in ways(game, game.seat, card.of)]
    assert f"direct > {card.key}" in keys


def test_steps_between_are_told() -> None:
    for seed in range(30):
        game = started("scenarios/pandemic", seed)
        assert game.seat is not None
        if "Dispatcher" in str(game.view(None).seats[game.seat].attributes):
            found = ways(game, game.seat, Ref("City", "Chicago"))
            assert {"Drive or ferry (anna)", "Drive or ferry (ben)"} <= {way.label for way in found}
            return
    raise AssertionError("nobody moves others")


def test_links_are_things_too() -> None:
    game = started("tests/data/fugitive")
    game.choose("Wood")
    assert game.seat is not None
    assert [way.key for way in ways(game, game.seat, Ref("Lane", "Gate - Market"))] == [
        "bar_lane > Gate - Market"
    ]


def test_who_is_not_asked_or_in_the_middle_of_something_has_no_ways() -> None:
    game = started("tests/data/fugitive")
    game.choose("Wood")
    assert game.seat is not None
    lane = Ref("Lane", "Gate - Market")
    assert ways(game, 1 - game.seat, lane) == ()
    game.choose("walk")
    assert ways(game, game.seat, lane) == ()


def test_what_is_found_out_by_trying_is_not_told() -> None:
    """Searching rolls dice: nothing after it may be explored."""
    game = started("tests/data/fugitive")
    game.choose("Wood")
    assert game.seat is not None
    for ref in places(game):
        assert not any(way.key.startswith("search") for way in ways(game, game.seat, ref))


def test_an_action_with_a_piece_of_a_place_says_that_it_uses_the_piece() -> None:
    """It may do something somewhere else."""
    game = started("scenarios/pandemic")
    seat = game.seat
    assert seat is not None
    held = [piece for piece in game.view(seat).seats[seat].piles[0].pieces if piece is not None and piece.of]
    card = held[0]
    assert card.of is not None
    labels = {way.key: way.label for way in ways(game, seat, card.of)}
    assert any(label.endswith(f", using your {card.label}") for label in labels.values())
    near = {way.label for way in ways(game, seat, Ref("City", "Chicago"))}
    assert "Drive or ferry" in near
