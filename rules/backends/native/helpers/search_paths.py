"""Paths of a search: the best few, and what answers to questions with many answers were worth before.

A path is its score, the slot of the position that it leads to, the fuel that was used for looking there, a
list of answers, and the number of its first action. A taste is the next one, its question, the answers before
it in the action, and its scores.
"""

from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.search_answers import CHOSEN, TASTED
from lazaretto.rules.backends.native.helpers.search_room import (
    ALIKE,
    TASTES,
    TEMPERED,
    cell,
    give_back,
    node,
    set_cell,
)
from lazaretto.rules.backends.native.helpers.search_steps import END

WORTH_OF = 0
SLOT_OF = 8
LOOKED_OF = 16
STEPS_OF = 24
ORIGIN_OF = 32
WAY = 40

ASKED = 8
BEFORE = 16
SCORES = 24
TASTE_SIZE = 32

NARROW = 8
"""The maximum number of answers that are tried when the same question occurs again in the turn."""


# --- the best paths ------------------------------------------------------------------------------------


def place_among(ways: int, worth: int) -> int:
    """Return the place of a score among the best paths, behind those that are as good."""
    place = load_i64(ways)
    while place > 0 and load_i64(item(ways, place - 1)) < worth:
        place -= 1
    return place


def last_alike(ways: int, origin: int) -> int:
    """Return where the last of the paths with this first action is, if there can be no more; otherwise -1."""
    left = cell(ALIKE)
    if left == 0:
        return -1
    for index in range(load_i64(ways)):
        if load_i64(item(ways, index), ORIGIN_OF) == origin:
            left -= 1
            if left == 0:
                return index
    return -1


def put_in(ways: int, most: int, place: int, way: int, drop: int) -> None:
    """Put a path among the best, and drop a worse one: that which is named, or else the one too many."""
    count = load_i64(ways)
    if drop < 0 and count == most:
        drop = count - 1
    if drop < 0:
        drop = count
        store_i64(ways, count + 1)
    else:
        give_back(load_i64(item(ways, drop), SLOT_OF))
    for index in range(drop, place, -1):
        store_i64(ways + 8 + 8 * index, item(ways, index - 1))
    store_i64(ways + 8 + 8 * place, way)


def new_way(worth: int, slot: int, steps: int, origin: int) -> int:
    """Return a path; a slot of 0 means that nobody needs its position."""
    way = node(WAY)
    store_i64(way, worth)
    store_i64(way, slot, SLOT_OF)
    store_i64(way, load_i64(at.looked), LOOKED_OF)
    store_i64(way, steps, STEPS_OF)
    store_i64(way, origin, ORIGIN_OF)
    return way


# --- tastes --------------------------------------------------------------------------------------------


def taste_of(ask: int, steps: int) -> int:
    """Return the taste for a question after these answers, 0 if it occurs for the first time."""
    taste = cell(TASTES)
    while taste != 0:
        if load_i64(taste, ASKED) == ask and is_same_list(load_i64(taste, BEFORE), steps):
            return taste
        taste = load_i64(taste)
    return 0


def is_same_list(one: int, other: int) -> bool:
    """Whether two lists have the same members."""
    count = load_i64(one)
    index = 0
    while index <= count and load_i64(one + 8 * index) == load_i64(other + 8 * index):
        index += 1
    return index > count


def new_taste(ask: int, steps: int) -> int:
    """Return a taste without scores."""
    taste = node(TASTE_SIZE)
    store_i64(taste, cell(TASTES))
    store_i64(taste, ask, ASKED)
    store_i64(taste, steps, BEFORE)
    store_i64(taste, 0, SCORES)
    set_cell(TASTES, taste)
    return taste


def learn(taste: int, answer: int, worth: int) -> None:
    """Note the score of an answer, if it is the best so far."""
    score = load_i64(taste, SCORES)
    while score != 0:
        if load_i64(score, 8) == answer:
            if worth > load_i64(score, 16):
                store_i64(score, worth, 16)
            return
        score = load_i64(score)
    score = node(24)
    store_i64(score, load_i64(taste, SCORES))
    store_i64(score, answer, 8)
    store_i64(score, worth, 16)
    store_i64(taste, score, SCORES)


@inline
def tasted(answer: int, number: int) -> int:
    """Return the known score of an answer."""
    return load_i64(answer, TASTED) if load_i64(answer, CHOSEN) == number else -END


def narrowed(taste: int, answers: int) -> int:
    """Return the few best answers by their known scores, the earlier of equal ones first."""
    number = cell(TEMPERED) + 1
    set_cell(TEMPERED, number)
    score = load_i64(taste, SCORES)
    while score != 0:
        answer = load_i64(score, 8)
        store_i64(answer, number, CHOSEN)
        store_i64(answer, load_i64(score, 16), TASTED)
        score = load_i64(score)
    found = node(16 + 8 * NARROW)
    size = 0
    for index in range(load_i64(answers)):
        answer = item(answers, index)
        worth = tasted(answer, number)
        place = size
        while place > 0 and tasted(item(found, place - 1), number) < worth:
            place -= 1
        if place < NARROW:
            spot = size if size < NARROW else NARROW - 1
            while spot > place:
                store_i64(found + 8 + 8 * spot, item(found, spot - 1))
                spot -= 1
            store_i64(found + 8 + 8 * place, answer)
            size = size + 1 if size < NARROW else NARROW
    store_i64(found, size)
    return found
