"""Remembers which tables cost a process its life, as far as that can be told.

A process that dies does not say why. Whatever it worked on then is suspected, in equal shares. A table that
is alone to blame gets a process with other such tables, and after some times in a row it is given up for a
while: other tables do not pay for it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic

TRIES = 3
"""How many processes a table may cost in a row."""
APART = 3600.0
"""Seconds for which a table that took too long stays apart."""
GIVEN_UP = 600.0
"""Seconds after which a table that was given up is tried again, if somebody goes there."""
MOST = 1_000
"""How many tables are remembered."""


@dataclass(frozen=True, slots=True)
class _Blame:
    """What one table has done."""

    share: float = 0.0
    """How many processes it has cost since a choice was stored."""
    last: float = 0.0
    slow_until: float = 0.0


class TableBlame:
    """The blame of all tables, by their codes."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._blame: dict[str, _Blame] = {}

    def lost(self, suspects: Collection[str], slow: bool = False) -> None:
        """Note that a process was lost while it worked for these tables; `slow`: they took too long."""
        now = self._clock()
        for code in suspects:
            before = self._now(code)
            slow_until = now + APART if slow else before.slow_until
            self._blame.pop(code, None)
            self._blame[code] = _Blame(before.share + 1 / len(suspects), now, slow_until)
        while len(self._blame) > MOST:
            del self._blame[next(iter(self._blame))]

    def goes_on(self, code: str) -> None:
        """Note that a choice at a table was stored."""
        before = self._blame.get(code)
        if before is not None:
            self._blame[code] = _Blame(0.0, before.last, before.slow_until)

    def is_apart(self, code: str) -> bool:
        """Whether a table must not run together with innocent ones."""
        found = self._now(code)
        return round(found.share, 6) >= 1 or self._clock() < found.slow_until

    def is_given_up(self, code: str) -> bool:
        """Whether a table is not set up for now."""
        return round(self._now(code).share, 6) >= TRIES

    def _now(self, code: str) -> _Blame:
        """What a table has done; after a while it is tried once more, and kept apart."""
        found = self._blame.get(code, _Blame())
        if round(found.share, 6) >= TRIES and self._clock() > found.last + GIVEN_UP:
            return _Blame(TRIES - 1.0, found.last, found.slow_until)
        return found
