"""The command line with all commands: `lazaretto` and `python -m serve`."""

import sys
from collections.abc import Sequence

from serve.commands import admin, backup, serve
from tui.__main__ import COMMANDS, run_command

ALL = (*COMMANDS, serve, admin, backup)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 on success, 1 for a mistake of the user, 2 for wrong usage."""
    return run_command(argv, ALL)


if __name__ == "__main__":
    sys.exit(main())
