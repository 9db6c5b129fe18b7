"""Paths of a search and what answers were worth before, as in `lazaretto.lab.playing.turn_search`."""

from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import List, inline, size_of
from lazaretto.rules.backends.native.helpers.search_room import (
    Answer,
    Score,
    Taste,
    Way,
    give_back,
    node,
    search,
)
from lazaretto.rules.backends.native.helpers.search_steps import END

NARROW = 8
"""The maximum number of answers that are tried when the same question occurs again in the turn."""


# --- the best paths ------------------------------------------------------------------------------------


def place_among(ways: List[Way], worth: int) -> int:
    """Return the place of a score among the best paths, behind those that are as good."""
    place = len(ways)
    while place > 0 and ways[place - 1].worth < worth:
        place -= 1
    return place


def last_alike(ways: List[Way], origin: int) -> int:
    """Return where the last of the paths with this first action is, if there can be no more; otherwise -1."""
    left = search.alike
    if left == 0:
        return -1
    for index in range(len(ways)):
        if ways[index].origin == origin:
            left -= 1
            if left == 0:
                return index
    return -1


def put_in(ways: List[Way], most: int, place: int, way: Way, drop: int) -> None:
    """Put a path among the best, and drop a worse one: that which is named, or else the one too many."""
    count = len(ways)
    if drop < 0 and count == most:
        drop = count - 1
    if drop < 0:
        drop = count
        ways.count = count + 1
    else:
        give_back(ways[drop].slot)
    for index in range(drop, place, -1):
        ways[index] = ways[index - 1]
    ways[place] = way


def new_way(worth: int, slot: int, steps: List[Answer], origin: int) -> Way:
    """Return a path; a slot of 0 means that nobody needs its position."""
    way = Way(node(size_of(Way)))
    way.worth = worth
    way.slot = slot
    way.looked = game.looked
    way.steps = steps
    way.origin = origin
    return way


# --- tastes --------------------------------------------------------------------------------------------


def taste_of(ask: int, steps: List[Answer]) -> Taste:
    """Return the taste for a question after these answers, 0 if it occurs for the first time."""
    taste = search.tastes
    while taste != 0:
        if taste.ask == ask and is_same_list(taste.before, steps):
            return taste
        taste = taste.next
    return Taste(0)


def is_same_list(one: List[Answer], other: List[Answer]) -> bool:
    """Whether two lists have the same members."""
    count = len(one)
    if count != len(other):
        return False
    index = 0
    while index < count and one[index] == other[index]:
        index += 1
    return index == count


def new_taste(ask: int, steps: List[Answer]) -> Taste:
    """Return a taste without scores."""
    taste = Taste(node(size_of(Taste)))
    taste.next = search.tastes
    taste.ask = ask
    taste.before = steps
    taste.scores = Score(0)
    search.tastes = taste
    return taste


def learn(taste: Taste, answer: Answer, worth: int) -> None:
    """Note the score of an answer, if it is the best so far."""
    score = taste.scores
    while score != 0:
        if score.answer == answer:
            if worth > score.worth:
                score.worth = worth
            return
        score = score.next
    score = Score(node(size_of(Score)))
    score.next = taste.scores
    score.answer = answer
    score.worth = worth
    taste.scores = score


@inline
def tasted(answer: Answer, number: int) -> int:
    """Return the known score of an answer."""
    return answer.tasted if answer.chosen == number else -END


def narrowed(taste: Taste, answers: List[Answer]) -> List[Answer]:
    """Return the few best answers by their known scores, the earlier of equal ones first."""
    number = search.tempered + 1
    search.tempered = number
    score = taste.scores
    while score != 0:
        answer = score.answer
        answer.chosen = number
        answer.tasted = score.worth
        score = score.next
    found = List[Answer](node(16 + 8 * NARROW))
    size = 0
    for answer in answers:
        worth = tasted(answer, number)
        place = size
        while place > 0 and tasted(found[place - 1], number) < worth:
            place -= 1
        if place < NARROW:
            spot = size if size < NARROW else NARROW - 1
            while spot > place:
                found[spot] = found[spot - 1]
                spot -= 1
            found[place] = answer
            size = size + 1 if size < NARROW else NARROW
    found.count = size
    return found
