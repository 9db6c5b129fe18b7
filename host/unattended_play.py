"""Bounds what a table plays by itself: a rule that asks bots for ever must not keep it busy for ever.

It counts between two commands of people. Where it ends, bots pause until somebody lets them go on.
"""

from collections.abc import Callable
from time import thread_time

ANSWERS = 500
"""How many answers bots give in a row."""
SECONDS = 120.0
"""How many seconds of processor time they may take for them."""


class UnattendedPlay:
    """What a table has played by itself since somebody did something, in this thread."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._began = clock()
        self._answers = 0

    def count(self) -> None:
        """Count an answer."""
        self._answers += 1

    @property
    def is_enough(self) -> bool:
        """Whether it must not go on by itself."""
        return self._answers >= ANSWERS or self._clock() - self._began > SECONDS
