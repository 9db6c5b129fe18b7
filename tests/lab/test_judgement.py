"""A judgement of a position is the same in Python and in native code, for every game."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from lazaretto.lab.playing.use_judgement import find_judgement, form_of
from lazaretto.lab.training.estimate_win_chances import chance_of
from lazaretto.lab.training.feature_recipe import recipe_for
from lazaretto.rules import RuleError, load
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.backends.native.native_search import load_judgement
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.planning.judgement_form import HIDDEN, JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from tests.lab.test_native_plans import DEEP, QUICK, compare as compare_plans, positions
from tests.rules.backends.native.lanes import LANES
from tests.rules.backends.native.native_twin import LARGE, SMALL, NativeTwin, twin, twin_of
from tests.rules.backends.test_agreement import ROOT
from tests.rules.test_fuzz import made_up
from tests.soak import TIMES, longer, soak

WEIGHT = 1 << 11
ALIKE = ("on_the_brink", "mutation", "iberia")
"""Large games that another one is made of, or whose positions are like those of others: in `make soak`."""
QUICKER = replace(DEEP, width=2, final=3, rounds=(1, 1)) if TIMES == 1 else DEEP
JUDGED = replace(QUICKER, judged_ends=True)
WHOLE_TURN = 33
"""With this seed and the next ones, a plan for Pandemic has several steps, and takes half a second."""


def random_judgement(tables: CompiledGame, seed: int) -> JudgementForm:
    """Return a judgement whose network is random."""
    recipe, chance = recipe_for(tables, 3), Random(seed)

    def some(most: int) -> tuple[int, ...]:
        return tuple(chance.randint(-most, most) for _ in range(HIDDEN))

    return JudgementForm(
        tuple(recipe.rows),
        tuple(recipe.table),
        len(recipe.names),
        tuple(some(WEIGHT) for _ in recipe.names),
        some(1 << 20),
        some(1 << 18),
        chance.randint(-(1 << 30), 1 << 30),
        30,
    )


def with_plans(tables: CompiledGame, seed: int) -> JudgementForm:
    """Return a random judgement that compares plans by other outputs."""
    return replace(random_judgement(tables, seed), plan_outputs=random_judgement(tables, seed + 1).outputs)


def compare(native: NativeTwin, seeds: range) -> set[int]:
    """Compare the judgements of all seats in some positions; return them."""
    judgement = random_judgement(native.machine.tables, seeds[0])
    assert judgement.fits
    load_judgement(native.runner, judgement)
    found: set[int] = set()
    for game, seed in positions(native, seeds):
        for seat in range(len(game.players)):
            wanted = game.log_odds(judgement, seat)
            native.runner.load(game._state)
            assert native.runner.call("judged", seat) == wanted, (seed, seat)
            found.add(wanted)
    return found


def test_a_unit_counts_as_soon_as_its_sum_is_above_zero() -> None:
    program = load(ROOT / "tests" / "data" / "stones").program
    assert program is not None
    game = program.start(seed=1, players=("anna", "ben"))
    rest = (0,) * (HIDDEN - 3)
    judgement = JudgementForm((), (), 0, (), (1, 0, -1, *rest), (7, 50, 500, *rest), 20, 0)
    assert game.log_odds(judgement, 0) == 20 + 7


@longer
@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=soak if each in ALIKE else ()) for each in (*LARGE, *SMALL)],
)
def test_native_code_judges_as_python(name: str) -> None:
    assert len(compare(twin(name), range((5 if name in LARGE else 12) * TIMES))) > 1


@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    "name", ["auction", *(pytest.param(each, marks=soak) for each in (*LARGE, *SMALL[1:]))]
)
def test_every_lane_judges_as_python(name: str, lane: Lane) -> None:
    assert len(compare(twin(name, lane), range(20, 32))) > 1


@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("name", ["auction", pytest.param("pandemic", marks=soak)])
def test_every_lane_plans_with_a_judgement_as_python(name: str, lane: Lane) -> None:
    native = twin(name, lane)
    native.machine.judge_by(random_judgement(native.machine.tables, 7))
    try:
        assert compare_plans(native, range(40, 42), replace(JUDGED, judged_paths=True)).failed == 0
    finally:
        native.machine.judge_by(None)


@longer
def test_generated_rules_have_judgements_too() -> None:
    found: set[int] = set()
    for seed in range(6 * TIMES):
        rules = made_up(Random(seed))
        if rules is not None:
            with suppress(RuleError):  # generated rules may fail
                found |= compare(twin_of(rules), range(3))
    assert len(found) > 1


@pytest.mark.parametrize(
    "budget",
    (JUDGED, replace(JUDGED, judged_paths=True), replace(QUICK, judged_paths=True)),
    ids=("ends", "paths and ends", "paths"),
)
@longer
@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_plans_with_a_judgement_are_the_same(name: str, budget: Budget) -> None:
    native = twin(name)
    native.machine.judge_by(random_judgement(native.machine.tables, 5))
    seeds = range(WHOLE_TURN, WHOLE_TURN + (TIMES if name == "pandemic" else 3 * TIMES))
    try:
        assert compare_plans(native, seeds, budget).failed == 0
    finally:
        native.machine.judge_by(None)


@pytest.mark.parametrize(
    "budget",
    (JUDGED, replace(JUDGED, judged_paths=True), replace(QUICKER, judged_paths=True)),
    ids=("ends", "paths and ends", "paths"),
)
@longer
def test_plans_with_units_of_their_own_are_the_same(budget: Budget) -> None:
    native = twin("pandemic")
    native.machine.judge_by(with_plans(native.machine.tables, 5))
    try:
        assert compare_plans(native, range(WHOLE_TURN, WHOLE_TURN + TIMES), budget).failed == 0
    finally:
        native.machine.judge_by(None)


def test_plans_and_chances_have_outputs_of_their_own() -> None:
    native = twin("pandemic")
    judgement = with_plans(native.machine.tables, 5)
    load_judgement(native.runner, judgement)
    plans, differ = judgement.for_plans, 0
    assert judgement.fits and plans.fits and plans.for_plans == plans
    for game, seed in positions(native, range(6)):
        native.runner.load(game._state)
        chance, plan = game.log_odds(judgement, 0), game.log_odds(plans, 0)
        assert native.runner.call("judged", 0) == chance, seed
        assert native.runner.call("judged_for_plans", 0) == plan, seed
        differ += chance != plan
    assert differ


@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_native_code_compares_plans_in_each_phase_of_a_game_as_python(name: str) -> None:
    native = twin(name)
    for phases in ((2, 4), (3,), (0,), (99,)):
        judgement = replace(with_plans(native.machine.tables, 5), phases=phases)
        assert judgement.fits
        load_judgement(native.runner, judgement)
        plans = judgement.for_plans
        for game, seed in positions(native, range(8)):
            native.runner.load(game._state)
            assert native.runner.call("judged_for_plans", 0) == game.log_odds(plans, 0), seed
            assert native.runner.call("judged", 0) == game.log_odds(judgement, 0), seed


def test_two_units_compare_plans_in_each_phase() -> None:
    tables = twin("pandemic").machine.tables
    whole = replace(with_plans(tables, 3), phases=(4, 7))
    plans = whole.for_plans
    assert whole.counting(5) == range(HIDDEN)
    assert [plans.counting(each)[0] for each in (0, 3, 4, 6, 7, 30)] == [2, 2, 4, 4, 6, 6]
    assert not replace(whole, phases=tuple(range(HIDDEN // 2 - 1))).fits
    seen = set[int]()
    for game, _ in positions(twin("pandemic"), range(12)):
        units = plans.counting(game.turns)
        seen |= {*units}
        outputs = tuple(output if unit in units else 0 for unit, output in enumerate(plans.outputs))
        assert game.log_odds(plans, 0) == game.log_odds(replace(plans, phases=(), outputs=outputs), 0)
    assert len(seen) > 2


@pytest.mark.parametrize("fuel", (1_000_000, 8_000_000))
def test_they_end_at_the_same_point_if_the_ration_is_small(fuel: int) -> None:
    native = twin("pandemic")
    native.machine.judge_by(random_judgement(native.machine.tables, 6))
    try:
        assert compare_plans(native, range(3), replace(JUDGED, judged_paths=True, fuel=fuel)).failed == 0
    finally:
        native.machine.judge_by(None)


@pytest.mark.parametrize("name", ("pandemic", "the_cure"))
def test_a_shipped_judgement_fits_its_game(name: str) -> None:
    program = load(ROOT / "scenarios" / name).program
    assert program is not None
    found = find_judgement(program.machine)
    assert found.form is not None and found.judgement is not None
    assert form_of(found.judgement, program.machine.tables) == (found.form, 0)
    native = twin(name)
    load_judgement(native.runner, found.form)
    for game, seed in positions(native, range(6)):
        native.runner.load(game._state)
        assert native.runner.call("judged", 0) == game.log_odds(found.form, 0), seed


@pytest.mark.parametrize(
    "name",
    ("pandemic", "bio_terrorist", pytest.param("cold_war", marks=soak)),  # two of many secrets
)
def test_a_chance_depends_on_nothing_hidden(name: str) -> None:
    program = load(ROOT / "scenarios" / name).program
    assert program is not None
    program.machine.judge_by(random_judgement(program.machine.tables, 1))
    game, chance = program.start(seed=2, players=("anna", "ben", "carl")), Random(2)
    compared = 0
    for number in range(60):
        if number % 24 == 0 and game.seat is not None and not game.inside:
            other = game.fork()
            other.deal_anew(number + 1)
            for seat in range(3):
                assert chance_of(game, seat, 5) == chance_of(other, seat, 5), (number, seat)
                compared += 1
        if game.seat is not None:
            game.answer(game.sample(chance.randrange))
    assert compared
