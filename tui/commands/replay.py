"""`lazaretto replay`: plays a record again and reports whether it ends as recorded.

With `--chances` it tells the estimated chance to win after each turn, and the turning points.
"""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.commands.arguments import (
    add_engine_to_play,
    add_path,
    engine_of,
    positive,
    program_for,
    read_record,
    record_path,
    refusal,
)
from lazaretto.tui.messages import after_game, commands as say, common
from lazaretto.tui.safe_output import write_broken, write_out

if TYPE_CHECKING:
    from lazaretto.host import LocalReplay
    from lazaretto.rules import Game, Program, Record
    from lazaretto.rules.engine.engine_names import Engine


INDENT = " " * 6
"""Before what follows a choice, and what was done at a turning point."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "replay",
        "lazaretto replay my_game-2026-01-31-2015.toml --to 40",
        run,
    )
    parser.add_argument("record", metavar="RECORD", type=Path, help=say.RECORD())
    parser.add_argument("--to", metavar="N", type=positive, help=say.TO())
    parser.add_argument("--chances", action="store_true", help=after_game.CHANCES())
    parser.add_argument("--secrets", action="store_true", help=say.SECRETS())
    add_path(parser)
    add_engine_to_play(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the transcript and the verdict."""
    from lazaretto.host import replay
    from lazaretto.host.records.rerun_record import shortened
    from lazaretto.rules import RuleError, StartError

    record = read_record(arguments.record)
    program = program_for(record, arguments.path)
    players = ", ".join(record.players)
    write_out(say.RECORD_TITLE(title=record.title, players=players, seed=record.seed))
    if not record.outcome and not arguments.secrets:
        write_out(say.SECRETS_LEFT_OUT())
    try:
        told = None if arguments.chances else _tell
        again = replay(program, record, to=arguments.to, told=told, spoil=arguments.secrets)
    except (StartError, RuleError) as error:
        raise RefusalError(say.RECORD_CANNOT_START(error=refusal(error))) from None
    if again.changed:
        write_out(common.SCENARIO_CHANGED())
    if again.difference is not None:
        raise RefusalError(say.RECORD_DIFFERS(difference=again.difference))
    if again.done < len(record.choices):
        write_out(say.STOPPED(done=again.done, choices=len(record.choices)))
        return 0
    outcome = again.game.record().outcome
    if not again.faithful:
        wanted = record.outcome or say.OPEN()
        if not again.game.ended_by or not record.choices:
            raise RefusalError(say.ENDS_OTHERWISE(found=outcome or say.OPEN(), wanted=wanted))
        seat, choice = record.choices[-1]
        words = say.ENDS_OTHERWISE_BY(
            number=again.done,
            player=record.players[seat],
            choice=shortened(choice),
            found=outcome,
            wanted=wanted,
            place=again.game.ended_by,
        )
        raise RefusalError(words)
    _tell_end(again.game, record.players)
    if arguments.chances:
        if again.game.outcome is None:
            raise RefusalError(after_game.CHANCES_NOT_OVER())
        write_chances(program, record, record_path(arguments.record), engine_of(arguments))
    return 0


def _tell_end(game: "Game", players: Sequence[str]) -> None:
    from lazaretto.tui.line.ending_words import standings, verdicts

    outcome = game.outcome
    if outcome is None:
        write_out(say.STILL_OPEN())
        return
    write_broken(say.ENDS_SO(outcome="; ".join(verdicts(outcome, players))), rest=INDENT)
    for standing in standings(outcome, players):
        write_broken(standing, INDENT, INDENT)


def _tell(number: int, choice: str, lines: tuple[str, ...]) -> None:
    write_broken(choice, f"{number:4d}. ", INDENT)
    for line in lines:
        write_broken(line, INDENT, INDENT)


def write_chances(program: "Program", record: "Record", path: Path, engine: "Engine") -> None:
    """Estimate and print; the estimate is kept beside the record."""
    import asyncio

    from lazaretto.host import LocalReplay
    from lazaretto.lab.playing.finished_game_chances import WinChance
    from lazaretto.rules.engine.choose_engine import lane_to_play
    from lazaretto.rules.engine.engine_names import EngineError
    from lazaretto.rules.engine.native_plans import search_natively

    lane = lane_to_play(program, engine, any_text_as_c=True)
    if lane is not None:
        with suppress(EngineError):  # Python takes longer
            search_natively(program, lane)
    replay = LocalReplay(program, record, WinChance, str(path))
    asyncio.run(_written(replay))


async def _written(replay: "LocalReplay") -> None:
    from lazaretto.tui.reading.turning_points import PERCENT, about, estimate, nothing_moved, pick_from

    chances = await estimate(replay, lambda _: None, first=True)
    turns = replay.info.turns
    write_out("")
    if not chances.values:
        write_broken(nothing_moved(chances))
        return
    for at, turn in enumerate(turns[:-1]):
        if at == 0 or turn != turns[at - 1]:
            write_out(after_game.TURN_CHANCE(turn=turn, percent=round(PERCENT * chances.values[at])))
    write_out(after_game.END_CHANCE(percent=round(PERCENT * chances.values[-1])))
    write_broken(about(chances))
    points, items = await pick_from(replay, chances)
    write_out("")
    write_broken(after_game.TURNING_POINTS() if points else nothing_moved(chances))
    for item in items:
        write_out(item.label)
        write_broken(item.note, INDENT, INDENT)
