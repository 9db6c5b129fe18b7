"""How far a rule may go: its fuel, its numbers, its lists. Past a limit comes a fault, never a hang."""

from typing import Any

from rules.run import messages
from rules.run.errors import FaultError
from rules.run.state import State

MOST = 2**63 - 1
"""The largest number; the least is as far below nought."""
_SMALL, _LITTLE = 2**29, -(2**29)
LONGEST = 20_000
"""Members of a list; no kind has more."""
ALONE = 100
"""What a question costs that answers itself."""
JUDGED = 20_000
"""How many choices of some are looked at before it is said that none is allowed."""


def spent() -> None:
    """The fuel of this decision is used up."""
    raise FaultError(messages.ENDLESS())


def charge(s: State, items: Any, each: int = 1) -> Any:
    """Pay for looking through a list, so much for each member."""
    s.fuel -= len(items) * each
    if s.fuel < 0:
        spent()
    return items


def number(value: int) -> int:
    """Numbers stay within 64 bits; nearly all are small, and Python compares those quickest."""
    if value > _LITTLE and value < _SMALL:
        return value
    if not -MOST <= value <= MOST:
        raise FaultError(messages.NUMBER_TOO_LARGE())
    return value


def within(value: int, low: int, high: int) -> int:
    """A number stays in its declared range."""
    if not low <= value <= high:
        raise FaultError(messages.OUT_OF_RANGE(value=value, low=low, high=high))
    return value
