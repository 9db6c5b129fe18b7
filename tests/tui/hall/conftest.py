"""People with screens of their own in one hall."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.hall.hall_app import HallApp
from lazaretto.tui.hall.hall_table_screen import HallTableScreen
from tests.patience import PATIENCE
from tests.tui.hall.fake_hall import QUIET, FakeHall, FakeServer
from tests.tui.screens import text_of, until

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
SIGNS = {
    "/": "slash",
    "?": "question_mark",
    ".": "full_stop",
    "!": "exclamation_mark",
    ",": "comma",
    ";": "semicolon",
}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.tui.hall.table_company.NOTICED", 0.0)
    monkeypatch.setattr("lazaretto.tui.hall.hall_table_screen.HESITATION", 0.0)
    monkeypatch.setenv("TZ", "UTC")
    for name in [each for each in os.environ if each.startswith(("TEXTUAL_", "LAZARETTO_"))]:
        monkeypatch.delenv(name)


class Person:
    """Somebody in front of a screen."""

    def __init__(self, app: HallApp, pilot: Pilot[Any], hall: FakeHall) -> None:
        self.app, self.pilot, self.hall = app, pilot, hall

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the screen has settled."""
        for key in keys:
            character = key if len(key) == 1 else " " if key == "space" else None
            self.app.post_message(events.Key(SIGNS.get(key, key), character))
            await self.pilot._wait_for_screen()
        await self.rest()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*("space" if each == " " else each for each in text))

    async def rest(self) -> None:
        """Wait until nothing happens any more."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.pilot.pause()
                if self._settled:
                    return
                while not self._settled:
                    await asyncio.sleep(0.005)

    @property
    def _settled(self) -> bool:
        screen = self.app.screen
        return not isinstance(screen, HallTableScreen) or (not screen._busy and screen._timer is None)

    async def sees(self, *texts: str) -> None:
        """Wait until all of these are on the screen."""
        await until(self.pilot, lambda: all(text in self.text for text in texts))

    async def gone(self, text: str) -> None:
        """Wait until this is no longer on the screen."""
        await until(self.pilot, lambda: text not in self.text)

    @property
    def text(self) -> str:
        return text_of(self.app)

    @property
    def table(self) -> HallTableScreen:
        found = self.app.screen_stack[1]
        assert isinstance(found, HallTableScreen)
        return found

    async def seated(self) -> None:
        """Wait until a table is on the screen."""
        await until(self.pilot, lambda: isinstance(self.app.screen, HallTableScreen))
        await self.drawn()

    async def drawn(self) -> str:
        """Return the screen once the board is drawn for its size."""
        board = self.table._board

        def fits() -> bool:
            picture = board.board.picture
            style = (self.app.ascii_only, self.app.palette.mono)
            return (
                picture is not None and board.laid_out and (picture.style.ascii, picture.style.mono) == style
            )

        await until(self.pilot, fits)
        await self.pilot.pause()
        return self.text


class World:
    """A server, and the people who enter it."""

    def __init__(self, folder: Path) -> None:
        self.server = FakeServer(folder)
        self.stack = AsyncExitStack()

    async def enter(
        self,
        name: str,
        size: tuple[int, int] = (100, 30),
        code: str = "",
        settings: Settings = QUIET,
        notices: tuple[str, ...] = (),
        **forced: Any,
    ) -> Person:
        """Let somebody in, at a screen of their own."""
        hall = self.server.enter(name, settings)
        app = HallApp(hall, code=code, environ=ENVIRONMENT, forced=forced, notices=notices)
        pilot = await self.stack.enter_async_context(app.run_test(size=size))
        await pilot.pause()
        return Person(app, pilot, hall)


Script = Callable[[World], Awaitable[None]]
Play = Callable[[Script], None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Follow a script in a world of its own."""

    def play(script: Script) -> None:
        async def main() -> None:
            world = World(tmp_path / "records")
            async with world.stack:
                await script(world)

        asyncio.run(main())

    return play
