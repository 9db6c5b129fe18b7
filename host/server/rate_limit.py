"""Limits how often somebody may do something: a bucket that fills at a steady rate."""

import time
from collections.abc import Callable


class Bucket:
    """Allows `most` at once, and `rate` a second in the long run."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._clock = most, rate, clock
        self._left, self._at = most, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take something out; whether there was enough."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True
