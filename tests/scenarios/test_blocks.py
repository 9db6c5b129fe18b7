"""The `test` blocks of every scenario, each in all modes; its name is the law it guards."""

from functools import cache
from pathlib import Path

import pytest

from grammar.diagnostics import render_all
from rules.build import Linked, compile_linked, link
from rules.link.read_scenario import read_pack
from rules.model.test_cases import Case
from rules.scenario_tests import MODES, Arrangement, Bench, arrangements

HOUSE = Path(__file__).resolve().parents[2]
SCENARIOS = sorted(
    each.parent for each in HOUSE.glob("scenarios/*/scenario.toml") if any(each.parent.glob("*.rules"))
)
SCENARIOS.append(HOUSE / "tests" / "data" / "fugitive")

Table = tuple[Path, Arrangement]
"""A scenario as it is switched for some of its tests."""


def tables() -> list[Table]:
    found: list[Table] = []
    for folder in SCENARIOS:
        pack, diagnostics, sources = read_pack(folder)
        assert pack is not None, render_all(diagnostics, sources)
        found += [(folder, each) for each in arrangements(pack)]
    return found


@cache
def linked(folder: Path, switches: frozenset[str]) -> Linked:
    return link(folder, switches)


@cache
def bench(folder: Path, switches: frozenset[str]) -> Bench:
    known = linked(folder, switches)
    compiled = compile_linked(known)
    assert compiled is not None, render_all(known.diagnostics, known.sources)
    return Bench(compiled, known)


def cases(table: Table) -> tuple[Case, ...]:
    folder, arrangement = table
    checked = linked(folder, arrangement.switches).checked
    return checked.cases if checked is not None else ()


def own(table: Table) -> list[Case]:
    """The tests that are to be run in this arrangement and belong to the scenario itself."""
    return [each for each in cases(table) if table[1].wants(each) and not each.inherited]


TABLES = tables()
NAMES = [f"{folder.name}-{each.part}" if each.part else folder.name for folder, each in TABLES]
CASES = [(table, case.name) for table in TABLES for case in own(table)]


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_every_scenario_compiles_and_has_tests(table: Table) -> None:
    assert bench(table[0], table[1].switches).linked.checked is not None
    assert own(table)


@pytest.mark.parametrize(("table", "name"), CASES, ids=[name for _, name in CASES])
def test_block(table: Table, name: str) -> None:
    trying = bench(table[0], table[1].switches)
    case = next(each for each in cases(table) if each.name == name)
    for mode in MODES:
        assert trying.run(case, mode) is None, mode


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_what_other_modules_say_still_holds(table: Table) -> None:
    mine = {each.name for each in own(table)}
    trying = bench(table[0], table[1].switches)
    failures = {each.name: trying.run(each, "plain") for each in cases(table) if each.name not in mine}
    assert [name for name, failure in failures.items() if failure is not None] == []


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_no_two_tests_share_a_name(table: Table) -> None:
    names = [case.name for case in cases(table)]
    assert len(names) == len(set(names))
