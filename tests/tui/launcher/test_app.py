"""The app carries out what the launcher asks for, opens the table, comes back, and reports errors."""

import asyncio
from pathlib import Path

import pytest

from host.lobby_protocol import Order
from host.local_lobby import LocalLobby
from host.seat_view_assembly import Sitting, sit_down
from host.user_settings import Settings
from tests.tui.launcher.conftest import ENVIRONMENT, Start, keep
from tests.tui.screens import until, until_shown
from tui.app import Lazaretto, Wish
from tui.launcher.detail_pane import Details
from tui.launcher.entries import Entry
from tui.launcher.launcher_screen import HomeScreen
from tui.table.table_screen import TableScreen
from tui.terminal.terminal_capabilities import Depth


def test_a_new_game_that_is_wished_for_begins(start: Start, world: Path) -> None:
    async def main() -> Sitting | None:
        app = start(wish=Wish(Order(world / "stones", ("zoe",), 3)))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.sat is not None)
        return app.sat

    sitting = asyncio.run(main())
    assert sitting is not None
    assert [each.name for each in sitting.seats] == ["zoe"]


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
            await until_shown(pilot, "▸ Stones", "today ", "is to choose")
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
            await until_shown(pilot, "once more to quit")
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
