"""How much one person, and one address, may use in all sessions together, also if they come back soon."""

import ipaddress
from time import monotonic

from lazaretto.host.server.call_budgets import Clock, Lateness, TokenBucket
from lazaretto.serve.limits import Limits

FEWEST_CELLS = 1_000
"""To draw a screen with fewer cells is as much work as one with so many."""


class Allowance:
    """The buckets that the sessions of one person share, so that more sessions do not mean more work.

    Everything is dearer while the server is late.
    """

    def __init__(self, limits: Limits, lateness: Lateness, clock: Clock = monotonic) -> None:
        self._lateness = lateness
        self._keys = TokenBucket(limits.keys_per_second, limits.keys_burst, clock)
        self._reading = TokenBucket(limits.reading_share, limits.reading_burst, clock)
        self._reports = TokenBucket(limits.reports_per_second, limits.reports_burst, clock)
        self._cells = TokenBucket(limits.resized_cells_per_second, limits.resized_cells_burst, clock)

    def after_key(self) -> float:
        """Pay for a key; return the seconds for which the next one waits."""
        return self._keys.owe(self._lateness.price())

    def after_reading(self, seconds: float) -> float:
        """Pay for the seconds in which what was typed was parsed; return those for which the rest waits."""
        return self._reading.owe(self._lateness.price(seconds))

    def before_drawing(self, columns: int, rows: int) -> float:
        """Pay for a window of another size; return the seconds until it may be drawn."""
        return self._cells.owe(self._lateness.price(max(FEWEST_CELLS, columns * rows)))

    def may_report(self) -> bool:
        """Pay for a report of a terminal, if there is enough."""
        return self._reports.take(self._lateness.price())

    @property
    def full(self) -> bool:
        """Whether nothing was used lately."""
        return all(bucket.full for bucket in (self._keys, self._reading, self._reports, self._cells))


class Allowances:
    """The allowances of everybody who is here, or was here lately."""

    def __init__(self, limits: Limits, lateness: Lateness, clock: Clock = monotonic) -> None:
        self._limits, self._lateness, self._clock = limits, lateness, clock
        self._sessions: dict[str, int] = {}
        """The number of sessions of each person who is here."""
        self._kept: dict[str, Allowance] = {}

    def enter(self, person: str) -> Allowance:
        """Add a session of a person: who comes back soon may use no more than who stays."""
        if person not in self._kept:
            if len(self._kept) >= 2 * self._limits.sessions:
                self._forget()
            self._kept[person] = Allowance(self._limits, self._lateness, self._clock)
        self._sessions[person] = self[person] + 1
        return self._kept[person]

    def leave(self, person: str) -> None:
        """Remove a session of a person."""
        sessions = self._sessions.pop(person)
        if sessions > 1:
            self._sessions[person] = sessions - 1

    def _forget(self) -> None:
        """Forget those who are gone and have used nothing lately."""
        self._kept = {
            name: allowance
            for name, allowance in self._kept.items()
            if name in self._sessions or not allowance.full
        }

    def __getitem__(self, person: str) -> int:
        """The number of a person's sessions."""
        return self._sessions.get(person, 0)

    def __len__(self) -> int:
        return len(self._sessions)


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
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
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
