"""Starts the real program many times without importing its modules each time.

It reads commands, one line of JSON each, and answers each with a line. A started program is a fork of this
process with its own session and terminal; from then on it is the command as a user would start it.
"""

import json
import os
import resource
import sys
import traceback
from typing import Any

import host.lobby_protocol
import tui.app
import tui.board
import tui.commands.play
import tui.reading.ending_screen
import tui.table.table_screen
from tui.__main__ import main as command

READ = (
    host.lobby_protocol,
    tui.app,
    tui.board,
    tui.commands.play,
    tui.reading.ending_screen,
    tui.table.table_screen,
)
"""What every start needs."""

RUNNING = -1
"""The status of a program that is still running."""


def started(order: dict[str, Any]) -> int:
    """Run a command on a terminal; the child never returns."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.login_tty(os.open(order["terminal"], os.O_RDWR))
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        os.environ.clear()
        os.environ.update(order["environ"])
        if order["largest"] is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (order["largest"], resource.RLIM_INFINITY))
        try:
            status = command(order["command"])
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def main() -> None:
    """Execute commands until there are no more."""
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            child, status = os.waitpid(order["ended"], os.WNOHANG)
            answer = status if child else RUNNING
        else:
            answer = started(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
