"""`lazaretto man`: prints the manual page."""

import argparse

from tui.commands.add_parser import Commands, command
from tui.messages import command_line as say
from tui.safe_output import write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command(commands, "man", "lazaretto man | man -l -", run, say.MAN)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from tui.command_line.manual_page import manual_page

    write_out(manual_page(arguments.command_line), end="")
    return 0
