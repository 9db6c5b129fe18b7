"""`lazaretto check`: compiles scenarios and prints every mistake, and the secrets that rules tell."""

import argparse

from tui.commands.add_parser import Commands, command
from tui.commands.find_scenario import add_parts, add_path, folders_of, mistakes, search, switched
from tui.messages import commands as say
from tui.messages import common
from tui.safe_output import write_err, write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "check",
        "lazaretto check ~/my-games/my_game",
        run,
    )
    parser.add_argument("scenario", metavar="PATH", nargs="+", help=say.PATHS())
    parser.add_argument("--strict", action="store_true", help=say.STRICT())
    add_parts(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check each scenario."""
    from rules import load
    from rules.flow.check_flows import flow_warnings

    status = 0
    for folder in folders_of(arguments.scenario, arguments.path):
        parts = switched(folder, arguments.path, arguments.option)
        loaded = load(folder, switches=parts, search=search(arguments.path))
        number = len(loaded.diagnostics)
        if number:
            write_err(mistakes(loaded.diagnostics, loaded.sources, folder))
        if loaded.program is None:
            status = 1
            write_out(say.MISTAKES(folder=folder, mistakes=common.MISTAKES(number=number)))
            continue
        found = flow_warnings(folder, switches=parts, search=search(arguments.path))
        if found.warnings:
            status = 1 if arguments.strict else status
            number = len(found.warnings)
            write_err(mistakes(found.warnings, found.sources, folder))
            write_out(say.ONLY_WARNINGS(folder=folder, warnings=common.WARNINGS(number=number)))
        else:
            write_out(say.NO_MISTAKES(folder=folder))
    return status
