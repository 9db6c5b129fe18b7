"""Searches all actions of a position, as `Outlook.deeds` of `lazaretto.lab.playing.turn_search` does.

A deed is an action that is not complete: the next one, the one that it continues, its last answer, the taste
that this answer was picked for (or 0), its slot, the fuel that was used for looking there, and the number of
its answers.
"""

from lazaretto.rules.backends.native.helpers.kept_lists import keep_lists
from lazaretto.rules.backends.native.helpers.memory import at, copy, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.running import ENDED, OPEN, VEILED
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_answers import PLAIN, answers_of
from lazaretto.rules.backends.native.helpers.search_boards import is_known_board
from lazaretto.rules.backends.native.helpers.search_paths import (
    NARROW,
    last_alike,
    learn,
    narrowed,
    new_taste,
    new_way,
    place_among,
    put_in,
    taste_of,
)
from lazaretto.rules.backends.native.helpers.search_room import (
    BEST,
    BEST_PATH,
    FINAL,
    ORIGIN,
    ORIGINS,
    OVER,
    PATH,
    QUICK,
    SEAT,
    SEEN_COUNT,
    SPENT,
    STAMP,
    START_ASK,
    START_TURNS,
    TASTE,
    TASTES,
    VEILED_SLOT,
    WIDTH,
    WORTH,
    cell,
    free_slot,
    give_back,
    is_spent_by_copy,
    node,
    set_cell,
)
from lazaretto.rules.backends.native.helpers.search_steps import (
    agree,
    enter,
    give,
    is_inside,
    rated,
    turn_is_over,
)

BROAD = 240
"""The maximum number of answers to one question that are tried."""

PARENT = 8
ANSWER = 16
TASTE_OF = 24
SLOT_OF = 32
LOOKED_OF = 40
DEPTH_OF = 48
DEED = 56


def begin_search(seat: int, quick: int) -> None:
    """Begin to search from the position in play, which counts as seen: what leads back to it is no way."""
    set_cell(SEAT, seat)
    set_cell(START_ASK, load_i64(at.ask))
    set_cell(START_TURNS, load_i64(at.turns))
    set_cell(STAMP, cell(STAMP) + 1)
    set_cell(TASTES, 0)
    set_cell(SEEN_COUNT, 0)
    set_cell(ORIGINS, 0)
    set_cell(QUICK, quick)
    set_cell(BEST_PATH, 0)
    is_known_board()


def search_actions(slot: int, looked: int, path: int, ends: int, open_ways: int) -> int:
    """Try all actions from a saved position, after a path; return SPENT if the work must end, otherwise 0."""
    set_cell(PATH, path)
    deed = new_deed(0, 0, 0, slot, looked)
    last = deed
    first = deed
    while deed != 0:
        enter(load_i64(deed, SLOT_OF), load_i64(deed, LOOKED_OF))
        answers = answers_to_try(deed)
        if answers == SPENT:
            return SPENT
        taste = cell(TASTE)
        for index in range(load_i64(answers)):
            answer = item(answers, index)
            kept = load_i64(at.arena_next)
            stopped = try_answer(load_i64(deed, SLOT_OF), answer, first_answer(deed, answer))
            if stopped == SPENT:
                return SPENT
            used = 0
            if stopped == OPEN:
                if cell(OVER) == 0 and is_inside():
                    slot = free_slot()
                    save(slot)
                    other = new_deed(deed, answer, taste, slot, load_i64(at.looked))
                    store_i64(last, other)
                    last = other
                    used = 1
                elif not is_known_board():
                    if rated(cell(SEAT)) == SPENT:
                        return SPENT
                    used = note_way(deed, answer, taste, ends, open_ways)
            if used == 0:
                store_i64(at.arena_next, kept)
        if deed != first:
            give_back(load_i64(deed, SLOT_OF))
        deed = load_i64(deed)
    return 0


def new_deed(parent: int, answer: int, taste: int, slot: int, looked: int) -> int:
    """Return an action that has begun."""
    deed = node(DEED)
    store_i64(deed, 0)
    store_i64(deed, parent, PARENT)
    store_i64(deed, answer, ANSWER)
    store_i64(deed, taste, TASTE_OF)
    store_i64(deed, slot, SLOT_OF)
    store_i64(deed, looked, LOOKED_OF)
    store_i64(deed, load_i64(parent, DEPTH_OF) + 1 if parent != 0 else 0, DEPTH_OF)
    return deed


