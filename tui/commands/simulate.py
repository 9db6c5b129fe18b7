"""`lazaretto simulate`: plays many games headless and counts their ends."""

import argparse
import json
from typing import TYPE_CHECKING

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import add_backend, add_game, add_path, positive, program_of, refusal, seats
from tui.sanitize import clean

if TYPE_CHECKING:
    from lab import Report


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "simulate",
        "play many games headless and count their ends",
        "Lets bots play many games: wins, losses by reason, decisions, games per second of processor time.",
        "lazaretto simulate my_game --games 1000 --seed 1 --players 4 --json",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    parser.add_argument("--games", metavar="N", type=positive, default=100, help="how many (100 unless told)")
    parser.add_argument("--bots", metavar="NAME", default="random", help="who plays (random)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    add_game(parser)
    add_backend(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report."""
    from lab import BOTS, simulate
    from rules import StartError
    from rules.errors.did_you_mean import did_you_mean, listed

    if arguments.bots not in BOTS:
        help = did_you_mean(arguments.bots, BOTS, f"there are {listed(BOTS)}")
        raise RefusalError(f"there are no bots called `{arguments.bots}`; {help}")
    program, options = program_of(arguments.scenario, arguments.path, arguments.option, arguments.backend)
    players = len(seats(program.players, arguments.players))
    try:
        report = simulate(
            program, arguments.games, arguments.seed or 0, players, options=options, bots=arguments.bots
        )
    except StartError as error:
        raise refusal(error) from None
    print(json.dumps(report.data(), indent=2, ensure_ascii=False) if arguments.json else clean(_told(report)))
    return 0


def _told(report: "Report") -> str:
    def share(number: int) -> str:
        return f"{number:6d}  {number / report.games:6.1%}"

    lines = [f"{report.scenario}: {report.games} games of {report.players} players, seed {report.seed}"]
    lines.append(f"{share(report.wins)}  won")
    lines += [f"{share(number)}  lost: {reason}" for reason, number in report.losses.most_common()]
    lines += [f"{share(number)}  divided: {reason}" for reason, number in report.splits.most_common()]
    lines += [f"{share(report.draws)}  drawn"] if report.draws else []
    lines += [f"{share(report.errors)}  errors, the first: {report.first_error}"] if report.errors else []
    each = (
        f"{report.decisions / report.games:.1f} decisions and {report.turns / report.games:.1f} turns a game"
    )
    lines.append(f"{each}; {report.seconds:.2f} s, {report.games_per_second:.1f} games per second")
    return "\n".join(lines)
