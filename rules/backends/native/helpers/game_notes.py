"""Notes what games use while they are played at random: who acts first, actions, pieces that move.

The seat that is first offered a menu stands at `at.opened`, followed by the watched cells at that time;
`NONE` before that. The other notes are flags, for all games since somebody cleared them.
"""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.piles import pile_of
from lazaretto.rules.backends.native.helpers.questions import FORM, OFFER, SEAT, WINDOW, row_of_question

ACTION = 0xFFFF
"""The bits of an entry that name its action."""
FORCED_HEAD = 16
"""The bytes of an automatic answer before its values."""
FORCED_VALUE = 32


@inline
def note_offer(row: int) -> None:
    """Note who is offered a menu, if it is the first one of the game."""
    if load_i64(at.opened) == NONE and load_i64(row, FORM) == OFFER:
        note_opening(row)


def note_opening(row: int) -> None:
    """Note the seat that acts first, and the watched cells."""
    store_i64(at.opened, load_i64(load_i64(at.frame) + 8 * load_i64(row, SEAT)))
    for index in range(load_i64(at.watched)):
        cell = load_i64(at.watched + 8 + 8 * index)
        store_i64(at.opened + 8 + 8 * index, load_i64(at.v + 8 * cell))


@inline
def note_action(row: int, answer: int) -> None:
    """Note an action that is chosen."""
    if load_i64(row, FORM) <= WINDOW and answer != NONE:
        store_i64(at.done + 8 * (answer & ACTION), 1)


@inline
def note_automatic() -> None:
    """Note actions that were the only answer to a question since the last choice."""
    if load_i64(at.forced_next) != at.forced:
        note_automatic_actions()


def note_automatic_actions() -> None:
    """Look through the answers that were given automatically."""
    spot = at.forced
    while spot < load_i64(at.forced_next):
        values = load_i64(spot, 8)
        row = row_of_question(load_i64(spot))
        if values < 0:
            note_action(row, load_i64(spot + FORCED_HEAD, 8))
            values = 1
        spot += FORCED_HEAD + FORCED_VALUE * values


def note_moved() -> None:
    """Note the pieces that are not where they began, of those that always were."""
    left = 0
    for index in range(load_i64(at.unmoved)):
        piece = load_i64(at.unmoved + 8 + 8 * index)
        if pile_of(piece) != load_i64(at.began + 8 * piece):
            store_i64(at.moved + 8 * piece, 1)
        else:
            left += 1
            store_i64(at.unmoved + 8 * left, piece)
    store_i64(at.unmoved, left)
