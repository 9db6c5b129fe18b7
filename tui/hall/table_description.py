"""Describes a table of the hall, as lines for any width, and when the time of a turn is over."""

from collections.abc import Iterator
from datetime import UTC, datetime

from lazaretto.host.server.hall_views import (
    HallView,
    LateRule,
    Pace,
    Presence,
    SeatListing,
    State,
    TableListing,
)
from lazaretto.tui.launcher.entries import briefly, when
from lazaretto.tui.launcher.entry_description import facts
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    FAINT,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    width as columns_of,
)
from lazaretto.tui.messages import hall as say
from lazaretto.tui.shared_texts import words


def turn_end(table: TableListing, now: datetime | None = None) -> str:
    """When the turn ends and what happens then; empty if it has no limit, or the table is paused."""
    if table.ends is None:
        return ""
    now = (now or datetime.now(UTC)).astimezone()
    ends = table.ends.astimezone()
    late = say.LATE[table.late.value]()
    over = ends < now and table.late is LateRule.WAIT
    message = say.TIME_IS_OVER if over else say.TURN_ENDS
    return message(when=when(ends, now), zone=ends.tzname() or "", late=late)


def until(table: TableListing, now: datetime | None = None) -> str:
    """When the turn ends, abbreviated for a list; empty if it has no limit, or the table is paused."""
    if table.ends is None:
        return ""
    return say.UNTIL(when=briefly(table.ends.astimezone(), (now or datetime.now(UTC)).astimezone()))


WARN = Pen("warn")


def described(table: TableListing, hall: HallView, now: datetime, width: int) -> list[Line]:
    """Everything about a table."""
    lines: list[Line] = [(Span(part, ACCENT),) for part in broken(table.title, width)]
    if len(lines) == 1 and columns_of(lines[0]) + 2 + len(table.code) <= width:
        lines = [(*lines[0], Span(f"  {table.code}", FAINT))]
    else:
        lines.append((Span(table.code, FAINT),))
    if table.invited and not table.yours:
        lines.append((Span(say.INVITED(), WARN),))
    if table.state is State.OPEN and hall.host:
        lines += _whole(ssh_line(table.code, hall), say.FOR_FRIENDS(), width)
    if table.state is State.OVER and table.yours and hall.host:
        lines += _whole(export_line(table.code, hall), say.KEEPS_GAME(), width)
    return [*lines, (), *facts(_facts(table, now), width)]


def _whole(command: str, why: str, width: int) -> Iterator[Line]:
    """What somebody types, whole: broken only if it is longer than a line; what for only if there is room."""
    if len(command) + 2 + len(why) <= width:
        yield (Span(command, STRONG), Span(f"  {why}", FAINT))
    else:
        yield from ((Span(part, STRONG),) for part in broken(command, width))


def _facts(table: TableListing, now: datetime) -> Iterator[tuple[str, str]]:
    yield say.LABEL_STATE(), state(table)
    for number, each in enumerate(table.seats):
        told = seat(each) if table.state is State.RUNNING else taken(each)
        yield "" if number else say.LABEL_SEATS(), told
    chosen = ", ".join(say.OPTION(option=words(name), value=value) for name, value in table.options.items())
    if chosen:
        yield say.LABEL_OPTIONS(), chosen
    if table.game:
        yield say.LABEL_CAMPAIGN(), say.GAME_OF_CAMPAIGN(number=table.game)
    yield say.LABEL_PACE(), pace(table)
    if table.free_undo:
        yield say.LABEL_UNDO(), say.FREE_UNDO()
    if not table.hints:
        yield say.LABEL_HINTS(), say.NO_HINTS()
    made = when(table.made_at.astimezone(), now.astimezone())
    yield say.LABEL_MADE(), say.MADE(person=table.made_by, when=made) if table.made_by else made
    if table.watchers:
        yield say.LABEL_WATCH(), say.WATCHERS(number=table.watchers)
    if table.state is State.OPEN:
        yield say.LABEL_CODE(), say.ANYBODY() if table.public else say.BY_INVITATION()


def state(table: TableListing) -> str:
    """Where a table stands."""
    match table.state:
        case State.OPEN:
            return say.STATE_OPEN()
        case State.RUNNING:
            ends = turn_end(table)
            if ends:
                return say.STATE_RUNNING_UNTIL(turn=table.turn, ends=ends)
            return say.STATE_RUNNING(turn=table.turn)
        case State.OVER:
            return say.STATE_OVER(outcome=table.outcome)
        case State.CLOSED:
            return say.STATE_CLOSED()


def seat(each: SeatListing) -> str:
    """A seat with its player and whether its owner is there."""
    if each.presence is Presence.EMPTY:
        return say.FREE_SEAT(number=each.number + 1)
    there = presence(each)
    if each.person and each.person != each.player:
        return say.SEAT_OF(number=each.number + 1, player=each.player, person=each.person, presence=there)
    return say.SEAT(number=each.number + 1, player=each.player, presence=there)


def taken(each: SeatListing) -> str:
    """A seat with its player, where it does not matter who is at the table."""
    if each.presence is Presence.EMPTY:
        return say.FREE_SEAT(number=each.number + 1)
    if each.presence is Presence.BOT:
        return say.SEAT(number=each.number + 1, player=each.player, presence=presence(each))
    return say.SEAT_TAKEN(number=each.number + 1, player=each.player)


def presence(each: SeatListing) -> str:
    """Whether the owner of a seat is there, and whether the table waits for them."""
    if each.asked and each.presence is Presence.HERE:
        return say.THINKING()
    there = say.PRESENCE[each.presence.value]()
    return say.ITS_TURN(presence=there) if each.asked and each.presence is Presence.AWAY else there


def players(table: TableListing) -> str:
    """Everybody who holds a seat, with a word about bots."""
    return ", ".join(
        say.PLAYER_BOT(player=each.player) if each.presence is Presence.BOT else each.player
        for each in table.seats
        if each.presence is not Presence.EMPTY
    )


def pace(table: TableListing) -> str:
    """How fast a table plays."""
    if table.pace is Pace.LIVE:
        return say.PACE_LIVE()
    if not table.hours:
        return say.PACE_DAYS()
    return say.PACE_HOURS(hours=table.hours, late=say.LATE[table.late.value]())


def ssh_line(code: str, hall: HallView) -> str:
    """What somebody types to join a table from their own terminal."""
    if hall.port == 22:
        return say.SSH(code=code, host=hall.host)
    return say.SSH_PORT(code=code, host=hall.host, port=hall.port)


def export_line(code: str, hall: HallView) -> str:
    """What somebody types to keep a game of theirs as a file on their own machine."""
    if hall.port == 22:
        return say.EXPORT(code=code, host=hall.host)
    return say.EXPORT_PORT(code=code, host=hall.host, port=hall.port)
