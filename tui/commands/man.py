"""`lazaretto man`: prints the manual page."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, command
from lazaretto.tui.messages import command_line as say
from lazaretto.tui.safe_output import write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command(commands, "man", "lazaretto man | man -l -", run, say.MAN)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from lazaretto.tui.command_line.manual_page import manual_page

    write_out(manual_page(arguments.command_line), end="")
    return 0
