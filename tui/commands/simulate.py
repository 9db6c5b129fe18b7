"""`lazaretto simulate`: plays many games without a screen and counts their outcomes."""

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import (
    add_backend,
    add_engine,
    add_game,
    add_path,
    positive,
    program_of,
    refusal,
    seats,
)
from tui.messages import commands as say
from tui.safe_output import write_err, write_out

if TYPE_CHECKING:
    from lab import Report
    from lab.seat_points import SeatPoints
    from rules.backends.python.profiler import Cost

MOST_ROWS = 30
"""How many rules a profile shows."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "simulate",
        "lazaretto simulate my_game --games 1000 --seed 1 --players 4 --json",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", help=say.SCENARIO())
    parser.add_argument("--games", metavar="N", type=positive, default=100, help=say.GAMES())
    parser.add_argument("--bots", metavar="NAME", default="random", help=say.BOTS())
    parser.add_argument("--campaign", metavar="N", type=positive, default=0, help=say.CAMPAIGN_LENGTH())
    parser.add_argument("--profile", action="store_true", help=say.PROFILE())
    parser.add_argument("--json", action="store_true", help=say.JSON_OBJECT())
    add_game(parser)
    add_backend(parser)
    add_engine(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report; status 1 if any game was aborted by an error."""
    from lab import BOTS, simulate
    from rules import StartError
    from rules.backends import BACKENDS, PROFILE
    from rules.engine_error import MissingEngineError
    from rules.errors.did_you_mean import did_you_mean, listed

    if arguments.bots not in BOTS:
        help = did_you_mean(arguments.bots, BOTS, say.THERE_ARE(names=listed(BOTS)))
        raise RefusalError(say.NO_BOTS(name=arguments.bots, help=help))
    backend = PROFILE if arguments.profile else arguments.backend
    engine = arguments.engine
    if backend != BACKENDS[0]:
        if engine not in ("auto", "python"):
            raise RefusalError(say.ENGINE_OR_BACKEND(engine=engine))
        engine = "python"
    program, options = program_of(arguments.scenario, arguments.path, arguments.option, backend)
    players = len(seats(program.players, arguments.players))
    if arguments.campaign and not program.hands_on:
        raise RefusalError(say.HANDS_ON_NOTHING(title=program.title))
    try:
        report = simulate(
            program,
            arguments.games,
            arguments.seed or 0,
            players,
            options=options,
            bots=arguments.bots,
            campaign=arguments.campaign,
            engine=engine,
        )
    except StartError as error:
        raise refusal(error) from None
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    if report.fallback is not None:
        write_err(f"lazaretto: {say.FALLBACK(reason=report.fallback)}")
    costs: list[Cost] = []
    if arguments.profile:
        from lab.profile import costs_of

        costs = costs_of(program)
    if arguments.json:
        profile = {"profile": [asdict(each) for each in costs]} if arguments.profile else {}
        write_out(json.dumps(report.data() | profile, indent=2))
    else:
        write_out(_told(report))
        if arguments.profile:
            write_out(_profile(costs, report))
    return 1 if report.errors else 0


def _profile(costs: "list[Cost]", report: "Report") -> str:
    """Print what the dearest rules cost as a table: share of the time in rules, calls, time of a call."""
    seconds = sum(each.seconds for each in costs)
    calls = sum(each.calls for each in costs)
    lines: list[str] = [
        say.PROFILED(calls=calls / report.games),
        f"{say.PROFILE_SHARE():>6}  {say.PROFILE_CALLS():>12}  {say.PROFILE_EACH():>9}  {say.PROFILE_RULE()}",
    ]

    def line(share: float, number: int, took: float, words: str) -> str:
        return f"{share:6.1%}  {number / report.games:12,.1f}  {took / number * 1e6:9.2f}  {words}"

    shown = costs[:MOST_ROWS] if len(costs) > MOST_ROWS + 1 else costs
    for each in shown:
        words = say.PROFILE_SORTS[each.sort](rule=each.rule)
        lines.append(line(each.seconds / seconds if seconds else 0, each.calls, each.seconds, words))
    rest = costs[len(shown) :]
    if rest:
        took = sum(each.seconds for each in rest)
        number = sum(each.calls for each in rest)
        lines.append(line(took / seconds if seconds else 0, number, took, say.PROFILE_REST(number=len(rest))))
    return "\n".join(lines)


def _told(report: "Report") -> str:
    lines: list[str] = [
        say.REPORT(scenario=report.scenario, games=report.games, players=report.players, seed=report.seed),
        *_counts(report),
    ]
    played = (each for each in report.by_game if each.games)  # campaigns may be over sooner
    for number, each in enumerate(played, 1):
        lines += [say.GAME_OF_CAMPAIGN(number=number), *_counts(each)]
    lines.append(
        say.SPEED(
            decisions=report.decisions / report.games,
            turns=report.turns / report.games,
            seconds=report.seconds,
            pace=report.games_per_second,
        )
    )
    return "\n".join(lines)


def _counts(report: "Report") -> list[str]:
    """Return a line for each way in which games ended, and for the points of each seat."""

    def line(number: int, words: str) -> str:
        return f"{number:6d}  {number / max(1, report.games):6.1%}  {words}"

    lines: list[str] = []
    lines.append(line(report.wins, say.WON()))
    lines += [line(number, say.LOST(reason=reason)) for reason, number in report.losses.most_common()]
    lines += [line(number, say.DIVIDED(reason=reason)) for reason, number in report.splits.most_common()]
    lines += [line(report.draws, say.DRAWN())] if report.draws else []
    lines += [line(report.errors, say.ERRORS(error=report.first_error))] if report.errors else []
    lines += [_points(name, each) for name, each in report.points.items()]
    return lines


def _points(name: str, found: "SeatPoints") -> str:
    """Return the line about the points of a seat, or of all together, and about its ranks."""
    who = name or say.TOGETHER()
    spread = say.SPREAD(
        player=who, mean=found.mean, spread=found.spread, lowest=found.lowest, highest=found.highest
    )
    if not found.ranked:
        return spread
    first = say.FIRST(number=found.firsts)
    return say.BOTH(points=spread, ranks=first) if found.games else say.BOTH(points=who, ranks=first)
