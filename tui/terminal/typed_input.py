"""Turns the bytes that a terminal sends into messages for an app, at the pace at which the app handles them.

Every driver uses it, whatever transports the bytes.
"""

import asyncio
import contextlib
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.app import ScreenStackError
from textual.message import Message

if TYPE_CHECKING:
    from lazaretto.tui.terminal.terminal_app import TerminalApp


MOST = 200
"""The most messages that wait: more than anybody types while a screen is busy."""

MOST_ALIKE = 30
"""The most presses of the same key in a row that wait."""

LONGEST_PASTE = 10_000
"""The most characters of a paste, far more than any field takes."""


class InputQueue:
    """The input of one terminal that its app has not handled yet."""

    def __init__(
        self, deliver: Callable[[Message], None], handled: Callable[[Callable[[], None]], None]
    ) -> None:
        self._deliver = deliver
        self._handled = handled
        """Calls a function once the app has handled what was delivered."""
        self._waiting: deque[Message] = deque()
        self._alike = 0
        """How many presses of the same key are at the end of the queue."""
        self._turn = 0
        """Counts deliveries, so that an answer that comes twice counts once."""
        self._busy = False

    def put(self, message: Message) -> None:
        """Deliver a message as soon as the app has handled those before it."""
        match message:
            case events.Paste():
                message = events.Paste(message.text[:LONGEST_PASTE])
            case events.Key() | events.MouseEvent():
                pass
            case _:  # an answer of the terminal, a change of focus: rare, and not for a screen
                self._deliver(message)
                return
        if self._accepts(message):
            self._waiting.append(message)
            if not self._busy:
                self._next()

    def _accepts(self, message: Message) -> bool:
        last = self._waiting[-1] if self._waiting else None
        if isinstance(message, events.MouseMove) and isinstance(last, events.MouseMove):
            self._waiting.pop()
        same = isinstance(message, events.Key) and isinstance(last, events.Key) and message.key == last.key
        self._alike = self._alike + 1 if same else 1
        return self._alike <= MOST_ALIKE and len(self._waiting) < MOST

    def _next(self) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            self._turn += 1
            turn = self._turn
            self._deliver(self._waiting.popleft())
            self._handled(lambda: self._done(turn))

    def _done(self, turn: int) -> None:
        if turn == self._turn:
            self._turn += 1
            self._next()


class KeyReader(XTermParser):
    """Textual's parser without the class-level cache."""

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]


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
