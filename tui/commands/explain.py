"""`lazaretto explain`: a definition with all that is woven into it."""

import argparse

from tui.clean import clean
from tui.commands.chosen import add_path, folder_of, program_of, search
from tui.commands.parsers import Commands, command
from tui.commands.refuse import RefusalError


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "explain",
        "show a definition with all that is woven into it",
        "Shows a procedure, value, action or kind as the game runs it: with every change, and its file.",
        "lazaretto explain my_game hand_limit",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    parser.add_argument("name", metavar="NAME", help="what to explain")
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the definition."""
    from rules import explain
    from rules.errors.nearest import did_you_mean

    program_of(arguments.scenario, arguments.path)
    folder, places = folder_of(arguments.scenario, arguments.path), search(arguments.path)
    text = explain.explain(folder, arguments.name, places)
    if text is None:
        help = did_you_mean(arguments.name, explain.names(folder, places), "nothing comes near")
        raise RefusalError(f"nothing in {arguments.scenario} is called `{arguments.name}`; {help}")
    print(clean(text))
    return 0
