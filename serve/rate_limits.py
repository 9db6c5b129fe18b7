"""What the clients of a server have used lately, or have open, each for itself."""

import ipaddress
from time import monotonic

from lazaretto.host.server.token_buckets import Clock, TokenBucket

MOST_KEPT = 10_000
"""With more buckets than this, those that are full again are forgotten."""


class Buckets:
    """A bucket for each client, forgotten when it is full again."""

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
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
