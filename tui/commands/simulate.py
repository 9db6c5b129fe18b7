"""`lazaretto simulate`: plays many games without a screen and counts their outcomes."""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from textwrap import fill
from typing import TYPE_CHECKING

from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.tui.bot_names import typed_bots
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.command_line.exit_status import INTERRUPTED
from lazaretto.tui.commands.arguments import (
    add_backend,
    add_engine,
    add_game,
    add_path,
    all_options,
    assignment,
    common_options,
    positive,
    program_of,
    refusal,
    seats,
)
from lazaretto.tui.messages import commands as common, simulation as say
from lazaretto.tui.safe_output import out_width, write_document, write_err, write_out

if TYPE_CHECKING:
    from lazaretto.lab import Report
    from lazaretto.lab.game_rows import GameRow
    from lazaretto.lab.intervals import Pairs
    from lazaretto.lab.simulate import Means
    from lazaretto.rules import Program
    from lazaretto.rules.backends.python.profiler import Cost
    from lazaretto.rules.engine.engine_names import Engine


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def add_means(parser: argparse.ArgumentParser, jobs: int = 1) -> None:
    """Add the options for what plays, by default in so many processes."""
    words = say.JOBS() if jobs == 1 else say.JOBS_BY_CORES()
    parser.add_argument("--jobs", metavar="N", type=positive, help=words)
    parser.set_defaults(usual_jobs=jobs)
    parser.add_argument("--cluster", metavar="ADDRESS", help=say.CLUSTER())
    add_engine(parser)


@contextmanager
def means_of(
    arguments: argparse.Namespace, engine: "Engine", backend: str = "python", shared: bool = False
) -> Iterator["Means"]:
    """Yield what plays; whatever prevents it from playing becomes a refusal.

    With `shared`, the same processes play one simulation after the other; otherwise each starts its own if
    it takes long enough.

    Raises:
        RefusalError: something is missing, or the game cannot start.
    """
    from lazaretto.lab.batches import LostError
    from lazaretto.lab.playing_processes import (
        Cluster,
        MissingDaskError,
        NoClusterError,
        OtherVersionError,
        Pool,
    )
    from lazaretto.lab.simulate import Means
    from lazaretto.rules import StartError
    from lazaretto.rules.engine.engine_names import MissingEngineError

    if arguments.cluster is not None and arguments.jobs is not None:
        raise UsageError(say.JOBS_OR_CLUSTER())
    hired: Cluster | Pool | None = None
    try:
        jobs = arguments.jobs or arguments.usual_jobs
        if arguments.cluster is not None:
            hired = Cluster(arguments.cluster)
            jobs = hired.size
        elif jobs > 1 and shared:
            hired = Pool(jobs)
        yield Means(engine, backend, jobs, hired.hire if hired is not None else None)
    except StartError as error:
        raise refusal(error) from None
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    except LostError:
        raise RefusalError(say.LOST_PROCESSES()) from None
    except OtherVersionError:
        raise RefusalError(say.OTHER_VERSION()) from None
    except MissingDaskError:
        raise RefusalError(say.NO_DASK(install=how_to_install("cluster"))) from None
    except NoClusterError as error:
        raise RefusalError(say.NO_CLUSTER(address=arguments.cluster, problem=error)) from None
    finally:
        if hired is not None:
            hired.close()


