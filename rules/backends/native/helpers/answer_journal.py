"""Writes down the answers of random play for Python, if somebody wants them.

An entry of `at.journal` is the question, the seat, the barrier, how many values the answer has (-1 if it is
one value), and three numbers for each value: 0, the value and 0; or, of a piece that the asked seat does not
know, 1 (2 if all such candidates lie in one pile), its pile and how many pieces lie above it.
"""

from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Words, at, inline, seldom
from lazaretto.rules.backends.native.helpers.questions import (
    WINDOW,
    asks,
    is_unseen,
    pending,
    pieces_above,
    takes_several,
)


def write(value: int) -> None:
    """Write a number behind the last entry; what does not fit is dropped, and Python sees that."""
    spot = game.journal_next
    if spot < at.journal_end:
        Words(spot)[0] = value
    game.journal_next = spot + 8


@inline
def note_if_wanted(ask: int, value: int) -> None:
    """Note an answer before it is given, if somebody wants that."""
    if game.journal_next != 0:
        note_answer(ask, value)


@seldom
def note_answer(ask: int, value: int) -> None:
    """Note an answer."""
    question = asks[ask]
    seat = game.frame[question.seat]
    asked = seat
    if question.form <= WINDOW and value != NONE:
        seat = value >> 16
    write(ask)
    write(seat)
    write(game.barrier)
    base = question.base if pending.unseen != 0 else -1
    only = only_unseen_pile(base, asked) if base >= 0 else -1
    if takes_several(question):
        values = List[int](value)
        write(len(values))
        for each in values:
            write_value(base, asked, only, each)
    else:
        write(-1)
        write_value(base, asked, only, value)


def only_unseen_pile(base: int, seat: int) -> int:
    """Return the pile in which all candidates lie that a seat does not know; -1 if there are several."""
    answers = pending.answers
    only = -1
    for answer in answers:
        if answer != NONE and is_unseen(seat, base + answer):
            if only >= 0 and game.where[base + answer] != only:
                return -1
            only = game.where[base + answer]
    return only


def write_value(base: int, seat: int, only: int, value: int) -> None:
    """Write one value of an answer, as its seat may know it."""
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        write(2 if game.where[base + value] == only else 1)
        write(game.where[base + value])
        write(pieces_above(base + value))
    else:
        write(0)
        write(value)
        write(0)
