"""Tests the launcher: what it lists, its details, and its keys."""

import asyncio
import os
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.lobby.lobby_protocol import KeptGame, Standing
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.launcher.detail_pane import Details, Snapshot
from lazaretto.tui.launcher.entry_list import Shelf
from lazaretto.tui.look.fit_and_wrap_text import PLAIN, Cell
from lazaretto.tui.reading.rulebook_screen import RulebookScreen
from tests.tui.launcher.conftest import LONG_AGO, Start, keep
from tests.tui.screens import text_of, until, until_shown

SIZES = [(80, 24), (120, 40), (200, 60)]
LOOKS = {"colour": Settings(), "mono": Settings(colours="none"), "ascii": Settings(ascii=True)}


class Frame:
    """A board that is only a border: other tests cover how boards look."""

    def __init__(self, _standing: object, width: int, height: int, _ascii: bool, _mono: bool) -> None:
        edge, between = f"+{'-' * (width - 2)}+", f"|{' ' * (width - 2)}|"
        self._rows = [edge, *[between] * (height - 2), edge]

    def rows(self, _view: object) -> list[list[Cell]]:
        return [[Cell(each, PLAIN) for each in row] for row in self._rows]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", LOOKS)
def test_the_launcher_reads_well(
    start: Start,
    broken: Path,
    size: tuple[int, int],
    look: str,
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lazaretto.tui.launcher.detail_pane._picture", Frame)

    async def main() -> None:
        app = start(LOOKS[look])
        async with app.run_test(size=size) as pilot:
            await until_shown(pilot, "Broken", "Saved games: none")
            await pilot.press("j", "j")
            await until_shown(pilot, "players ")
            shown = app.screen.query_one(Snapshot)
            await until(pilot, lambda: shown.ready)
            assert text_of(app) == snapshot

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", LOOKS)
def test_a_kept_game_is_shown_where_it_stands(
    start: Start,
    lobby: LocalLobby,
    world: Path,
    size: tuple[int, int],
    look: str,
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lazaretto.tui.launcher.detail_pane._picture", Frame)

    async def main() -> None:
        await keep(lobby, world / "fugitive", "the-hunt", ("", "random"))
        app = start(LOOKS[look])
        async with app.run_test(size=size) as pilot:
            await until_shown(pilot, "Feb 2001")
            await pilot.press("G")
            await until_shown(pilot, "to choose", "ben (bot: random)")
            shown = app.screen.query_one(Snapshot)
            await until(pilot, lambda: shown.ready)
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_the_board_is_drawn_as_everybody_sees_it(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "fugitive", "the-hunt")
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G")
            await until_shown(pilot, "Market", "Church", "Tower")

    asyncio.run(main())


def test_a_hostile_record_under_the_cursor_is_a_sentence(
    start: Start, lobby: LocalLobby, world: Path
) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        path = lobby.store.path("the-heap")
        lines = path.read_text(encoding="utf-8").replace('start = "7"', 'start = "--5"').splitlines()
        path.write_text("\n".join([*lines[:-1], 'checksum = "none"', ""]), encoding="utf-8")
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "the-heap" if "the-heap" in text_of(app) else "Stones")
            await pilot.press("G")
            await until_shown(pilot, "is a number from 3 to 9, not `--5`")
            await pilot.press("enter")
            await until_shown(pilot, "is a number from 3 to 9, not `--5`")

    asyncio.run(main())


def test_a_kept_game_whose_texts_went_wrong_says_so_when_another_is_wanted(
    start: Start, lobby: LocalLobby, world: Path
) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "the-heap")
        rules = world / "stones" / "heap.rules"
        rules.write_text(rules.read_text().replace("advance clock", "advance clocks"))
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G", "n")
            await until_shown(pilot, "The rules of Stones have mistakes")

    asyncio.run(main())


