"""How much one person may use, in all their sessions together."""

from lazaretto.host.server.token_buckets import TokenBucket
from lazaretto.serve.limits import Limits


class Allowance:
    """The buckets that the sessions of one person share, so that more sessions do not mean more work."""

    def __init__(self, limits: Limits) -> None:
        self.keys = TokenBucket(limits.keys_per_second, limits.keys_burst)
        self.reading = TokenBucket(limits.reading_share, limits.reading_burst)
        """Seconds of parsing what was typed."""
        self.reports = TokenBucket(limits.reports_per_second, limits.reports_burst)
        self.cells = TokenBucket(limits.resized_cells_per_second, limits.resized_cells_burst)
        """Cells that are drawn anew after a change of size."""


class Allowances:
    """The allowances of everybody who is here."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._people: dict[str, tuple[Allowance, int]] = {}
        """The allowance of each person, and the number of their sessions."""

    def enter(self, person: str) -> Allowance:
        """Add a session of a person."""
        allowance, sessions = self._people.get(person) or (Allowance(self._limits), 0)
        self._people[person] = (allowance, sessions + 1)
        return allowance

    def leave(self, person: str) -> None:
        """Remove a session of a person."""
        allowance, sessions = self._people.pop(person)
        if sessions > 1:
            self._people[person] = (allowance, sessions - 1)

    def __getitem__(self, person: str) -> int:
        """The number of a person's sessions."""
        return self._people[person][1] if person in self._people else 0

    def __len__(self) -> int:
        return len(self._people)
