"""A game becomes the same native program in every process, since machine code is cached."""

import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO

import pytest

from tests.patience import PATIENCE
from tests.rules.backends.test_agreement import ROOT

_MARK = """
from hashlib import sha256
from pathlib import Path
from lazaretto.rules.backends.native.print_c import print_c
from lazaretto.rules.backends.native.translate_game import translate_game
from lazaretto.rules.build import compile_checked, link
from lazaretto.rules.lower.lower import LoweredGame
linked = link(Path("tests/data/voyage"), tests=False)
native = translate_game(compile_checked(linked.checked, linked.head), LoweredGame(linked.checked).lowered)
print(sha256((print_c(native.program) + repr(native.program.data)).encode()).hexdigest())
"""


def mark_elsewhere() -> str:
    """Return a mark of a program that a process makes which hashes in another way."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _MARK]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return done.stdout


def test_processes_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    here = StringIO()
    with redirect_stdout(here):
        exec(_MARK, {})
    assert here.getvalue() == mark_elsewhere() != ""
