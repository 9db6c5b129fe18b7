"""Limits what a rule may use: fuel, size of numbers, length of lists. Exceeding one raises a fault.

`Ration` limits work on a game and all its copies: an amount of fuel that they share, and a flag to stop.
"""

import sys
from collections.abc import Callable
from typing import Any

from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import FaultError, UnfinishedError
from lazaretto.rules.run.state import State

MOST = 2**63 - 1
"""The largest number; the smallest is its negative."""
_SMALL, _LITTLE = 2**29, -(2**29)
LONGEST = 20_000
"""The maximum length of a list; no kind has more members."""
ALONE = 2_000
"""The fuel that a question costs if the machine answers it because only one answer is open."""
DEEPEST = 500
"""How many calls may be nested of rules that may ask."""
DEEPEST_CALLS = 1_000
"""How many calls may be nested of other functions that call themselves."""
_NOT_DEEP = 100
_FRAMES = 8_000
"""Python's own limit for deep calls: there are several of its calls for each of ours."""
JUDGED = 20_000
"""How many selections are tried before the engine reports that none is allowed."""


FUEL = 10_000_000
"""The fuel of one decision, at most about 0.1 microseconds a unit: a second."""
FUEL_EACH = 1_000
"""Additional fuel for each member of any kind: a rule may iterate over a large map and log each place."""
MOST_FUEL = 12_000_000
"""The fuel of one decision in the largest game."""
LOOKING = 4_000_000
"""The fuel for all looking at one decision: options, reasons, questions, scores, views."""
REASON = 600
"""The fuel for computing a reason, besides what the rules pay."""

LARGEST_TEXT = 200
"""How many texts may stand inside a text, and in those."""
LONGEST_SHOWN = 2_000
"""The maximum length of a line or a value that players read, in characters; longer ones are cut."""
MOST_TEXT = 400_000
"""The maximum length of all values in a view, in characters; further values are shown as `…`."""
MOST_REFS = 10_000
"""The maximum number of things that the values in a view name."""
MOST_LINES = 20_000
"""The maximum number of lines of the log in a view; no line that comes later is shown."""


def spent(s: State) -> None:
    """Handle a decision that has used up its fuel: raise the fault, or sample which rule is running."""
    if s.meter is None or s.looking:
        raise FaultError(messages.ENDLESS())
    s.meter(s)


def deepen(s: State) -> None:
    """Stop functions that call themselves without end; `s.depth` is how many calls are nested."""
    if s.depth > DEEPEST_CALLS:
        raise RecursionError
    if s.depth > _NOT_DEEP and sys.getrecursionlimit() < _FRAMES:
        sys.setrecursionlimit(_FRAMES)


def charge(s: State, items: Any, each: int = 1) -> Any:
    """Charge fuel for iterating over a list, `each` units per member."""
    s.fuel -= len(items) * each
    if s.fuel < 0:
        spent(s)
    return items


def skim(s: State, items: Any, share: int) -> Any:
    """Charge fuel for a list that Python itself copies or searches, one unit for `share` members."""
    s.fuel -= len(items) // share
    if s.fuel < 0:
        spent(s)
    return items


def number(value: int) -> int:
    """Return the number if it fits into 64 bits; small ones are tested first, which is fastest."""
    if value > _LITTLE and value < _SMALL:
        return value
    if not -MOST <= value <= MOST:
        raise FaultError(messages.NUMBER_TOO_LARGE())
    return value


def within(value: int, low: int, high: int, name: str) -> int:
    """Return the number if it is in the declared range of the variable with this name."""
    if not low <= value <= high:
        raise FaultError(messages.OUT_OF_RANGE(name=name, value=value, low=low, high=high))
    return value


class SpentError(UnfinishedError):
    """The fuel of a ration is used up: use what has been found so far."""


class StoppedError(UnfinishedError):
    """Nobody waits for the result any more: leave everything as it was."""


def _never() -> bool:
    return False


class Ration:
    """Fuel that a game and all its copies share, for example while a bot plans a move."""

    __slots__ = ("_late", "left", "plans_end", "stopped")

    def __init__(
        self,
        fuel: float = float("inf"),
        stopped: Callable[[], bool] = _never,
        plans_end: Callable[[], bool] = _never,
        late: Callable[[], bool] = _never,
    ) -> None:
        self.left = fuel
        self.stopped = stopped
        """Whether nobody waits for the result any more; another thread may answer differently at any time."""
        self.plans_end = plans_end if late is _never else lambda: late() or plans_end()
        """Whether rations inside this one are used up, whatever fuel they have left."""
        self._late = late
        """Whether this one is."""

    def put_inside(self, outer: "Ration") -> None:
        """Let the flags of another ration end this work too, and let this one have no more fuel than that."""
        own = self.stopped
        self.stopped = lambda: own() or outer.stopped()
        ends, late, further = self.plans_end, self._late, outer.plans_end
        self.plans_end = lambda: ends() or further()
        self._late = lambda: late() or further()
        self.left = min(self.left, outer.left)

    def ends(self) -> bool:
        """Whether somebody wants this work to end, whatever fuel is left."""
        return self.stopped() or self._late()

    def check(self) -> None:
        """Raise an error if the work must end here."""
        if self.stopped():
            raise StoppedError
        if self.left <= 0 or self._late():
            raise SpentError
