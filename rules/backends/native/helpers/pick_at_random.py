"""Draws a member of a list by chance, as `pick` of `lazaretto.rules.run.runtime_functions` does."""

from lazaretto.rules.backends.native.helpers.chance import drawn
from lazaretto.rules.backends.native.helpers.faults import NOTHING_BY_CHANCE, fault
from lazaretto.rules.backends.native.helpers.functions_from_outside import fated
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.knowledge import STOP_VEILED, raise_barrier
from lazaretto.rules.backends.native.helpers.memory_types import List


def pick(stream: int, items: List[int]) -> int:
    """Draw a member of a list, which stands at `at.given` then; return the code of a stop, or 0.

    If a test has fixed what is drawn next, Python says which member that is, or that it is impossible.
    """
    if raise_barrier() != 0:
        return STOP_VEILED
    if game.fate != 0:
        game.given = fated(items)
        return 0
    count = len(items)
    if count == 0:
        fault(NOTHING_BY_CHANCE, 0, 0, 0)
    game.given = items[drawn(stream, count)]
    return 0
