"""Guided games are started on the command line, and offered in the launcher."""

import asyncio
import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lazaretto.host import Store, load_record
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.guide.guided_table_screen import GuidedTableScreen
from lazaretto.tui.launcher.launcher_screen import HomeScreen
from tests.rules.guides.test_guides import GOOD, STONES
from tests.tui.guide.led import ENVIRONMENT
from tests.tui.screens import text_of, until, until_shown


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the built-in games: one has a guide, one has none."""
    folder = tmp_path / "world"
    for name in ("stones", "fugitive"):
        shutil.copytree(STONES.parent / name, folder / name)
    (folder / "stones" / "first.guide").write_text(GOOD)
    monkeypatch.setattr("lazaretto.rules.link.find_scenarios.built_in", lambda: folder)
    return folder


Learn = Callable[..., tuple[int, str]]


@pytest.fixture
def learn(
    world: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Learn:
    """Run the command with text on standard input."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(["learn", "--plain", *arguments])
        out, err = capsys.readouterr()
        return status, out + err

    return run


def test_a_guided_game_is_started_by_its_name(learn: Learn, own_data: Path) -> None:
    status, out = learn("stones", typed="\ntake two\nquit\n")
    assert status == 0
    assert "Stones: Stones. `help` lists the commands" in out
    assert "Type: take > two" in out
    (path,) = (own_data / "records").iterdir()
    record = load_record(path)
    assert (record.guide, record.choices) == ("first", ((0, "take > two"),))


def test_the_player_is_asked_for_a_game_with_a_guide(learn: Learn) -> None:
    status, out = learn(typed="1\nquit\n")
    assert status == 0
    assert "1. Stones [stones]" in out
    assert "fugitive" not in out
    assert "Seven stones" in out


def test_what_cannot_be_learnt_is_refused_in_words(learn: Learn, world: Path) -> None:
    told = {
        ("fugitive",): "fugitive has no guided game",
        ("stones", "frist"): "did you mean `first`?",
        ("stnes",): "did you mean `stones`?",
    }
    for arguments, words in told.items():
        status, out = learn(*arguments)
        assert (status, words in out) == (1, True), out
    (world / "stones" / "first.guide").unlink()
    status, out = learn()
    assert (status, "no scenario has a guided game" in out) == (1, True)


async def choose(pilot: Pilot[None], home: HomeScreen, title: str) -> None:
    """Move to the entry with a title."""
    await pilot.press("home")
    for _ in home.shelf.entries:
        if home.shelf.entry is not None and home.shelf.entry.title == title:
            return
        await pilot.press("down")
    raise AssertionError([entry.title for entry in home.shelf.entries])


def test_the_launcher_offers_a_guided_game(world: Path, own_data: Path) -> None:
    (world / "stones" / "second.guide").write_text(GOOD.replace("Stones", "More stones"))

    async def main() -> None:
        lobby = LocalLobby((), Store(own_data / "records"), settings=own_data / "settings.toml")
        app = Lazaretto(lobby, environ=ENVIRONMENT)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "New here? Press i for a guided game")
            home = app.screen
            assert isinstance(home, HomeScreen)
            await choose(pilot, home, "Fugitive")
            await pilot.press("i")
            await until_shown(pilot, "This scenario has no guided game.")
            assert "i guided game" not in text_of(app)
            await choose(pilot, home, "Stones")
            await until_shown(pilot, "i starts a guided game", "i guided game")
            await pilot.press("i")
            await until_shown(pilot, "Which guided game?", "Second")
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, GuidedTableScreen))
            assert isinstance(app.screen, GuidedTableScreen)
            assert app.screen.reader.guide.title == "More stones"
            app.leave()
            await until_shown(pilot, "Enter continue")
            assert "New here?" not in text_of(app)

    asyncio.run(main())
