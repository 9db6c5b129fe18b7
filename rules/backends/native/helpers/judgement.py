"""Judges the position in play by a learned judgement, as `rules.run.judge_position` does.

What is judged by stands at `at.judgement`: how many rows the recipe has (0: there is no judgement), how many
features, and the network. Two sums of the network share a word, each with the carry of the one below it.
"""

from rules.backends.native.helpers.judgement_features import count_features
from rules.backends.native.helpers.looking import end_looking, start_looking
from rules.backends.native.helpers.memory import at, fill, inline, load_i64, store_i64
from rules.backends.native.helpers.search_room import STEP, take
from rules.run.judgement_form import LIMIT, MOST_ODDS

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
HEAD = PLAN_OUTPUTS + 24 * 8
PAIR = 16
"""The bytes of two outputs."""
ROW = 96
"""The bytes of the weights of one feature."""


@inline
def has_judgement() -> bool:
    """Whether there is a judgement."""
    return load_i64(at.judgement, ROWS) != 0


def judged(seat: int) -> int:
    """Return the log-odds of a win of a seat in thousandths; pays as a score does."""
    return judged_by(seat, BIAS, OUTPUTS)


def judged_for_plans(seat: int) -> int:
    """Return how good the position is for a seat, where plans are compared."""
    return judged_by(seat, PLAN_BIAS, PLAN_OUTPUTS)


def judged_by(seat: int, bias: int, outputs: int) -> int:
    """Return what the network says with a bias and outputs that stand at these places of the head."""
    count = load_i64(at.judgement, FEATURES)
    fill(at.judgement_features, 0, 8 * count)
    if load_i64(at.judgement, SCORED) != 0:
        tank = start_looking()
        count_features(seat, load_i64(at.judgement, ROWS))
        end_looking(tank)
    else:
        count_features(seat, load_i64(at.judgement, ROWS))
        take(STEP)
    found = weighed(count, at.judgement + outputs)
    found = (found + load_i64(at.judgement + bias)) >> load_i64(at.judgement, SHIFT)
    if found > MOST_ODDS:
        return MOST_ODDS
    return found if found > -MOST_ODDS else -MOST_ODDS


def weighed(count: int, out: int) -> int:
    """Return what the network says about the features, without its bias."""
    a = load_i64(at.judgement, BIASES)
    b = load_i64(at.judgement, BIASES + 8)
    c = load_i64(at.judgement, BIASES + 16)
    d = load_i64(at.judgement, BIASES + 24)
    e = load_i64(at.judgement, BIASES + 32)
    f = load_i64(at.judgement, BIASES + 40)
    g = load_i64(at.judgement, BIASES + 48)
    h = load_i64(at.judgement, BIASES + 56)
    i = load_i64(at.judgement, BIASES + 64)
    j = load_i64(at.judgement, BIASES + 72)
    k = load_i64(at.judgement, BIASES + 80)
    m = load_i64(at.judgement, BIASES + 88)
    spot = at.judgement_features
    row = at.judgement_weights
    end = spot + 8 * count
    while spot < end:
        value = load_i64(spot)
        if value != 0:
            if value > LIMIT:
                value = LIMIT
            if value < -LIMIT:
                value = -LIMIT
            a += value * load_i64(row)
            b += value * load_i64(row, 8)
            c += value * load_i64(row, 16)
            d += value * load_i64(row, 24)
            e += value * load_i64(row, 32)
            f += value * load_i64(row, 40)
            g += value * load_i64(row, 48)
            h += value * load_i64(row, 56)
            i += value * load_i64(row, 64)
            j += value * load_i64(row, 72)
            k += value * load_i64(row, 80)
            m += value * load_i64(row, 88)
        spot += 8
        row += ROW
    total = both(a, out) + both(b, out + PAIR) + both(c, out + 2 * PAIR) + both(d, out + 3 * PAIR)
    total += both(e, out + 4 * PAIR) + both(f, out + 5 * PAIR) + both(g, out + 6 * PAIR)
    total += both(h, out + 7 * PAIR) + both(i, out + 8 * PAIR) + both(j, out + 9 * PAIR)
    total += both(k, out + 10 * PAIR) + both(m, out + 11 * PAIR)
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


def judge_often(seat: int, times: int) -> int:
    """Judge the same position many times, to measure how long it takes."""
    found = 0
    for _ in range(times):
        store_i64(at.looked, 0)
        found += judged(seat)
    return found
