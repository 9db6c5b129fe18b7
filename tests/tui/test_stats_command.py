"""Tests `lazaretto stats` and the page of statistics in the launcher."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.rules import Program
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto
from tests.tui.screens import until_shown


@pytest.fixture
def store(program: Program, own_data: Path) -> Store:
    store = Store(own_data / "records")
    for seed in range(5):
        game = program.start(seed=seed, players=("anna", "ben"))
        game.wander(Random(seed).randrange)
        store.save(f"stones-{seed}", game.record())
    return store


def test_statistics_are_printed_as_text_and_as_data(
    store: Store, stones: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--path", str(stones.parent)]
    assert main(["stats", *where]) == 0
    told = capsys.readouterr().out
    assert "All games" in told and "of   5 won" in told and "By number of players" in told
    assert main(["stats", "stones", "--json", *where]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"][0]["total"]["games"] == 5
    assert main(["stats", "stonse", *where]) == 1
    assert "there is no finished game of `stonse`; did you mean `stones`?" in capsys.readouterr().err


def test_the_launcher_shows_them(store: Store, stones: Path, tmp_path: Path) -> None:
    lobby = LocalLobby([stones.parent], store, {}, tmp_path / "settings.toml")

    async def main() -> None:
        app = Lazaretto(lobby)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "settings")
            await pilot.press("t")
            await until_shown(pilot, "Statistics: your finished games", "of   5 won", "Wins in a row")
            app.exit()

    asyncio.run(main())
