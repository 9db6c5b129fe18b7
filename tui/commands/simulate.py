"""`lazaretto simulate`: plays many games without a screen and counts their outcomes."""

import argparse
import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import (
    add_backend,
    add_game,
    add_path,
    positive,
    program_of,
    seats,
)
from tui.messages import commands as common
from tui.messages import simulation as say
from tui.safe_output import out_width, write_err, write_out
from tui.simulation.means import add_means, means_of

if TYPE_CHECKING:
    from lab import Report
    from rules import Program
    from rules.backends.python.profiler import Cost
    from rules.engines import Engine

GAMES, MOST_GAMES = 100, 100_000
"""How many games are played if nobody says it, and at most until something is known."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "simulate",
        "lazaretto simulate my_game --bots thinker --until 5% --jobs 2",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", help=common.SCENARIO())
    parser.add_argument("--games", metavar="N", type=positive, help=common.GAMES())
    parser.add_argument("--until", metavar="WIDTH", type=width, help=say.UNTIL())
    parser.add_argument("--bots", metavar="NAMES", default="random", help=common.BOTS())
    parser.add_argument("--campaign", metavar="N", type=positive, default=0, help=say.CAMPAIGN_LENGTH())
    parser.add_argument("--profile", action="store_true", help=common.PROFILE())
    parser.add_argument("--json", action="store_true", help=common.JSON_OBJECT())
    add_game(parser)
    add_backend(parser)
    add_means(parser)
    add_path(parser)


def width(text: str) -> float:
    """A share such as 2% or 0.02, for argparse."""
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = 0.0
    if not 0.001 <= found <= 0.5:
        raise argparse.ArgumentTypeError(say.NOT_A_WIDTH(text=text))
    return found


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report; status 1 if any game was aborted by an error."""
    from lab.simulate import simulate
    from rules.backends import PROFILE
    from tui.simulation.progress_bar import ProgressBar

    if arguments.profile and (arguments.jobs > 1 or arguments.cluster is not None):
        raise RefusalError(say.PROFILE_ALONE())
    backend = PROFILE if arguments.profile else arguments.backend
    program, options = program_of(arguments.scenario, arguments.path, arguments.option, backend)
    players = len(seats(program.players, arguments.players))
    check_bots(arguments.bots, players)
    if arguments.campaign and not program.hands_on:
        raise RefusalError(say.HANDS_ON_NOTHING(title=program.title))
    games = arguments.games or (GAMES if arguments.until is None else MOST_GAMES)
    bar = ProgressBar(games, arguments.until)
    with means_of(arguments, _engine(arguments.engine, backend), backend) as means:
        try:
            report = simulate(
                program,
                games,
                arguments.seed or 0,
                players,
                options=options,
                bots=arguments.bots,
                campaign=arguments.campaign,
                until=arguments.until,
                means=replace(means, progress=bar),
            )
        finally:
            bar.close()
    if report.fallback is not None:
        write_err(f"lazaretto: {say.FALLBACK(reason=report.fallback)}")
    _print(report, program if arguments.profile else None, arguments.json)
    return 1 if report.errors else 0


def check_bots(text: str, players: int) -> None:
    """Refuse bots that do not exist, or whose number does not fit.

    Raises:
        RefusalError: with the nearest names.
    """
    from lab.bots import BOTS, seated_bots
    from rules.errors.did_you_mean import did_you_mean, listed

    names = [each.strip() for each in text.split(",")]
    for name in names:
        if name not in BOTS:
            help = did_you_mean(name, BOTS, common.THERE_ARE(names=listed(BOTS)))
            raise RefusalError(say.NO_BOTS(name=name, help=help))
    try:
        seated_bots(text, players)
    except ValueError:
        raise RefusalError(say.BOTS_AND_PLAYERS(bots=len(names), players=players)) from None


def _print(report: "Report", profiled: "Program | None", as_json: bool) -> None:
    """Print a report, and what the rules cost if they were profiled."""
    from tui.simulation.profile_text import profile_text
    from tui.simulation.report_text import report_text

    costs: list[Cost] = []
    if profiled is not None:
        from lab.profile import costs_of

        costs = costs_of(profiled)
    if as_json:
        profile = {"profile": [asdict(each) for each in costs]} if profiled is not None else {}
        write_out(json.dumps(report.data() | profile, indent=2))
        return
    write_out(report_text(report, out_width()))
    if profiled is not None:
        write_out(profile_text(costs, report))


def _engine(asked: "Engine", backend: str) -> "Engine":
    """Return the engine to play with; only the Python back end can be left for another one."""
    from rules.backends import BACKENDS

    if backend == BACKENDS[0]:
        return asked
    if asked not in ("auto", "python"):
        raise RefusalError(say.ENGINE_OR_BACKEND(engine=asked))
    return "python"
