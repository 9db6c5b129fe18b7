"""Runs segments until a player must answer, as `lazaretto.rules.run.machine` does.

What these functions return: 0 if a question is open, 1 if the game is over, 2 if a still state would reveal
something, 3 if nothing is left to do.
"""

from lazaretto.rules.backends.native.helpers.faults import pay
from lazaretto.rules.backends.native.helpers.forced import note_forced
from lazaretto.rules.backends.native.helpers.frames import NONE, clear_stack
from lazaretto.rules.backends.native.helpers.kept_lists import keep_lists
from lazaretto.rules.backends.native.helpers.log import BULK
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.provided import call_through_segments
from lazaretto.rules.backends.native.helpers.questions import (
    ANSWER,
    FORCED,
    FORM,
    SLOT,
    WINDOW,
    find_answers,
    row_of_question,
    takes_several,
)

ALONE = 2_000
OPEN = 0
ENDED = 1
VEILED = 2
NOTHING_LEFT = 3


def run() -> int:
    """Run segments until a question is open."""
    while load_i64(at.frame) != 0:
        frame = load_i64(at.frame)
        stopped = call_through_segments(load_i64(frame), frame)
        if stopped != 0:
            return ended() if stopped == ENDED else stopped
        ask = load_i64(at.ask)
        if ask != NONE:
            frame = load_i64(at.frame)
            find_answers(ask, frame)
            if load_i64(at.pending, FORCED) == 0:
                keep_lists()
                return OPEN
            pay(ALONE)
            answer = load_i64(at.pending, ANSWER)
            row = row_of_question(ask)
            if load_i64(at.quiet) != BULK or (answer != NONE and load_i64(row, FORM) <= WINDOW):
                note_forced(ask, frame, answer)
            write_answer(row, frame, answer)
    return NOTHING_LEFT


def ended() -> int:
    """Forget all suspended rules of a game that is over."""
    clear_stack()
    store_i64(at.ask, NONE)
    return ENDED


def begin_decision() -> None:
    """Give a decision its fuel, and free the scratch of the one before."""
    store_i64(at.fuel, at.fuel_of_decision)
    store_i64(at.looked, 0)
    store_i64(at.forced_next, at.forced)
    store_i64(at.scratch_next, at.scratch)
    store_i64(at.open, 0)
    store_i64(at.depth, 0)


def answer(value: int) -> int:
    """Continue with an answer; `begin_decision` came before, and a list stands in the scratch."""
    write_answer(row_of_question(load_i64(at.ask)), load_i64(at.frame), value)
    return run()


@inline
def write_answer(row: int, frame: int, value: int) -> None:
    """Write the answer to a question into its frame."""
    store_i64(frame + 8 * load_i64(row, SLOT), value)
    if takes_several(row):
        store_i64(at.lists_changed, 1)
    store_i64(at.ask, NONE)


def ask_again() -> int:
    """Compute the open answers of the question that a state waits for."""
    store_i64(at.fuel, at.fuel_of_decision)
    store_i64(at.scratch_next, at.scratch)
    store_i64(at.depth, 0)
    ask = load_i64(at.ask)
    if ask == NONE:
        return NOTHING_LEFT
    find_answers(ask, load_i64(at.frame))
    return OPEN
