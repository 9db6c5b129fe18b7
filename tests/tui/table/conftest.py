"""The real app with a table in it, independent of the terminal that the tests are started from."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import Sitting
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.widgets.base_screens import LEAST
from tests.patience import PATIENCE
from tests.quick_apps import WithoutLauncher
from tests.tui.screens import text_of, until
from tests.tui.table.made import sitting_of

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
SIGNS = {"/": "slash", "?": "question_mark", ">": "greater_than_sign", "*": "asterisk"}
SPOKEN = ("NO_COLOR", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES")


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith(("TEXTUAL_", "LAZARETTO_"))]:
        monkeypatch.delenv(name)
    for name in SPOKEN:
        monkeypatch.delenv(name, raising=False)


class Bare(LocalLobby):
    """A lobby without scenarios: nothing happens below the table."""

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        return ()


class At:
    """A person in front of a table."""

    def __init__(self, app: Lazaretto, table: TableScreen, pilot: Pilot[Any]) -> None:
        self.app, self.table, self.pilot = app, table, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the table has settled."""
        await self.type(*keys)
        await self.rest()

    async def type(self, *keys: str) -> None:
        """Press keys as fast as the screen accepts them."""
        for key in keys:
            character = key if len(key) == 1 else " " if key == "space" else None
            self.app.post_message(events.Key(SIGNS.get(key, key), character))
            await self.pilot._wait_for_screen()

    async def rest(self) -> None:
        """Wait until nothing happens any more."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.pilot._wait_for_screen()
                if self._settled:
                    break
                while not self._settled:
                    await asyncio.sleep(0.005)
        await self.pilot._wait_for_screen()

    @property
    def _settled(self) -> bool:
        return not self.table._busy and self.table._timer is None

    @property
    def text(self) -> str:
        return text_of(self.app)

    @property
    def log(self) -> list[str]:
        return [line.text for line in self.table.desk.sight.view.log]

    @property
    def said(self) -> str:
        """The message; if there is none, the newest of what has happened."""
        desk = self.table.desk
        return desk.message or (desk.news[-1].text if desk.unread and desk.news else "")

    @property
    def asked(self) -> str:
        """The name of the asked player whose view is shown."""
        return self.table.desk.seat.name


Script = Callable[[At], Awaitable[None]]
Play = Callable[..., None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Take a seat at a table and follow a script."""

    def play(
        script: Script,
        game: str = "tests/tui/table/fair",
        size: tuple[int, int] = (120, 40),
        settings: Settings | None = None,
        sitting: Sitting | None = None,
        app_class: type[Lazaretto] = WithoutLauncher,
        **how: Any,
    ) -> None:
        async def main() -> None:
            seated = sitting or sitting_of(game, tmp_path / "records", **how)
            lobby = Bare((), Store(tmp_path / "records"), {}, tmp_path / "settings.toml")
            chosen = settings or Settings(pace="off")
            app = app_class(lobby, chosen, environ=ENVIRONMENT)
            async with app.run_test(size=size) as pilot:
                app.sit(seated)
                await pilot.pause()
                table = app.screen_stack[1]
                assert isinstance(table, TableScreen)
                board = table._board
                if size[0] >= LEAST[0] and size[1] >= LEAST[1]:
                    await until(pilot, lambda: board.laid_out or table._behind)
                await pilot.pause()
                await script(At(app, table, pilot))

        asyncio.run(main())

    return play
