"""Notes the answers that were given automatically, as `State.forced` of Python has them."""

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Words, at, inline, size_of
from lazaretto.rules.backends.native.helpers.questions import asks, is_unseen, pieces_above, takes_several


class ForcedAnswer(Record):
    """The head of an answer that was given automatically, before its values."""

    ask: int
    count: int
    """How many values it has; -1 if it is one value."""


class ForcedValue(Record):
    """One value of such an answer."""

    unseen: int
    """1 if it is a piece that the asked seat does not know, otherwise 0."""
    value: int
    """The value, or the pile of the piece."""
    above: int
    """How many pieces lie above it."""
    piece: int


@inline
def room_for(size: int) -> int:
    """Return the address of the next bytes."""
    spot = game.forced_next
    if spot + size > at.forced_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    game.forced_next = spot + size
    return spot


def note_question(ask: int, count: int) -> None:
    """Write the head of an answer."""
    head = ForcedAnswer(room_for(size_of(ForcedAnswer)))
    head.ask = ask
    head.count = count


def note_value(base: int, seat: int, value: int) -> None:
    """Note one value of an answer, as its seat may know it."""
    noted = ForcedValue(room_for(size_of(ForcedValue)))
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        noted.unseen = 1
        noted.value = game.where[base + value]
        noted.above = pieces_above(base + value)
        noted.piece = value
    else:
        noted.unseen = 0
        noted.value = value
        noted.above = 0
        noted.piece = 0


def note_forced(ask: int, frame: Words, answer: int) -> None:
    """Note a question that had only one answer."""
    question = asks[ask]
    base = question.base
    seat = frame[question.seat] if base >= 0 else 0
    if takes_several(question):
        values = List[int](answer)
        note_question(ask, len(values))
        for value in values:
            note_value(base, seat, value)
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
