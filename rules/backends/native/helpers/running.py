"""Runs segments until a player must answer, as `lazaretto.rules.run.machine` does.

What these functions return: 0 if a question is open, 1 if the game is over, 2 if a still state would reveal
something, 3 if nothing is left to do.
"""

from lazaretto.rules.backends.native.helpers.faults import pay
from lazaretto.rules.backends.native.helpers.frames import clear_stack
from lazaretto.rules.backends.native.helpers.functions_from_outside import call_through_segments
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.keep_for_suspended_rules import keep_lists
from lazaretto.rules.backends.native.helpers.log import BULK
from lazaretto.rules.backends.native.helpers.memory_types import List, Words, at, inline
from lazaretto.rules.backends.native.helpers.note_forced_answers import note_forced
from lazaretto.rules.backends.native.helpers.questions import (
    WINDOW,
    Question,
    asks,
    find_answers,
    pending,
    takes_several,
)

ALONE = 2_000
OPEN = 0
ENDED = 1
VEILED = 2
NOTHING_LEFT = 3


def run() -> int:
    """Run segments until a question is open."""
    while game.frame != 0:
        frame = game.frame
        stopped = call_through_segments(frame[0], frame)
        if stopped != 0:
            return ended() if stopped == ENDED else stopped
        ask = game.ask
        if ask != NONE:
            frame = game.frame
            find_answers(ask, frame)
            if pending.forced == 0:
                keep_lists()
                return OPEN
            pay(ALONE)
            answer = pending.answer
            question = asks[ask]
            if game.quiet != BULK or (answer != NONE and question.form <= WINDOW):
                note_forced(ask, frame, answer)
            write_answer(question, frame, answer)
    return NOTHING_LEFT


def ended() -> int:
    """Forget all suspended rules of a game that is over."""
    clear_stack()
    game.ask = NONE
    return ENDED


def begin_decision() -> None:
    """Give a decision its fuel, and free the scratch of the one before."""
    game.fuel = at.fuel_of_decision
    game.looked = 0
    game.forced_next = at.forced
    game.scratch_next = at.scratch
    game.open = List[int](0)
    game.depth = 0


def answer(value: int) -> int:
    """Continue with an answer; `begin_decision` came before, and a list stands in the scratch."""
    write_answer(asks[game.ask], game.frame, value)
    return run()


@inline
def write_answer(question: Question, frame: Words, value: int) -> None:
    """Write the answer to a question into its frame."""
    frame[question.slot] = value
    if takes_several(question):
        game.lists_changed = 1
    game.ask = NONE


def ask_again() -> int:
    """Compute the open answers of the question that a state waits for."""
    game.fuel = at.fuel_of_decision
    game.scratch_next = at.scratch
    game.depth = 0
    ask = game.ask
    if ask == NONE:
        return NOTHING_LEFT
    find_answers(ask, game.frame)
    return OPEN
