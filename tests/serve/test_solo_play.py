"""One person plays alone over SSH: the usual app and the usual line mode, with a folder of their own."""

import asyncio
from pathlib import Path

import pytest

from serve.solo_play import SoloPlay
from tests.conftest import STONES
from tests.serve.served import served

ENV = {"LAZARETTO_PACE": "off"}


@pytest.fixture
def only_stones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Offer one small game, and none of the built-in ones."""
    monkeypatch.setattr("rules.find_scenarios.built_in", lambda: tmp_path / "nothing")


@pytest.mark.usefixtures("only_stones")
def test_a_game_is_kept_and_another_person_does_not_see_it(tmp_path: Path) -> None:
    async def script() -> None:
        folder = tmp_path / "people"
        async with served(SoloPlay(folder, [STONES])) as at:
            await at.know(0)
            await at.know(1, "bruno")
            lines = await at.open(await at.connect(), term=None, env=ENV)
            await lines.sends("1. Stones\nType a number, or quit:")
            lines.type("x\n1\n")
            await lines.sends("`x` is not a number")
            await lines.sends("== anna ==")
            lines.type("quit\n")
            await lines.sends("Go on with Stones")
            lines.type("quit\n")
            assert await lines.ends() == 0
            assert len([*folder.glob("1/records/*.toml")]) == 1
            mine = await at.open(await at.connect(0), size=(120, 40), env=ENV)
            theirs = await at.open(await at.connect(1), size=(120, 40), env=ENV)
            await mine.shows("Kept games")
            await theirs.shows("Stones")
            await theirs.shows("Kept games: none")
            mine.type("\x1b[B")
            await mine.shows("anna, keen1")
            mine.type("\r")
            await mine.shows("7 stones lie there")
            mine.type("q")
            await mine.shows("Kept games")
            mine.type("q")
            assert await mine.ends() == 0

    asyncio.run(script())


@pytest.mark.usefixtures("only_stones")
def test_a_client_that_vanishes_in_line_mode_keeps_its_game(tmp_path: Path) -> None:
    async def script() -> None:
        folder = tmp_path / "people"
        async with served(SoloPlay(folder, [STONES])) as at:
            await at.know(0)
            connection = await at.connect()
            lines = await at.open(connection, term=None, env=ENV)
            await lines.sends("Type a number")
            lines.type("1\n")
            await lines.sends("== anna ==")
            connection.abort()
            again = await at.open(await at.connect(), term=None, env=ENV)
            await again.sends("Go on with Stones")

    asyncio.run(script())
