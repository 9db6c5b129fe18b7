"""What many tests share: a small game, and a home in which nobody's own files lie."""

from pathlib import Path

import pytest

from rules import Program, load

STONES = Path(__file__).resolve().parent / "data" / "stones"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's data folder that is gone after the test."""
    home = tmp_path / "home"
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    return home / "lazaretto"


@pytest.fixture
def stones() -> Path:
    """The folder of the small game."""
    return STONES


@pytest.fixture(scope="session")
def program() -> Program:
    """The small game, ready to be started."""
    loaded = load(STONES)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program
