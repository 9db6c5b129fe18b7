"""Shared fixtures: a small game, an empty home folder, and a cache of compiled programs."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from grammar.message import Catalogue, Message
from rules import Program, load

STONES = Path(__file__).resolve().parent / "data" / "stones"


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of compiled programs for a run: hundreds of tests play the same few games."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return tmp_path_factory.getbasetemp().parent / "cache"
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's data folder that is deleted after the test."""
    home = tmp_path / "home"
    for name in ("XDG_DATA_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return home / "lazaretto"


@pytest.fixture
def stones() -> Path:
    """The folder of the small game."""
    return STONES


@pytest.fixture(scope="session")
def program() -> Program:
    """The small game, ready to start."""
    loaded = load(STONES)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys of all messages that are filled while a test runs."""
    keys: set[str] = set()
    fill = Catalogue.fill

    def record(
        catalogue: Catalogue, message: Message, gaps: Mapping[str, object], part: str = "sentence"
    ) -> str:
        keys.add(message.key)
        return fill(catalogue, message, gaps, part)

    monkeypatch.setattr(Catalogue, "fill", record)
    return keys
