"""No shipped scenario and no example of the reference gives a warning."""

from pathlib import Path

import pytest

from lazaretto.grammar import render_all
from lazaretto.rules.tools.check_scenario import check_scenario
from tests.docs.pages import ROOT, examples, sections
from tests.soak import soak

SHIPPED = sorted(path.parent for path in ROOT.glob("scenarios/*/scenario.toml"))


def without_warnings(folder: Path, *search: Path) -> None:
    found = check_scenario(folder, search=search)
    told = (*found.mistakes, *found.warnings)
    assert not told, render_all(told, found.sources)


@pytest.mark.parametrize(
    "folder", [pytest.param(path, marks=() if path.name == "company" else soak) for path in SHIPPED], ids=str
)
def test_no_shipped_scenario_warns(folder: Path) -> None:
    without_warnings(folder, ROOT / "scenarios")


@pytest.mark.soak
@pytest.mark.parametrize("name", examples())
def test_no_example_of_the_reference_warns(name: str, tmp_path: Path) -> None:
    for file, text in sections("docs/language.md")["Lighthouse"]:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    without_warnings(tmp_path / "lighthouse")
    folder = tmp_path / "example"
    folder.mkdir()
    for file, text in examples()[name].items():
        (folder / file).write_text(text, encoding="utf-8")
    without_warnings(folder, tmp_path)
