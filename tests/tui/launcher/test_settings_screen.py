"""Settings take effect at once and are saved; command-line options override them."""

import asyncio
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from host.user_settings import Settings, read_settings
from tests.tui.launcher.conftest import Start
from tests.tui.screens import text_of, until, until_shown
from tui.terminal.terminal_capabilities import Depth


@pytest.mark.parametrize("ascii", [False, True])
def test_the_settings_read_well(start: Start, world: Path, ascii: bool, snapshot: SnapshotAssertion) -> None:
    async def main() -> None:
        app = start(Settings(ascii=ascii))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            await pilot.press("s")
            await until_shown(pilot, "ASCII only")
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_a_setting_is_in_force_and_kept(start: Start, world: Path, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"

    async def main() -> None:
        app = start()
        assert (app.palette.dark, app.depth, app.ascii_only) == (True, Depth.TRUE, False)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            await pilot.press("s")
            await until_shown(pilot, "ASCII only")
            await pilot.press("right", "right", "down", "right", "right", "down", "space", "down", "right")
            await until(pilot, lambda: read_settings(path)[0].pace == "slow")
            assert (app.palette.dark, app.depth, app.ascii_only) == (False, Depth.INDEXED, True)
            await pilot.press("escape")
            await until_shown(pilot, "Fugitive")

    asyncio.run(main())
    assert read_settings(path)[0] == Settings("light", "256", "slow", ascii=True)


def test_what_is_insisted_on_stays(start: Start, world: Path, tmp_path: Path) -> None:
    async def main() -> None:
        app = start(theme="light", colours="none")
        assert (app.palette.dark, app.palette.mono) == (False, True)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            await pilot.press("s")
            await until_shown(pilot, "overrides this now")
            await pilot.press("left")
            await until(pilot, (tmp_path / "settings.toml").exists)
            assert not app.palette.dark
        assert app.kept_settings.theme == "dark"

    asyncio.run(main())
