"""The `test` blocks of scenarios hold in native code, and every step of them is the same as in Python.

`make test` runs the blocks of some small scenarios, each in one mode; `make soak` runs those of all scenarios
in all modes, on all lanes.
"""

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from lazaretto.rules.build import Linked
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.model import test_cases
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.tools.scenario_tests import MODES, Bench
from tests.docs.test_cookbook import RECIPES
from tests.linked_scenarios import linked
from tests.rules.backends.native.lanes import LEVEL, installed
from tests.rules.backends.native.paired_machine import PairedMachine
from tests.scenarios.test_blocks import NAMES, TABLES, Table
from tests.soak import TIMES, longer, soak

FEW = ("fog", "tricks", "caravan")
"""The games of the cookbook that run in `make test`, too: secrets, plays at the same time, a map."""


def procedures(bench: Bench) -> list[int]:
    """Return the numbers of the procedures that the lines of tests run."""
    assert bench.linked.checked is not None
    found: list[int] = []
    for case in bench.linked.checked.cases:
        for step in case.steps:
            match step:
                case test_cases.Fate(values):
                    found += (bench.numbers[value] for value in values)
                case test_cases.Happens(procedure, _) | test_cases.Holds(procedure):
                    found.append(bench.numbers[procedure])
                case test_cases.Sees(index=index) if index is not None:
                    found.append(bench.numbers[index])
    return list(dict.fromkeys(found))


def paired_bench(known: Linked, tables: CompiledGame, fuel: int | None = None, level: int = LEVEL) -> Bench:
    """Return the tests of a scenario, with a machine that plays on all lanes."""
    assert known.checked is not None
    made = Bench(tables, known)
    lowered = LoweredGame(known.checked).lowered
    made.machine = PairedMachine(tables, lowered, installed(), fuel, procedures(made), level)
    return made


def modes(name: str) -> Iterator[str]:
    """Yield the modes in which a test runs: all in `make soak`, otherwise one that its name chooses."""
    if TIMES > 1:
        yield from MODES
    else:
        yield MODES[crc32(name.encode()) % len(MODES)]


def failures(folder: Path, switches: frozenset[str] = frozenset()) -> dict[str, str]:
    """Run tests; return what failed."""
    trying, found = paired_bench(*linked(folder, switches)), dict[str, str]()
    assert trying.linked.checked is not None
    in_python = Bench(trying.machine.tables, trying.linked)
    ran = 0
    for case in trying.linked.checked.cases:
        for mode in () if case.unfit else modes(case.name):
            ran += 1
            failure = trying.run(case, mode)
            if failure is not None and failure != in_python.run(case, mode):
                found[case.name] = f"{mode}: {failure}"
                break
    assert ran
    return found


@soak
@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_blocks(table: Table) -> None:
    assert failures(table[0], table[1].switches) == {}


@longer
@pytest.mark.parametrize(
    "name", [pytest.param(recipe, marks=() if recipe in FEW else soak) for recipe in RECIPES]
)
def test_blocks_of_the_cookbook(name: str, tmp_path: Path) -> None:
    for file, text in RECIPES[name].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert failures(tmp_path) == {}
