"""Adds a command to the parser, with its texts from the catalogue and an example."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from grammar.message import Message
from tui.messages import commands as say

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = object


def command(
    commands: Commands,
    name: str,
    example: str,
    run: Callable[[argparse.Namespace], int],
    message: Message | None = None,
) -> argparse.ArgumentParser:
    """Add a command and the function it runs; what it does is in the catalogue, or in a given message."""
    message = message or say.COMMAND[name]
    parser = commands.add_parser(
        name,
        help=message(),
        description=message.helped(),
        epilog=say.EXAMPLE(example=example),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser
