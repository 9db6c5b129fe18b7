"""Plays on from a point of a saved game: `lazaretto play --from NAME --at N`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.commands.command_error import RefusalError, UsageError
from lazaretto.tui.commands.find_scenario import count
from lazaretto.tui.commands.open_record import program_for, read_record, record_path
from lazaretto.tui.messages import after_game as say
from lazaretto.tui.safe_output import write_out

if TYPE_CHECKING:
    import asyncio

    from lazaretto.host import Sitting
    from lazaretto.host.lobby_protocol import Lobby

OTHERS = ("players", "names", "bots", "campaign", "resume", "replay", "option")
"""The options of `lazaretto play` that mean another game."""


def add(parser: argparse.ArgumentParser) -> None:
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
    others = [each for each in OTHERS if getattr(arguments, each)]
    if others or arguments.scenario:
        raise UsageError(say.NOT_WITH_FROM(option=others[0] if others else OTHERS[0]))
    return True


def branched(arguments: argparse.Namespace, lobby: "Lobby", runner: "asyncio.Runner") -> "Sitting":
    """The table of the new game, for line mode.

    Raises:
        RefusalError: it cannot be opened.
    """
    from lazaretto.host.lobby_protocol import LobbyError
    from lazaretto.host.seat_view_assembly import sit_down

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
