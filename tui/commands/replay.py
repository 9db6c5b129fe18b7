"""`lazaretto replay`: plays a record again and reports whether it ends as recorded."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.commands.add_parser import Commands, command
from lazaretto.tui.commands.choose_engine import add_engine_to_play, engine_of
from lazaretto.tui.commands.command_error import RefusalError
from lazaretto.tui.commands.find_scenario import add_path, positive, refusal
from lazaretto.tui.commands.open_record import program_for, read_record, record_path
from lazaretto.tui.messages import after_game, common
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_broken, write_out

if TYPE_CHECKING:
    from lazaretto.rules import Game

INDENT = " " * 6
"""Before what follows a choice."""


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
        from lazaretto.tui.commands.replay_chances import write_chances

        if again.game.outcome is None:
            raise RefusalError(after_game.CHANCES_NOT_OVER())
        write_chances(program, record, record_path(arguments.record), engine_of(arguments))
    return 0


def _tell_end(game: "Game", players: Sequence[str]) -> None:
    from lazaretto.tui.line.standing_words import standings, verdicts

    found = game.outcome
    if found is None:
        write_out(say.STILL_OPEN())
        return
    write_broken(say.ENDS_SO(outcome="; ".join(verdicts(found, players))), rest=INDENT)
    for each in standings(found, players):
        write_broken(each, INDENT, INDENT)


def _tell(number: int, choice: str, lines: tuple[str, ...]) -> None:
    write_broken(choice, f"{number:4d}. ", INDENT)
    for line in lines:
        write_broken(line, INDENT, INDENT)
