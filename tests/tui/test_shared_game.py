"""Tests share lines and the daily challenge: on the command line, in lines and in the launcher."""

import asyncio
import io
import sys
from datetime import date
from pathlib import Path

import pytest

from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store, load_record
from lazaretto.host.records.share_line import challenge_of
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.commands import daily_and_branch, play
from lazaretto.tui.launcher import launcher_screen
from lazaretto.tui.launcher.launcher_screen import HomeScreen
from tests.tui.screens import until, until_shown

DAY = date(2026, 11, 16)


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_share_line_is_told_at_the_end_and_played_again(
    stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--plain", "--path", str(stones.parent)]
    type_lines(monkeypatch, "take two", "take one")
    assert main(["play", "stones", *where, "--seed", "7", "--option", "start=3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    line = lines[lines.index("To share:") + 1].strip()
    assert line == "Lazaretto stones players=2 seed=7 start=3: won in turn 2"
    type_lines(monkeypatch, "quit")
    assert main(["play", line, *where]) == 0
    records = [load_record(path) for path in (own_data / "records").glob("*.toml")]
    assert {(record.seed, record.options["start"], len(record.players)) for record in records} == {
        (7, "3", 2)
    }
    assert main(["play", line, *where, "--seed", "8"]) == 2
    assert "a share line already says --seed" in capsys.readouterr().err


def test_a_wrong_setting_is_told_in_lines_too(
    stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own_data.mkdir(parents=True, exist_ok=True)
    (own_data / "settings.toml").write_text('engine = "steam"\n', encoding="utf-8")
    type_lines(monkeypatch, "quit")
    assert main(["play", "stones", "--plain", "--path", str(stones.parent)]) == 0
    assert "`engine` is one of" in capsys.readouterr().out
    (own_data / "settings.toml").unlink()


def test_the_daily_challenge_of_a_date_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    apps: list[Lazaretto] = []
    monkeypatch.setattr(play, "has_screen", lambda: True)
    monkeypatch.setattr(Lazaretto, "run", lambda self: apps.append(self))
    monkeypatch.setattr(daily_and_branch, "today", lambda: DAY)
    found = challenge_of(DAY)
    assert found is not None
    for arguments in (["--daily"], ["--daily", "2026-11-16"]):
        assert main(["play", *arguments]) == 0
        wish = apps.pop()._wish
        assert isinstance(wish, Wish) and wish.order is not None
        order = wish.order
        assert (order.folder.name, order.seed, len(order.players)) == (
            found.scenario,
            found.seed,
            found.players,
        )
    for wrong, told in (
        (["--daily", "soon"], "`soon` is not a date"),
        (["--daily", "--seed", "3"], "--daily cannot be combined with --seed"),
        (["stones", "--daily"], "or a scenario"),
    ):
        assert main(["play", *wrong]) == 2
        assert told in capsys.readouterr().err


def test_the_launcher_offers_the_challenge(
    stones: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher_screen, "today", lambda: date(2026, 11, 20))
    store = Store(tmp_path / "records")
    lobby = LocalLobby([stones.parent], store, {}, tmp_path / "settings.toml")
    found = challenge_of(date(2026, 11, 20))
    assert found is not None

    async def run() -> None:
        app = Lazaretto(lobby)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "settings")
            await pilot.press("c")
            await until_shown(pilot, "Daily challenge 2026-11-20", "first finished game of the day counts")
            await pilot.press("p")
            await until(pilot, lambda: bool(store.all()) and not isinstance(app.screen, HomeScreen))
            app.exit()

    asyncio.run(run())
    (kept,) = store.all()
    assert kept.record is not None
    assert (kept.record.scenario, kept.record.seed) == (found.scenario, 20261120)
    assert len(kept.record.players) == found.players
