"""`lazaretto check`: checks scenarios with their tests, and prints every mistake and warning."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, command
from lazaretto.tui.commands.arguments import add_parts, add_path, folders_of, mistakes, search, switched
from lazaretto.tui.messages import commands as say, common
from lazaretto.tui.safe_output import write_err, write_out


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
    """Check each scenario; warnings count only if `--strict` says so."""
    from lazaretto.lab.playing.judgement_file import wrong_beside
    from lazaretto.rules.tools.check_scenario import check_scenario

    status = 0
    for folder in folders_of(arguments.scenario, arguments.path):
        parts = switched(folder, arguments.path, arguments.option)
        checkup = check_scenario(folder, switches=parts, search=search(arguments.path))
        diagnostics = (*checkup.mistakes, *checkup.warnings)
        if diagnostics:
            write_err(mistakes(diagnostics, checkup.sources, folder))
        warnings = common.WARNINGS(number=len(checkup.warnings))
        if checkup.mistakes:
            write_out(say.MISTAKES(folder=folder, mistakes=common.MISTAKES(number=len(checkup.mistakes))))
        elif checkup.warnings:
            words = say.STRICT_WARNINGS if arguments.strict else say.ONLY_WARNINGS
            write_out(words(folder=folder, warnings=warnings))
        else:
            write_out(say.NO_MISTAKES(folder=folder))
        judgement = wrong_beside(folder)
        if judgement:
            write_err(f"lazaretto: {judgement}")
        if checkup.mistakes or (arguments.strict and (checkup.warnings or judgement)):
            status = 1
    return status
