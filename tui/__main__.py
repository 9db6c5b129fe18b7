"""The command line: `lazaretto` and `python -m tui`."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from tui.commands import check, explain, fmt, list_scenarios, new, play, replay, simulate, test
from tui.commands.command_error import RefusalError
from tui.messages import commands as say

COMMANDS = (play, list_scenarios, check, test, fmt, simulate, replay, explain, new)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 on success, 1 for a mistake of the author or player, 2 for wrong usage."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if argv is None else argv)
    parsed = _parser().parse_args(arguments or ["play"])
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except RefusalError as error:
        print(f"lazaretto: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nlazaretto: {say.INTERRUPTED()}", file=sys.stderr)
        return 1
    except OSError as error:
        # Writing the output failed; discard the rest of the buffer, or Python would try to flush it on exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"lazaretto: {error.strerror or error}", file=sys.stderr)
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lazaretto",
        description=say.DESCRIPTION(),
        epilog=say.EPILOG(),
    )
    parser.add_argument("--version", action="version", version=f"lazaretto {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for each in COMMANDS:
        each.add(commands)
    return parser


def _version() -> str:
    try:
        return version("lazaretto")
    except PackageNotFoundError:
        return say.CHECKOUT()


if __name__ == "__main__":
    sys.exit(main())
