"""Tests the maximum number of seats: more than there are colours, letters and lines."""

import shutil
from pathlib import Path

import pytest

from lazaretto.rules.link.manifest import MOST_PLAYERS
from tests.soak import soak
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import FAIR, ROOT

TURNS = 5
"""The length of a game in turns."""


@pytest.mark.parametrize("size", [(120, 40), pytest.param((80, 24), marks=soak), (40, 12)])
def test_a_table_of_twenty(play: Play, tmp_path: Path, size: tuple[int, int]) -> None:
    folder = tmp_path / "fair"
    shutil.copytree(ROOT / FAIR, folder)
    manifest = folder / "scenario.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("players = [1, 4]", f"players = [1, {MOST_PLAYERS}]"), encoding="utf-8")
    names = [f"player{each}" for each in range(MOST_PLAYERS)]

    async def script(at: At) -> None:
        for name in names[:TURNS]:
            assert at.asked == name
            await at.press("w", "d", "i", "enter")
        assert at.log == [f"{name} walks to Dice." for name in names[:TURNS]]

    play(script, game=str(folder), players=names, size=size)
