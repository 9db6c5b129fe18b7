"""Passes input on to an app at the pace at which the app handles it, and drops what nobody could have meant.

Textual queues every key, so a stuck key or a stray paste keeps an app busy long after it has ended. This
queue passes on one message at a time and waits until the screen has handled it. What arrives meanwhile is
bounded: a run of the same key keeps its first presses, a move of the mouse replaces the one before, a paste
is cut, and beyond a total nothing is accepted.
"""

from collections import deque
from collections.abc import Callable

from textual import events
from textual.message import Message

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
