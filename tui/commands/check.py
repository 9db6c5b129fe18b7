"""`lazaretto check`: reads and compiles scenarios, prints every mistake."""

import argparse
import sys

from tui.commands.add_parser import Commands, command
from tui.commands.find_scenario import add_parts, add_path, folders_of, mistakes, search, switched
from tui.phrases import many


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "check",
        "read and compile scenarios, print every mistake",
        "Reads and compiles scenarios and prints every mistake with its place. Status 1 if there is any.",
        "lazaretto check ~/my-games/my_game",
        run,
    )
    parser.add_argument(
        "scenario", metavar="PATH", nargs="+", help="a scenario's folder, its name, or a folder of them"
    )
    add_parts(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check each scenario."""
    from rules import load

    status = 0
    for folder in folders_of(arguments.scenario, arguments.path):
        parts = switched(folder, arguments.path, arguments.option)
        loaded = load(folder, switches=parts, search=search(arguments.path))
        number = len(loaded.diagnostics)
        if number:
            print(mistakes(loaded.diagnostics, loaded.sources, folder), file=sys.stderr)
        if loaded.program is None:
            status = 1
            print(f"{folder}: {many(number, 'mistake')}")
        else:
            print(f"{folder}: no mistakes")
    return status
