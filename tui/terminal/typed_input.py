"""Turns the bytes that a terminal sends into messages for an app, at the pace at which the app handles them.

Every driver uses it, whatever transports the bytes.
"""

import asyncio
import contextlib
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import constants
from textual.app import ScreenStackError
from textual.message import Message

from lazaretto.tui.terminal.input_queue import LONGEST_PASTE, InputQueue
from lazaretto.tui.terminal.key_parser import KeyReader

if TYPE_CHECKING:
    from lazaretto.tui.terminal.isolated_app import TerminalApp

UNANSWERED = 0.25
"""Seconds after which the next key is sent although the screen has not handled the last one."""

TICK = 0.005
"""Added to the delay after which Escape counts as a key, to be just past it."""

ENDLESS = 2 * LONGEST_PASTE
"""So many characters without a key are a paste that never ends; the parser starts afresh."""


def at_once() -> float:
    """The pace of a terminal whose keys are not limited: the next one need not wait."""
    return 0.0


class TypedInput:
    """Everything that is typed on one terminal."""

    def __init__(
        self,
        app: "TerminalApp[Any]",
        loop: asyncio.AbstractEventLoop,
        deliver: Callable[[Message], None],
        encoding: str = "utf-8",
        pace: Callable[[], float] = at_once,
    ) -> None:
        self._app = app
        self._loop = loop
        self._pace = pace
        """Called for each key; returns the seconds for which the key after it waits."""
        self._keys = KeyReader()
        self._queue = InputQueue(deliver, self._when_handled)
        self._decode = getincrementaldecoder(encoding)("replace").decode
        self._silent = 0
        """The number of characters since the parser last reported something."""
        self._escape: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Take bytes of the terminal."""
        text = self._decode(data)
        self._silent += len(text)
        for message in self._keys.feed(text):
            self._silent = 0
            self._queue.put(message)
        if self._silent > ENDLESS:
            self._keys, self._silent = KeyReader(), 0
        self._cancel()
        self._escape = self._loop.call_later(constants.ESCAPE_DELAY + TICK, self._tick)

    def stop(self) -> None:
        """Report nothing more."""
        self._cancel()

    def _cancel(self) -> None:
        if self._escape is not None:
            self._escape.cancel()
            self._escape = None

    def _tick(self) -> None:
        """Report an Escape that no other byte followed as a key."""
        self._escape = None
        for message in self._keys.tick():
            self._queue.put(message)

    def _when_handled(self, then: Callable[[], None]) -> None:
        """Call a function after the app and then its screen have handled what was sent; at the latest soon.

        A screen that closes meanwhile never answers.
        """
        wait = self._pace()
        self._loop.call_later(max(UNANSWERED, wait), then)
        self._app.call_later(self._when_screen_handled, then, wait)

    def _when_screen_handled(self, then: Callable[[], None], wait: float) -> None:
        with contextlib.suppress(ScreenStackError):  # all screens are being closed
            if wait > 0:
                self._loop.call_later(wait, then)
            else:
                self._app.screen.call_later(then)
