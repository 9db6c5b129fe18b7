"""Tests of the app see every error: only those that ask for `recovering` let the app go on after one."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from lazaretto.tui.base_app import GameApp
from lazaretto.tui.terminal.isolated_app import TerminalApp


@pytest.fixture(scope="package", autouse=True)
def style_sheets_parsed_once() -> Iterator[None]:
    """Hundreds of apps have the same style sheets: each is parsed once for the same colours."""
    known: dict[object, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parse_once(sheet: Stylesheet, *given: Any, **named: Any) -> list[RuleSet]:
        key = (frozenset(sheet._variables.items()), given, frozenset(named.items()))
        if key not in known:
            known[key] = parse(sheet, *given, **named)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(autouse=True)
def errors_end_the_app(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "recovering" not in request.fixturenames:
        monkeypatch.setattr(GameApp, "recover", TerminalApp.recover)
        monkeypatch.setattr(GameApp, "blemish", TerminalApp.blemish)


@pytest.fixture
def recovering() -> None:
    """Let the app go on after errors, as it does for players."""
