"""`lazaretto list`: lists every scenario it finds."""

import argparse
import json
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, command
from lazaretto.tui.commands.arguments import add_path
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_out

if TYPE_CHECKING:
    from lazaretto.rules.link.find_scenarios import FoundScenario


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "list",
        "lazaretto list --path ~/my-games --json",
        run,
    )
    parser.add_argument("--json", action="store_true", help=say.JSON_LIST())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    from lazaretto.grammar.xdg_folders import data_folder
    from lazaretto.rules.link.find_scenarios import in_order, scenarios

    found_scenarios = in_order(scenarios(arguments.path))
    if arguments.json:
        write_out(json.dumps([_data(scenario) for scenario in found_scenarios], indent=2))
        return 0
    if not found_scenarios:
        write_out(say.NONE_FOUND(folder=data_folder() / "scenarios"))
    width = max((len(scenario.name) for scenario in found_scenarios), default=0)
    for scenario in found_scenarios:
        words = say.UNREADABLE(problem=scenario.problem) if scenario.problem else scenario.title
        write_out(f"{scenario.name:{width}}  {words}  ({scenario.origin})")
        if scenario.description:
            write_out(f"{'':{width}}  {scenario.description}")
    return 0


def _data(found: "FoundScenario") -> dict[str, object]:
    return {
        "name": found.name,
        "title": found.title,
        "description": found.description,
        "folder": str(found.folder),
        "origin": found.origin,
        "problem": found.problem or None,
    }
