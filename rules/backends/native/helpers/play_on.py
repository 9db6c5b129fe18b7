"""Plays on to the end of a game, as `lazaretto.lab.playing.bots` does: the best of a few random actions.

The random source is a word in memory, which no rule of the game draws from. Every decision has a ration of
its own.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import add, new_list
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Rows, at, copy, size_of
from lazaretto.rules.backends.native.helpers.questions import WINDOW, asks, pending, takes_several
from lazaretto.rules.backends.native.helpers.random_play import one_at_random, one_by_weight, some_at_random
from lazaretto.rules.backends.native.helpers.running import OPEN, ask_again, begin_decision
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_room import (
    FAULTY,
    ROOT_SLOT,
    SPENT,
    STEP,
    Answer,
    Way,
    is_spent,
    is_spent_by_copy,
    node,
    open_room,
    search,
    take,
)
from lazaretto.rules.backends.native.helpers.search_steps import END, WON, asked, is_inside, ran, rated

TRIED = 30
"""How many random actions are compared."""
STEPS = 8
"""The maximum number of steps of an action that is tried."""
SAME_TURN = 14
"""After this many decisions in one turn, the first action that comes is taken."""


class Position(Record):
    """What a position at the beginning of a turn is worth, and that turn."""

    worth: int
    turn: int


class Passed(Record):
    """The positions that were passed."""

    count: int
    positions: Annotated[Rows[Position], ...]


def play_on(seat: int, seed: int, fuel: int, longest: int) -> int:
    """Play on, at most so many decisions; return 1 if a seat wins, otherwise 0.

    The positions at the beginning of each turn stand at `search.ways`.
    """
    open_room()
    search.by_judgement = 0
    passed = Passed(node(size_of(Passed) + size_of(Position) * longest))
    passed.count = 0
    search.ways = List[Way](passed)
    kept = search.nodes_next
    game.source[0] = seed
    looked = game.looked
    ask_again()
    game.looked = looked
    turn = -1
    decisions = 0
    for _ in range(longest):
        if asked() < 0:
            break
        search.left = fuel
        search.nodes_next = kept
        if game.turns != turn:
            turn = game.turns
            decisions = 0
            if rated(seat) == SPENT:
                return 0
            note_position(passed, search.worth, turn)
        decisions += 1
        if decide(TRIED if decisions <= SAME_TURN else 1) != OPEN:
            break
    return 1 if game.over != 0 and game.results[seat] & 255 == WON else 0


def note_position(passed: Passed, worth: int, turn: int) -> None:
    """Note what a position is worth, and its turn."""
    position = passed.positions[passed.count]
    position.worth = worth
    position.turn = turn
    passed.count += 1


def decide(tried: int) -> int:
    """Try some random actions and do the best; return how the game stops after that, or SPENT."""
    mover = asked()
    looked = game.looked
    answers = kept_list(pending.answers)
    least = pending.least
    most = pending.most
    save(ROOT_SLOT)
    arena = game.arena_next
    search.best = -2 * END
    for _ in range(tried):
        if is_spent_by_copy():
            return SPENT
        restore(ROOT_SLOT)
        game.arena_next = arena
        game.scratch_next = at.scratch
        game.still = 1
        game.looked = looked
        pending.answers = answers
        pending.least = least
        pending.most = most
        if try_action(mover) == SPENT:
            return SPENT
    restore(ROOT_SLOT)
    game.arena_next = arena
    game.still = 0
    path = List[int](search.best_path)
    for answer in path:
        stopped = give_value(answer)
        if stopped != OPEN:
            return stopped
    return OPEN


def try_action(mover: int) -> int:
    """Do a random action; it becomes the best one if it is worth more. Returns SPENT if the work must end."""
    before = search.nodes_next
    path = List[int](node(8 + 8 * STEPS))
    path.count = 0
    worth = -END - 1
    stopped = OPEN
    going_on = 1
    while going_on != 0:
        if sampled() == SPENT:
            return SPENT
        path[len(path)] = search.worth
        path.count += 1
        stopped = give_value(search.worth)
        if stopped == SPENT:
            return SPENT
        going_on = 1 if stopped == OPEN and is_inside() and len(path) < STEPS else 0
    if stopped != FAULTY:
        if rated(mover) == SPENT:
            return SPENT
        worth = search.worth
    if worth > search.best:
        search.best = worth
        search.best_path = List[Answer](path)
    else:
        search.nodes_next = before
    return OPEN


def sampled() -> int:
    """Draw an answer of the asked seat, which stands at WORTH; return SPENT if the work must end."""
    if is_spent():
        return SPENT
    before = game.looked
    ask = game.ask
    question = asks[ask]
    if takes_several(question):
        search.worth = kept_list(some_at_random(ask, question, game.source))
    elif question.form <= WINDOW:
        search.worth = one_by_weight(own_actions(asked(), pending.answers), game.source)
    else:
        search.worth = one_at_random(game.source)
    take(game.looked - before + STEP)
    return OPEN


def own_actions(seat: int, answers: List[int]) -> List[int]:
    """Return the actions of a seat, or all if it has none."""
    own = new_list(len(answers))
    for entry in answers:
        if entry == NONE or entry >> 16 == seat:
            add(own, entry)
    return own if len(own) != 0 else answers


def kept_list(many: List[int]) -> List[int]:
    """Return a copy of a list, or of the ends of a range, that outlives decisions."""
    count = len(many)
    size = 24 if count < 0 else 8 + 8 * count
    found = List[int](node(size))
    copy(found, many, size)
    return found


def give_value(value: int) -> int:
    """Give an answer to the open question; return how the game stops after that, SPENT or FAULTY."""
    if is_spent():
        return SPENT
    several = takes_several(asks[game.ask])
    begin_decision()
    if not several:
        return ran(value)
    size = 8 + 8 * len(List[int](value))
    found = game.scratch_next
    copy(found, value, size)
    game.scratch_next = found + size
    return ran(found)
