"""`lazaretto play`: sits down to a game."""

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.clean import clean
from tui.commands.chosen import add_game, add_path, program_of, refusal, seats
from tui.commands.parsers import Commands, command
from tui.commands.recorded import program_for, read_record, record_path
from tui.commands.refuse import RefusalError

if TYPE_CHECKING:
    from host import Table


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "play",
        "play a game",
        "Plays a game, line by line on standard input and output. It is kept after every choice.",
        "lazaretto play my_game --plain --players 3 --seed 7 --option name=value",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="a scenario's name or folder")
    parser.add_argument("--plain", action="store_true", help="lines of text instead of the full screen")
    parser.add_argument("--names", metavar="NAMES", type=names, default=(), help="who plays: anna,ben,carl")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a game that was kept")
    add_game(parser)
    add_path(parser)


def names(text: str) -> tuple[str, ...]:
    """Names with commas between, for argparse."""
    found = tuple(each.strip() for each in text.split(","))
    if not all(found) or len({each.casefold() for each in found}) < len(found):
        raise argparse.ArgumentTypeError("give each player a name of their own, with commas between")
    if any(len(each) > 30 or not each.isprintable() or set(each) & set(":#>,") for each in found):
        raise argparse.ArgumentTypeError("a name has at most 30 letters, and none of : # > ,")
    return found


def run(arguments: argparse.Namespace) -> int:
    """Play until the end, or until the player leaves."""
    from tui.plain import Plain

    table = _resumed(arguments) if arguments.resume else _new(arguments)
    plain = Plain(table, sys.stdin, sys.stdout)
    try:
        return plain.play()
    except KeyboardInterrupt:
        print(f"\nThe game is kept. Go on with: lazaretto play --plain --resume {table.name}")
        return 0


def _new(arguments: argparse.Namespace) -> "Table":
    from host import Store, StoreError, open_table
    from rules import RuleError, StartError

    scenario = arguments.scenario or _asked(arguments.path)
    program, options = program_of(scenario, arguments.path, arguments.option)
    seed = secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed
    players = seats(program, arguments.players, arguments.names)
    try:
        game = program.start(seed=seed, players=players, options=options)
        table = open_table(game, Store())
    except (StartError, RuleError, StoreError) as error:
        raise refusal(error) from None
    print(clean(f"{program.title}. Players: {', '.join(players)}. Seed {seed}. `help` lists the commands."))
    return table


def _resumed(arguments: argparse.Namespace) -> "Table":
    from host import Store, resume_table
    from rules import RuleError, StartError

    path = record_path(arguments.resume)
    record = read_record(path)
    store = Store(path.parent)
    try:
        table, again = resume_table(program_for(record, arguments.path), record, store, path.stem)
    except (StartError, RuleError) as error:
        raise RefusalError(f"the game cannot be set up any more: {error}") from None
    print(clean(f"{record.title}. Players: {', '.join(record.players)}. {again.done} choices so far."))
    if again.changed:
        print(f"The scenario has changed since; the game goes on as {table.name}, the old file stays.")
    if again.difference is not None:
        print(clean(f"It differs from {again.difference}"))
    return table


def _asked(paths: Sequence[Path]) -> str:
    """The scenario that the player picks from the list; the only one where there is but one."""
    from rules.find import scenarios

    found = [each for each in scenarios(paths) if not each.problem]
    if len(found) == 1:
        return found[0].name
    if not found:
        raise RefusalError("no scenario is found; `lazaretto list` says where they are looked for")
    for number, each in enumerate(found, 1):
        print(clean(f"  {number}. {each.title} [{each.name}]"))
    print("Which one? ", end="", flush=True)
    answer = sys.stdin.readline().strip()
    if answer.isdecimal() and 1 <= int(answer) <= len(found):
        return found[int(answer) - 1].name
    if not answer:
        raise RefusalError("no scenario was chosen")
    return answer
