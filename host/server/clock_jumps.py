"""Notices when the machine's clock is set while the server runs, so that nobody's turn ends for that."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

LEAST = timedelta(minutes=1)
"""Less than that is the usual correction of a clock."""
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""No stored time is later; there are still years left to add to it."""


def steady_seconds() -> float:
    """Seconds since some moment that nobody can set; they go on while the machine sleeps, if it can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def later(when: datetime, time_: timedelta) -> datetime:
    """A time after another one, as far as calendars go."""
    try:
        return min(max(when + time_, EARLIEST), LATEST)
    except OverflowError:
        return LATEST if time_ > timedelta() else EARLIEST


class ClockJumps:
    """Compares the clock with seconds that nobody can set."""

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        steady: Callable[[], float] = steady_seconds,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._last = wall(), steady()
        self.since = self._last[1]
        """The steady seconds of the look before the last one: the clock was set after it."""

    def since_last(self) -> timedelta:
        """How far the clock was set since the last look; nothing for small corrections."""
        before, now = self._last, (self._wall(), self._steady())
        self.since = before[1]
        jump = (now[0] - before[0]) - timedelta(seconds=now[1] - before[1])
        if abs(jump) < LEAST:
            jump = timedelta()
        self._last = now
        return jump
