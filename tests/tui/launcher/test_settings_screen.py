"""Settings take effect at once and are saved; command-line options override them."""

import asyncio
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.settings.user_settings import CHOICES, Settings, read_settings, write_settings
from lazaretto.tui.keys.keymap import LAYOUTS, default_keymap, read_keys
from lazaretto.tui.launcher.settings_screen import KeysScreen
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.tui.launcher.conftest import Start
from tests.tui.screens import text_of, until, until_shown


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


def test_keys_and_letters_are_changed_on_their_screen(start: Start, world: Path, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"

    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            app.push_screen(screen := KeysScreen(None))
            await until_shown(pilot, "all commands by name")
            names = [row.name for row in screen.pane.listed]
            screen.pane.cursor = names.index("table.undo")
            await pilot.press("enter", "z")
            await until(pilot, lambda: read_settings(path)[0].own_keys == {"table.undo": ["z"]})
            assert app.keymap.action("table", "z") == "table.undo"
            await pilot.press("enter", "q")
            await until_shown(pilot, "`q` cannot be both")
            await pilot.press("plus", "f3")
            await until(pilot, lambda: read_settings(path)[0].own_keys == {"table.undo": ["z", "F3"]})
            await pilot.press("enter", "escape")
            assert app.keymap.keys("table.undo") == ("z", "f3")
            await pilot.press("delete")
            await until(pilot, lambda: read_settings(path)[0].keys == "")
            assert app.keymap.keys("table.undo") == ("u", "ctrl+u")

    asyncio.run(main())


def test_settings_of_events_and_layouts_are_read_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('keys = "vim"\npace_own = "off"\nbell_track = true\n[letters]\ndrive = "x"\n')
    settings, wrong = read_settings(path)
    assert wrong == ""
    assert (settings.layout, settings.pace_own, settings.bell_track) == ("vim", "off", True)
    keymap, told = read_keys(settings.own_keys, settings.layout, settings.own_letters)
    assert (keymap.action("table", "j"), keymap.letters_of_options, told) == (
        "table.down",
        {"drive": "x"},
        (),
    )
    write_settings(settings, path)
    assert read_settings(path) == (settings, "")
    path.write_text('keys = "emacs"\n[letters]\ndrive = "xy"\n')
    settings, wrong = read_settings(path)
    assert "`layout` must be" in wrong or "layout" in wrong
    assert "is not a letter or digit" in read_keys({}, "default", settings.own_letters)[1][0]


def test_every_layout_is_a_setting_without_clashes() -> None:
    assert set(CHOICES["layout"]) == set(LAYOUTS)
    for name in LAYOUTS:
        keymap, told = read_keys({}, name)
        assert told == (), name
        assert keymap.own == LAYOUTS[name]
    azerty, _ = read_keys({}, "azerty")
    assert (azerty.digit("é"), azerty.digit("x"), default_keymap().digit("é")) == ("2", "x", "é")
