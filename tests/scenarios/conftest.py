"""What the tests of the games share."""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rules.testing import run

Passage = tuple[str, str, str]
"""A module, a passage of it, and what stands there instead."""

Failing = Callable[..., set[str]]


@pytest.fixture
def failing(tmp_path: Path) -> Failing:
    """The tests of a game that fail once some passages of its modules say something else.

    A module of a layer that the game uses has the layer's name in front.
    """

    def changed(game: Path, passages: Iterable[Passage], switches: Iterable[str] = ()) -> set[str]:
        folder = tmp_path / game.name
        shutil.copytree(game, folder)
        for module, old, new in passages:
            file = folder / f"{module}.rules"
            if "/" in module:
                layer = module.partition("/")[0]
                shutil.copytree(game.parent / layer, tmp_path / layer, dirs_exist_ok=True)
                file = tmp_path / f"{module}.rules"
            text = file.read_text(encoding="utf-8")
            assert text.count(old) == 1, old
            file.write_text(text.replace(old, new), encoding="utf-8")
        tested = run(folder, modes=("plain",), switches=frozenset(switches), search=[game.parent])
        assert tested.diagnostics == ()
        return {each.name for each in tested.results if each.failure is not None}

    return changed
