"""When the time of a turn is over, and what happens then, in words."""

from datetime import UTC, datetime

from lazaretto.host.server.hall_views import LateRule, TableListing
from lazaretto.tui.launcher.entries import briefly, when
from lazaretto.tui.messages import hall as say


def turn_end(table: TableListing, now: datetime | None = None) -> str:
    """When the turn ends and what happens then; empty if it has no limit, or the table is paused."""
    if table.ends is None:
        return ""
    now = (now or datetime.now(UTC)).astimezone()
    ends = table.ends.astimezone()
    late = say.LATE[table.late.value]()
    over = ends < now and table.late is LateRule.WAIT
    told = say.TIME_IS_OVER if over else say.TURN_ENDS
    return told(when=when(ends, now), zone=ends.tzname() or "", late=late)


def until(table: TableListing, now: datetime | None = None) -> str:
    """When the turn ends, abbreviated for a list; empty if it has no limit, or the table is paused."""
    if table.ends is None:
        return ""
    return say.UNTIL(when=briefly(table.ends.astimezone(), (now or datetime.now(UTC)).astimezone()))
