"""Scenarios say which option makes them harder, or inherit it."""

from pathlib import Path

import pytest

from lazaretto.rules import load
from lazaretto.rules.link.find_scenarios import places, scenarios
from lazaretto.rules.tools.difficulty_option import difficulty_of
from tests.soak import TIMES, longer


def manifest(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "scenario.toml").write_text(f'title = "T"\nplayers = [2, 4]\n{text}')
    return folder


@longer
def test_every_shipped_game_has_levels_that_its_option_takes() -> None:
    for scenario in scenarios():
        found = difficulty_of(scenario.folder, places())
        assert found is not None, scenario.name
        if "_and_" in scenario.folder.name and TIMES == 1:
            continue  # it combines others, which are loaded
        program = load(scenario.folder, search=places()).program
        assert program is not None
        for value in found.levels:
            program.check_options(max(program.players[0], 3), {found.option: value})


def test_a_mod_has_the_levels_of_what_it_uses(tmp_path: Path) -> None:
    levels = '[difficulty]\noption = "pace"\nlevels = { 1 = "Slow", 2 = "Fast" }'
    manifest(tmp_path / "base", f'name = "base"\n{levels}')
    manifest(tmp_path / "other", 'name = "other"')
    mod = manifest(tmp_path / "mod", 'name = "mod"\nuses = ["other", "base"]')
    found = difficulty_of(mod, [tmp_path])
    assert found is not None
    assert (found.option, dict(found.levels)) == ("pace", {"1": "Slow", "2": "Fast"})
    assert difficulty_of(tmp_path / "other", [tmp_path]) is None


@pytest.mark.parametrize(
    "text",
    [
        "difficulty = 3",
        '[difficulty]\noption = "pace"',
        '[difficulty]\noption = "pace"\nlevels = { 1 = 2 }',
        '[difficulty]\noption = "pace"\nlevels = { 1 = "Slow" }\neasy = 1',
    ],
)
def test_mistakes_in_it_are_told(tmp_path: Path, text: str) -> None:
    folder = manifest(tmp_path / "odd", f'name = "odd"\nmodules = []\n{text}')
    loaded = load(folder)
    assert loaded.program is None
    assert any("scenario.toml" in str(diagnostic.span.file) for diagnostic in loaded.diagnostics)
