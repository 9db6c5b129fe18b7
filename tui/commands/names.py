"""`lazaretto names`: prints names for shells that complete a command line. No help has it."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands
from lazaretto.tui.safe_output import write_out

KEPT = ("records", "campaigns")
"""The folders of files whose names are asked for; loading what reads the files would take too long."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("names")
    parser.add_argument("kind", choices=("scenarios", *KEPT))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print them, one on each line."""
    for scenario in _kept(arguments.kind) if arguments.kind in KEPT else _scenarios():
        write_out(scenario)
    return 0


def _scenarios() -> list[str]:
    from lazaretto.rules.link.find_scenarios import in_order, scenarios

    return [scenario.name for scenario in in_order(scenarios(())) if not scenario.problem]


def _kept(folder: str) -> list[str]:
    from lazaretto.grammar.xdg_folders import data_folder

    return sorted(path.stem for path in (data_folder() / folder).glob("*.toml"))
