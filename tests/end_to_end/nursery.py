"""Starts the real program many times without importing its modules each time.

It reads commands, one line of JSON each, and answers each with a line. A started program is a fork of this
process with its own session and terminal; from then on it is the command as a user would start it.
"""

import json
import os
import resource
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any

from lazaretto.host.lobby import lobby_protocol
from lazaretto.tui import app, board
from lazaretto.tui.__main__ import main as command
from lazaretto.tui.commands import play
from lazaretto.tui.reading import ending_screen
from lazaretto.tui.table import table_screen

READ = (
    lobby_protocol,
    app,
    board,
    play,
    ending_screen,
    table_screen,
)
"""What every start needs."""

RUNNING = -1
"""The status of a program that is still running."""


def main_of(module: str) -> Callable[[list[str]], int]:
    """The function that runs a program: the real one, unless a test has one of its own."""
    return import_module(module).main if module else command


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
            status = main_of(order["module"])(order["command"])
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def obey(started: Callable[[dict[str, Any]], int]) -> None:
    """Start a program for each order, or tell how one has ended, until there are no more."""
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            child, status = os.waitpid(order["ended"], os.WNOHANG | order.get("options", 0))
            answer = status if child else RUNNING
        else:
            answer = started(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    obey(started)
