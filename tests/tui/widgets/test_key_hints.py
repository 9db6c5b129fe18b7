"""The key hints show what fits, and a click acts like a key."""

import asyncio
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult

from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.widgets.base_screens import HintBar
from tests.tui.screens import text_of, until

PAIRS: Sequence[tuple[str, str]] = (("Enter", "go"), ("?", "help"), ("↑↓", "move"), ("Esc", "back"))


class Barred(TerminalApp[None]):
    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []

    def compose(self) -> ComposeResult:
        yield HintBar(PAIRS)

    def on_key(self, event: events.Key) -> None:
        self.pressed.append(event.key)


def test_what_does_not_fit_is_left_out() -> None:
    async def main() -> None:
        app = Barred()
        async with app.run_test(size=(30, 5)) as pilot:
            assert text_of(app).strip() == "Enter go   ? help   ↑↓ move"
            app.query_one(HintBar).show((("q", "quit"),))
            await until(pilot, lambda: text_of(app).strip() == "q quit")

    asyncio.run(main())


def test_a_click_is_a_key() -> None:
    async def main() -> None:
        app = Barred()
        async with app.run_test(size=(60, 5)) as pilot:
            for column in (1, 13, 22, 34, 59):
                await pilot.click(HintBar, offset=(column, 0))
            await until(pilot, lambda: app.pressed == ["enter", "question_mark", "escape"])

    asyncio.run(main())
