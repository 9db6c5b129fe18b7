"""Searches all actions of a position, as `Outlook.deeds` of `lazaretto.lab.playing.turn_search` does."""

from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.keep_for_suspended_rules import keep_lists
from lazaretto.rules.backends.native.helpers.memory_types import List, copy, size_of
from lazaretto.rules.backends.native.helpers.recognise_boards import is_known_board
from lazaretto.rules.backends.native.helpers.running import ENDED, OPEN, VEILED
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_answers import answers_of
from lazaretto.rules.backends.native.helpers.search_room import (
    SPENT,
    VEILED_SLOT,
    Answer,
    Deed,
    Taste,
    Way,
    free_slot,
    give_back,
    is_spent_by_copy,
    node,
    search,
)
from lazaretto.rules.backends.native.helpers.search_steps import (
    agree,
    enter,
    give,
    is_inside,
    rated,
    turn_is_over,
)
from lazaretto.rules.backends.native.helpers.turn_search_paths import (
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

BROAD = 240
"""The maximum number of answers to one question that are tried."""


def begin_search(seat: int, quick: int) -> None:
    """Begin to search from the position in play, which counts as seen: what leads back to it is no way."""
    search.seat = seat
    search.start_ask = game.ask
    search.start_turns = game.turns
    search.stamp += 1
    search.tastes = Taste(0)
    search.seen_count = 0
    search.origins = 0
    search.quick = quick
    search.best_path = List[Answer](0)
    is_known_board()


def search_actions(slot: int, looked: int, path: List[Answer], ends: List[Way], open_ways: List[Way]) -> int:
    """Try all actions from a saved position, after a path; return SPENT if the work must end, otherwise 0."""
    search.path = path
    deed = new_deed(Deed(0), Answer(0), Taste(0), slot, looked)
    last = deed
    first = deed
    while deed != 0:
        enter(deed.slot, deed.looked)
        answers = answers_to_try(deed)
        if answers == SPENT:
            return SPENT
        taste = search.taste
        for answer in answers:
            kept = game.arena_next
            stopped = try_answer(deed.slot, answer, first_answer(deed, answer))
            if stopped == SPENT:
                return SPENT
            used = 0
            if stopped == OPEN:
                if search.over == 0 and is_inside():
                    slot = free_slot()
                    save(slot)
                    other = new_deed(deed, answer, taste, slot, game.looked)
                    last.next = other
                    last = other
                    used = 1
                elif not is_known_board():
                    if rated(search.seat) == SPENT:
                        return SPENT
                    used = note_way(deed, answer, taste, ends, open_ways)
            if used == 0:
                game.arena_next = kept
        if deed != first:
            give_back(deed.slot)
        deed = deed.next
    return 0


def new_deed(parent: Deed, answer: Answer, taste: Taste, slot: int, looked: int) -> Deed:
    """Return an action that has begun."""
    deed = Deed(node(size_of(Deed)))
    deed.next = Deed(0)
    deed.parent = parent
    deed.answer = answer
    deed.taste = taste
    deed.slot = slot
    deed.looked = looked
    deed.depth = parent.depth + 1 if parent != 0 else 0
    return deed


def first_answer(deed: Deed, answer: Answer) -> Answer:
    """Return the first answer of an action with one more answer."""
    while deed.parent != 0:
        answer = deed.answer
        deed = deed.parent
    return answer


def steps_of(deed: Deed, room: int) -> List[Answer]:
    """Return a list of the answers of an action, behind free room for some others."""
    index = room + deed.depth
    found = List[Answer](node(8 + 8 * index))
    found.count = index
    while deed.parent != 0:
        index -= 1
        found[index] = deed.answer
        deed = deed.parent
    return found


def path_with(deed: Deed, answer: Answer) -> List[Answer]:
    """Return the whole path to a position: the path before, the action, and its last answer."""
    before = search.path
    count = len(before)
    steps = steps_of(deed, count)
    copy(steps.members, before.members, 8 * count)
    node(8)
    steps[len(steps)] = answer
    steps.count += 1
    return steps


def answers_to_try(deed: Deed) -> List[Answer]:
    """Return the answers to try; TASTE is where to note their scores, or 0. Returns SPENT if it must stop."""
    search.taste = Taste(0)
    answers = answers_of(search.seat, BROAD)
    if answers == SPENT or deed.depth == 0 or len(answers) <= NARROW:
        return answers
    ask = game.ask
    steps = steps_of(deed, 0)
    taste = taste_of(ask, steps)
    if taste == 0:
        search.taste = new_taste(ask, steps)
        return answers
    return narrowed(taste, answers)


def try_answer(slot: int, answer: Answer, first: Answer) -> int:
    """Go on from a saved position with an answer; OVER tells whether it ends the turn.

    Returns OPEN, SPENT, or FAULTY. If a random event ends the turn, this is the position before that event.
    """
    if is_spent_by_copy():
        return SPENT
    restore(slot)
    game.still = 1
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(search.seat)
    if OPEN <= stopped <= ENDED:
        over = turn_is_over(search.seat)
        search.over = 1 if over else 0
        if not over:
            first.plain = search.stamp
        return OPEN
    if stopped != VEILED:
        return stopped
    search.over = 1
    if first.plain == search.stamp:
        return OPEN
    keep_lists()
    save(VEILED_SLOT)
    if is_spent_by_copy():
        return SPENT
    restore(slot)
    game.still = 0
    stopped = give(answer)
    if stopped == OPEN:
        stopped = agree(search.seat)
    if stopped < 0:
        return stopped
    if game.ask == search.start_ask and not turn_is_over(search.seat):
        search.over = 0
        return OPEN
    restore(VEILED_SLOT)
    game.looked = 0
    return OPEN


def note_way(deed: Deed, answer: Answer, taste: Taste, ends: List[Way], open_ways: List[Way]) -> int:
    """Note a complete action and its score; return 1 if its position was saved, otherwise 0."""
    worth = search.worth
    if taste != 0:
        learn(taste, answer, worth)
    other = deed
    while other.parent != 0:
        if other.taste != 0:
            learn(other.taste, other.answer, worth)
        other = other.parent
    if search.quick != 0:
        if search.best_path == 0 or worth > search.best:
            search.best = worth
            search.best_path = path_with(deed, answer)
        return 0
    over = search.over != 0
    ways = ends if over else open_ways
    most = search.final if over else most_open()
    place = place_among(ways, worth)
    origin = search.origin
    if origin == 0:
        origin = search.origins + 1
        search.origins = origin
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
    return search.width if search.width > search.final else search.final
