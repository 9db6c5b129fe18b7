"""Notes who acts first, which actions are done and which pieces move while games are played at random.

All but the opening are flags, for all games since somebody cleared them.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import Record, Rows, Words, at, inline, size_of
from lazaretto.rules.backends.native.helpers.note_forced_answers import ForcedAnswer, ForcedValue
from lazaretto.rules.backends.native.helpers.questions import OFFER, WINDOW, Question, asks

ACTION = 0xFFFF
"""The bits of an entry that name its action."""


class Opening(Record):
    """The seat that is first offered a menu, and the watched cells at that time."""

    seat: int
    """`NONE` before that, as all cells."""
    cells: Annotated[Words, ...]


opening = Opening(at.opened)


def forget_opening() -> None:
    """Begin a game in which nobody has been offered a menu."""
    opening.seat = NONE
    for index in range(len(game.watched)):
        opening.cells[index] = NONE


@inline
def note_offer(question: Question) -> None:
    """Note who is offered a menu, if it is the first one of the game."""
    if opening.seat == NONE and question.form == OFFER:
        note_opening(question)


def note_opening(question: Question) -> None:
    """Note the seat that acts first, and the watched cells."""
    opening.seat = game.frame[question.seat]
    for index in range(len(game.watched)):
        opening.cells[index] = game.v[game.watched[index]]


@inline
def note_action(question: Question, answer: int) -> None:
    """Note an action that is chosen."""
    if question.form <= WINDOW and answer != NONE:
        game.done[answer & ACTION] = 1


@inline
def note_automatic() -> None:
    """Note actions that were the only answer to a question since the last choice."""
    if game.forced_next != at.forced:
        note_automatic_actions()


def note_automatic_actions() -> None:
    """Look through the answers that were given automatically."""
    forced = ForcedAnswer(at.forced)
    while forced < game.forced_next:
        count = forced.count
        values = Rows[ForcedValue](forced + size_of(ForcedAnswer))
        if count < 0:
            note_action(asks[forced.ask], values[0].value)
            count = 1
        forced = ForcedAnswer(values[count])


def note_moved() -> None:
    """Note the pieces that are not where they began, of those that always were."""
    left = 0
    for piece in game.unmoved:
        if game.where[piece] != game.began[piece]:
            game.moved[piece] = 1
        else:
            game.unmoved[left] = piece
            left += 1
    game.unmoved.count = left