def first_answer(deed: int, answer: int) -> int:
    """Return the first answer of an action with one more answer."""
    while load_i64(deed, PARENT) != 0:
        answer = load_i64(deed, ANSWER)
        deed = load_i64(deed, PARENT)
    return answer


def steps_of(deed: int, room: int) -> int:
    """Return a list of the answers of an action, behind free room for some others."""
    depth = load_i64(deed, DEPTH_OF)
    found = node(8 + 8 * (room + depth))
    store_i64(found, room + depth)
    spot = found + 8 * (room + depth)
    while load_i64(deed, PARENT) != 0:
        store_i64(spot, load_i64(deed, ANSWER))
        spot -= 8
        deed = load_i64(deed, PARENT)
    return found


def path_with(deed: int, answer: int) -> int:
    """Return the whole path to a position: the path before, the action, and its last answer."""
    before = cell(PATH)
    count = load_i64(before)
    steps = steps_of(deed, count)
    copy(steps + 8, before + 8, 8 * count)
    last = node(8)
    store_i64(last, answer)
    store_i64(steps, load_i64(steps) + 1)
    return steps


def answers_to_try(deed: int) -> int:
    """Return the answers to try; TASTE is where to note their scores, or 0. Returns SPENT if it must stop."""
    set_cell(TASTE, 0)
    answers = answers_of(cell(SEAT), BROAD)
    if answers == SPENT or load_i64(deed, DEPTH_OF) == 0 or load_i64(answers) <= NARROW:
        return answers
    ask = load_i64(at.ask)
    steps = steps_of(deed, 0)
    taste = taste_of(ask, steps)
    if taste == 0:
        set_cell(TASTE, new_taste(ask, steps))
        return answers
    return narrowed(taste, answers)


def try_answer(slot: int, answer: int, first: int) -> int:
    """Go on from a saved position with an answer; OVER tells whether it ends the turn.

    Returns OPEN, SPENT, or FAULTY. If a random event ends the turn, this is the position before that event.
    """
    if is_spent_by_copy():
        return SPENT
    restore(slot)
    store_i64(at.still, 1)
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(cell(SEAT))
    if OPEN <= stopped <= ENDED:
        over = turn_is_over(cell(SEAT))
        set_cell(OVER, 1 if over else 0)
        if not over:
            store_i64(first, cell(STAMP), PLAIN)
        return OPEN
    if stopped != VEILED:
        return stopped
    set_cell(OVER, 1)
    if load_i64(first, PLAIN) == cell(STAMP):
        return OPEN
    keep_lists()
    save(VEILED_SLOT)
    if is_spent_by_copy():
        return SPENT
    restore(slot)
    store_i64(at.still, 0)
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(cell(SEAT))
    if stopped < 0:
        return stopped
    if load_i64(at.ask) == cell(START_ASK) and not turn_is_over(cell(SEAT)):
        set_cell(OVER, 0)
        return OPEN
    restore(VEILED_SLOT)
    store_i64(at.looked, 0)
    return OPEN


def note_way(deed: int, answer: int, taste: int, ends: int, open_ways: int) -> int:
    """Note a complete action and its score; return 1 if its position was saved, otherwise 0."""
    worth = cell(WORTH)
    if taste != 0:
        learn(taste, answer, worth)
    other = deed
    while load_i64(other, PARENT) != 0:
        if load_i64(other, TASTE_OF) != 0:
            learn(load_i64(other, TASTE_OF), load_i64(other, ANSWER), worth)
        other = load_i64(other, PARENT)
    if cell(QUICK) != 0:
        if cell(BEST_PATH) == 0 or worth > cell(BEST):
            set_cell(BEST, worth)
            set_cell(BEST_PATH, path_with(deed, answer))
        return 0
    over = cell(OVER) != 0
    ways = ends if over else open_ways
    most = cell(FINAL) if over else most_open()
    place = place_among(ways, worth)
    origin = cell(ORIGIN)
    if origin == 0:
        origin = cell(ORIGINS) + 1
        set_cell(ORIGINS, origin)
    drop = last_alike(ways, origin)
    if place == most or 0 <= drop < place:
        return 0
    slot = 0
    if not over:
        slot = free_slot()
        save(slot)
    put_in(ways, most, place, new_way(worth, slot, path_with(deed, answer), origin), drop)
    return 0 if over else 1


def most_open() -> int:
    """Return how many paths are kept that can go on."""
    return cell(WIDTH) if cell(WIDTH) > cell(FINAL) else cell(FINAL)