GAMES, MOST_GAMES = 100, 100_000
"""How many games are played if nobody says it, and at most until something is known."""
LOOKED_AT = 200
"""In so many of the first games it is noted which rules run; these games are played twice."""


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
    parser.add_argument("--bots", metavar="BOTS", type=typed_bots, default="random", help=common.BOTS())
    parser.add_argument("--campaign", metavar="N", type=positive, default=0, help=say.CAMPAIGN_LENGTH())
    parser.add_argument("--profile", action="store_true", help=common.PROFILE())
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=common.JSON_OBJECT())
    form.add_argument("--csv", action="store_true", help=say.CSV())
    form.add_argument("--html", action="store_true", help=say.HTML())
    parser.add_argument("--against", metavar="SCENARIO", help=say.AGAINST())
    parser.add_argument(
        "--against-option",
        metavar="NAME=VALUE",
        type=assignment,
        action="append",
        default=[],
        help=say.AGAINST_OPTION(),
    )
    parser.add_argument("--against-bots", metavar="BOTS", type=typed_bots, help=say.AGAINST_BOTS())
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
    from lazaretto.rules.backends import PROFILE

    if arguments.profile and ((arguments.jobs or 1) > 1 or arguments.cluster is not None):
        raise UsageError(say.PROFILE_ALONE())
    backend = PROFILE if arguments.profile else arguments.backend
    played = _Played(arguments, backend)
    interrupted = False
    with means_of(arguments, _engine(arguments.engine, backend), backend) as means:
        try:
            _play(arguments, played, means)
        except KeyboardInterrupt:
            if not played.reports:
                raise
            interrupted = True
            games = sum(report.games for report in played.reports)
            write_err(f"\nlazaretto: {say.INTERRUPTED(number=games)}")
    for report in played.reports:
        if report.fallback is not None:
            write_err(f"lazaretto: {say.FALLBACK(reason=report.fallback)}")
    played.note()
    played.print()
    if interrupted:
        return INTERRUPTED
    return 1 if any(report.errors for report in played.reports) else 0


def _play(arguments: argparse.Namespace, played: "_Played", means: "Means") -> None:
    """Play the games of the scenario, and those of the variant if there is one."""
    report = played.play(arguments.scenario, arguments.option, arguments.bots, means)
    if _has_variant(arguments):
        played.play(
            arguments.against or arguments.scenario,
            _options_of_variant(arguments),
            arguments.against_bots or arguments.bots,
            means,
            report.games // (arguments.campaign or 1),
        )


def _has_variant(arguments: argparse.Namespace) -> bool:
    return bool(arguments.against or arguments.against_option or arguments.against_bots)


