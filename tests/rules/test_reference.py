"""The compiled rules do what the checked rules mean: the reference interpreter plays the same games."""

from pathlib import Path
from random import Random

import pytest

from rules.build import link
from rules.model import cases, tree
from rules.run.errors import ChoiceError
from rules.run.game import STEP
from tests.reference.pair import Pair, Table

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
NAMES = ("anna", "ben", "carl", "dora", "emil", "fay")
GAMES = 40
MOST_DECISIONS = 2_000


@pytest.fixture(scope="module")
def pandemic() -> Table:
    return Table(link(SCENARIOS / "pandemic"))


def choose(pair: Pair, seat: int, choice: str) -> None:
    """Choose by words, in both ways."""
    for part in choice.split(STEP):
        asking = pair.game._asking()
        if asking is None:
            raise ChoiceError("nobody is asked")
        pair.answer(asking.find(part, seat))


def follow(pair: Pair, step: cases.CaseStep) -> None:
    """One line of a test; what the line wants is looked at elsewhere, here both must agree on it."""
    match step:
        case cases.Fate(values):
            pair.fate(tuple(pair.value(each) for each in values))
        case cases.Happens(procedure):
            pair.begin(procedure)
        case cases.Does(seat, choice):
            choose(pair, seat, choice)
        case cases.Holds(procedure):
            assert pair.value(procedure), step.span
        case cases.May(seat, choice, negated):
            try:
                choose(pair.copy(), seat, choice)
            except ChoiceError:
                assert negated, step.span
            else:
                assert not negated, step.span
        case cases.Sees(seat, thing, index, negated):
            holder = thing.pile if isinstance(thing, tree.PileValue) else thing.variable
            place = pair.value(index) - (holder.owner.first if holder.owner else 0) if index else 0
            assert pair.play.sees(seat, holder, place) != negated, step.span
        case cases.Asks() | cases.Ends() | cases.Says() | cases.Open():
            pass
    pair.compare_invariants()


def test_the_tests_of_the_game_mean_what_they_do(pandemic: Table) -> None:
    assert pandemic.checked.cases
    for case in pandemic.checked.cases:
        pair = pandemic.pair(case.seed, case.players, case.options)
        for step in case.steps:
            try:
                follow(pair, step)
            except AssertionError as error:
                error.add_note(f"{case.name}: {step.span.file}:{step.span.line}")
                raise


def agreed(table: Table, chance: Random) -> dict[str, str]:
    """Some options."""
    return {
        each.name: chance.choice(each.members or tuple(map(str, range(each.low, each.high + 1))))
        for each in table.tables.options
    }


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_go_the_same_way(pandemic: Table, seed: int) -> None:
    chance = Random(seed)
    low, high = pandemic.tables.players
    players = NAMES[: low + seed % (high - low + 1)]
    pair = pandemic.pair(seed, players, agreed(pandemic, chance))
    pair.begin(pandemic.checked.world.procedures["game"])
    for _ in range(MOST_DECISIONS):
        if not pair.open:
            break
        answer = pair.game.sample(chance.randrange)
        pair.answer(answer)
    assert pair.game.outcome is not None
