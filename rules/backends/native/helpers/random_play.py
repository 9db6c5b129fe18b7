"""Answers questions at random, many in a row, as `wander` of `lazaretto.rules.run.machine` does.

The random source is a word in memory, which no rule of the game draws from.
"""

from lazaretto.rules.backends.native.helpers.answer_journal import note_if_wanted
from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.chance import STEP, below_at, next_word, product_high
from lazaretto.rules.backends.native.helpers.faults import NO_CHOICE_ALLOWED
from lazaretto.rules.backends.native.helpers.functions_from_outside import call_through_judges
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.game_notes import note_action, note_automatic, note_offer
from lazaretto.rules.backends.native.helpers.memory_types import List, Words, at, copy, inline
from lazaretto.rules.backends.native.helpers.questions import (
    WINDOW,
    Question,
    asks,
    fail_at,
    pending,
    takes_several,
)
from lazaretto.rules.backends.native.helpers.running import OPEN, answer, begin_decision

ACTION = 0xFFFF
"""The bits of an entry that name its action."""
TRIES = 60
JUDGED = 20_000


def wander(decisions: int, source: Words) -> int:
    """Answer the open question and its successors at random; return how many answers were given.

    The result of the last step stands at `at.stopped`.
    """
    made = 0
    stopped = OPEN
    ahead = next_word(source)
    while made < decisions and stopped == OPEN:
        made += 1
        ask = game.ask
        question = asks[ask]
        note_offer(question)
        if takes_several(question):
            game.looked = 0
            several = some_at_random(ask, question, source)
            note_if_wanted(ask, several)
            chosen: int = keep_over_decision(several)
        else:
            chosen = one_by_word(source, ahead)
            note_if_wanted(ask, chosen)
            note_action(question, chosen)
            begin_decision()
        ahead = next_word(source)
        stopped = answer(chosen)
        note_automatic()
    game.stopped = stopped
    return made


@inline
def one_by_word(source: Words, ahead: int) -> int:
    """Return one of the open answers by the next random word, which was computed ahead to save time."""
    answers = pending.answers
    count = len(answers)
    if count < 0 or game.weighed != 0:
        return one_at_random(source)
    source[0] += STEP
    return answers[product_high(ahead, count)]


def one_at_random(source: Words) -> int:
    """Return one of the open answers."""
    answers = pending.answers
    count = len(answers)
    if count < 0:
        low = answers[0]
        return low + below_at(source, answers[1] - low + 1)
    if game.weighed != 0 and asks[game.ask].form <= WINDOW:
        return one_by_weight(answers, source)
    return answers[below_at(source, count)]


@inline
def weight_of(entry: int) -> int:
    """Return how likely an action is; going on has weight one."""
    return 1 if entry == NONE else game.weights[entry & ACTION]


def one_by_weight(answers: List[int], source: Words) -> int:
    """Return one of the open actions, drawn by their weights."""
    count = len(answers)
    total = 0
    for entry in answers:
        total += weight_of(entry)
    if total == 0:
        return answers[below_at(source, count)]
    left = below_at(source, total)
    index = 0
    while left >= weight_of(answers[index]):
        left -= weight_of(answers[index])
        index += 1
    return answers[index]


def keep_over_decision(many: List[int]) -> List[int]:
    """Begin a decision whose answer is a list; return where the list lies now."""
    size = 8 + 8 * len(many)
    begin_decision()
    found = List[int](game.scratch_next)
    copy(found, many, size)
    game.scratch_next = found + size
    return found


def some_at_random(ask: int, question: Question, source: Words) -> List[int]:
    """Return some of the candidates, or all in some order, that are allowed together."""
    answers = pending.answers
    least = pending.least
    most = pending.most
    count = len(answers)
    pool = new_list(count)
    copy(pool, answers, 8 + 8 * count)
    chosen = new_list(most)
    for _ in range(TRIES):
        size = least + below_at(source, most - least + 1)
        for index in range(size):
            other = index + below_at(source, count - index)
            kept = pool[index]
            pool[index] = pool[other]
            pool[other] = kept
        chosen.count = size
        copy(chosen.members, pool.members, 8 * size)
        if is_allowed(ask, question, chosen):
            return chosen
    if first_allowed(ask, question, answers, chosen, least, most) == 0:
        fail_at(question, NO_CHOICE_ALLOWED, 0, 0)
    return chosen


@inline
def is_allowed(ask: int, question: Question, chosen: List[int]) -> bool:
    """Whether a selection as a whole is allowed."""
    return question.has_judge == 0 or passes_judge(ask, chosen) == 1


def passes_judge(ask: int, chosen: List[int]) -> int:
    """Return 1 if a selection as a whole is allowed; pays from the fuel for looking."""
    tank = at.fuel_for_looking - game.looked
    game.fuel = tank
    game.looking = 1
    before = game.scratch_next
    reason = call_through_judges(ask, game.frame, chosen)
    game.scratch_next = before
    game.looking = 0
    game.looked = game.looked + tank - game.fuel
    return 1 if reason == NONE else 0


def first_allowed(
    ask: int, question: Question, answers: List[int], chosen: List[int], least: int, most: int
) -> int:
    """Find the first selection that is allowed, smaller ones first; return 0 if none of many is."""
    count = len(answers)
    spots = new_list(most)
    left = JUDGED
    for size in range(least, most + 1):
        for index in range(size):
            spots[index] = index
        while True:
            if left == 0:
                return 0
            left -= 1
            chosen.count = size
            for index in range(size):
                chosen[index] = answers[spots[index]]
            if is_allowed(ask, question, chosen):
                return 1
            if next_spots(spots, size, count) == 0:
                break
    return 0


def next_spots(spots: List[int], size: int, count: int) -> int:
    """Go on to the next selection in order; return 0 after the last."""
    index = size - 1
    while index >= 0 and spots[index] == count - size + index:
        index -= 1
    if index < 0:
        return 0
    value = spots[index]
    while index < size:
        value += 1
        spots[index] = value
        index += 1
    return 1
