"""Starts servers without importing their modules each time, as `tests/end_to_end/nursery.py` does it."""

import os
import sys
from typing import Any

from lazaretto.serve import run_server
from lazaretto.serve.__main__ import main
from tests.end_to_end.nursery import obey

READ = (run_server,)
"""What every start needs."""


def started(order: dict[str, Any]) -> int:
    """Run a command; the child ends as an interpreter of its own does."""
    child = os.fork()
    if child:
        return child
    for number, path in enumerate((os.devnull, order["stdout"], order["stderr"])):
        opened = os.open(path, os.O_WRONLY if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = sys.__stdin__ = open(0)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w")  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", buffering=1)  # type: ignore[misc]  # noqa: SIM115
    os.environ.clear()
    os.environ.update(order["environ"])
    exec(order["before"], {})
    sys.exit(main(order["words"]))


if __name__ == "__main__":
    obey(started)
