"""Tests of the app see every error: only those that ask for `recovering` let the app go on after one."""

from collections.abc import Iterator

import pytest

from lazaretto.tui.base_app import GameApp
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.quick_apps import make_apps_quick


@pytest.fixture(scope="package", autouse=True)
def quick_apps() -> Iterator[None]:
    """Hundreds of apps start here."""
    with pytest.MonkeyPatch.context() as patch:
        make_apps_quick(patch)
        yield


@pytest.fixture(autouse=True)
def errors_end_the_app(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "recovering" not in request.fixturenames:
        monkeypatch.setattr(GameApp, "recover", TerminalApp.recover)
        monkeypatch.setattr(GameApp, "blemish", TerminalApp.blemish)


@pytest.fixture
def recovering() -> None:
    """Let the app go on after errors, as it does for players."""
