"""A game that another process has open: the app and line mode ask how to open it, and say what follows."""

import asyncio
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from lazaretto.host import Store, Table, open_table
from lazaretto.host.lobby.lobby_protocol import Access
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_lock import RecordLock, lock_record, take_over_record
from lazaretto.host.records.record_store import load_record
from lazaretto.host.table import local_table
from lazaretto.host.table.seat_client import Sitting, sit_down
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, load
from lazaretto.tui.__main__ import main as lazaretto
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.table.table_screen import TableScreen
from tests.tui.launcher.conftest import ENVIRONMENT, Start, keep
from tests.tui.screens import text_of, until, until_shown


@pytest.fixture(autouse=True)
def _glance_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_table, "GLANCE", 0.01)


@pytest.fixture
def elsewhere(store: Store) -> Iterator[RecordLock]:
    """Another process that has a game open."""
    store.folder.mkdir(parents=True)
    lock = lock_record(store.path("the-heap"))
    yield lock
    lock.release()


@pytest.mark.parametrize(("key", "held"), [("l", True), ("c", True), ("t", False)])
def test_the_launcher_asks_how(
    start: Start, lobby: LocalLobby, world: Path, elsewhere: RecordLock, key: str, held: bool
) -> None:
    async def main() -> Sitting:
        await keep(lobby, world / "stones", "the-heap")
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Feb 2001")
            await pilot.press("G", "enter")
            await until_shown(pilot, "the-heap is open in another window", "take it over")
            await pilot.press("escape")
            await until_shown(pilot, "Feb 2001")
            await pilot.press("enter")
            await until_shown(pilot, "watch it", "play a copy", "take it over")
            assert lobby.store.path("the-heap").exists()
            await pilot.press(key)
            await until(pilot, lambda: app.sat is not None)
            assert elsewhere.held() is held
        assert isinstance(app.sat, Sitting)
        return app.sat

    sitting = asyncio.run(main())
    assert (sitting.name == "the-heap") is (key != "c")


def test_who_gives_up_a_wish_sees_the_launcher(
    start: Start, lobby: LocalLobby, world: Path, elsewhere: RecordLock
) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        app = start(wish=Wish(resume=Path("the-heap")))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "open in another window")
            await pilot.press("escape")
            await until_shown(pilot, "Feb 2001")
            assert app.refusal is None

    asyncio.run(main())


def test_an_app_that_is_taken_over_says_so_and_plays_no_more(
    lobby: LocalLobby, world: Path, store: Store
) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(resume=Path("the-heap")))
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "anna")
            other = LocalLobby((), store, COMPANIONS, store.folder / "settings.toml")
            kept = await other.find(Path("the-heap"))
            second = await sit_down(await other.resume(kept, Access.TAKE_OVER))
            await until_shown(pilot, "Another window has taken over")
            await second.seats[0].choose("take > one")
            before = load_record(store.path("the-heap"))
            await until_shown(pilot, "anna takes one", "Call out")
            await pilot.press("1", "enter")
            await until_shown(pilot, "Another window has taken over")
            assert load_record(store.path("the-heap")) == before

    asyncio.run(main())


def test_a_table_that_was_left_can_be_opened_again(lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(resume=Path("the-heap")))
        async with app.run_test(size=(100, 30)) as pilot:
            for _ in range(2):
                await until(pilot, lambda: isinstance(app.screen, TableScreen))
                app.leave()
                await until_shown(pilot, "Feb 2001")
                await pilot.press("enter")

    asyncio.run(main())


