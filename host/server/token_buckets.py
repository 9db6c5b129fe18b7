"""Token buckets: how much of something one client may use in a while, and how long it waits for more."""

import time
from collections.abc import Callable

Clock = Callable[[], float]


class TokenBucket:
    """Holds up to `burst` tokens, and gets `rate` new ones every second."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def has(self, amount: float = 1.0) -> bool:
        """Whether there are so many tokens."""
        self._refill()
        return self._tokens >= amount

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        enough = self.has(amount)
        if enough:
            self._tokens -= amount
        return enough

    def owe(self, amount: float = 1.0) -> float:
        """Take tokens even if there are too few; return the seconds until the debt is paid."""
        self._refill()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._rate)

    @property
    def debt(self) -> float:
        """The seconds until the debt is paid."""
        self._refill()
        return max(0.0, -self._tokens / self._rate)

    @property
    def full(self) -> bool:
        """Whether nothing was taken lately."""
        return self.has(self._burst)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
