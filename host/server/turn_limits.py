"""Time limits of tables that are played over days: what happens when somebody's time is over."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from host.lobby_protocol import LobbyError
from host.server.hall_views import HallError, LateRule, Pace, State
from rules import ChoiceError, RuleError

if TYPE_CHECKING:
    from host.server.hall_table import HallTable
    from host.server.server_hall import ServerHall

OFTEN = 30.0
"""Seconds between two looks at the clock."""

Remind = Callable[[str, str], None]
"""Reminds a person of a table: gets the name and the code."""


async def watch_limits(hall: "ServerHall", remind: Remind | None) -> None:
    """Look at the clock until cancelled."""
    while True:
        await asyncio.sleep(OFTEN)
        for table in list(hall.tables.values()):
            if is_late(table, datetime.now(UTC)):
                with suppress(HallError, LobbyError):  # the next look tries again
                    await be_late(table, hall.bots, remind)


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
    for seat in table.seats:
        if seat.person is None or seat.number not in asked:
            continue
        if table.order.late is LateRule.BOT and bots:
            try:
                await table.stand_in(seat.number, bots[-1])
            except (ChoiceError, RuleError):
                continue  # the people at the table see what the rules say when they come back
        elif table.order.late is LateRule.REMIND and remind is not None:
            remind(seat.name, table.code)
