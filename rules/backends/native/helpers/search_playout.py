"""Plays paths out in another determinisation, as `lazaretto.lab.playing.turn_search` does.

`play_ways` plays those that `plan_ways` has found, and are still compared, from the position in play.
"""

from lazaretto.rules.backends.native.helpers.faults import NOTHING_TO_CHOOSE, fault
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List
from lazaretto.rules.backends.native.helpers.running import OPEN
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_actions import BROAD, begin_search, search_actions
from lazaretto.rules.backends.native.helpers.search_answers import answers_of, forget_answers
from lazaretto.rules.backends.native.helpers.search_plan import best_ways, no_steps
from lazaretto.rules.backends.native.helpers.search_room import (
    PLAYED_SLOT,
    SPENT,
    WORLD_SLOT,
    Answer,
    Way,
    is_spent_by_copy,
    search,
)
from lazaretto.rules.backends.native.helpers.search_steps import (
    END,
    agree,
    asked,
    enter,
    give,
    is_inside,
    rated,
)
from lazaretto.rules.backends.native.helpers.turn_search_paths import NARROW

LATER = 24
"""The maximum number of answers given to bring one turn to its end."""
REST_WIDTH = 2
"""Beam width in the rest of the own turn, where chance has ended a path."""
LATER_DEPTH = 12
"""Search depth in later turns, in actions."""


def play_ways(seat: int, alive: int, horizon: int, later_width: int, by_judgement: int) -> int:
    """Play the paths out whose bits are set; return SPENT if the work must end, or 0.

    A judgement rates positions on the way if the first bit of `by_judgement` is set; the other bits say what
    rates the end, as `BY_JUDGEMENT` does.
    """
    looked = game.looked
    kept = game.arena_next
    save(WORLD_SLOT)
    found = search.ways
    for index in range(len(found)):
        if alive >> index & 1 == 0:
            continue
        game.arena_next = kept
        search.nodes_next = search.nodes_kept
        forget_answers()
        if is_spent_by_copy():
            return SPENT
        enter(WORLD_SLOT, looked)
        search.by_judgement = by_judgement & 1
        stopped = played_out(seat, found[index].steps, horizon, later_width)
        search.by_judgement = by_judgement >> 1
        if stopped == SPENT or (stopped == OPEN and rated(seat) == SPENT):
            return SPENT
        search.worlds_told[index] = search.worth if stopped == OPEN else -END
    return 0


def played_out(seat: int, path: List[Answer], horizon: int, later_width: int) -> int:
    """Play some turns, at first with these answers, while possible; return OPEN, SPENT or FAULTY."""
    turn = game.turns
    question = game.ask
    for answer in path:
        if asked() != seat:
            break
        answers = answers_of(seat, BROAD)
        if answers == SPENT:
            return SPENT
        if not is_among(answers, answer):
            break
        stopped = given_with_consent(answer, seat)
        if stopped != OPEN:
            return stopped
    for _ in range(LATER * (1 + horizon)):
        other = asked()
        if other < 0 or game.turns > turn + horizon:
            break
        search.nodes_next = search.nodes_kept
        again = game.ask == question
        width = later_width if game.turns > turn else REST_WIDTH
        stopped = do_next(other, again, width if again else 0)
        if stopped != OPEN:
            return stopped
    return OPEN


def do_next(seat: int, again: bool, width: int) -> int:
    """Let a seat play its whole turn by a beam, if there is a width, or its next action."""
    if width > 0:
        kept = game.arena_next
        looked = game.looked
        save(PLAYED_SLOT)
        ways = best_ways(seat, PLAYED_SLOT, width, LATER_DEPTH, 1, 0)
        game.arena_next = kept
        if len(ways) != 0:
            restore(PLAYED_SLOT)
            return given_path(ways[0].steps, seat)
        enter(PLAYED_SLOT, looked)
    return do_next_best(seat, again)


def given_path(path: List[Answer], seat: int) -> int:
    """Give all answers of a path; return OPEN, SPENT or FAULTY."""
    for answer in path:
        stopped = given_with_consent(answer, seat)
        if stopped != OPEN:
            return stopped
    return OPEN


def is_among(answers: List[Answer], answer: Answer) -> bool:
    """Whether an answer is open."""
    index = len(answers)
    while index > 0 and answers[index - 1] != answer:
        index -= 1
    return index > 0


def given_with_consent(answer: Answer, seat: int) -> int:
    """Give an answer and let the others consent; return OPEN, also at the end, SPENT or FAULTY."""
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(seat)
    return stopped if stopped < 0 else OPEN


def do_next_best(seat: int, again: bool) -> int:
    """Let a seat do what is best one action ahead; return OPEN, SPENT or FAULTY."""
    answers = answers_of(seat, NARROW)
    if answers == SPENT:
        return SPENT
    if len(answers) > 1 and (again or is_inside()):
        kept = game.arena_next
        save(PLAYED_SLOT)
        begin_search(seat, 1)
        if search_actions(PLAYED_SLOT, game.looked, no_steps(), List[Way](0), List[Way](0)) == SPENT:
            return SPENT
        restore(PLAYED_SLOT)
        game.arena_next = kept
        path = search.best_path
        if path != 0:
            return given_path(path, seat)
    if len(answers) == 0:
        fault(NOTHING_TO_CHOOSE, 0, 0, 0)
    return given_with_consent(passing(answers), seat)


def passing(answers: List[Answer]) -> Answer:
    """Return the answer that passes, or the first one."""
    for answer in answers:
        if answer.count < 0 and answer.values[0].value == NONE:
            return answer
    return answers[0]
