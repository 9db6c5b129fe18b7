"""`lazaretto replay`: plays a record again and says whether it ends as it says."""

import argparse
from pathlib import Path

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import add_path, positive
from tui.commands.open_record import program_for, read_record
from tui.sanitize import clean


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "replay",
        "play a record again",
        "Plays a record again, prints its transcript and says whether it ends as the record says.",
        "lazaretto replay my_game-2026-01-31-2015.toml --to 40",
        run,
    )
    parser.add_argument(
        "record", metavar="RECORD", type=Path, help="the file of a game, or its name in your store"
    )
    parser.add_argument("--to", metavar="N", type=positive, help="stop after so many choices")
    parser.add_argument(
        "--secrets", action="store_true", help="show every choice, also secret ones of a game that goes on"
    )
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the transcript and the verdict."""
    from host import replay
    from rules import RuleError, StartError

    record = read_record(arguments.record)
    program = program_for(record, arguments.path)
    print(clean(f"{record.title}: {', '.join(record.players)}; seed {record.seed}"))
    if not record.outcome and not arguments.secrets:
        print("The game goes on: where somebody held secrets, choices are left out (`--secrets` shows them).")
    try:
        again = replay(program, record, to=arguments.to, told=_tell, spoil=arguments.secrets)
    except (StartError, RuleError) as error:
        raise RefusalError(f"the recorded game cannot be set up any more: {error}") from None
    if again.changed:
        print("The scenario has changed since this game was played.")
    if again.difference is not None:
        raise RefusalError(f"the game differs from {clean(str(again.difference))}")
    if again.done < len(record.choices):
        print(f"Stopped after {again.done} of {len(record.choices)} choices.")
        return 0
    outcome = again.game.record().outcome
    if not again.faithful:
        raise RefusalError(
            clean(f"the game ends otherwise: {outcome or 'open'}, not {record.outcome or 'open'}")
        )
    print(
        clean(
            f"It ends as the record says: {outcome}" if outcome else "It is still open, as the record says."
        )
    )
    return 0


def _tell(number: int, choice: str, lines: tuple[str, ...]) -> None:
    print(clean(f"{number:4d}. {choice}"))
    for line in lines:
        print(clean(f"      {line}"))
