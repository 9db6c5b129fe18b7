"""The keys of every registered action call it on its screen: default keys, and a player's own."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from string import ascii_lowercase, digits
from types import SimpleNamespace
from typing import Any

import pytest
import tomli_w
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.lobby.local_lobby import info_of
from lazaretto.host.records.record_store import Store
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules import Program
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.keys.key_names import character, shown
from lazaretto.tui.keys.keymap import Keymap
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS, active
from lazaretto.tui.launcher.launcher_screen import HomeScreen
from lazaretto.tui.launcher.settings_screen import KeysScreen, PreferencesScreen
from lazaretto.tui.launcher.setup_screen import Agreement, SetupScreen
from lazaretto.tui.reading.ending_screen import EndingScreen
from lazaretto.tui.reading.rulebook_screen import RulebookScreen
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.table.answers.actions_on_thing import step_of
from lazaretto.tui.table.answers.name_typing import RestOfName
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.pages.view_menu import show_views
from lazaretto.tui.table.pages.what_is_screen import WhatIsScreen
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.widgets.sheets import Choice, PickScreen, SheetScreen
from tests.quick_apps import WithoutLauncher
from tests.tui.played import program_of, sitting_of, whole
from tests.tui.reading.test_rulebook_screen import BOOK
from tests.tui.replay.test_replay_screen import replay_of
from tests.tui.screens import text_of, until
from tests.tui.table.conftest import ENVIRONMENT, Bare

HELD = ("alt", "ctrl+alt", "alt+shift", "ctrl+alt+shift", "ctrl+shift")
OTHER_KEYS = [
    *(f"{held}+{each}" for held in HELD for each in ascii_lowercase + digits),
    *(f"f{number}" for number in range(13, 25)),
]
"""Keys that no action has by default."""


def rebound() -> dict[str, str]:
    """Return another key for every action whose keys can be changed."""
    names = [action.name for action in ACTIONS.values() if not action.fixed]
    return dict(zip(names, OTHER_KEYS, strict=False))


OWN = [{}, rebound()]
BOTH = pytest.mark.parametrize("own", OWN, ids=["default", "rebound"])


@pytest.fixture(scope="module")
def stones() -> Program:
    return program_of("stones")


class Player:
    """A player who presses keys on a screen whose actions are only recorded."""

    def __init__(self, app: Lazaretto, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot
        self.done: list[str] = []

    async def show(self, screen: Screen[Any]) -> None:
        self.app.push_screen(screen)
        await until(self.pilot, lambda: self.app.screen is screen and screen.is_current)
        await self.pilot.pause()

    async def press(self, key: str) -> None:
        self.app.post_message(events.Key(key, character(key)))
        await self.pilot._wait_for_screen()
        await self.pilot.pause()

    async def walk(self, screen: Screen[Any], context: str) -> None:
        """Press every key of a context; each must call the method of its action, and nothing else."""
        for action in actions(context):
            assert callable(getattr(screen, action)), action
            setattr(screen, action, lambda each=action: self.done.append(each))
        await self.presses(context)

    async def presses(self, context: str) -> None:
        for action in active(context):
            if action.fixed or action.context == "app":
                continue
            for key in self.app.keymap.keys(action.name):
                self.done.clear()
                await self.press(key)
                assert self.done == [action.method], f"{shown(key)} for {action.name}"


def actions(context: str) -> Iterator[str]:
    for action in active(context):
        if not action.fixed and action.context != "app":
            yield action.method


def play(
    own: dict[str, str],
    folder: Path,
    script: Callable[[Player], Any],
    app_class: type[Lazaretto] = WithoutLauncher,
) -> None:
    async def main() -> None:
        lobby = Bare((), Store(folder / "records"), {}, folder / "settings.toml")
        app = app_class(lobby, Settings(pace="off", keys=tomli_w.dumps(own)), environ=ENVIRONMENT)
        assert app.keymap.own.keys() == own.keys()
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await script(Player(app, pilot))

    asyncio.run(main())


async def _begin(order: Order) -> None:
    raise AssertionError("no game is started")


def screens(stones: Program, folder: Path) -> dict[str, Callable[[Lazaretto], Screen[Any]]]:
    """Return a screen for each context whose keys it handles with its own methods."""
    game = whole(stones)
    sitting = sitting_of(stones, game, folder)
    found = FoundScenario("stones", folder, title="Stones")
    return {
        "launcher": lambda app: app.screen_stack[0],
        "setup": lambda app: SetupScreen(found, Agreement(folder, info_of(stones)), app.lobby.load, _begin),
        "settings": lambda app: PreferencesScreen(),
        "rebind": lambda app: KeysScreen(None),
        "pick": lambda app: PickScreen("Pick", [Choice("", "one"), Choice("", "two")]),
        "sheet": lambda app: SheetScreen("Page", lambda _width: [()] * 90),
        "rulebook": lambda app: RulebookScreen("Stones", BOOK),
        "ending": lambda app: EndingScreen(sitting, sitting.seats[0]),
        "replay": lambda app: replay_of(stones, game.record()),
        "around": lambda app: replay_of(stones, game.record()),
        "curtain": lambda app: CurtainScreen("anna", RestOfName()),
    }


BY_METHOD = (
    "launcher", "setup", "settings", "rebind", "pick", "sheet", "rulebook", "ending", "replay", "around",
    "curtain",
)  # fmt: skip


@BOTH
@pytest.mark.parametrize("context", BY_METHOD)
def test_every_key_leads_to_the_method_of_its_action(
    context: str, own: dict[str, str], stones: Program, tmp_path: Path
) -> None:
    async def script(player: Player) -> None:
        screen = screens(stones, tmp_path)[context](player.app)
        if not isinstance(screen, HomeScreen):
            await player.show(screen)
        if context == "around":
            assert isinstance(screen, ReplayScreen)
            screen.stage.around = True
        await player.walk(screen, context)

    play(own, tmp_path, script, Lazaretto if context == "launcher" else WithoutLauncher)


@BOTH
def test_every_key_of_the_table_leads_to_its_action(
    own: dict[str, str], stones: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(player: Player) -> None:
        done = player.done
        table = TableScreen(sitting_of(stones, stones.start(seed=7, players=("anna", "ben")), tmp_path))
        await player.show(table)
        here = ("back", "undo", "hint", "read_on", "read_back", "why", "help", "others", "pass_on", "views")
        for each in (*here, "leave"):
            name = f"action_{each}"
            assert callable(getattr(table, name))
            setattr(table, name, lambda name=name: done.append(name))
        steps = {1: "action_next", -1: "action_previous"}
        monkeypatch.setattr(Desk, "_go", lambda _, where: done.append(f"action_{where}"))
        monkeypatch.setattr(Desk, "_tab", lambda _, step: done.append(steps[step]))
        monkeypatch.setattr(Desk, "enter", lambda _: done.append("action_take"))
        monkeypatch.setattr(Desk, "_space", lambda _: done.append("action_pick"))
        carried = {-1: "action_carry_up", 1: "action_carry_down"}
        table.desk.question = SimpleNamespace(  # type: ignore[assignment]
            kind="order",
            carries=True,
            at_once=False,
            on_board=False,
            erase=lambda: done.append("action_erase"),
            carry=lambda step: done.append(carried[step]),
        )
        monkeypatch.setattr(table, "_paint", lambda: None)
        for action in CONTEXTS["table"].actions:
            for key in () if action.fixed else player.app.keymap.keys(action.name):
                done.clear()
                await player.press(key)
                if action.name == "table.find":
                    assert table.desk.typed == ""
                    table.desk.typed = None
                elif action.name in ("table.step_left", "table.step_right"):
                    monkeypatch.setattr(table.desk.question, "at_once", True)
                    assert step_of(table.desk, key, None) is not None
                    monkeypatch.setattr(table.desk.question, "at_once", False)
                else:
                    assert done == [action.method], f"{shown(key)} for {action.name}"

    play(own, tmp_path, script)


@BOTH
def test_what_is_shown_is_skipped(
    own: dict[str, str], stones: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(player: Player) -> None:
        table = TableScreen(sitting_of(stones, stones.start(seed=7, players=("anna", "ben")), tmp_path))
        await player.show(table)
        pressed: list[str] = []
        monkeypatch.setattr(table, "_skip", lambda: None)
        monkeypatch.setattr(Desk, "press", lambda _, key, character: pressed.append(key))
        monkeypatch.setattr(table, "action_back", lambda: pressed.append("back"))
        table._timer = table.set_timer(1000, lambda: None)
        for key in player.app.keymap.keys("showing.skip"):
            await player.press(key)
        assert pressed == []
        table._timer = None

    play(own, tmp_path, script)


@BOTH
def test_every_view_is_shown_by_its_key(own: dict[str, str], stones: Program, tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = TableScreen(sitting_of(stones, stones.start(seed=7, players=("anna", "ben")), tmp_path))
        await player.show(table)
        chosen: list[str] = []
        for action in CONTEXTS["views"].actions:
            show_views(
                table,
                table.desk,
                rulebook=lambda: chosen.append("views.rulebook"),
                alone=lambda: chosen.append("views.board"),
                course=lambda: chosen.append("views.course"),
                stops=lambda: chosen.append("views.stops"),
                outlook=lambda: chosen.append("views.outlook"),
                bots=lambda: chosen.append("views.bots"),
            )
            await until(player.pilot, lambda: isinstance(player.app.screen, PickScreen))
            assert f" {player.app.keymap.shown(action.name)}  {action.words()}" in text_of(player.app)
            await player.press(player.app.keymap.keys(action.name)[0])
            if isinstance(player.app.screen, SheetScreen):
                assert action.name in ("views.players", "views.piles", "views.log")
                player.app.pop_screen()
                await player.pilot.pause()
            elif isinstance(player.app.screen, PickScreen | WhatIsScreen):
                assert action.name in ("views.why", "views.names")
                player.app.pop_screen()
                await player.pilot.pause()
            else:
                assert chosen.pop() == action.name

    play(own, tmp_path, script)


TYPED: dict[str, Callable[[Any], object]] = {
    "sheet": lambda screen: screen._typed,
    "rulebook": lambda screen: screen._typed,
    "replay": lambda screen: screen.stage.typed if screen.stage.asking else None,
    "launcher": lambda screen: screen.notice._typed.text if screen.notice.typing else None,
    "table": lambda screen: screen.desk.typed,
}


@BOTH
@pytest.mark.parametrize("place", TYPED)
def test_texts_are_typed_taken_and_given_up(
    place: str, own: dict[str, str], stones: Program, tmp_path: Path
) -> None:
    async def script(player: Player) -> None:
        keymap = player.app.keymap
        if place == "table":
            game = stones.start(seed=7, players=("anna", "ben"))
            screen: Screen[Any] = TableScreen(sitting_of(stones, game, tmp_path))
        else:
            screen = screens(stones, tmp_path)[place](player.app)
        if not isinstance(screen, HomeScreen):
            await player.show(screen)
        typed = TYPED[place]
        for end in ("typing.stop", "typing.done"):
            await player.press(keymap.keys(f"{place}.find")[0])
            assert typed(screen) == ""
            await player.press("a")
            await player.press("b")
            await player.press(keymap.keys("typing.erase")[0])
            assert typed(screen) == "a"
            await player.press(keymap.keys(end)[0])
            if end == "typing.done" and place == "sheet":
                assert typed(screen) == "a", "there the key finds the next place"
                await player.press(keymap.keys("typing.stop")[0])
            assert typed(screen) is None

    play(own, tmp_path, script, Lazaretto if place == "launcher" else WithoutLauncher)


@BOTH
def test_only_yes_is_a_yes(own: dict[str, str], tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        home = player.app.screen_stack[0]
        assert isinstance(home, HomeScreen)
        keymap = player.app.keymap
        for action in ("confirm.yes", "confirm.no"):
            for key in (*keymap.keys(action), *(("x",) if action == "confirm.no" else ())):
                said: list[str] = []
                home.notice.ask("Sure?", partial(said.append, "yes"))
                await player.press(key)
                assert said == (["yes"] if action == "confirm.yes" else [])
                assert not home.notice.asking

    play(own, tmp_path, script, Lazaretto)


@BOTH
def test_the_keys_of_the_app_work_on_a_screen(
    own: dict[str, str], stones: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(player: Player) -> None:
        for action in CONTEXTS["app"].actions:
            assert callable(getattr(player.app, action.method))
            monkeypatch.setattr(player.app, action.method, lambda each=action: player.done.append(each.name))
        await player.show(RulebookScreen("Stones", BOOK))
        for action in CONTEXTS["app"].actions:
            for key in player.app.keymap.keys(action.name):
                player.done.clear()
                await player.press(key)
                await player.pilot.pause()
                assert player.done == [action.name], key
        if own:
            player.done.clear()
            await player.press("ctrl+l")
            assert player.done == []

    play(own, tmp_path, script)


def test_wrong_keys_are_told_and_the_game_starts(tmp_path: Path) -> None:
    async def main() -> None:
        lobby = Bare((), Store(tmp_path / "records"), {}, tmp_path / "settings.toml")
        keys = {"table": {"undo": "e"}, "replay.play": "nonsense"}
        app = Lazaretto(lobby, Settings(keys=tomli_w.dumps(keys)), environ=ENVIRONMENT)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            told = [notification.message for notification in app._notifications]
            assert any("`e` cannot be both `table.undo` and `table.others`" in each for each in told)
            assert any("`nonsense`, for `replay.play`, is not a key" in each for each in told)
            assert app.keymap.own == {}

    asyncio.run(main())


def test_every_context_is_walked() -> None:
    elsewhere = {"table", "showing", "table_typing", "views", "typing", "launcher_typing", "confirm", "app"}
    elsewhere |= {"hall", "hall_table", "hall_ending", "vote"}  # in the tests of the hall
    elsewhere |= {"guide"}  # in the tests of guided games
    included = {"reading"}
    only_fixed = {
        name for name, context in CONTEXTS.items() if all(action.fixed for action in context.actions)
    }
    assert set(CONTEXTS) == {*BY_METHOD, *elsewhere, *included, *only_fixed}
    assert Keymap(dict.fromkeys(rebound(), ("x",))).own.keys() == {
        name for name, each in ACTIONS.items() if not each.fixed
    }, "there are keys enough for all"
