"""The clock of a table: since when it waits, when the time is over, and whether it is paused.

It is stored, so a pause and the time of a turn outlive the server. The machine's clock may be set meanwhile:
`ClockJumps` notices that, and nobody loses or gains time by it.
"""

import time
from asyncio import Lock
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_services import HallServices
from lazaretto.host.server.store.store_rows import ClockRow, Person
from lazaretto.host.server.workers.workroom_protocol import Progress

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


class TableClock:
    """The clock of one table."""

    def __init__(self, code: str, row: ClockRow) -> None:
        self._code = code
        self._row = row
        self._changed = -inf
        """The steady seconds of the last change that was not made because the machine's clock was set."""
        self.changing = Lock()
        """Held while a change is stored, so that a pause and a new turn do not undo each other."""

    @property
    def row(self) -> ClockRow:
        """The clock as it is stored."""
        return self._row

    @row.setter
    def row(self, row: ClockRow) -> None:
        if row != self._row:
            self._row, self._changed = row, steady_seconds()

    @property
    def paused(self) -> bool:
        """Whether the table is paused."""
        return self.row.paused_at is not None

    @property
    def refusal(self) -> str:
        """Why nobody may choose now; empty if they may."""
        if not self.paused:
            return ""
        return say.PAUSED(person=self.row.name) if self.row.name else say.PAUSED_TABLE()

    def ends(self, hours: int) -> datetime | None:
        """When the time of those whom the table waits for is over; None if it has no limit or is paused."""
        if not hours or self.paused or self.row.turn_began is None:
            return None
        return later(self.row.turn_began, timedelta(hours=hours))

    def after(self, before: Progress, now: Progress) -> ClockRow:
        """The clock after a change of the game: the time begins anew when somebody else is asked."""
        if (before.turn, before.asked) == (now.turn, now.asked) and self.row.turn_began is not None:
            return self.row
        return replace(self.row, turn_began=datetime.now(UTC))

    async def pause(self, services: HallServices, person: Person) -> None:
        """Stop the clock.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            now = datetime.now(UTC)
            await self._set(services, replace(self.row, paused_by=person.id, paused_at=now, name=person.name))

    async def go_on(self, services: HallServices) -> None:
        """Let the clock go on; the pause is not counted.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            began, paused = self.row.turn_began, self.row.paused_at
            if began is not None and paused is not None:
                began = later(began, max(timedelta(), datetime.now(UTC) - paused))
            await self._set(services, ClockRow(began))

    async def set_by(self, services: HallServices, jump: timedelta, since: float = inf) -> None:
        """The machine's clock was set after `since`, in steady seconds: keep how much of the time is over.

        What has changed in the meantime may be by the old clock or by the new one; it counts from now.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            now = datetime.now(UTC) if self._changed >= since else None
            began, paused = self.row.turn_began, self.row.paused_at
            began = None if began is None else now or later(began, jump)
            paused = None if paused is None else now or later(paused, jump)
            row = replace(self.row, turn_began=began, paused_at=paused)
            await services.do(lambda store: store.clocks.set(self._code, row))
            self._row = row

    def is_ahead(self, now: datetime) -> bool:
        """Whether the turn began in the future: the clock was wrong then, or is now."""
        return self.row.turn_began is not None and self.row.turn_began - now > LEAST

    async def begin_again(self, services: HallServices) -> None:
        """Give those whom the table waits for their time once more.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            await self._set(services, replace(self.row, turn_began=datetime.now(UTC)))

    async def _set(self, services: HallServices, row: ClockRow) -> None:
        await services.do(lambda store: store.clocks.set(self._code, row))
        self.row = row


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
