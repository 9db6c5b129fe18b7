"""The command line with all commands: `lazaretto` and `python -m lazaretto`."""

import sys
from collections.abc import Sequence

from lazaretto.tui.__main__ import MEASURE, PLAY, SET_UP, WRITE, run_command
from lazaretto.tui.command_line.command_parser import CommandGroup
from lazaretto.tui.messages import command_line as say

SERVE = CommandGroup(
    say.GROUP_SERVE, {name: f"lazaretto.serve.commands.{name}" for name in ("serve", "admin", "backup")}
)
GROUPS = (PLAY, WRITE, MEASURE, SERVE, SET_UP)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    return run_command(argv, GROUPS)


if __name__ == "__main__":
    sys.exit(main())
