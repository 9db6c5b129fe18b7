"""The app carries out what the launcher asks for, opens the table, comes back, and reports errors."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.lobby.lobby_protocol import Access, KeptGame, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.replay_protocol import Showing
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import Sitting, sit_down
from lazaretto.host.table.seat_protocol import OpenTable
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.launcher.detail_pane import Details
from lazaretto.tui.launcher.entries import Entry
from lazaretto.tui.launcher.launcher_screen import HomeScreen
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.tui.launcher.conftest import ENVIRONMENT, Start, keep
from tests.tui.screens import text_of, until, until_shown


def test_a_new_game_that_is_wished_for_begins(start: Start, world: Path) -> None:
    async def main() -> Sitting | None:
        app = start(wish=Wish(Order(world / "stones", ("zoe",), 3)))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.sat is not None)
        return app.sat

    sitting = asyncio.run(main())
    assert sitting is not None
    assert [seat.name for seat in sitting.seats] == ["zoe"]


def test_nothing_is_looked_into_below_a_game_that_was_wished_for(
    lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Entry | None] = []
    monkeypatch.setattr(Details, "show", lambda _, entry, again=False: looked.append(entry))

    async def main() -> None:
        wish = Wish(Order(world / "stones", ("anna", "ben"), 7))
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=wish)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "anna")
            home = app.screen_stack[0]
            assert isinstance(home, HomeScreen)
            home.on_shelf_moved()
            assert looked == []
            app.leave()
            await until(pilot, lambda: bool(looked))

    asyncio.run(main())


def test_a_kept_game_that_is_wished_for_goes_on(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        app = start(wish=Wish(resume=Path("whole")))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.sat is not None)
        assert app.sat is not None
        assert app.sat.name == "whole"

    asyncio.run(main())


def test_keys_have_no_effect_while_a_wish_is_being_granted(
    lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An impatient player must not start another game, nor change a kept one."""
    ready, slow = asyncio.Event(), lobby.resume

    async def resume(kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        await ready.wait()
        return await slow(kept, access)

    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        monkeypatch.setattr(lobby, "resume", resume)
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(resume=Path("whole")))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.granting)
            home = app.screen_stack[0]
            assert isinstance(home, HomeScreen)
            assert not list(home.commands())
            assert text_of(app).splitlines()[-1].split() == ["q", "quit"]
            for key in ("down", "up", "enter", "n", "tab", "enter", "r", "d", "y", "question_mark", "slash"):
                await pilot.press(key)
            home.on_shelf_picked()
            for _ in range(20):
                await pilot.pause(0.01)
            assert app.screen_stack == [home]
            assert not home.notice.typing and not home.notice.asking
            ready.set()
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "anna")
            for _ in range(20):
                await pilot.pause(0.01)
            assert len(app.screen_stack) == 2
            app.leave()
            await until_shown(pilot, "Enter continue", "? help")
        assert app.left == "whole"

    asyncio.run(main())


