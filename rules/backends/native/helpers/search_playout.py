"""Plays paths out in another determinisation, as `lazaretto.lab.playing.turn_search` does.

`play_ways` plays those that `plan_ways` has found, and are still compared, from the position in play.
"""

from lazaretto.rules.backends.native.helpers.faults import NOTHING_TO_CHOOSE, fault
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.running import OPEN
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_actions import BROAD, begin_search, search_actions
from lazaretto.rules.backends.native.helpers.search_answers import COUNT, VALUES, answers_of, forget_answers
from lazaretto.rules.backends.native.helpers.search_paths import NARROW, STEPS_OF
from lazaretto.rules.backends.native.helpers.search_plan import best_ways, new_ways
from lazaretto.rules.backends.native.helpers.search_room import (
    BEST_PATH,
    BY_JUDGEMENT,
    FOUND,
    NODES_KEPT,
    NODES_NEXT,
    PLAYED_SLOT,
    SPENT,
    WORLD_SLOT,
    WORLDS_TOLD,
    WORTH,
    cell,
    is_spent_by_copy,
    set_cell,
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
    looked = load_i64(at.looked)
    kept = load_i64(at.arena_next)
    save(WORLD_SLOT)
    found = cell(FOUND)
    for index in range(load_i64(found)):
        if alive >> index & 1 == 0:
            continue
        store_i64(at.arena_next, kept)
        set_cell(NODES_NEXT, cell(NODES_KEPT))
        forget_answers()
        if is_spent_by_copy():
            return SPENT
        enter(WORLD_SLOT, looked)
        set_cell(BY_JUDGEMENT, by_judgement & 1)
        stopped = played_out(seat, load_i64(item(found, index), STEPS_OF), horizon, later_width)
        set_cell(BY_JUDGEMENT, by_judgement >> 1)
        if stopped == SPENT or (stopped == OPEN and rated(seat) == SPENT):
            return SPENT
        store_i64(cell(WORLDS_TOLD) + 8 + 8 * index, cell(WORTH) if stopped == OPEN else -END)
    return 0


def played_out(seat: int, path: int, horizon: int, later_width: int) -> int:
    """Play some turns, at first with these answers, while possible; return OPEN, SPENT or FAULTY."""
    turn = load_i64(at.turns)
    question = load_i64(at.ask)
    for index in range(load_i64(path)):
        if asked() != seat:
            break
        answers = answers_of(seat, BROAD)
        if answers == SPENT:
            return SPENT
        if not is_among(answers, item(path, index)):
            break
        stopped = given_with_consent(item(path, index), seat)
        if stopped != OPEN:
            return stopped
    for _ in range(LATER * (1 + horizon)):
        other = asked()
        if other < 0 or load_i64(at.turns) > turn + horizon:
            break
        set_cell(NODES_NEXT, cell(NODES_KEPT))
        again = load_i64(at.ask) == question
        width = later_width if load_i64(at.turns) > turn else REST_WIDTH
        stopped = do_next(other, again, width if again else 0)
        if stopped != OPEN:
            return stopped
    return OPEN


def do_next(seat: int, again: bool, width: int) -> int:
    """Let a seat play its whole turn by a beam, if there is a width, or its next action."""
    if width > 0:
        kept = load_i64(at.arena_next)
        looked = load_i64(at.looked)
        save(PLAYED_SLOT)
        ways = best_ways(seat, PLAYED_SLOT, width, LATER_DEPTH, 1, 0)
        store_i64(at.arena_next, kept)
        if load_i64(ways) != 0:
            restore(PLAYED_SLOT)
            return given_path(load_i64(item(ways, 0), STEPS_OF), seat)
        enter(PLAYED_SLOT, looked)
    return do_next_best(seat, again)


def given_path(path: int, seat: int) -> int:
    """Give all answers of a path; return OPEN, SPENT or FAULTY."""
    for index in range(load_i64(path)):
        stopped = given_with_consent(item(path, index), seat)
        if stopped != OPEN:
            return stopped
    return OPEN


def is_among(answers: int, answer: int) -> bool:
    """Whether an answer is open."""
    index = load_i64(answers)
    while index > 0 and load_i64(answers + 8 * index) != answer:
        index -= 1
    return index > 0


def given_with_consent(answer: int, seat: int) -> int:
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
    if load_i64(answers) > 1 and (again or is_inside()):
        kept = load_i64(at.arena_next)
        save(PLAYED_SLOT)
        begin_search(seat, 1)
        if search_actions(PLAYED_SLOT, load_i64(at.looked), new_ways(0), 0, 0) == SPENT:
            return SPENT
        restore(PLAYED_SLOT)
        store_i64(at.arena_next, kept)
        path = cell(BEST_PATH)
        if path != 0:
            return given_path(path, seat)
    if load_i64(answers) == 0:
        fault(NOTHING_TO_CHOOSE, 0, 0, 0)
    return given_with_consent(passing(answers), seat)


def passing(answers: int) -> int:
    """Return the answer that passes, or the first one."""
    for index in range(load_i64(answers)):
        answer = item(answers, index)
        if load_i64(answer, COUNT) < 0 and load_i64(answer, VALUES + 8) == NONE:
            return answer
    return item(answers, 0)
