"""Writes down the answers of random play, if somebody wants them.

An entry of `at.journal` is the question, the seat, the barrier, how many values the answer has (-1 if it is
one value), and three numbers for each value: 0, the value and 0; or, of a piece that the asked seat does not
know, 1 (2 if all such candidates lie in one pile), its pile and how many pieces lie above it.
"""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, seldom, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.piles import pile_of
from lazaretto.rules.backends.native.helpers.questions import (
    BASE,
    FORM,
    LIST,
    SEAT,
    UNSEEN,
    WINDOW,
    is_unseen,
    pieces_above,
    row_of_question,
    takes_several,
)


def write(value: int) -> None:
    """Write a number behind the last entry; what does not fit is dropped, and Python sees that."""
    spot = load_i64(at.journal_next)
    if spot < at.journal_end:
        store_i64(spot, value)
    store_i64(at.journal_next, spot + 8)


@inline
def note_if_wanted(ask: int, value: int) -> None:
    """Note an answer before it is given, if somebody wants that."""
    if load_i64(at.journal_next) != 0:
        note_answer(ask, value)


@seldom
def note_answer(ask: int, value: int) -> None:
    """Note an answer."""
    row = row_of_question(ask)
    seat = load_i64(load_i64(at.frame) + 8 * load_i64(row, SEAT))
    asked = seat
    if load_i64(row, FORM) <= WINDOW and value != NONE:
        seat = value >> 16
    write(ask)
    write(seat)
    write(load_i64(at.barrier))
    base = load_i64(row, BASE) if load_i64(at.pending, UNSEEN) != 0 else -1
    only = only_unseen_pile(base, asked) if base >= 0 else -1
    if takes_several(row):
        write(load_i64(value))
        for index in range(load_i64(value)):
            write_value(base, asked, only, item(value, index))
    else:
        write(-1)
        write_value(base, asked, only, value)


def only_unseen_pile(base: int, seat: int) -> int:
    """Return the pile in which all candidates lie that a seat does not know; -1 if there are several."""
    answers = load_i64(at.pending, LIST)
    only = -1
    for index in range(load_i64(answers)):
        each = item(answers, index)
        if each != NONE and is_unseen(seat, base + each):
            if only >= 0 and pile_of(base + each) != only:
                return -1
            only = pile_of(base + each)
    return only


def write_value(base: int, seat: int, only: int, value: int) -> None:
    """Write one value of an answer, as its seat may know it."""
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        write(2 if pile_of(base + value) == only else 1)
        write(pile_of(base + value))
        write(pieces_above(base + value))
    else:
        write(0)
        write(value)
        write(0)
