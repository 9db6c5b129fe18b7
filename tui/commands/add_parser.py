"""Adds a command to the parser, with its texts from the catalogue and an example."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from lazaretto.grammar.message import Message
from lazaretto.tui.command_line.command_parser import CommandParser
from lazaretto.tui.messages import commands as say

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[CommandParser]
else:
    Commands = object


def command(
    commands: Commands,
    name: str,
    example: str,
    run: Callable[[argparse.Namespace], int],
    message: Message | None = None,
) -> CommandParser:
    """Add a command and the function it runs; what it does is in the catalogue, or in a given message."""
    message = message or say.COMMAND[name]
    parser = commands.add_parser(
        name,
        description=message.helped(),
        epilog=say.EXAMPLE(example=example),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.summary, parser.example = message(), example
    parser.set_defaults(run=run)
    return parser
