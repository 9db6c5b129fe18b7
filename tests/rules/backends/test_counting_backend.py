"""A toy back end that counts evaluated nodes: shows what a new back end takes, and what fuel is worth."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from lazaretto.rules import Program, RuleError
from lazaretto.rules.backends.interpret import InterpretedCode, interpreted
from lazaretto.rules.backends.interpret.backend import InterpretedBackend
from lazaretto.rules.build import compile_checked, compile_linked, link
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.fuel_cost import FREE, UNIT
from lazaretto.rules.run.backend import Services
from lazaretto.rules.run.machine import GRANT, SAMPLES
from lazaretto.rules.run.state import lines
from tests.rules.backends.test_agreement import checked
from tests.rules.backends.twins import HEAD
from tests.rules.test_harmless import ENDLESS

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class CountingCode:
    """A game that is interpreted node by node, and counted."""

    code: InterpretedCode
    counts: Counter[type] = field(default_factory=Counter)

    def load(self, services: Services) -> InterpretedBackend:
        backend = self.code.load(services)
        for methods in (backend.interpreter.methods, backend.interpreter.executed):
            for kind, method in methods.items():
                methods[kind] = self._counted(kind, method)
        return backend

    def _counted(self, kind: type, method: Callable[..., Any]) -> Callable[..., Any]:
        def counted(node: object, here: object) -> Any:
            self.counts[kind] += 1
            return method(node, here)

        return counted


def counting(lowered: ir.Lowered) -> CountingCode:
    return CountingCode(interpreted(lowered))


def test_what_is_counted_is_what_happens() -> None:
    tables = compile_linked(link(ROOT / "tests" / "data" / "stones", tests=False), counting)
    assert tables is not None
    code = tables.code
    assert isinstance(code, CountingCode)
    game = Program(tables, ROOT).start(seed=1, players=["anna", "ben"])
    while game.seat is not None:
        game.answer(game.sample(lambda limit: 0))
    assert game.outcome is not None
    counts = code.counts
    assert counts[ir.CountTurn] == game._state.turns > 0
    assert counts[ir.Log] + counts[ir.LogPrevented] == len(lines(game._state.log)) > 0
    assert counts[ir.Pay] > 0


WORKING = [name for name, rules in ENDLESS.items() if "Pebble" not in rules and "heap" not in rules]
"""Where the rules work, and not the functions of the run time that move and shuffle."""


@pytest.mark.parametrize("name", WORKING)
def test_fuel_bounds_the_work(name: str) -> None:
    text = "var list : set of number\nbefore turn(player)\n    fate(player)\n"
    tables = compile_checked(checked(f"{text}to fate(player)\n    {ENDLESS[name]}\n"), HEAD, counting)
    assert isinstance(tables.code, CountingCode)
    program = Program(tables, ROOT)
    program.machine.fuel = fuel = 30_000
    with pytest.raises(RuleError):
        program.start(seed=1, players=["anna"])
    granted = fuel // GRANT * (SAMPLES - 1)
    assert tables.code.counts.total() <= UNIT * (fuel + granted) + FREE
