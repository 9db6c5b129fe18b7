"""Each shipped guide is played to its end by a script that presses or types only what the guide says."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.rules.link.find_scenarios import guide_names
from tests.soak import soak
from tests.tui.guide.led import led, typed_through

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
OFTEN = ("pandemic", "the_cure", "cold_war")
"""Scenarios whose guides are played in `make test`; longer games, led in the same way, in `make soak`."""
GUIDES = [
    pytest.param(folder.name, name, marks=() if folder.name in OFTEN else soak, id=f"{folder.name}-{name}")
    for folder in sorted(SCENARIOS.iterdir())
    if folder.is_dir()
    for name in guide_names(folder)
]


def test_a_guided_game_is_played_to_its_end_on_the_screen(own_data: Path) -> None:
    screen = asyncio.run(led(SCENARIOS / "pandemic", "first_game", own_data))
    assert screen.reader.now is not None
    assert screen.reader.now.given == len(screen.reader.guide.answers)
    assert not screen.reader.strayed


@soak
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)], ids=str)
@pytest.mark.parametrize(("scenario", "guide"), GUIDES)
def test_every_guided_game_is_played_to_its_end_on_the_screen(
    scenario: str, guide: str, size: tuple[int, int], own_data: Path
) -> None:
    screen = asyncio.run(led(SCENARIOS / scenario, guide, own_data, size))
    assert screen.reader.now is not None
    assert screen.reader.now.given == len(screen.reader.guide.answers)


@pytest.mark.parametrize(("scenario", "guide"), GUIDES)
def test_every_guided_game_is_played_to_its_end_in_line_mode(
    scenario: str, guide: str, own_data: Path
) -> None:
    out, keyboard, sitting = typed_through(SCENARIOS / scenario, guide, own_data)
    assert "This was the guide." in out
    assert "goes another way" not in out
    progress = sitting.seats[0].look().guided
    assert progress is not None
    assert sitting.info.guide is not None
    assert progress.given == len(sitting.info.guide.answers)
    assert keyboard.typed
