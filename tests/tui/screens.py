"""Helpers for tests of screens: read the text on the screen, and wait for something to appear."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.patience import PATIENCE


def text_of(app: App[Any]) -> str:
    """Return the screen as text, in the characters that the terminal would get."""
    text = "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
    return plain(text, app.likenesses) if isinstance(app, TerminalApp) and app.ascii_only else text


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Let the app run until a condition is true."""
    end = monotonic() + PATIENCE
    between = 0.01
    while True:
        await pilot.pause()
        if true():
            return
        assert monotonic() < end, f"in vain:\n{text_of(pilot.app)}"
        await asyncio.sleep(between)  # letting everything catch up takes time itself: once for each check
        between = min(0.1, between * 1.5)


async def until_shown(pilot: Pilot[Any], *texts: str) -> None:
    """Let the app run until all of these are on the screen."""
    await until(pilot, lambda: all(text in text_of(pilot.app) for text in texts))
