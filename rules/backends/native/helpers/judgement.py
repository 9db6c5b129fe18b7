"""Judges the position in play by a learned judgement, as `lazaretto.rules.run.planning.judge_position` does.

What is judged by stands at `at.judgement`: how many rows the recipe has (0: there is no judgement), how many
features, and the network. Two sums of the network share a word, each with the carry of the one below it. The
weights stand there by pairs of units: those of all features for the first pair, then for the next one.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.count_for_judgement import features
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.judgement_features import count_features
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Rows, Words, at, fill, inline
from lazaretto.rules.backends.native.helpers.pay_for_looking import end_looking, start_looking
from lazaretto.rules.backends.native.helpers.search_room import STEP, take
from lazaretto.rules.run.planning.judgement_form import LIMIT, MOST_ODDS


class UnitPair(Record):
    """What two units that share a word weigh in the result."""

    low: int
    high: int


class Judgement(Record):
    """The head of a judgement."""

    rows: int
    """How many rows the recipe has; 0: there is no judgement."""
    features: int
    bias: int
    shift: int
    scored: int
    """Whether the recipe asks for the score."""
    biases: Annotated[Words, 12]
    outputs: Annotated[Rows[UnitPair], 12]
    plan_bias: int
    plan_outputs: Annotated[Rows[UnitPair], 12]
    """What counts instead of the bias and the outputs where plans are compared."""
    pairs: int
    """How many pairs of units count; the rest is nothing."""
    phases: Annotated[List[int], 11]
    """The turns from which on the phases after the first one last, where plans are compared."""


judgement = Judgement(at.judgement)
weights = Words(at.judgement_weights)


@inline
def has_judgement() -> bool:
    """Whether there is a judgement."""
    return judgement.rows != 0


def judged(seat: int) -> int:
    """Return the log-odds of a win of a seat in thousandths; pays as a score does."""
    return judged_by(seat, judgement.bias, judgement.outputs, 0, judgement.pairs)


def judged_for_plans(seat: int) -> int:
    """Return how good the position is for a seat, where plans are compared."""
    if len(judgement.phases) == 0:
        return judged_by(seat, judgement.plan_bias, judgement.plan_outputs, 0, judgement.pairs)
    pair = 1
    for turn in judgement.phases:
        if game.turns >= turn:
            pair += 1
    return judged_by(seat, judgement.plan_bias, judgement.plan_outputs, pair, pair + 1)


def judged_by(seat: int, bias: int, outputs: Rows[UnitPair], first: int, end: int) -> int:
    """Return what some pairs of units say with a bias and outputs."""
    count = judgement.features
    fill(features, 0, 8 * count)
    if judgement.scored != 0:
        tank = start_looking()
        count_features(seat, judgement.rows)
        end_looking(tank)
    else:
        count_features(seat, judgement.rows)
        take(STEP)
    found = weighed(count, outputs, first, end)
    found = (found + bias) >> judgement.shift
    if found > MOST_ODDS:
        return MOST_ODDS
    return found if found > -MOST_ODDS else -MOST_ODDS


def weighed(count: int, outputs: Rows[UnitPair], first: int, end: int) -> int:
    """Return what some pairs of units say about the features, without the bias."""
    total = 0
    for pair in range(first, end):
        if outputs[pair].low == 0 and outputs[pair].high == 0:
            continue
        sums = judgement.biases[pair]
        weight = weights[count * pair :]
        spot = features
        last = spot[count:]
        while spot < last:
            value = spot[0]
            if value > LIMIT:
                value = LIMIT
            if value < -LIMIT:
                value = -LIMIT
            sums += value * weight[0]
            spot = spot[1:]
            weight = weight[1:]
        total += both(sums, outputs[pair])
    return total


def both(pair: int, outputs: UnitPair) -> int:
    """Return what two units that share a word add to the result."""
    low = (pair << 32) >> 32
    high = (pair - low) >> 32
    found = 0
    if low > 0:
        found = low * outputs.low
    if high > 0:
        found += high * outputs.high
    return found
