"""`lazaretto completion`: prints a script with which a shell completes commands."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, command
from lazaretto.tui.messages import command_line as say
from lazaretto.tui.safe_output import write_out

SHELLS = ("bash", "zsh", "fish")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    example = "lazaretto completion bash > ~/.local/share/bash-completion/completions/lazaretto"
    parser = command(commands, "completion", example, run, say.COMPLETION)
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=say.SHELL())


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from lazaretto.tui.command_line.shell_scripts import script

    write_out(script(arguments.shell, arguments.command_line), end="")
    return 0