def _options_of_variant(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """The options of the first games, as far as the variant has them, and those for it alone."""
    options = arguments.option
    if arguments.against is not None and options:
        options = common_options(program_of(arguments.against, arguments.path)[0], options)
    return [*options, *arguments.against_option]


class _Played:
    """The simulations of one call: one, or two that are compared."""

    def __init__(self, arguments: argparse.Namespace, backend: str) -> None:
        self._arguments = arguments
        self._backend = backend
        self.reports: list[Report] = []
        self._rows: list[list[GameRow]] = []
        self._programs: list[Program] = []

    def play(
        self,
        scenario: str,
        options: Sequence[tuple[str, str]],
        bots: str,
        means: "Means",
        games: int | None = None,
    ) -> "Report":
        """Play the games of a scenario: as many as the arguments say, or so many."""
        from lazaretto.lab.game_rows import GameRow
        from lazaretto.lab.simulate import InterruptedPlayError, simulate
        from lazaretto.tui.simulation.progress_bar import ProgressBar

        asked = self._arguments
        program, left = program_of(scenario, asked.path, options, self._backend)
        players = len(seats(program.players, asked.players))
        check_bots(bots, players)
        if asked.campaign and not program.hands_on:
            raise RefusalError(say.HANDS_ON_NOTHING(title=program.title))
        until = asked.until if games is None else None
        games = games or asked.games or (GAMES if until is None else MOST_GAMES)
        bar, rows = ProgressBar(games, until), list[GameRow]()
        try:
            report = simulate(
                program,
                games,
                asked.seed or 0,
                players,
                options=all_options(program, left) if _has_variant(asked) else left,
                bots=bots,
                campaign=asked.campaign,
                until=until,
                looked_at=0 if asked.csv else LOOKED_AT,
                means=replace(means, progress=bar, keep=rows if asked.csv or _has_variant(asked) else None),
            )
        except InterruptedPlayError as stop:
            self._keep(program, options, stop.report, rows)
            raise
        finally:
            bar.close()
        self._keep(program, options, report, rows)
        return report

    def _keep(
        self,
        program: "Program",
        options: Sequence[tuple[str, str]],
        report: "Report",
        rows: "list[GameRow]",
    ) -> None:
        parts = {switch.name for switch in program.machine.tables.switches}
        report.options |= {name: value for name, value in options if name in parts}
        self.reports.append(report)
        self._rows.append(rows)
        self._programs.append(program)

    def note(self) -> None:
        """Say what there is to say about learned judgements that bots have planned by."""
        from lazaretto.lab.playing.use_judgement import find_judgement

        for program in self._programs:
            machine = program.machine
            if machine.tables.score is None and (note := find_judgement(machine).note):
                write_err(f"lazaretto: {note}")

    def print(self) -> None:
        """Print in the form that was asked for."""
        from lazaretto.lab.report import traits_of
        from lazaretto.tui.simulation.report_text import difference_data, pairs_of, report_page
        from lazaretto.tui.simulation.rows_csv import rows_csv

        asked, reports = self._arguments, self.reports
        pairs = pairs_of(*self._rows) if len(reports) > 1 else None
        if asked.csv:
            for report, rows, program in zip(reports, self._rows, self._programs, strict=True):
                write_document(rows_csv(rows, report.names, traits_of(program.machine.tables)))
        elif asked.html:
            write_document(report_page(reports, [] if pairs is None else [self._difference(pairs)]))
        elif pairs is not None and asked.json:
            data = reports[0].data() | {"against": reports[1].data(), "difference": difference_data(pairs)}
            write_out(json.dumps(data, indent=2))
        else:
            for number, report in enumerate(reports):
                write_out("" if number == 0 else "\n", end="")
                _print(report, self._programs[number] if asked.profile else None, asked.json)
            if pairs is not None:
                write_out(f"\n{fill(self._difference(pairs), out_width())}")

    def _difference(self, pairs: "Pairs") -> str:
        from lazaretto.tui.simulation.report_text import difference_text, differing_bots, names_of

        first, second = (program.title for program in self._programs)
        titles, reports = (first, second), self.reports
        return difference_text(pairs, names_of(titles, reports), differing_bots(titles, reports))


def check_bots(text: str, players: int) -> None:
    """Refuse bots that do not exist, or whose number does not fit.

    Raises:
        RefusalError: with the nearest names.
    """
    from lazaretto.lab.playing.bots import BOTS, seated_bots
    from lazaretto.rules.errors.did_you_mean import did_you_mean, listed

    names = [each.strip() for each in text.split(",")]
    for name in names:
        if name not in BOTS:
            known = tuple(BOTS)
            help = did_you_mean(name, known, common.THERE_ARE(names=listed(known)))
            raise UsageError(say.NO_BOTS(name=name, help=help))
    try:
        seated_bots(text, players)
    except ValueError:
        raise UsageError(say.BOTS_AND_PLAYERS(bots=len(names), players=players)) from None


def _print(report: "Report", profiled: "Program | None", as_json: bool) -> None:
    """Print a report, and what the rules cost if they were profiled."""
    from lazaretto.tui.simulation.report_text import profile_text, report_text

    costs: list[Cost] = []
    if profiled is not None:
        from lazaretto.lab.simulate import costs_of

        costs = costs_of(profiled)
    if as_json:
        profile = {"profile": [asdict(cost) for cost in costs]} if profiled is not None else {}
        write_out(json.dumps(report.data() | profile, indent=2))
        return
    write_out(report_text(report, out_width()))
    if profiled is not None:
        write_out(profile_text(costs, report))


def _engine(asked: "Engine", backend: str) -> "Engine":
    """Return the engine to play with; only the Python back end can be left for another one."""
    from lazaretto.rules.backends import BACKENDS

    if backend == BACKENDS[0]:
        return asked
    if asked not in ("auto", "python"):
        raise UsageError(say.ENGINE_OR_BACKEND(engine=asked))
    return "python"
