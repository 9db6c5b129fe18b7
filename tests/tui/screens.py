"""What tests of screens share: the text on the screen, and patience."""

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from tui.look.ascii_fallback import plain
from tui.terminal.isolated_app import TerminalApp

PATIENCE = 1000
"""Looks before a test gives up; each lets the app work a little."""


def text_of(app: App[Any]) -> str:
    """The screen as text, in the signs that the terminal would get."""
    text = "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
    return plain(text) if isinstance(app, TerminalApp) and app.ascii_only else text


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Let the app work until something is true."""
    for _ in range(PATIENCE):
        await pilot.pause()
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"in vain:\n{text_of(pilot.app)}")


async def until_shown(pilot: Pilot[Any], *texts: str) -> None:
    """Let the app work until all of these are on the screen."""
    await until(pilot, lambda: all(each in text_of(pilot.app) for each in texts))
