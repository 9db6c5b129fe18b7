"""A page finds typed text: the nearest match first, then the following ones, wrapping around."""

import asyncio

from lazaretto.tui.look.fit_and_wrap_text import Line, Span
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.widgets.sheets import SheetScreen
from tests.tui.screens import text_of

WORDS = ("ash", "pear", "plum", "play", *("-",) * 60, "one more plum", "oak")


class Reading(TerminalApp[None]):
    def on_mount(self) -> None:
        self.push_screen(SheetScreen("Words", page))


def page(_width: int) -> list[Line]:
    return [(Span(word),) for word in WORDS]


def test_a_text_is_found_from_what_is_in_sight_on_and_then_further() -> None:
    async def main() -> None:
        app = Reading()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("slash", *"plum")
            assert text_of(app).split("\n")[1].strip() == "plum", "not the one below"
            await pilot.press("enter")
            assert "one more plum" in text_of(app)
            await pilot.press("enter")
            assert text_of(app).split("\n")[1].strip() == "plum"

    asyncio.run(main())
