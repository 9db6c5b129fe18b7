"""Tests of the app see every error: only those that ask for `recovering` let the app go on after one."""

import pytest

from tui.base_app import GameApp
from tui.terminal.isolated_app import TerminalApp


@pytest.fixture(autouse=True)
def errors_end_the_app(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "recovering" not in request.fixturenames:
        monkeypatch.setattr(GameApp, "recover", TerminalApp.recover)
        monkeypatch.setattr(GameApp, "blemish", TerminalApp.blemish)


@pytest.fixture
def recovering() -> None:
    """Let the app go on after errors, as it does for players."""
