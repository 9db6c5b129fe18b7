"""`lazaretto learn`: plays a guided game, full-screen or in line mode."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.commands import play
from lazaretto.tui.commands.arguments import add_path, folder_of
from lazaretto.tui.messages import commands as say, guide as told


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "learn", "lazaretto learn my_game", run, told.COMMAND)
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help=say.SCENARIO())
    parser.add_argument("guide", metavar="GUIDE", nargs="?", help=told.GUIDE())
    parser.add_argument("--plain", action="store_true", help=say.PLAIN())
    add_path(parser)
    play.add_looks(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a guided game until its end, or until the player leaves."""
    from lazaretto.rules.link.find_scenarios import guide_names

    if not arguments.scenario:
        arguments.scenario = _asked(arguments)
    folder = folder_of(arguments.scenario, arguments.path)
    names = guide_names(folder)
    if not names:
        raise RefusalError(told.NO_GUIDES(scenario=arguments.scenario))
    arguments.guide = arguments.guide or names[0]
    usual = argparse.ArgumentParser()
    play.add_arguments(usual)
    return play.run(usual.parse_args([arguments.scenario], arguments))


def _asked(arguments: argparse.Namespace) -> str:
    """The game that the player picks among those with a guide."""
    from lazaretto.rules.link.find_scenarios import scenarios

    found_scenarios = [scenario for scenario in scenarios(arguments.path) if scenario.guides]
    if not found_scenarios:
        raise RefusalError(told.NOTHING_TO_LEARN())
    return play.asked_among(found_scenarios)