@pytest.mark.parametrize(("answer", "status"), [("1", 0), ("2", 0), ("3", 0), ("", 1), ("x", 1), ("0", 1)])
def test_line_mode_asks_how(
    own_data: Path,
    world: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    status: int,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert lazaretto(["play", "stones", "--plain", "--players", "2", "--seed", "3"]) == 0
    (path,) = (own_data / "records").glob("*.toml")
    before = load_record(path)
    lock = lock_record(path)
    try:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{answer}\ntake > two\n"))
        capsys.readouterr()
        assert lazaretto(["play", "--plain", "--resume", path.stem]) == status
    finally:
        lock.release()
    told = capsys.readouterr()
    assert f"{path.stem} is open in another window" in told.out
    assert "3. take it over" in told.out
    records = sorted((own_data / "records").glob("*.toml"))
    assert len(records) == (2 if answer == "2" else 1)
    assert (load_record(path) == before) is (answer != "3")
    if answer == "1":
        assert "you can only watch it here" in told.out
        assert "Press Enter to see what has happened since" in told.out


class Typing(io.StringIO):
    """Input during which other things happen."""

    def __init__(self, *steps: str | Callable[[], object]) -> None:
        super().__init__()
        self._steps = list(steps)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        while self._steps:
            step = self._steps.pop(0)
            if isinstance(step, str):
                return f"{step}\n"
            step()
        return ""


@pytest.fixture
def other(own_data: Path, world: Path) -> Iterator[Table]:
    """A game in the store of the player, played by another process."""
    loaded = load(world / "stones")
    assert loaded.program is not None
    game = loaded.program.start(seed=3, players=["anna", "ben"])
    table = open_table(loaded.program, game, Store(own_data / "records"))
    table.choose("take > one")
    yield table
    table.release()


def plainly(name: str, monkeypatch: pytest.MonkeyPatch, *steps: str | Callable[[], object]) -> int:
    monkeypatch.setattr(sys, "stdin", Typing(*steps))
    return lazaretto(["play", "--plain", "--resume", name])


def test_who_looks_in_line_mode_follows_what_is_played(
    other: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> None:
        texts.append(capsys.readouterr().out)

    texts: list[str] = []
    plainly(
        other.name,
        monkeypatch,
        *("1", shown, "", shown),
        *(lambda: other.choose("take > two"), "", shown),
        *(other.undo, "", shown),
        *("take > two", shown, "status", shown, "log", shown, "quit"),
    )
    opened, nothing, played, undone, refused, status, log = texts
    assert "Waiting for ben." in opened
    assert "Nothing has happened since." in nothing
    assert "ben takes two.\nWaiting for anna.\n" in played
    assert "anna takes one." not in played, "only what is new"
    assert "A choice was undone.\nWaiting for ben.\n" in undone
    assert "only watch it" in refused
    assert "taken: 1 of 9" in status
    assert "anna takes one." in log
    assert other.game.choices_made == 1


def test_who_looks_in_line_mode_hears_the_end(
    other: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def finish() -> None:
        while other.game.outcome is None:
            for key in ("take > two", "take > one"):
                with suppress(ChoiceError):
                    other.choose(key)
                    break

    assert plainly(other.name, monkeypatch, "1", finish, "") == 0
    assert "The game is over." in capsys.readouterr().out


def test_who_is_taken_over_in_line_mode_looks_on(
    other: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other.release()

    def take_over() -> None:
        other.lock = take_over_record(Path(other.store.place(other.name)))
        other.choose("take > two")

    assert plainly(other.name, monkeypatch, take_over, "take > one", "", "quit") == 0
    told = capsys.readouterr().out
    assert "Another window has taken over" in told
    assert "ben takes two." in told
    assert "ben takes one." not in told


def test_a_window_that_only_looks_shows_only_keys_that_work(
    lobby: LocalLobby, world: Path, store: Store, elsewhere: RecordLock
) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(resume=Path("the-heap")))
        async with app.run_test(size=(120, 30)) as pilot:
            await until_shown(pilot, "take it over")
            await pilot.press("l")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "only watch it", "look around")
            shown = text_of(app).splitlines()[-1]
            assert "undo" not in shown and "choose" not in shown
            assert "help" in shown and "leave" in shown
            assert isinstance(app.screen, TableScreen)
            offered = " ".join(command.title for command in app.screen.commands()).lower()
            assert "undo" not in offered and "take" not in offered

    asyncio.run(main())
