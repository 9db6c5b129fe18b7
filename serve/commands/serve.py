"""`lazaretto serve`: opens a server that people reach with a stock SSH client."""

import argparse
import os
from pathlib import Path

from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.serve import messages as say
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    from lazaretto.rules.engine.engine_names import ENGINES

    parser = command(commands, "serve", "lazaretto serve --port 2222 --guests", run, say.COMMAND_SERVE)
    parser.add_argument("--port", metavar="PORT", type=_port, help=say.OPTION_PORT())
    parser.add_argument("--data", metavar="DIR", type=Path, help=say.OPTION_DATA())
    parser.add_argument("--guests", action="store_true", default=None, help=say.OPTION_GUESTS())
    parser.add_argument("--motd", metavar="FILE", type=Path, help=say.OPTION_MOTD())
    parser.add_argument("--socket", metavar="FILE", type=Path, help=say.OPTION_SOCKET())
    parser.add_argument("--engine", choices=ENGINES, help=say.OPTION_ENGINE())
    parser.add_argument("--config", metavar="FILE", type=Path, help=say.OPTION_CONFIG())


def _port(text: str) -> int:
    """The number of a port, for argparse."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(say.WRONG_PORT(typed=text))
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is told to end.

    Raises:
        RefusalError: something is missing, or the server cannot start.
    """
    from lazaretto.serve.process_setup import scrub

    scrub(os.environ)  # before the framework is imported, because it reads the environment then
    try:
        import asyncssh  # noqa: F401
    except ImportError:
        raise RefusalError(say.NEEDS_ASYNCSSH(install=how_to_install("serve"))) from None
    from lazaretto.serve.config import ConfigError, changed, read_config
    from lazaretto.serve.run_server import run_server

    given = {
        name: getattr(arguments, name) for name in ("port", "data", "guests", "motd", "socket", "engine")
    }
    try:
        config = changed(
            read_config(arguments.config), {name: value for name, value in given.items() if value is not None}
        )
        return run_server(config)
    except ConfigError as error:
        raise RefusalError(str(error)) from None
