"""The `test` blocks of every scenario, each in all modes; its name is the law it guards."""

from functools import cache
from pathlib import Path

import pytest

from grammar.diagnostics import render_all
from rules.build import compile_linked, link
from rules.model.cases import Case
from rules.testing import MODES, Bench

HOUSE = Path(__file__).resolve().parents[2]
SCENARIOS = sorted(each.parent for each in HOUSE.glob("scenarios/*/scenario.toml"))
SCENARIOS.append(HOUSE / "tests" / "data" / "fugitive")


@cache
def bench(folder: Path) -> Bench:
    linked = link(folder)
    tables = compile_linked(linked)
    assert tables is not None, render_all(linked.diagnostics, linked.sources)
    return Bench(tables, linked)


def cases() -> list[tuple[Path, Case]]:
    found = [(folder, link(folder)) for folder in SCENARIOS]
    return [
        (folder, case)
        for folder, linked in found
        if linked.checked is not None
        for case in linked.checked.cases
    ]


CASES = cases()


@pytest.mark.parametrize("folder", SCENARIOS, ids=[each.name for each in SCENARIOS])
def test_every_scenario_compiles_and_has_tests(folder: Path) -> None:
    assert bench(folder).linked.checked is not None
    assert any(each == folder for each, _ in CASES)


@pytest.mark.parametrize(
    ("folder", "name"), [(folder, case.name) for folder, case in CASES], ids=[case.name for _, case in CASES]
)
def test_block(folder: Path, name: str) -> None:
    trying = bench(folder)
    assert trying.linked.checked is not None
    case = next(each for each in trying.linked.checked.cases if each.name == name)
    for mode in MODES:
        assert trying.run(case, mode) is None, mode


@pytest.mark.parametrize("folder", SCENARIOS, ids=[each.name for each in SCENARIOS])
def test_no_two_tests_share_a_name(folder: Path) -> None:
    names = [case.name for each, case in CASES if each == folder]
    assert len(names) == len(set(names))
