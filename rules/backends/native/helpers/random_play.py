"""Answers questions at random, many in a row, as `wander` of `lazaretto.rules.run.machine` does.

The random source is a word in memory, which no rule of the game draws from.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.chance import STEP, below_at, next_word, product_high
from lazaretto.rules.backends.native.helpers.faults import NO_CHOICE_ALLOWED
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.game_notes import note_action, note_automatic, note_offer
from lazaretto.rules.backends.native.helpers.journal import note_if_wanted
from lazaretto.rules.backends.native.helpers.memory import at, copy, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.provided import call_through_judges
from lazaretto.rules.backends.native.helpers.questions import (
    FORM,
    HAS_JUDGE,
    LEAST,
    LIST,
    MOST,
    WINDOW,
    fail_at,
    row_of_question,
    takes_several,
)
from lazaretto.rules.backends.native.helpers.running import OPEN, answer, begin_decision

ACTION = 0xFFFF
"""The bits of an entry that name its action."""
TRIES = 60
JUDGED = 20_000


def wander(decisions: int, source: int) -> int:
    """Answer the open question and its successors at random; return how many answers were given.

    The result of the last step stands at `at.stopped`.
    """
    made = 0
    stopped = OPEN
    ahead = next_word(source)
    while made < decisions and stopped == OPEN:
        made += 1
        ask = load_i64(at.ask)
        row = row_of_question(ask)
        note_offer(row)
        if takes_several(row):
            store_i64(at.looked, 0)
            chosen = some_at_random(ask, row, source)
            note_if_wanted(ask, chosen)
            chosen = keep_over_decision(chosen)
        else:
            chosen = one_by_word(source, ahead)
            note_if_wanted(ask, chosen)
            note_action(row, chosen)
            begin_decision()
        ahead = next_word(source)
        stopped = answer(chosen)
        note_automatic()
    store_i64(at.stopped, stopped)
    return made


@inline
def one_by_word(source: int, ahead: int) -> int:
    """Return one of the open answers by the next random word, which was computed ahead to save time."""
    answers = load_i64(at.pending, LIST)
    count = load_i64(answers)
    if count < 0 or load_i64(at.weighed) != 0:
        return one_at_random(source)
    store_i64(source, load_i64(source) + STEP)
    return item(answers, product_high(ahead, count))


def one_at_random(source: int) -> int:
    """Return one of the open answers."""
    answers = load_i64(at.pending, LIST)
    count = load_i64(answers)
    if count < 0:
        low = load_i64(answers, 8)
        return low + below_at(source, load_i64(answers, 16) - low + 1)
    if load_i64(at.weighed) != 0 and load_i64(row_of_question(load_i64(at.ask)), FORM) <= WINDOW:
        return one_by_weight(answers, source)
    return item(answers, below_at(source, count))


@inline
def weight_of(entry: int) -> int:
    """Return how likely an action is; going on has weight one."""
    return 1 if entry == NONE else load_i64(at.weights + 8 * (entry & ACTION))


def one_by_weight(answers: int, source: int) -> int:
    """Return one of the open actions, drawn by their weights."""
    count = load_i64(answers)
    total = 0
    for index in range(count):
        total += weight_of(item(answers, index))
    if total == 0:
        return item(answers, below_at(source, count))
    left = below_at(source, total)
    index = 0
    while left >= weight_of(item(answers, index)):
        left -= weight_of(item(answers, index))
        index += 1
    return item(answers, index)


def keep_over_decision(many: int) -> int:
    """Begin a decision whose answer is a list; return where the list lies now."""
    size = 8 + 8 * load_i64(many)
    begin_decision()
    found = load_i64(at.scratch_next)
    copy(found, many, size)
    store_i64(at.scratch_next, found + size)
    return found


def some_at_random(ask: int, row: int, source: int) -> int:
    """Return some of the candidates, or all in some order, that are allowed together."""
    answers = load_i64(at.pending, LIST)
    least = load_i64(at.pending, LEAST)
    most = load_i64(at.pending, MOST)
    count = load_i64(answers)
    pool = new_list(count)
    copy(pool, answers, 8 + 8 * count)
    chosen = new_list(most)
    for _ in range(TRIES):
        size = least + below_at(source, most - least + 1)
        for index in range(size):
            other = index + below_at(source, count - index)
            kept = item(pool, index)
            store_i64(pool + 8 + 8 * index, item(pool, other))
            store_i64(pool + 8 + 8 * other, kept)
        store_i64(chosen, size)
        copy(chosen + 8, pool + 8, 8 * size)
        if is_allowed(ask, row, chosen):
            return chosen
    if first_allowed(ask, row, answers, chosen, least, most) == 0:
        fail_at(row, NO_CHOICE_ALLOWED, 0, 0)
    return chosen


@inline
def is_allowed(ask: int, row: int, chosen: int) -> bool:
    """Whether a selection as a whole is allowed."""
    return load_i64(row, HAS_JUDGE) == 0 or passes_judge(ask, chosen) == 1


def passes_judge(ask: int, chosen: int) -> int:
    """Return 1 if a selection as a whole is allowed; pays from the fuel for looking."""
    tank = at.fuel_for_looking - load_i64(at.looked)
    store_i64(at.fuel, tank)
    store_i64(at.looking, 1)
    before = load_i64(at.scratch_next)
    reason = call_through_judges(ask, load_i64(at.frame), chosen)
    store_i64(at.scratch_next, before)
    store_i64(at.looking, 0)
    store_i64(at.looked, load_i64(at.looked) + tank - load_i64(at.fuel))
    return 1 if reason == NONE else 0


def first_allowed(ask: int, row: int, answers: int, chosen: int, least: int, most: int) -> int:
    """Find the first selection that is allowed, smaller ones first; return 0 if none of many is."""
    count = load_i64(answers)
    spots = new_list(most)
    left = JUDGED
    for size in range(least, most + 1):
        for index in range(size):
            store_i64(spots + 8 + 8 * index, index)
        while True:
            if left == 0:
                return 0
            left -= 1
            store_i64(chosen, size)
            for index in range(size):
                store_i64(chosen + 8 + 8 * index, item(answers, item(spots, index)))
            if is_allowed(ask, row, chosen):
                return 1
            if next_spots(spots, size, count) == 0:
                break
    return 0


def next_spots(spots: int, size: int, count: int) -> int:
    """Go on to the next selection in order; return 0 after the last."""
    index = size - 1
    while index >= 0 and item(spots, index) == count - size + index:
        index -= 1
    if index < 0:
        return 0
    value = item(spots, index)
    while index < size:
        value += 1
        store_i64(spots + 8 + 8 * index, value)
        index += 1
    return 1
