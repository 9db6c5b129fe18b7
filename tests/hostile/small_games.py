"""Builds programs from a few lines of rules, in memory or in a folder."""

import time
from pathlib import Path

from lazaretto.grammar import Source, parse, render_all
from lazaretto.rules import Program
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.lower.game_tables import Head

HOUSE = Path(__file__).resolve().parents[2]
BASE = (HOUSE / "tests" / "rules" / "check" / "base.rules").read_text(encoding="utf-8")
HEAD = Head("hostile", "Hostile", "", (1, 4), "", (), ())
LOOK = 2.0
"""How many seconds a decision with its views may take."""


def checked(text: str) -> Checked:
    """Check rules on top of the rules for cases of the checker."""
    modules = []
    for name, each in (("base", BASE), ("case", text)):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert not told, render_all(told, {})
        modules.append(module)
    return check(compose(modules, ()), HEAD.players)


def program(text: str, backend: str = "python") -> Program:
    """Compile such rules."""
    found = checked(text)
    assert not found.diagnostics, render_all(found.diagnostics, {})
    return Program(compile_checked(found, HEAD, backend_named(backend)), HOUSE)


class Clock:
    """Measures processor time, so that other work on the machine does not count."""

    def __init__(self) -> None:
        self._start = time.process_time()

    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.process_time() - self._start
