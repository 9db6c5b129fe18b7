"""Time limits of tables that are played over days: what happens when somebody's time is over."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from host.server.hall_views import LateRule, Pace, State
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
                await be_late(table, hall.bots, remind)


def is_late(table: "HallTable", now: datetime) -> bool:
    """Whether the time of those whom a table waits for is over."""
    if table.state is not State.RUNNING or table.row.pace != Pace.DAYS.value or not table.order.hours:
        return False
    return now - table.history.changed_at > timedelta(hours=table.order.hours)


async def be_late(table: "HallTable", bots: tuple[str, ...], remind: Remind | None) -> None:
    """Do what the people of a table agreed on for this case."""
    table.history.changed_at = datetime.now(UTC)
    asked = table.progress.asked
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
