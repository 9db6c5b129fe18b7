"""Plays on to the end of a game, as `lazaretto.lab.playing.bots` does: the best of a few random actions.

The random source is a word in memory, which no rule of the game draws from. Every decision has a ration of
its own.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, copy, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.questions import (
    FORM,
    LEAST,
    LIST,
    MOST,
    WINDOW,
    row_of_question,
    takes_several,
)
from lazaretto.rules.backends.native.helpers.random_play import one_at_random, one_by_weight, some_at_random
from lazaretto.rules.backends.native.helpers.running import OPEN, ask_again, begin_decision
from lazaretto.rules.backends.native.helpers.saved_states import restore, save
from lazaretto.rules.backends.native.helpers.search_room import (
    BEST,
    BEST_PATH,
    BY_JUDGEMENT,
    FAULTY,
    FOUND,
    LEFT,
    NODES_NEXT,
    ROOT_SLOT,
    SPENT,
    STEP,
    WORTH,
    cell,
    is_spent,
    is_spent_by_copy,
    node,
    open_room,
    set_cell,
    take,
)
from lazaretto.rules.backends.native.helpers.search_steps import END, WON, asked, is_inside, ran, rated

TRIED = 30
"""How many random actions are compared."""
STEPS = 8
"""The maximum number of steps of an action that is tried."""
SAME_TURN = 14
"""After this many decisions in one turn, the first action that comes is taken."""


def play_on(seat: int, seed: int, fuel: int, longest: int) -> int:
    """Play on, at most so many decisions; return 1 if a seat wins, otherwise 0.

    FOUND is a list of what the positions at the beginning of each turn are worth, each with its turn.
    """
    open_room()
    set_cell(BY_JUDGEMENT, 0)
    passed = node(8 + 16 * longest)
    store_i64(passed, 0)
    set_cell(FOUND, passed)
    kept = cell(NODES_NEXT)
    store_i64(at.source, seed)
    looked = load_i64(at.looked)
    ask_again()
    store_i64(at.looked, looked)
    turn = -1
    decisions = 0
    for _ in range(longest):
        if asked() < 0:
            break
        set_cell(LEFT, fuel)
        set_cell(NODES_NEXT, kept)
        if load_i64(at.turns) != turn:
            turn = load_i64(at.turns)
            decisions = 0
            if rated(seat) == SPENT:
                return 0
            note_position(passed, cell(WORTH), turn)
        decisions += 1
        if decide(TRIED if decisions <= SAME_TURN else 1) != OPEN:
            break
    return 1 if load_i64(at.over) != 0 and load_i64(at.results + 8 * seat) & 255 == WON else 0


def note_position(passed: int, worth: int, turn: int) -> None:
    """Note what a position is worth, and its turn."""
    count = load_i64(passed)
    store_i64(passed + 8 + 16 * count, worth)
    store_i64(passed + 16 + 16 * count, turn)
    store_i64(passed, count + 1)


def decide(tried: int) -> int:
    """Try some random actions and do the best; return how the game stops after that, or SPENT."""
    mover = asked()
    looked = load_i64(at.looked)
    answers = kept_list(load_i64(at.pending, LIST))
    least = load_i64(at.pending, LEAST)
    most = load_i64(at.pending, MOST)
    save(ROOT_SLOT)
    arena = load_i64(at.arena_next)
    set_cell(BEST, -2 * END)
    for _ in range(tried):
        if is_spent_by_copy():
            return SPENT
        restore(ROOT_SLOT)
        store_i64(at.arena_next, arena)
        store_i64(at.scratch_next, at.scratch)
        store_i64(at.still, 1)
        store_i64(at.looked, looked)
        store_i64(at.pending, answers, LIST)
        store_i64(at.pending, least, LEAST)
        store_i64(at.pending, most, MOST)
        if try_action(mover) == SPENT:
            return SPENT
    restore(ROOT_SLOT)
    store_i64(at.arena_next, arena)
    store_i64(at.still, 0)
    path = cell(BEST_PATH)
    for index in range(load_i64(path)):
        stopped = give_value(item(path, index))
        if stopped != OPEN:
            return stopped
    return OPEN


def try_action(mover: int) -> int:
    """Do a random action; it becomes the best one if it is worth more. Returns SPENT if the work must end."""
    before = cell(NODES_NEXT)
    path = node(8 + 8 * STEPS)
    store_i64(path, 0)
    worth = -END - 1
    stopped = OPEN
    going_on = 1
    while going_on != 0:
        if sampled() == SPENT:
            return SPENT
        store_i64(path + 8 + 8 * load_i64(path), cell(WORTH))
        store_i64(path, load_i64(path) + 1)
        stopped = give_value(cell(WORTH))
        if stopped == SPENT:
            return SPENT
        going_on = 1 if stopped == OPEN and is_inside() and load_i64(path) < STEPS else 0
    if stopped != FAULTY:
        if rated(mover) == SPENT:
            return SPENT
        worth = cell(WORTH)
    if worth > cell(BEST):
        set_cell(BEST, worth)
        set_cell(BEST_PATH, path)
    else:
        set_cell(NODES_NEXT, before)
    return OPEN


def sampled() -> int:
    """Draw an answer of the asked seat, which stands at WORTH; return SPENT if the work must end."""
    if is_spent():
        return SPENT
    before = load_i64(at.looked)
    ask = load_i64(at.ask)
    row = row_of_question(ask)
    if takes_several(row):
        set_cell(WORTH, kept_list(some_at_random(ask, row, at.source)))
    elif load_i64(row, FORM) <= WINDOW:
        set_cell(WORTH, one_by_weight(own_actions(asked(), load_i64(at.pending, LIST)), at.source))
    else:
        set_cell(WORTH, one_at_random(at.source))
    take(load_i64(at.looked) - before + STEP)
    return OPEN


def own_actions(seat: int, answers: int) -> int:
    """Return the actions of a seat, or all if it has none."""
    own = new_list(load_i64(answers))
    for index in range(load_i64(answers)):
        entry = item(answers, index)
        if entry == NONE or entry >> 16 == seat:
            add(own, entry)
    return own if load_i64(own) != 0 else answers


def kept_list(many: int) -> int:
    """Return a copy of a list, or of the ends of a range, that outlives decisions."""
    count = load_i64(many)
    size = 24 if count < 0 else 8 + 8 * count
    found = node(size)
    copy(found, many, size)
    return found


def give_value(value: int) -> int:
    """Give an answer to the open question; return how the game stops after that, SPENT or FAULTY."""
    if is_spent():
        return SPENT
    several = takes_several(row_of_question(load_i64(at.ask)))
    begin_decision()
    if not several:
        return ran(value)
    size = 8 + 8 * load_i64(value)
    found = load_i64(at.scratch_next)
    copy(found, value, size)
    store_i64(at.scratch_next, found + size)
    return ran(found)
