"""A launcher in a small environment: a few built-in scenarios, and a store of its own."""

import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import Sitting
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.tui.app import Lazaretto, Wish

DATA = Path(__file__).resolve().parents[2] / "data"
LONG_AGO = datetime(2001, 2, 3, 4, 5)
ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

CHOOSY = """
name = "choosy"
title = "Stones, and more"
description = "The same stones, with parts that may be switched on."
players = [1, 3]
uses = ["stones"]

[optional.slow]
title = "More time"
modules = ["slow"]
excludes = ["slower"]

[optional.slower]
title = "Much more time"
modules = ["slower"]
"""


class Seated(Lazaretto):
    """An app that only records who takes a seat."""

    sat: Sitting | None = None

    def sit(self, sitting: Sitting) -> None:
        self.sat = sitting


Start = Callable[..., Seated]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, own_data: Path) -> None:
    for name in [each for each in os.environ if each.startswith(("TEXTUAL_", "LAZARETTO_"))]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LAZARETTO_ENGINE", "python")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the built-in scenarios."""
    folder = tmp_path / "world"
    for name in ("stones", "fugitive"):
        shutil.copytree(DATA / name, folder / name)
    (folder / "choosy").mkdir()
    (folder / "choosy" / "scenario.toml").write_text(CHOOSY)
    for name, turns in (("slow", 12), ("slower", 16)):
        extra = f'change time() to {turns}\n\noption {name}ness : 1..3 = 2 "How {name}"\n'
        (folder / "choosy" / f"{name}.rules").write_text(extra)
    monkeypatch.setattr("lazaretto.rules.link.find_scenarios.built_in", lambda: folder)
    return folder


@pytest.fixture
def broken(world: Path) -> Path:
    """Create a scenario with a mistake."""
    folder = world / "broken"
    shutil.copytree(DATA / "stones", folder)
    manifest = folder / "scenario.toml"
    manifest.write_text(manifest.read_text().replace('"stones"', '"broken"').replace("Stones", "Broken"))
    rules = folder / "heap.rules"
    rules.write_text(rules.read_text().replace("advance clock", "advance clocks"))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "records")


@pytest.fixture
def lobby(world: Path, store: Store, tmp_path: Path) -> LocalLobby:
    return LocalLobby((), store, COMPANIONS, tmp_path / "settings.toml")


@pytest.fixture
def start(lobby: LocalLobby) -> Start:
    """Return an app that shows the lobby."""

    def start(
        settings: Settings | None = None,
        wish: Wish | None = None,
        notices: tuple[str, ...] = (),
        **forced: object,
    ) -> Seated:
        return Seated(lobby, settings, forced=forced, environ=ENVIRONMENT, wish=wish, notices=notices)

    return start


async def keep(lobby: LocalLobby, folder: Path, name: str, bots: tuple[str, ...] = ()) -> None:
    """Store a game of a scenario, as if it had been played long ago."""
    table = await lobby.open(Order(folder, ("anna", "ben"), 7, bots=bots))
    path = lobby.store.path(table.info.name).rename(lobby.store.path(name))
    os.utime(path, (LONG_AGO.timestamp(),) * 2)
