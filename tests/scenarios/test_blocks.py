"""Runs the `test` blocks of every scenario; the name of a block is the rule it guards.

Each block runs plainly and in one other mode, which its name chooses; in `make soak` in all modes.
"""

import re
from pathlib import Path
from zlib import crc32

import pytest

from lazaretto.grammar.diagnostics import render_all
from lazaretto.rules.link.read_scenario import read_texts
from lazaretto.rules.model.test_cases import Case
from lazaretto.rules.tools.scenario_tests import MODES, Arrangement, Bench, arrangements
from tests.linked_scenarios import Known, linked
from tests.soak import TIMES, longer, soak

HOUSE = Path(__file__).resolve().parents[2]
SCENARIOS = sorted(
    path.parent for path in HOUSE.glob("scenarios/*/scenario.toml") if any(path.parent.glob("*.tests"))
)
HEADING = re.compile(r'^(?:replace )?test "([^"\\]*)"', re.MULTILINE)
"""The first line of a test."""
SMALL = sorted(
    {
        path.parent
        for path in HOUSE.glob("tests/data/*/*")
        if path.suffix in (".rules", ".tests") and HEADING.search(path.read_text(encoding="utf-8"))
    }
)
"""Scenarios for tests that have tests of their own."""
SCENARIOS += SMALL

Table = tuple[Path, Arrangement]
"""A scenario with the switches for some of its tests."""


def tables() -> list[Table]:
    found: list[Table] = []
    for folder in SCENARIOS:
        texts = read_texts(folder)
        assert texts.pack is not None, render_all(texts.problems, texts.sources)
        found += [(folder, arrangement) for arrangement in arrangements(texts.pack)]
    return found


def known(table: Table) -> Known:
    """Return a compiled scenario; with an optional part the tests of the part, in `make soak` all."""
    folder, arrangement = table
    return linked(folder, arrangement.switches, arrangement.files if TIMES == 1 else None)


def bench(table: Table) -> Bench:
    found, compiled = known(table)
    return Bench(compiled, found)


def cases(table: Table) -> dict[str, Case]:
    checked = known(table)[0].checked
    assert checked is not None
    return {case_.name: case_ for case_ in checked.cases}


def own(table: Table) -> list[str]:
    """Return the tests that run with these switches and belong to the scenario itself."""
    return [name for name, case_ in cases(table).items() if table[1].wants(case_) and not case_.inherited]


def listed(table: Table) -> list[str]:
    """Return the same from their headings alone, without checking any rules."""
    folder, arrangement = table
    pack = read_texts(folder, switches=arrangement.switches, tests=True).pack
    assert pack is not None
    return [
        heading[1]
        for _, source in (*pack.texts, *pack.tests)
        if source.name.split("/")[0] == pack.manifest.name
        if arrangement.files is None or source.name in arrangement.files
        for heading in HEADING.finditer(source.text)
    ]


TABLES = tables()
NAMES = [f"{folder.name}-{each.part}" if each.part else folder.name for folder, each in TABLES]


COMBINED = "_and_"
"""Scenarios that only combine parts of others run in `make soak`."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(each, id=name, marks=soak if COMBINED in name else ())
        for each, name in zip(TABLES, NAMES, strict=True)
    ],
)
def table(request: pytest.FixtureRequest) -> Table:
    """Each table in turn: one process runs all tests of a table, so that it is compiled once."""
    found: Table = request.param
    return found


def test_every_test_of_a_scenario_is_run(table: Table) -> None:
    assert listed(table) or table[0] in SMALL
    assert sorted(own(table)) == sorted(listed(table))


@longer
def test_blocks(table: Table) -> None:
    trying, every = bench(table), cases(table)
    plain, *others = MODES
    failures = {}
    for name in listed(table):
        for mode in MODES if TIMES > 1 else (plain, others[crc32(name.encode()) % len(others)]):
            failure = trying.run(every[name], mode)
            if failure is not None:
                failures[name] = f"{mode}: {failure}"
                break
    assert failures == {}


@longer
def test_what_other_modules_say_still_holds(table: Table) -> None:
    mine = {*own(table)}
    trying = bench(table)
    failures = {name: trying.run(case_, "plain") for name, case_ in cases(table).items() if name not in mine}
    assert [name for name, failure in failures.items() if failure is not None] == []


def test_no_two_tests_share_a_name(table: Table) -> None:
    checked = known(table)[0].checked
    assert checked is not None
    names = [case.name for case in checked.cases]
    assert len(names) == len(set(names))
