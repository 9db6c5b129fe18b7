"""Token buckets: how much of something one client may use in a while, and how long it waits for more."""

import ipaddress
import time
from collections.abc import Callable

Clock = Callable[[], float]

MOST_KEPT = 10_000
"""With more buckets than this, those that are full again are forgotten."""


class TokenBucket:
    """Holds up to `burst` tokens, and gets `rate` new ones every second."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        self._refill()
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    def owe(self, amount: float = 1.0) -> float:
        """Take tokens even if there are too few; return the seconds until the debt is paid."""
        self._refill()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._rate)

    @property
    def full(self) -> bool:
        """Whether nothing was taken lately."""
        self._refill()
        return self._tokens >= self._burst

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each client, forgotten when it is full again."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, client: str) -> bool:
        """Take a token of a client if there is one."""
        if len(self._buckets) > MOST_KEPT:
            self._buckets = {name: each for name, each in self._buckets.items() if not each.full}
        if client not in self._buckets:
            self._buckets[client] = TokenBucket(self._rate, self._burst, self._clock)
        return self._buckets[client].take()

    def __len__(self) -> int:
        return len(self._buckets)


class Counts:
    """How many of something each client has at the moment."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, client: str) -> None:
        """Count one more."""
        self._counts[client] = self._counts.get(client, 0) + 1

    def remove(self, client: str) -> None:
        """Count one fewer."""
        left = self._counts.pop(client, 0) - 1
        if left > 0:
            self._counts[client] = left

    def __getitem__(self, client: str) -> int:
        return self._counts.get(client, 0)

    def __len__(self) -> int:
        return len(self._counts)


def network_of(address: str) -> str:
    """The client that an address stands for: an IPv6 client usually has a whole /64 network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
