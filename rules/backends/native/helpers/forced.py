"""Notes the answers that were given automatically, because only one was open.

An entry of `at.forced` is the question, how many values the answer has (-1 if it is one value), and four
numbers for each value: 0, the value, 0 and 0; or, of a piece that the asked seat does not know, 1, its pile,
how many pieces lie above it, and the piece.
"""

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.piles import pile_of
from lazaretto.rules.backends.native.helpers.questions import (
    BASE,
    SEAT,
    is_unseen,
    pieces_above,
    row_of_question,
    takes_several,
)


@inline
def room_for(words: int) -> int:
    """Return where the next numbers are written."""
    spot = load_i64(at.forced_next)
    if spot + 8 * words > at.forced_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(at.forced_next, spot + 8 * words)
    return spot


def note_question(ask: int, count: int) -> None:
    """Write the head of an entry."""
    spot = room_for(2)
    store_i64(spot, ask)
    store_i64(spot, count, 8)


def note_value(base: int, seat: int, value: int) -> None:
    """Note one value of an answer, as its seat may know it."""
    spot = room_for(4)
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        store_i64(spot, 1)
        store_i64(spot, pile_of(base + value), 8)
        store_i64(spot, pieces_above(base + value), 16)
        store_i64(spot, value, 24)
    else:
        store_i64(spot, 0)
        store_i64(spot, value, 8)
        store_i64(spot, 0, 16)
        store_i64(spot, 0, 24)


def note_forced(ask: int, frame: int, answer: int) -> None:
    """Note a question that had only one answer."""
    row = row_of_question(ask)
    base = load_i64(row, BASE)
    seat = load_i64(frame + 8 * load_i64(row, SEAT)) if base >= 0 else 0
    if takes_several(row):
        count = load_i64(answer)
        note_question(ask, count)
        for index in range(count):
            note_value(base, seat, item(answer, index))
    else:
        note_question(ask, -1)
        note_value(base, seat, answer)


def force(ask: int, value: int) -> int:
    """Note a question that had only one answer before it was asked. Returns 0."""
    note_question(ask, -1)
    note_value(-1, 0, value)
    return 0


def alone(ask: int, piece: int, base: int, seat: int) -> int:
    """Note a question about pieces that had only one answer before it was asked. Returns 0."""
    note_question(ask, -1)
    note_value(base, seat, piece)
    return 0
