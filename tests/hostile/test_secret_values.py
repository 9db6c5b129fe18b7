"""What a seat cannot see follows from nothing that it may ask: not from previews, and not from refusals."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lazaretto.host.table.actions_on import ahead
from lazaretto.rules import ChoiceError, Game, load
from lazaretto.rules.run.planning.outlook import outlooks

MANIFEST = 'name = "vault"\ntitle = "Vault"\nplayers = [2, 2]\nmodules = ["vault"]\n'
RULES = """
kind Spot is a place
Spot Attic
Spot Cellar
kind Card is a piece times 4
track heat 0..20
var code : number seen by nobody
extend kind Player
    bid  : number = 1 seen by owner
    plan : Spot? seen by owner
    hand : pile of Card seen by owner
pile deck of Card seen by nobody
    starts with Card
menu moves "What?"
menu secret_moves "What in secret?"
    seen by owner
phase game()
    shuffle deck
    repeat forever
        for each player in Player
            offer secret_moves to player
            offer moves to player
action bid in secret_moves
    choose number n from 1 to 9 "How much?"
    set my.bid to n
    set code to n
action plan in secret_moves
    choose spot in Spot
    set my.plan to spot
action draw in moves
    move top 2 of deck to my.hand
    choose card in my.hand "Which do you give back?" else "You have none"
    move card to deck
action toss in moves
    advance heat
    let coin = random of [2, 3]
    choose number n from 1 to coin "How many?"
    advance heat by n
action rest in moves
    nothing
to storm(player)
    for each other in Player where other != player
        advance heat by other.bid
        say "{code}"
        if other.plan = none
            say "No plan"
look storm preview "If a storm breaks"
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("vault")
    (folder / "scenario.toml").write_text(MANIFEST)
    (folder / "vault.rules").write_text(RULES)
    found = load(folder)
    assert found.program is not None, found.diagnostics
    return found.program.start(seed=1, players=("anna", "ben"))


def played(start: Game, *keys: str) -> Game:
    game = start.fork()
    for key in keys:
        game.choose(key)
    return game


def test_a_preview_does_not_depend_on_a_number_that_its_reader_does_not_see(start: Game) -> None:
    games = [played(start, f"bid > {number}") for number in (2, 9)]
    low, high = (outlooks(game, 1) for game in games)
    assert low
    assert low == high
    assert {game.imagine(1, 3)._state.v[0] for game in games} == {0}, "the first variable is the code"


def test_nor_on_whether_there_is_a_value(start: Game) -> None:
    with_plan, without = played(start, "plan > Attic"), played(start, "bid > 1")
    for luck in range(20):
        assert outlooks(with_plan.imagine(1, luck), 1) == outlooks(without.imagine(1, luck), 1)
    plans = {with_plan.imagine(1, luck).view(0).seats[0].attributes["plan"] for luck in range(20)}
    assert len(plans) == 3, "one of two places, or none"


@pytest.mark.parametrize("action", ["draw", "toss"])
def test_a_refused_path_does_not_tell_what_would_be_revealed(start: Game, action: str) -> None:
    game = played(start, "bid > 1")
    before = game.snapshot()
    names = [f"card_{number}" for number in range(1, 5)] + ["1", "2"]
    told = set()
    for name in names:
        for path in (f"{action} > {name}", f"{action} > {name} > nothing"):
            with pytest.raises(ChoiceError) as refused:
                game.choose(path, 0)
            told.add((str(refused.value).replace(name, "…"), refused.value.place))
            with pytest.raises(ChoiceError):
                ahead(game, 0, (path,))
    assert len(told) == 1
    assert "revealed or drawn at random" in told.pop()[0]
    assert game.snapshot() == before


def test_the_steps_behind_it_can_be_chosen_after_it(start: Game) -> None:
    game = played(start, "bid > 1")
    game.choose("draw", 0)
    decision = game.decision
    assert decision is not None
    game.choose(f"{decision.options[0].key}", 0)
    assert game.seat == 1


def hidden_at(place: str) -> Game:
    """A hunt in which somebody hides at a place, and a hunter moves first."""
    found = load(Path("tests/data/fugitive")).program
    assert found is not None
    game = found.start(seed=1, players=("anna", "ben"))
    game.choose(place)
    return game


def answer(ask: Callable[[], object]) -> str:
    try:
        return repr(ask())
    except ChoiceError as refused:
        return str(refused)


@pytest.mark.parametrize("path", [("walk", "Market", "x"), ("walk > Market", "x"), ("walk > Market > x",)])
def test_a_path_does_not_tell_whether_a_secret_ends_the_game(path: tuple[str, ...]) -> None:
    caught, missed = hidden_at("Market"), hidden_at("Wood")
    assert answer(lambda: ahead(caught, 1, path)) == answer(lambda: ahead(missed, 1, path))
    chosen = [answer(partial(game.choose, " > ".join(path), 1)) for game in (caught, missed)]
    assert chosen[0] == chosen[1]
    assert "revealed" in chosen[0]


def test_what_a_secret_might_have_ended_cannot_be_undone() -> None:
    for place, over in (("Market", True), ("Wood", False)):
        game = hidden_at(place)
        game.choose("walk > Market", 1)
        assert (game.outcome is not None) is over
        with pytest.raises(ChoiceError, match="something was revealed"):
            game.undo()


def test_what_no_secret_ends_can_be_undone_as_before() -> None:
    game = hidden_at("Wood")
    before = game.snapshot()
    game.choose("bar_lane > Gate - Mill", 1)
    game.undo()  # the lane
    game.undo()  # the action
    assert game.snapshot() == before
