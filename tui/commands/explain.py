"""`lazaretto explain`: prints a definition with everything that other modules add to it."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.commands.arguments import add_path, folder_of, program_of, search
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "explain",
        "lazaretto explain my_game hand_limit",
        run,
    )
    parser.add_argument("scenario", metavar="SCENARIO", help=say.SCENARIO())
    parser.add_argument("name", metavar="NAME", help=say.EXPLAINED())
    parser.add_argument("--lowered", action="store_true", help=say.LOWERED())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the definition."""
    from lazaretto.rules.errors.did_you_mean import did_you_mean
    from lazaretto.rules.tools import explain_definition as explain

    program_of(arguments.scenario, arguments.path)
    folder, places = folder_of(arguments.scenario, arguments.path), search(arguments.path)
    text = (explain.lowered if arguments.lowered else explain.explain)(folder, arguments.name, places)
    if text is None:
        known = explain.names(folder, places)
        if arguments.name in known:
            raise RefusalError(say.NOT_LOWERED(name=arguments.name))
        help = did_you_mean(arguments.name, known, say.NOTHING_NEAR())
        raise RefusalError(say.NOT_CALLED(scenario=arguments.scenario, name=arguments.name, help=help))
    write_out(text)
    return 0
