"""`lazaretto train`: plays a scenario against itself and learns to judge its positions."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.command_line.exit_status import INTERRUPTED
from lazaretto.tui.commands.arguments import (
    add_engine,
    add_path,
    assignment,
    player_count,
    positive,
    program_of,
    refusal,
    whole,
)
from lazaretto.tui.messages import training as say
from lazaretto.tui.messages.commands import SCENARIO, SEED
from lazaretto.tui.safe_output import out_width, write_err, write_out

if TYPE_CHECKING:
    from lazaretto.lab.playing.judgement_file import Judgement
    from lazaretto.lab.training.self_play import Cell
    from lazaretto.lab.training.train import Progress

MINUTES = 10
MINUTE = 60
MOST_PLAYERS = 5
"""Without a number of players, all that a scenario allows are played, up to this one."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    example = "lazaretto train my_game --players 2,4 --option level=4,5 --minutes 30"
    parser = command(commands, "train", example, run, say.TRAIN)
    parser.add_argument("scenario", metavar="SCENARIO", help=SCENARIO())
    parser.add_argument("--players", metavar="N,N…", type=_counts, help=say.PLAYERS())
    parser.add_argument(
        "--option", metavar="NAME=VALUE,…", type=assignment, action="append", default=[], help=say.OPTION()
    )
    parser.add_argument("--minutes", metavar="N", type=positive, default=MINUTES, help=say.MINUTES())
    parser.add_argument("--seed", metavar="S", type=whole, default=0, help=SEED())
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help=say.JOBS())
    parser.add_argument("--without-score", action="store_true", help=say.WITHOUT_SCORE())
    parser.add_argument("--from", dest="earlier", metavar="FILE", type=Path, help=say.FROM())
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--output", metavar="FILE", type=Path, help=say.OUTPUT())
    where.add_argument("--ship", action="store_true", help=say.SHIP())
    add_engine(parser)
    add_path(parser)


def _counts(text: str) -> list[int]:
    return [player_count(each.strip()) for each in text.split(",")]


def run(arguments: argparse.Namespace) -> int:
    """Train, print how good the result is, and write it."""
    from lazaretto.lab.playing.judgement_file import NAME, write_judgement
    from lazaretto.lab.playing.use_judgement import doubt, own_file
    from lazaretto.lab.training.earlier_weights import NotGoingOnError, read_earlier
    from lazaretto.lab.training.self_play import take_engine
    from lazaretto.lab.training.train import NoNumpyError, NothingLearnedError, Training, check_numpy
    from lazaretto.rules import StartError
    from lazaretto.rules.engine.engine_names import MissingEngineError

    try:
        check_numpy()
    except NoNumpyError as error:
        raise RefusalError(str(error)) from None
    program, options = program_of(arguments.scenario, arguments.path, arguments.option)
    low, high = program.players
    players = arguments.players or range(low, max(low, min(high, MOST_PLAYERS)) + 1)
    cells = list(_cells(players, options))
    try:
        lane, problem = take_engine(program, arguments.engine, arguments.minutes * MINUTE)
        if problem:
            write_err(f"lazaretto: {problem}")
        score, tables = not arguments.without_score, program.machine.tables
        earlier = read_earlier(arguments.earlier, tables) if arguments.earlier else None
        training = Training(program, cells, arguments.seed, score, arguments.jobs, lane, earlier)
        judgement = training.run(arguments.minutes * MINUTE, _Lines().show)
    except KeyboardInterrupt:
        write_err(f"\nlazaretto: {say.NOTHING_KEPT()}")
        return INTERRUPTED
    except StartError as error:
        raise refusal(error) from None
    except (MissingEngineError, NotGoingOnError, NothingLearnedError) as error:
        raise RefusalError(str(error)) from None
    path = arguments.output or (program.folder / NAME if arguments.ship else own_file(program.name))
    try:
        write_judgement(path, judgement, program.folder if arguments.ship else None)
    except OSError as error:
        raise RefusalError(say.NOT_WRITTEN(file=path, problem=error.strerror or error)) from None
    if training.interrupted:
        write_err(f"\nlazaretto: {say.INTERRUPTED(number=judgement.figures['rounds'])}")
    write_out(told(judgement, out_width()))
    if doubtful := doubt(judgement):
        write_err(fill(f"lazaretto: {doubtful}", out_width()))
    write_out(fill(say.WRITTEN(file=path), out_width(), break_long_words=False, break_on_hyphens=False))
    return INTERRUPTED if training.interrupted else 0


def _cells(players: Sequence[int], options: dict[str, str]) -> Iterator["Cell"]:
    """Yield every number of players with every choice of the options."""
    from lazaretto.lab.training.self_play import Cell

    values = [[(name, each.strip()) for each in text.split(",")] for name, text in options.items()]
    for count in players:
        for chosen in product(*values):
            yield Cell(count, dict(chosen))


class _Lines:
    """A line whenever a tenth of the time is over, or a round."""

    def __init__(self) -> None:
        self._last = (0, 0)

    def show(self, progress: "Progress") -> None:
        """Show progress, if there is enough of it."""
        reached = (progress.round, int(10 * progress.part))
        if reached != self._last and reached != (1, 0):
            write_err(_told_progress(progress))
        self._last = reached


def _told_progress(progress: "Progress") -> str:
    if progress.tries:
        return say.TRIES(part=round(100 * progress.part), tries=progress.tries)
    if progress.ways:
        return say.WAYS(part=round(100 * progress.part), round=progress.round, ways=progress.ways)
    return say.PROGRESS(
        part=round(100 * progress.part),
        round=progress.round,
        games=progress.games,
        won=progress.won,
        positions=progress.positions,
    )


def told(judgement: "Judgement", width: int) -> str:
    """Return how good a judgement is, in words, in so many columns."""
    figures = judgement.figures
    lines = [
        say.LEARNED(
            scenario=judgement.scenario,
            games=figures["games"],
            won=figures["won"],
            positions=figures["positions"],
            features=len(judgement.names),
        ),
        *([say.COMPARED(ways=figures["ways"], tries=figures.get("tries", 0))] if figures.get("ways") else []),
        say.HELD_OUT(games=figures["held_out_games"], won=figures["held_out_won"]),
        say.MERIT(auc=figures["auc"], brier=figures["brier"], base=figures["brier_of_one_chance_for_all"]),
    ]
    if figures["auc_of_score"] is not None:
        lines.append(say.MERIT_OF_SCORE(auc=figures["auc_of_score"], brier=figures["brier_of_score"]))
    lines.append(say.RELIABILITY())
    reliability = figures["reliability"]
    assert isinstance(reliability, list)
    for chance, share, count in reliability:
        lines.append(say.TENTH(chance=100 * chance, share=100 * share, count=count))
    return "\n".join(fill(line, width) for line in lines)
