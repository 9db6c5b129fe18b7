"""What the tests of the games share."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.testing import run

Failing = Callable[[Path, str, str, str], set[str]]


@pytest.fixture
def failing(tmp_path: Path) -> Failing:
    """The tests of a game that fail once one passage of a module says something else.

    A module of a layer that the game uses has the layer's name in front.
    """

    def changed(game: Path, module: str, old: str, new: str) -> set[str]:
        folder = tmp_path / game.name
        shutil.copytree(game, folder)
        file = folder / f"{module}.rules"
        if "/" in module:
            layer = module.partition("/")[0]
            shutil.copytree(game.parent / layer, tmp_path / layer)
            file = tmp_path / f"{module}.rules"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        tested = run(folder, modes=("plain",), search=[game.parent])
        assert tested.diagnostics == ()
        return {each.name for each in tested.results if each.failure is not None}

    return changed
