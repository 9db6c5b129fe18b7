"""Judges the position in play by a learned judgement, as `lazaretto.rules.run.planning.judge_position` does.

What is judged by stands at `at.judgement`: how many rows the recipe has (0: there is no judgement), how many
features, and the network. Two sums of the network share a word, each with the carry of the one below it. The
weights stand there by pairs of units: those of all features for the first pair, then for the next one.
"""

from lazaretto.rules.backends.native.helpers.judgement_features import count_features
from lazaretto.rules.backends.native.helpers.looking import end_looking, start_looking
from lazaretto.rules.backends.native.helpers.memory import at, fill, inline, load_i64
from lazaretto.rules.backends.native.helpers.search_room import STEP, take
from lazaretto.rules.run.planning.judgement_form import LIMIT, MOST_ODDS

ROWS = 0
FEATURES = 8
BIAS = 16
SHIFT = 24
SCORED = 32
"""Whether the recipe asks for the score."""
BIASES = 40
OUTPUTS = BIASES + 12 * 8
PLAN_BIAS = OUTPUTS + 24 * 8
PLAN_OUTPUTS = PLAN_BIAS + 8
"""What counts instead of the bias and the outputs where plans are compared."""
PAIRS = PLAN_OUTPUTS + 24 * 8
"""How many pairs of units count; the rest is nothing."""
PHASES = PAIRS + 8
"""How many phases follow the first one where plans are compared, and the turns from which on they last."""
HEAD = PHASES + 12 * 8
PAIR = 16
"""The bytes of two outputs."""


@inline
def has_judgement() -> bool:
    """Whether there is a judgement."""
    return load_i64(at.judgement, ROWS) != 0


def judged(seat: int) -> int:
    """Return the log-odds of a win of a seat in thousandths; pays as a score does."""
    return judged_by(seat, BIAS, OUTPUTS, 0, load_i64(at.judgement, PAIRS))


def judged_for_plans(seat: int) -> int:
    """Return how good the position is for a seat, where plans are compared."""
    phases = load_i64(at.judgement, PHASES)
    if phases == 0:
        return judged_by(seat, PLAN_BIAS, PLAN_OUTPUTS, 0, load_i64(at.judgement, PAIRS))
    pair = 1
    for index in range(phases):
        if load_i64(at.turns) >= load_i64(at.judgement + 8 * index, PHASES + 8):
            pair += 1
    return judged_by(seat, PLAN_BIAS, PLAN_OUTPUTS, pair, pair + 1)


def judged_by(seat: int, bias: int, outputs: int, first: int, end: int) -> int:
    """Return what some pairs of units say with a bias and outputs that stand at these places of the head."""
    count = load_i64(at.judgement, FEATURES)
    fill(at.judgement_features, 0, 8 * count)
    if load_i64(at.judgement, SCORED) != 0:
        tank = start_looking()
        count_features(seat, load_i64(at.judgement, ROWS))
        end_looking(tank)
    else:
        count_features(seat, load_i64(at.judgement, ROWS))
        take(STEP)
    found = weighed(count, at.judgement + outputs, first, end)
    found = (found + load_i64(at.judgement + bias)) >> load_i64(at.judgement, SHIFT)
    if found > MOST_ODDS:
        return MOST_ODDS
    return found if found > -MOST_ODDS else -MOST_ODDS


def weighed(count: int, outputs: int, first: int, end: int) -> int:
    """Return what some pairs of units say about the features, without the bias."""
    total = 0
    for pair in range(first, end):
        if load_i64(outputs + PAIR * pair) == 0 and load_i64(outputs + PAIR * pair, 8) == 0:
            continue
        sums = load_i64(at.judgement + 8 * pair, BIASES)
        weight = at.judgement_weights + 8 * count * pair
        spot = at.judgement_features
        last = spot + 8 * count
        while spot < last:
            value = load_i64(spot)
            if value > LIMIT:
                value = LIMIT
            if value < -LIMIT:
                value = -LIMIT
            sums += value * load_i64(weight)
            spot += 8
            weight += 8
        total += both(sums, outputs + PAIR * pair)
    return total


def both(pair: int, outputs: int) -> int:
    """Return what two units that share a word add to the result."""
    low = (pair << 32) >> 32
    high = (pair - low) >> 32
    found = 0
    if low > 0:
        found = low * load_i64(outputs)
    if high > 0:
        found += high * load_i64(outputs, 8)
    return found
