"""Leaving while a screen is being opened works without errors."""

import asyncio

from textual.app import ComposeResult
from textual.widgets import Label

from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.widgets.base_screens import FrontScreen


class Furnished(FrontScreen[None]):
    def compose(self) -> ComposeResult:
        yield Label("a table")

    def on_mount(self) -> None:
        self.query_one(Label).update("a set table")


def test_nothing_is_looked_for_on_a_screen_that_never_came() -> None:
    async def left(steps: int) -> None:
        app = TerminalApp[None]()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.push_screen(Furnished())
            for _ in range(steps):
                await asyncio.sleep(0)
            app.exit()

    for steps in range(4):
        asyncio.run(left(steps))
