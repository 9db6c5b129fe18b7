"""The clock of a table: since when it waits, when the time is over, and whether it is paused.

It is stored, so a pause and the time of a turn outlive the server.
"""

from asyncio import Lock
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_office import Office
from lazaretto.host.server.store.store_rows import ClockRow, Person
from lazaretto.host.server.tables.turn_limits import LEAST, later, steady_seconds
from lazaretto.host.server.workers.workroom_protocol import Progress


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

    async def pause(self, office: Office, person: Person) -> None:
        """Stop the clock.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            now = datetime.now(UTC)
            await self._set(office, replace(self.row, paused_by=person.id, paused_at=now, name=person.name))

    async def go_on(self, office: Office) -> None:
        """Let the clock go on; the pause is not counted.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            began, paused = self.row.turn_began, self.row.paused_at
            if began is not None and paused is not None:
                began = later(began, max(timedelta(), datetime.now(UTC) - paused))
            await self._set(office, ClockRow(began))

    async def set_by(self, office: Office, jump: timedelta, since: float = inf) -> None:
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
            await office.do(lambda store: store.clocks.set(self._code, row))
            self._row = row

    def is_ahead(self, now: datetime) -> bool:
        """Whether the turn began in the future: the clock was wrong then, or is now."""
        return self.row.turn_began is not None and self.row.turn_began - now > LEAST

    async def begin_again(self, office: Office) -> None:
        """Give those whom the table waits for their time once more.

        Raises:
            ServerStoreError: it cannot be stored.
        """
        async with self.changing:
            await self._set(office, replace(self.row, turn_began=datetime.now(UTC)))

    async def _set(self, office: Office, row: ClockRow) -> None:
        await office.do(lambda store: store.clocks.set(self._code, row))
        self.row = row
