"""Time limits of tables that are played over days: who is reminded, and what happens when a time is over."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from math import inf

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_services import refused
from lazaretto.host.server.hall_views import LateRule, Pace, State
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.tables.table_base import TableBase
from lazaretto.rules import ChoiceError, RuleError

NO_JUMP = timedelta()


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


async def look_at(
    table: HallTable,
    here: Collection[str],
    remind: Remind | None,
    jump: timedelta = NO_JUMP,
    since: float = inf,
) -> None:
    """Do what is due at a table, with those who are connected.

    `jump` is how far the machine's clock was set since the last look, and `since` the steady seconds of then.
    """
    now = datetime.now(UTC)
    if jump:
        await keep_time(table, jump, since)
    if table.state is State.RUNNING and table.clock.is_ahead(now):
        await table.begin_turn_again()
    remind_of_turn(table, here, remind)
    if is_late(table, now):
        await be_late(table, table.bots, remind)


async def keep_time(table: TableBase, jump: timedelta, since: float = inf) -> None:
    """Take care that nobody loses or gains time because the machine's clock was set.

    Raises:
        HallError: the store refuses.
    """
    if table.state is State.RUNNING and table.clock.row.turn_began is not None:
        known = table.reminded == table.clock.row.turn_began
        await refused(table.clock.set_by(table.services, jump, since))
        table.reminded = table.clock.row.turn_began if known else table.reminded
        table.tell()


def remind_of_turn(table: TableBase, here: Collection[str], remind: Remind | None) -> None:
    """Remind those whom a table over days has begun to wait for, once a turn, unless they are connected."""
    began = table.clock.row.turn_began
    playing = table.state is State.RUNNING and table.row.pace == Pace.DAYS.value
    if not playing or table.clock.paused or not table.progress.asked or table.reminded == began:
        return
    table.reminded = began
    for name in table.asked_people():
        if name not in here and remind is not None:
            remind(Reminder(name, table.code, table.row.title, Why.TURN, table.turn_ends()))


def is_late(table: TableBase, now: datetime) -> bool:
    """Whether the time of those whom a table waits for is over, and something has to be done about it."""
    ends = table.turn_ends()
    return ends is not None and now > ends and table.order.late is not LateRule.WAIT


async def be_late(table: HallTable, bots: tuple[str, ...], remind: Remind | None) -> None:
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
        for name in table.asked_people():
            await table.announce(say.TIME_IS_OVER(person=name))
            if remind is not None:
                remind(Reminder(name, table.code, table.row.title, Why.LATE, table.turn_ends()))
        return
    for seat in table.seats:
        if seat.person is None or seat.number not in asked:
            continue
        if table.order.late is LateRule.BOT and bots:
            try:
                await table.stand_in(seat.number, bots[-1])
            except (ChoiceError, RuleError):
                continue  # the people at the table see what the rules say when they come back
