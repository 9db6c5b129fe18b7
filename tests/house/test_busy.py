"""`make test-busy` runs the suite several times beside busy loops, which always end with it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.busy import busy_loops, main
from tests.interpreter import interpreter
from tests.patience import PATIENCE

pytestmark = interpreter

FAILS_AT = """
import sys
with open(sys.argv[1], "a+") as file:
    file.write(".")
    file.flush()
    file.seek(0)
    sys.exit(file.read() == sys.argv[2])
"""
"""Adds a point to a file; fails when these are in it."""
KILLED = """
import os, signal
from tests.busy import busy_loops
with busy_loops(2):
    os.kill(os.getpid(), signal.SIGKILL)
"""
ENDS = "import os, signal; os.kill(os.getppid(), signal.SIGTERM); signal.pause()"
"""Tells the process that started it to end, and waits, as a suite that runs."""


def beside_loops(*command: str, loops: int = 1, rounds: int = 3) -> int:
    return main(["--loops", str(loops), "--rounds", str(rounds), "--", sys.executable, "-c", *command])


def test_it_stops_at_the_first_round_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = tmp_path / "rounds"
    assert beside_loops(FAILS_AT, str(rounds), "..") == 1
    assert rounds.read_text() == ".."
    assert capsys.readouterr().out.splitlines()[-1] == "test-busy: round 2 of 3 failed."


def test_all_rounds_are_run_if_none_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = tmp_path / "rounds"
    assert beside_loops(FAILS_AT, str(rounds), "none") == 0
    assert rounds.read_text() == "..."
    assert capsys.readouterr().out.splitlines()[-1] == "test-busy: 3 of 3 rounds passed."


def test_loops_run_until_the_end() -> None:
    with pytest.raises(KeyboardInterrupt), busy_loops(2) as loops:
        assert [loop.poll() for loop in loops] == [None, None]
        raise KeyboardInterrupt
    assert [loop.returncode for loop in loops] == [-signal.SIGKILL] * 2


def test_loops_end_with_a_process_that_is_killed() -> None:
    """They have its standard output, too, so the test waits until they close it."""
    done = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL


def test_told_to_end_it_ends_the_command_first(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert beside_loops(ENDS) == 130
    assert capsys.readouterr().out.splitlines()[-1] == "test-busy: round 1 of 3 was interrupted."
    assert signal.getsignal(signal.SIGTERM) == before
