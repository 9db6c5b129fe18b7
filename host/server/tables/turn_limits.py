"""Time limits of tables that are played over days: what happens when somebody's time is over."""

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from math import inf
from typing import TYPE_CHECKING

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_office import refused
from lazaretto.host.server.hall_views import LateRule, Pace, State
from lazaretto.rules import ChoiceError, RuleError

if TYPE_CHECKING:
    from lazaretto.host.server.server_hall import ServerHall
    from lazaretto.host.server.tables.hall_table import HallTable


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


NO_JUMP = timedelta()
OFTEN = 30.0
"""Seconds between two looks at the clock."""


class Why(Enum):
    """Why somebody is reminded of a table."""

    TURN = "turn"
    """The game has begun to wait for them while they are away."""
    LATE = "late"
    """Their time is over."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody is to be reminded of a table."""

    person: str
    code: str
    title: str
    why: Why
    ends: datetime | None = None
    """When their time is over."""


Remind = Callable[[Reminder], None]
"""Reminds a person; returns at once."""


async def watch_limits(hall: "ServerHall", remind: Remind | None) -> None:
    """Look at the clock until cancelled."""
    jumps = ClockJumps()
    while True:
        await asyncio.sleep(OFTEN)
        hall.forget_idle()
        jump = jumps.since_last()
        await look_at_limits(hall, remind, jump, jumps.since)


async def look_at_limits(
    hall: "ServerHall", remind: Remind | None, jump: timedelta = NO_JUMP, since: float = inf
) -> None:
    """Do what is due at each table.

    `jump` is how far the machine's clock was set since the last look, and `since` the steady seconds of then.
    """

    async def look(table: "HallTable") -> None:
        now = datetime.now(UTC)
        if jump:
            await keep_time(table, jump, since)
        if table.state is State.RUNNING and table.clock.is_ahead(now):
            await table.begin_turn_again()
        remind_of_turn(table, hall.here(), remind)
        if is_late(table, now):
            await be_late(table, hall.bots, remind)

    if jump:
        hall.tasks.note("clock_set", seconds=round(jump.total_seconds()))
    await hall.with_each(look)


async def keep_time(table: "HallTable", jump: timedelta, since: float = inf) -> None:
    """Take care that nobody loses or gains time because the machine's clock was set.

    Raises:
        HallError: the store refuses.
    """
    if table.state is State.RUNNING and table.clock.row.turn_began is not None:
        known = table.reminded == table.clock.row.turn_began
        await refused(table.clock.set_by(table.office, jump, since))
        table.reminded = table.clock.row.turn_began if known else table.reminded
        table.tell()


def remind_of_turn(table: "HallTable", here: Collection[str], remind: Remind | None) -> None:
    """Remind those whom a table over days has begun to wait for, once a turn, unless they are connected."""
    began = table.clock.row.turn_began
    playing = table.state is State.RUNNING and table.row.pace == Pace.DAYS.value
    if not playing or table.clock.paused or not table.progress.asked or table.reminded == began:
        return
    table.reminded = began
    for name in asked_people(table):
        if name not in here and remind is not None:
            remind(Reminder(name, table.code, table.row.title, Why.TURN, turn_ends(table)))


def asked_people(table: "HallTable") -> tuple[str, ...]:
    """The names of the people whom a table waits for."""
    asked = table.progress.asked
    people = (seat.name for seat in table.seats if seat.person is not None and seat.number in asked)
    return tuple(dict.fromkeys(people))


def turn_ends(table: "HallTable") -> datetime | None:
    """When the time of those whom a table waits for is over; None if there is no limit, or a pause."""
    if table.state is not State.RUNNING or table.row.pace != Pace.DAYS.value:
        return None
    return table.clock.ends(table.order.hours)


def has_time(table: "HallTable", person: str, now: datetime) -> bool:
    """Whether a person need not be there now: at a table over days, unless their time is over."""
    if table.row.pace != Pace.DAYS.value:
        return False
    ends = turn_ends(table)
    return person not in asked_people(table) or ends is None or now <= ends


def is_late(table: "HallTable", now: datetime) -> bool:
    """Whether the time of those whom a table waits for is over, and something has to be done about it."""
    ends = turn_ends(table)
    return ends is not None and now > ends and table.order.late is not LateRule.WAIT


async def be_late(table: "HallTable", bots: tuple[str, ...], remind: Remind | None) -> None:
    """Do what the people of a table agreed on for this case; then they have their time once more.

    Raises:
        HallError: the store refuses.
        LobbyError: the process that ran the table has ended.
    """
    asked = table.progress.asked
    if not asked:
        return  # after a start of the server it is not known yet whom the game waits for
    await table.begin_turn_again()
    table.reminded = table.clock.row.turn_began
    if table.order.late is LateRule.REMIND:
        for name in asked_people(table):
            await table.announce(say.TIME_IS_OVER(person=name))
            if remind is not None:
                remind(Reminder(name, table.code, table.row.title, Why.LATE, turn_ends(table)))
        return
    for seat in table.seats:
        if seat.person is None or seat.number not in asked:
            continue
        if table.order.late is LateRule.BOT and bots:
            try:
                await table.stand_in(seat.number, bots[-1])
            except (ChoiceError, RuleError):
                continue  # the people at the table see what the rules say when they come back