def test_a_kept_game_is_opened_once(lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second key would find the record locked, by this window."""
    ready, slow, asked = asyncio.Event(), lobby.resume, list[str]()

    async def resume(kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        asked.append(kept.name)
        await ready.wait()
        return await slow(kept, access)

    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        monkeypatch.setattr(lobby, "resume", resume)
        app = Lazaretto(lobby, environ=ENVIRONMENT)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Saved games")
            await pilot.press("G")
            await until_shown(pilot, "Enter continue")
            await pilot.press("enter", "enter", "space", "tab", "enter")
            await until(pilot, lambda: bool(asked))
            assert "q quit" in text_of(app) and "Enter" not in text_of(app)
            ready.set()
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "anna")
        assert asked == ["whole"]

    asyncio.run(main())


def test_keys_have_no_effect_while_a_replay_is_being_opened(
    lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, slow = asyncio.Event(), lobby.replay

    async def replay(kept: KeptGame) -> Showing:
        await ready.wait()
        return await slow(kept)

    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        monkeypatch.setattr(lobby, "replay", replay)
        app = Lazaretto(lobby, environ=ENVIRONMENT)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Saved games")
            await pilot.press("G")
            await until_shown(pilot, "p replay")
            await pilot.press("p", "enter", "tab", "enter")
            ready.set()
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            assert len(app.screen_stack) == 2
            await pilot.press("escape")
            await until_shown(pilot, "Enter continue", "p replay")
        assert app.left is None

    asyncio.run(main())


def test_one_can_quit_while_a_wish_is_being_granted(
    lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resume(kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        await asyncio.Event().wait()
        raise AssertionError("nobody waits for this")

    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        monkeypatch.setattr(lobby, "resume", resume)
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(resume=Path("whole")))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.granting)
            await pilot.press("q")
            await until(pilot, lambda: app._exit)

    asyncio.run(main())


@pytest.mark.parametrize("wish", [Wish(resume=Path("nothing")), Wish(Order(Path("nowhere"), ("anna",), 1))])
def test_a_wish_that_cannot_be_granted_ends_the_app(start: Start, world: Path, wish: Wish) -> None:
    async def main() -> None:
        app = start(wish=wish)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.refusal is not None)
        assert app.return_code == 1
        assert app.sat is None

    asyncio.run(main())


def test_one_sits_down_and_comes_back(lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        app = Lazaretto(lobby, environ=ENVIRONMENT)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            app.sit(await sit_down(await lobby.open(Order(world / "stones", ("anna", "ben"), 7))))
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until_shown(pilot, "anna")
            app.leave()
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await until_shown(pilot, "▸ Stones", "today ", "to choose")
            assert app.left is not None

    asyncio.run(main())


@pytest.mark.parametrize(
    ("settings", "environ", "dark", "depth"),
    [
        (Settings(), {"TERM": "xterm"}, True, Depth.BASIC),
        (Settings(), {"TERM": "xterm", "COLORFGBG": "0;15"}, False, Depth.BASIC),
        (Settings(theme="dark"), {"TERM": "xterm", "COLORFGBG": "0;15"}, True, Depth.BASIC),
        (Settings(colours="256"), {"TERM": "xterm"}, True, Depth.INDEXED),
        (Settings(colours="none", theme="light"), {"TERM": "xterm"}, False, Depth.MONO),
    ],
)
def test_the_looks_come_from_the_settings_and_the_terminal(
    lobby: LocalLobby, settings: Settings, environ: dict[str, str], dark: bool, depth: Depth
) -> None:
    app = Lazaretto(lobby, settings, environ=environ)
    assert (app.palette.dark, app.depth, app.palette.mono) == (dark, depth, depth is Depth.MONO)


def test_settings_that_cannot_be_kept_are_told(
    start: Start, lobby: LocalLobby, world: Path, tmp_path: Path
) -> None:
    async def main() -> None:
        (tmp_path / "settings.toml").mkdir()
        app = start()
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await until_shown(pilot, "Fugitive")
            app.set(Settings(theme="light"))
            await until_shown(pilot, "cannot be written")
            assert not app.palette.dark

    asyncio.run(main())


def test_ctrl_c_twice_quits(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await until_shown(pilot, "Fugitive")
            await pilot.press("ctrl+c")
            await until_shown(pilot, "again to quit")
            assert app.is_running
            await pilot.press("ctrl+c")
            await until(pilot, lambda: not app.is_running)
        assert app.return_code == 0

    asyncio.run(main())


def test_a_mistake_in_the_background_is_told_as_what_it_is(
    start: Start, world: Path, lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_folder: Path) -> None:
        raise ZeroDivisionError

    async def main() -> None:
        monkeypatch.setattr(lobby, "_preview", wrong)
        app = start()
        with pytest.raises(ZeroDivisionError):
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda: app.failure is not None)
        assert app.failure is not None
        assert "ZeroDivisionError" in app.failure

    asyncio.run(main())