def test_mistakes_are_read_in_place(start: Start, broken: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Broken")
            await until_shown(
                pilot, "It cannot be played: 1 mistake", "there is no", "clocks", "^^^^^^", "help:"
            )
            await until_shown(pilot, "read its mistakes")
            await pilot.press("enter")
            await until_shown(pilot, "Broken: its mistakes", "clocks")
            assert app.sat is None
            rules = broken / "heap.rules"
            rules.write_text(rules.read_text().replace("advance clocks", "advance clock"))
            await pilot.press("escape", "f5")
            await until_shown(pilot, "players     1 to 4", "new game")

    asyncio.run(main())


def test_a_manifest_that_cannot_be_read_is_listed(start: Start, world: Path) -> None:
    async def main() -> None:
        (world / "torn").mkdir()
        (world / "torn" / "scenario.toml").write_text("name =")
        app = start()
        async with app.run_test(size=(100, 30)) as pilot:
            await until_shown(pilot, "cannot be read")
            await pilot.press("end")
            await until_shown(pilot, "It cannot be played", "scenario.toml:1")

    asyncio.run(main())


def test_a_damaged_record_is_listed_and_left_alone(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        path = lobby.store.path("torn")
        path.write_text(lobby.store.path("whole").read_text()[:150])
        os.utime(path, (LONG_AGO.timestamp() - 1,) * 2)
        app = start()
        async with app.run_test(size=(100, 30)) as pilot:
            await until_shown(pilot, "damaged")
            await pilot.press("G")
            await until_shown(pilot, "This file is damaged", "change it.", "the file is incomplete")
            await pilot.press("enter")
            await until_shown(pilot, "it cannot be played")
            assert app.sat is None
        assert path.exists()

    asyncio.run(main())


def test_what_is_found_out_late_is_told_of_nothing_else(
    start: Start, lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        await keep(lobby, world / "fugitive", "the-hunt")
        asked, answer, look = asyncio.Event(), asyncio.Event(), lobby.standing

        async def slowly(stored: KeptGame) -> Standing:
            asked.set()
            await answer.wait()
            return await look(stored)

        monkeypatch.setattr(lobby, "standing", slowly)
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Feb 2001")
            await pilot.press("G")
            await asked.wait()
            await pilot.press("slash", *"zzz")
            await until_shown(pilot, "There is nothing here.")
            answer.set()
            await app.workers.wait_for_complete()
            assert not app.screen.query_one(Details).has_class("pictured")

    asyncio.run(main())


def test_a_kept_game_is_taken_up(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole", ("", "random"))
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G", "r")
            await until(pilot, lambda: app.sat is not None)
        assert app.sat is not None
        assert (app.sat.title, app.sat.name) == ("Stones", "whole")
        assert [seat.name for seat in app.sat.seats] == ["anna"], "ben is a bot"

    asyncio.run(main())


def test_a_game_whose_scenario_is_gone_says_so(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        (world / "stones" / "scenario.toml").unlink()
        (world / "choosy" / "scenario.toml").unlink()
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G")
            await until_shown(pilot, "There is no scenario stones here")
            await pilot.press("enter")
            await until(pilot, lambda: not app.granting)
            await pilot.press("n")
            await until_shown(pilot, "The scenario of this game was not found")
            assert app.sat is None

    asyncio.run(main())


def test_deleting_asks_once_more(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G", "d")
            await until_shown(pilot, "Delete whole permanently?")
            await pilot.press("d")
            await until(pilot, lambda: "Delete whole" not in text_of(app))
            assert lobby.store.path("whole").exists()
            await pilot.press("d", "y")
            await until_shown(pilot, "Saved games: none")
        assert not lobby.store.path("whole").exists()

    asyncio.run(main())


def test_a_game_gets_another_name(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> None:
        await keep(lobby, world / "stones", "whole")
        app = start()
        async with app.run_test(size=(100, 30)) as pilot:
            await until_shown(pilot, "2001")
            await pilot.press("G", "e", "ctrl+u", *"no/way", "enter")
            await until_shown(pilot, "use at most 80 letters, digits, - and _ in a name")
            await pilot.press("e", "ctrl+u", *"sunday", "enter")
            await until_shown(pilot, "Stones  sunday")
        assert lobby.store.path("sunday").exists()

    asyncio.run(main())


def test_only_what_holds_a_text_is_shown(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive", "Stones, and more")
            await pilot.press("slash", *"and MORE")
            await until(pilot, lambda: "Fugitive" not in text_of(app))
            await until_shown(pilot, "Stones, and more")
            await pilot.press("enter", "escape")
            await until_shown(pilot, "Fugitive")
            await pilot.press("slash", *"xyz")
            await until_shown(pilot, "Scenarios: none", "There is nothing here.")

    asyncio.run(main())


def test_help_and_the_palette_can_be_left(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Fugitive")
            await pilot.press("question_mark")
            await until_shown(pilot, "At a scenario")
            await pilot.press("escape")
            await until_shown(pilot, "Fugitive")
            await pilot.press("ctrl+p")
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1)
            await pilot.press("ctrl+p", *"new game")
            await until_shown(pilot, "Set up a game of this scenario")
            await pilot.press("enter")
            await until_shown(pilot, "New game: Fugitive")
            await pilot.press("escape")
            await until_shown(pilot, "Fugitive")
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(main())


def test_too_small_a_window_asks_for_more(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(79, 24)) as pilot:
            await until_shown(pilot, "Please enlarge", "79 x 24")
            await pilot.press("j", "G", "n", "escape")
            await pilot.resize_terminal(80, 24)
            await until_shown(pilot, "Fugitive")
            await pilot.resize_terminal(1, 1)
            await pilot.resize_terminal(220, 70)
            await until_shown(pilot, "Fugitive")

    asyncio.run(main())


def test_a_click_goes_there_and_a_second_one_in(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start(Settings(mouse=True))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "Stones, and more")
            await pilot.click("#shelf", offset=(5, 3))
            await until_shown(pilot, "▸ Stones")
            await pilot.click("#shelf", offset=(5, 3))
            await until_shown(pilot, "New game: Stones")

    asyncio.run(main())


def test_what_should_be_heard_is_said(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start(notices=("settings.toml cannot be read",))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "settings.toml cannot be read")

    asyncio.run(main())


def test_the_rulebook_is_one_key_away(start: Start, broken: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(100, 30)) as pilot:
            await until_shown(pilot, "Fugitive", "Broken")
            app.screen.query_one(Shelf).fill(app.screen.query_one(Shelf).entries, f"scenario {broken}")
            await pilot.press("b")
            await until_shown(pilot, "cannot be played")
            await pilot.press("down", "b")
            await until(pilot, lambda: isinstance(app.screen, RulebookScreen))
            await until_shown(pilot, "Fugitive")

    asyncio.run(main())
