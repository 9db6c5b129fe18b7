"""`lazaretto stats`: statistics over the finished games of the player."""

import argparse
import json
from dataclasses import asdict, replace

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.commands.arguments import add_path
from lazaretto.tui.messages import statistics as say
from lazaretto.tui.safe_output import write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "stats", "lazaretto stats my_game --json", run, say.COMMAND)
    parser.add_argument("game", metavar="SCENARIO", nargs="?", help=say.GAME())
    parser.add_argument("--json", action="store_true", help=say.JSON())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the statistics; status 1 if the named game has never been finished."""
    import asyncio

    from lazaretto.host.lobby.local_lobby import LocalLobby
    from lazaretto.host.records.statistics import ENOUGH
    from lazaretto.rules.errors.did_you_mean import did_you_mean
    from lazaretto.tui.statistics_text import game_lines, heading

    found = asyncio.run(LocalLobby(arguments.path).statistics())
    if arguments.game:
        names = [statistics.scenario for statistics in found.games]
        if arguments.game not in names:
            known = say.HAS_GAMES(games=", ".join(names)) if names else say.NO_GAMES()
            help = did_you_mean(arguments.game, names, known)
            raise RefusalError(say.NO_GAME(game=arguments.game, help=help))
        found = replace(
            found,
            games=tuple(statistics for statistics in found.games if statistics.scenario == arguments.game),
        )
    if arguments.json:
        write_out(json.dumps(asdict(found), indent=2))
        return 0
    for line in () if arguments.game else heading(found):
        write_out(line)
    for game in found.games:
        write_out("")
        write_out(game.total.label)
        for line in game_lines(game):
            write_out(f"  {line}" if line else "")
    write_out("")
    write_out(say.WHAT_COUNTS(enough=ENOUGH))
    return 0
