"""Time limits of tables that are played over days: what happens when somebody's time is over."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import TYPE_CHECKING

from host.lobby_protocol import LobbyError
from host.server import hall_messages as say
from host.server.hall_views import HallError, LateRule, Pace, State
from rules import ChoiceError, RuleError

if TYPE_CHECKING:
    from host.server.hall_table import HallTable
    from host.server.server_hall import ServerHall

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
    while True:
        await asyncio.sleep(OFTEN)
        hall.forget_idle()
        for table in list(hall.tables.values()):
            remind_of_turn(table, hall.here(), remind)
            if is_late(table, datetime.now(UTC)):
                with suppress(HallError, LobbyError):  # the next look tries again
                    await be_late(table, hall.bots, remind)


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
