"""Runs a command several times in a row while other processes keep the processors busy, for `make test-busy`.

`python -m tests.busy --loops 6 --rounds 3 -- COMMAND` stops at the first round that fails, and says which.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

LOOP = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""
"""Computes for as long as its parent lives: it also ends if that is killed."""


@contextmanager
def busy_loops(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Keep so many processors busy. Each loop has a session of its own, which Ctrl-C does not reach."""
    command = [sys.executable, "-I", "-S", "-c", LOOP, str(os.getpid())]
    loops: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(number):
            loops.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True))
        yield loops
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()


class _Told:
    """What this process was told while a command ran; the command ends first."""

    def __init__(self) -> None:
        self.to_end = False
        self.command: subprocess.Popen[bytes] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Remember it. Ctrl-C has reached the command, too; SIGTERM is passed on to it."""
        self.to_end = True
        if number == signal.SIGTERM and self.command is not None:
            self.command.terminate()


def run_beside_loops(loops: int, rounds: int, command: Sequence[str]) -> int:
    """Run a command so many times, until it fails or somebody ends it; return an exit status."""
    told = _Told()
    before = {each: signal.signal(each, told) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        with busy_loops(loops):
            for number in range(1, rounds + 1):
                _say(f"round {number} of {rounds}, busy loops beside it: {loops}.")
                told.command = subprocess.Popen(command)
                if told.to_end:  # while it was being started
                    told.command.terminate()
                status = told.command.wait()
                if told.to_end:
                    _say(f"round {number} of {rounds} was interrupted.")
                    return 130
                if status:
                    _say(f"round {number} of {rounds} failed.")
                    return 1
    finally:
        for signals, handler in before.items():
            signal.signal(signals, handler)
    _say(f"{rounds} of {rounds} rounds passed.")
    return 0


def _say(sentence: str) -> None:
    print(f"test-busy: {sentence}", flush=True)  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.busy", description=__doc__)
    parser.add_argument("--loops", type=int, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(arguments)
    return run_beside_loops(options.loops, options.rounds, options.command)


if __name__ == "__main__":
    sys.exit(main())
