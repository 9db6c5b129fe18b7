"""A new game is set up from the declarations of its scenario, and started with the chosen settings."""

import asyncio
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import load_record
from lazaretto.host.settings.user_settings import Settings, read_settings
from lazaretto.host.table.seat_protocol import OpenTable
from lazaretto.rules import Record
from lazaretto.tui.launcher.setup_screen import SetupScreen
from lazaretto.tui.messages import launcher as say
from tests.tui.launcher.conftest import Seated, Start
from tests.tui.screens import text_of, until, until_shown

SIZES = [(80, 24), (120, 40), (200, 60)]
LOOKS = {"colour": Settings(), "mono": Settings(colours="none"), "ascii": Settings(ascii=True)}


def started(app: Seated, lobby: LocalLobby) -> Record:
    assert app.sat is not None, text_of(app)
    return load_record(lobby.store.path(app.sat.name))


async def form(app: Seated, pilot: object, title: str) -> None:
    """Select a scenario and set up a game of it."""
    from textual.pilot import Pilot  # noqa: PLC0415

    assert isinstance(pilot, Pilot)
    await until_shown(pilot, "Scenarios", title)
    while re.search(rf"^[▸>] {re.escape(title)}( |$)", text_of(app), re.MULTILINE) is None:
        await pilot.press("j")
        await pilot.pause()
    await pilot.press("n")
    await until_shown(pilot, "New game", "Start the game")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", LOOKS)
def test_the_form_reads_well(
    start: Start, world: Path, size: tuple[int, int], look: str, snapshot: SnapshotAssertion
) -> None:
    async def main() -> None:
        app = start(LOOKS[look])
        async with app.run_test(size=size) as pilot:
            await form(app, pilot, "Stones, and more")
            await pilot.press("up", "up")
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_what_each_bot_does_is_told_whole_in_a_small_window(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            screen.form.go("name 1")
            for name, told in say.BOTS.items():
                await pilot.press("right")
                await until_shown(pilot, f"{name} bot")
                assert told() in " ".join(text_of(app).split()), name
                assert "thinker" not in text_of(app)

    asyncio.run(main())


def test_enter_starts_what_is_usual(start: Start, lobby: LocalLobby, world: Path) -> None:
    async def main() -> Record:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            await pilot.press("enter")
            await until(pilot, lambda: app.sat is not None)
        return started(app, lobby)

    record = asyncio.run(main())
    assert (record.scenario, record.players, record.bots) == ("fugitive", ("anna", "ben"), ())


def test_a_key_that_is_held_starts_one_game(
    start: Start, lobby: LocalLobby, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders: list[Order] = []
    open_game = lobby.open

    async def slowly(order: Order) -> OpenTable:
        orders.append(order)
        await asyncio.sleep(0.1)
        return await open_game(order)

    monkeypatch.setattr(lobby, "open", slowly)

    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            await pilot.press("enter", "enter", "enter")
            await until(pilot, lambda: app.sat is not None)

    asyncio.run(main())
    assert len(orders) == 1


def test_keys_that_change_a_field_do_nothing_on_the_button(start: Start) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Stones, and more")
            screen = app.screen
            await pilot.press("space", "plus", "minus", "left", "right")
            await pilot.pause()
            assert app.screen is screen
            assert app.sat is None

    asyncio.run(main())


def test_everything_can_be_set_by_keys(start: Start, lobby: LocalLobby, world: Path, tmp_path: Path) -> None:
    async def main() -> Record:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Stones, and more")
            await pilot.press("down", "tab")  # from the button to the number of players, wrapping around
            await pilot.press("l")
            await until_shown(pilot, "Seat 3")
            await pilot.press("tab", "ctrl+u", *"quentin", "tab")
            await pilot.press("ctrl+u", *"jill", "right")
            await pilot.press("tab", "tab", "tab", "right")
            await until_shown(pilot, "Slowness")
            await pilot.press("tab", "tab", "5")
            await pilot.press("tab", "3")
            await pilot.press("tab", *"42")
            await pilot.press("ctrl+s")
            await until(pilot, lambda: app.sat is not None)
            assert app.sat is not None
            assert [seat.name for seat in app.sat.seats] == ["quentin", "carl"]
            await until(pilot, lambda: bool(read_settings(tmp_path / "settings.toml")[0].names))
        assert read_settings(tmp_path / "settings.toml")[0].names == ("quentin", "jill", "carl")
        return started(app, lobby)

    record = asyncio.run(main())
    assert record.players == ("quentin", "jill", "carl")
    assert record.bots == ("", "random", "")
    assert record.switches == ("slow",)
    assert record.options == {"start": "5", "slowness": "3"}
    assert record.seed == 42


def test_parts_that_do_not_go_together_are_told(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(100, 30)) as pilot:
            await form(app, pilot, "Stones, and more")
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            screen.form.go("part slow")
            await pilot.press("right")
            await until_shown(pilot, "Slowness")
            await pilot.press("down", "right")
            await until_shown(pilot, "These settings cannot be combined", "cannot be played together")
            await pilot.press("ctrl+s")
            await pilot.pause()
            assert app.sat is None
            await pilot.press("left")
            await until(pilot, lambda: "does not go together" not in text_of(app))
            await pilot.press("ctrl+s")
            await until(pilot, lambda: app.sat is not None)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["ctrl+u", *"ben"], "two are called ben"),
        (["ctrl+u"], "Give each player a name"),
        (["ctrl+u", *"a:b"], "at most 30 characters and none of # , : >"),
        (["right", "tab", "right"], "At least one seat needs a person"),
    ],
)
def test_what_cannot_be_is_told_where_it_stands(
    start: Start, world: Path, keys: list[str], told: str
) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            screen.form.go("name 0")
            await pilot.press(*keys, "ctrl+s")
            await until_shown(pilot, told)
            assert app.sat is None
            assert screen.form.field is not None
            assert screen.form.field.name in ("name 0", "name 1", "who 0")

    asyncio.run(main())


def test_a_seed_is_a_number(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            await pilot.press("up", *"luck", "ctrl+s")
            await until_shown(pilot, "A seed is a whole number.")

    asyncio.run(main())


def test_letters_are_letters_in_a_name(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start(Settings(names=("zoe", "yann")))
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            screen.form.go("name 0")
            await pilot.press("ctrl+u", *"jq hk?/")
            await until_shown(pilot, "jq hk?/", "yann")
            screen.form.paste("x\x1b[31my\nz")
            await until_shown(pilot, "jq hk?/x[31myz")
            await pilot.press("escape")
            await until_shown(pilot, "Scenarios")
            assert app.sat is None

    asyncio.run(main())


def test_where_there_are_no_bots_only_persons_sit(lobby: LocalLobby, world: Path, start: Start) -> None:
    async def main() -> None:
        lobby.bots = ()
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            assert "bot" not in text_of(app)

    asyncio.run(main())
