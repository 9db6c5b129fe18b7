"""The search inside native code finds the plans of the Python search, for the same ration."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from lazaretto.lab.playing import lookahead_bot
from lazaretto.lab.playing.budgets import EASY, THINKER
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.rules import Game, Ration, RuleError
from lazaretto.rules.backends.native.native_search import NativeSearch
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.limits import StoppedError
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from tests.rules.backends.native.native_twin import LARGE, SMALL, NativeTwin, twin, twin_of
from tests.rules.backends.twins import NAMES
from tests.rules.test_fuzz import made_up

QUICK = replace(THINKER, width=2)
DEEP = Budget(
    width=3, final=5, alike=2, rounds=(2, 2, 1), horizon=1, end_horizon=2, later_width=2, chances=True
)
"""Everything that a budget can ask for, with small numbers."""
SHORT_SIGHTED = replace(EASY, final=2, rounds=(2,), horizon=1)

DEPTH = 120
"""How many random decisions lead to a position, at most."""

FEW = 1
"""How many positions of the largest game are tried in `make test`: Python needs half a second for a plan."""


def positions(native: NativeTwin, seeds: range, depth: int = DEPTH) -> Iterator[tuple[Game, int]]:
    """Yield positions of random games, and a seed for each."""
    low, high = native.machine.tables.players
    for seed in seeds:
        chance = Random(seed)
        game = bare(native.machine, seed, NAMES[: chance.randint(low, min(high, len(NAMES)))], {}).begin()
        for _ in range(chance.randrange(depth) if game.seat is not None else 0):
            after = game.fork()
            after.answer(after.sample(chance.randrange))
            if after.seat is None:
                break
            game = after
        if game.seat is not None:
            yield game, seed


def planned(game: Game, seed: int, budget: Budget) -> tuple[object, float]:
    """Return a plan, and what is left of its ration."""
    assert game.seat is not None
    bot, rations = ThinkerBot(seed, budget), list[Ration]()

    def ration(fuel: int) -> Ration:
        rations.append(Ration(fuel))
        return rations[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookahead_bot, "Ration", ration)
        plan = bot.plan(game.fork(), game.seat)
    return plan, rations[-1].left


def compare(native: NativeTwin, seeds: range, budget: Budget = THINKER, depth: int = DEPTH) -> NativeSearch:
    """Compare the plans of some positions; return the search."""
    search = NativeSearch(native.runner)
    for game, seed in positions(native, seeds, depth):
        native.machine.plan_search = None
        try:
            wanted = planned(game, seed, budget)
        except (RuleError, IndexError):
            continue  # the bot cannot plan here at all
        native.machine.plan_search = search
        assert planned(game, seed, budget) == wanted, seed
    native.machine.plan_search = None
    return search


@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_plans_are_the_same(name: str) -> None:
    assert compare(twin(name), range(FEW if name == "pandemic" else 6)).failed == 0


@pytest.mark.parametrize("fuel", (3_000, 40_000, 400_000, 4_000_000))
def test_they_end_at_the_same_point_if_the_ration_is_small(fuel: int) -> None:
    assert compare(twin("pandemic"), range(4), replace(QUICK, fuel=fuel)).failed == 0


@pytest.mark.parametrize("budget", (DEEP, SHORT_SIGHTED), ids=("deep", "short-sighted"))
@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_plans_of_other_budgets_are_the_same(name: str, budget: Budget) -> None:
    assert compare(twin(name), range(20, 20 + (FEW if name == "pandemic" else 4)), budget).failed == 0


@pytest.mark.parametrize("fuel", (1_000_000, 8_000_000, 30_000_000))
def test_deep_plans_end_at_the_same_point_if_the_ration_is_small(fuel: int) -> None:
    assert compare(twin("pandemic"), range(4), replace(DEEP, fuel=fuel)).failed == 0


def test_plans_under_made_up_rules() -> None:
    compare_made_up(range(6))


def compare_made_up(seeds: range) -> None:
    for seed in seeds:
        rules = made_up(Random(seed))
        if rules is not None:
            try:
                compare(twin_of(rules), range(3), depth=20)
            except RuleError:
                continue
            except Exception as error:
                error.add_note(f"rules {seed}")
                raise


@pytest.mark.parametrize("budget", (replace(QUICK, width=4), DEEP, EASY), ids=("usual", "deep", "easy"))
@pytest.mark.parametrize("seed", range(2))
def test_a_plan_does_not_depend_on_hidden_cards(seed: int, budget: Budget) -> None:
    native = twin("pandemic")
    native.machine.plan_search = NativeSearch(native.runner)
    for game, _ in positions(native, range(seed, seed + 1)):
        assert game.seat is not None
        other = game.imagine(game.seat, seed=99)
        assert other.snapshot() != game.snapshot()
        plans = [planned(each, seed, budget) for each in (game, other)]
        assert plans[0][0] == plans[1][0]
    assert native.machine.plan_search.failed == 0
    native.machine.plan_search = None


def test_python_plans_where_a_rule_fails_on_the_way() -> None:
    native = twin("pandemic")
    [(game, seed)] = positions(native, range(1), 1)
    wanted = planned(game, seed, QUICK)
    search = native.machine.plan_search = NativeSearch(native.runner)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native.runner, "call", _fail)
        assert planned(game, seed, QUICK) == wanted
    assert search.failed == 1
    native.machine.plan_search = None


def _fail(name: str, *arguments: int) -> int:
    raise RuleError(name)


def test_nobody_waits_for_a_plan_that_nobody_wants() -> None:
    native = twin("pandemic")
    [(game, seed)] = positions(native, range(1), 1)
    native.machine.plan_search = NativeSearch(native.runner)
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    with pytest.raises(StoppedError), game.rationed(Ration(stopped=stopped)):
        ThinkerBot(seed).plan(game, 0)
    native.machine.plan_search = None


@pytest.mark.soak
@pytest.mark.parametrize("name", (*LARGE, *SMALL))
def test_many_plans_are_the_same(name: str) -> None:
    search = compare(twin(name), range(100, 200))
    assert search.failed == 0


@pytest.mark.soak
def test_many_plans_under_made_up_rules() -> None:
    compare_made_up(range(8, 400))
