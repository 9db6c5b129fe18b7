"""Plays the daily challenge, or plays on from a point of a saved game: options of `lazaretto play`."""

import argparse
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import RefusalError, UsageError
from lazaretto.tui.commands.arguments import count, program_for, read_record, record_path
from lazaretto.tui.messages import after_game as say
from lazaretto.tui.safe_output import write_out

if TYPE_CHECKING:
    import asyncio

    from lazaretto.host import Sitting
    from lazaretto.host.lobby.lobby_protocol import Lobby


TODAY = "today"
OTHERS = ("players", "seed", "option", "campaign", "resume", "replay", "branch")
"""The options of `lazaretto play` that mean another game."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the option to the parser."""
    parser.add_argument("--daily", metavar="DATE", nargs="?", const=TODAY, help=say.DAILY_OPTION())


def settle(arguments: argparse.Namespace) -> str:
    """Replace a share line or the daily challenge by the options that it stands for.

    Returns a sentence for the player, usually empty.

    Raises:
        RefusalError: the options do not fit together, or there is no challenge of that day.
    """
    if getattr(arguments, "daily", None) is not None:
        return _daily(arguments)
    from lazaretto.host.records.share_line import WORD, read_share_line

    given: str = arguments.scenario or ""
    shared = read_share_line(given) if given.startswith(f"{WORD} ") else None
    if shared is not None:
        for name, value in (("players", shared.players), ("seed", shared.seed)):
            if value is not None and getattr(arguments, name) is not None:
                raise UsageError(say.SHARE_HAS(option=name))
            setattr(arguments, name, value if value is not None else getattr(arguments, name))
        arguments.scenario = shared.scenario
        arguments.option = [*shared.options, *arguments.option]
    return ""


def _daily(arguments: argparse.Namespace) -> str:
    from lazaretto.host.records.share_line import challenge_of

    others = [other for other in OTHERS if getattr(arguments, other)]
    if others or arguments.scenario:
        raise UsageError(say.NOT_WITH_DAILY(option=others[0] if others else OTHERS[0]))
    try:
        day = today() if arguments.daily == TODAY else date.fromisoformat(arguments.daily)
    except ValueError:
        raise UsageError(say.NO_DATE(text=arguments.daily)) from None
    challenge = challenge_of(day)
    if challenge is None:
        raise RefusalError(say.NO_DAILY())
    arguments.scenario, arguments.players, arguments.seed = (
        challenge.scenario,
        challenge.players,
        challenge.seed,
    )
    return say.DAILY_COUNTS(day=challenge.day)


def today() -> date:
    """The date of the daily challenge: the same for everybody."""
    return datetime.now(UTC).date()


OTHER_WAYS = ("players", "names", "bots", "campaign", "resume", "replay", "option")
"""The options of `lazaretto play` that mean another game."""


def add_branch(parser: argparse.ArgumentParser) -> None:
    """Add the options to the parser."""
    parser.add_argument("--from", dest="branch", metavar="RECORD", type=Path, help=say.FROM())
    parser.add_argument("--at", metavar="N", type=count, help=say.AT())


def wanted(arguments: argparse.Namespace) -> bool:
    """Whether the player wants to play on from a point of a saved game.

    Raises:
        UsageError: the options do not fit together.
    """
    if arguments.branch is None:
        if arguments.at is not None:
            raise UsageError(say.AT_WITHOUT_FROM())
        return False
    if arguments.at is None:
        raise UsageError(say.FROM_WITHOUT_AT())
    others = [way for way in OTHER_WAYS if getattr(arguments, way)]
    if others or arguments.scenario:
        raise UsageError(say.NOT_WITH_FROM(option=others[0] if others else OTHER_WAYS[0]))
    return True


def branched(arguments: argparse.Namespace, lobby: "Lobby", runner: "asyncio.Runner") -> "Sitting":
    """The table of the new game, for line mode.

    Raises:
        RefusalError: it cannot be opened.
    """
    from lazaretto.host.lobby.lobby_protocol import LobbyError
    from lazaretto.host.table.seat_client import sit_down

    path = record_path(arguments.branch)
    record = read_record(path)
    program_for(record, arguments.path)
    try:
        kept = runner.run(lobby.find(path))
        table = runner.run(lobby.what_if(kept, arguments.at, arguments.seed))
        sitting = runner.run(sit_down(table))
    except LobbyError as error:
        raise RefusalError(say.CANNOT_BRANCH(error=error)) from None
    players = ", ".join(record.players)
    write_out(say.BRANCHED(title=record.title, players=players, number=arguments.at))
    for notice in sitting.notices:
        write_out(notice)
    return sitting
