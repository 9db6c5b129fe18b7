"""Finishes what translated code checks at once only for the usual case; Python does so everywhere."""

from lazaretto.rules.backends.native.helpers.faults import (
    EMPTY_PILE,
    ENDLESS_CALLS,
    IS_NONE,
    NUMBER_TOO_LARGE,
    fault,
)
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import Record, Rows, at, seldom
from lazaretto.rules.run.limits import DEEPEST_CALLS

FAR_OUTSIDE = 1 << 61
"""An index beyond this has been computed from none."""
HALF = 1 << 31
MOST = (1 << 63) - 1


class CallSite(Record):
    """A function that runs, and the place that called it."""

    function: int
    place: int


calls = Rows[CallSite](at.calls)


@seldom
def wrong_index(index: int, size: int) -> int:
    """Return an index from the end as one from the beginning; fail if there is no such item."""
    if index > FAR_OUTSIDE or index < -FAR_OUTSIDE:
        fault(IS_NONE, 0, 0, 0)
    if index >= 0 or index + size < 0:
        fault(EMPTY_PILE, 0, 0, 0)
    return index + size


def multiply(left: int, right: int) -> int:
    """Return a product; fail if it is too large."""
    if -HALF <= left < HALF and -HALF <= right < HALF:
        return left * right
    if left == 0 or right == 0:
        return 0
    one = left if left > 0 else -left
    other = right if right > 0 else -right
    if one > MOST // other:
        fault(NUMBER_TOO_LARGE, 0, 0, 0)
    return left * right


def enter_function(number: int) -> None:
    """Note that a function begins which may call itself, and where it was called."""
    depth = game.depth
    if depth >= DEEPEST_CALLS:
        fault(ENDLESS_CALLS, depth, 0, 0)
    calls[depth].function = number
    calls[depth].place = game.place
    game.depth = depth + 1


def leave_function() -> None:
    """Note that it ends."""
    game.depth -= 1


def quotient(left: int, right: int) -> int:
    """Divide and round down; the right number is not 0."""
    return left // right


def remainder(left: int, right: int) -> int:
    """Return what remains of that; the right number is not 0."""
    return left % right
