"""The command line without the server: `python -m tui`. `serve/__main__.py` adds its commands."""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

from tui.commands import (
    balance,
    campaigns,
    check,
    explain,
    export,
    fmt,
    join,
    learn,
    list_scenarios,
    new,
    play,
    replay,
    rulebook,
    simulate,
    stats,
    test,
    train,
)
from tui.commands.add_parser import Commands
from tui.commands.command_error import INTERRUPTED, RefusalError
from tui.messages import commands as say
from tui.safe_output import discard_output, safe_streams, write_err

COMMANDS = (
    play,
    learn,
    campaigns,
    list_scenarios,
    check,
    test,
    fmt,
    simulate,
    balance,
    train,
    replay,
    stats,
    export,
    join,
    explain,
    rulebook,
    new,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 on success, 1 for a mistake of the author or player, 2 for wrong usage."""
    return run_command(argv, COMMANDS)


class Command(Protocol):
    """The module of a command."""

    def add(self, commands: Commands) -> None:
        """Add the command to the parser."""


def run_command(argv: Sequence[str] | None, commands: Sequence[Command]) -> int:
    """Run one of some commands; without arguments, play."""
    with safe_streams():
        return _run(list(sys.argv[1:] if argv is None else argv), commands)


def _run(arguments: list[str], commands: Sequence[Command]) -> int:
    try:
        status = _command(arguments or ["play"], commands)
        sys.stdout.flush()
    except RefusalError as error:
        write_err(f"lazaretto: {error}")
        return 1
    except KeyboardInterrupt:
        write_err(f"\nlazaretto: {say.INTERRUPTED()}")
        return INTERRUPTED
    except OSError as error:
        # Writing the output failed.
        discard_output()
        if isinstance(error, BrokenPipeError):
            return 0
        write_err(f"lazaretto: {error.strerror or error}")
        return 1
    except Exception as error:
        return _failed(error)
    return status


def _failed(error: Exception) -> int:
    """Report a mistake of the program itself in a sentence; a file has the details."""
    import traceback

    from host.crash_files import keep_crash

    path = keep_crash("".join(traceback.format_exception(error)))
    where = "" if path is None else f" {say.CRASH_FILE(path=path)}"
    write_err(f"lazaretto: {say.MISTAKE_OF_OURS(what=type(error).__name__)}{where}")
    return 1


def _command(arguments: list[str], commands: Sequence[Command]) -> int:
    try:
        parsed = _parser(commands).parse_args(arguments)
    except SystemExit as left:  # the parser has printed its help, or what is wrong with the usage
        return left.code if isinstance(left.code, int) else 2
    status: int = parsed.run(parsed)
    return status


def _parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lazaretto",
        description=say.DESCRIPTION(),
        epilog=say.EPILOG(),
    )
    parser.add_argument("--version", action="version", version=f"lazaretto {_version()}")
    added = parser.add_subparsers(metavar="COMMAND", required=True)
    for each in commands:
        each.add(added)
    return parser


def _version() -> str:
    try:
        return version("lazaretto")
    except PackageNotFoundError:
        return say.CHECKOUT()


if __name__ == "__main__":
    sys.exit(main())
