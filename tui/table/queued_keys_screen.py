"""Queues the keys of a table screen while the table is busy, and handles them in order."""

from collections import deque
from time import monotonic

from textual import events

from tui.table.advised_screen import AdvisedScreen
from tui.table.board_widget import BoardMap
from tui.table.table_state import Desk

AHEAD = 60
"""The maximum number of keys that are queued while the table is busy."""


class QueuedKeysScreen(AdvisedScreen):
    """A screen on which players may type ahead."""

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self._ahead: deque[tuple[str, str | None, float]] = deque(maxlen=AHEAD)
        self._waits = False
        """Whether the player has seen, during a change, that bots are playing."""

    def on_key(self, event: events.Key) -> None:
        """Queue a key for the table."""
        if self.keymap.leaves(event.key, "table", "table_typing", "showing"):
            return
        event.stop()
        event.prevent_default()
        self._ahead.append((event.key, event.character, monotonic()))
        self._drain()

    def _drain(self) -> None:
        """Handle the queued keys in order, unless the table is busy.

        While it waits for bots, keys look around.
        """
        while self._ahead and (self._waits or not self._busy) and self.is_current and not self._behind:
            key, character, when = self._ahead.popleft()
            if self.desk.rest.takes(key, character, when):
                continue
            if self._busy:
                self._press_meanwhile(key, character)
            else:
                self._press(key, character)

    def _press(self, key: str, character: str | None) -> None:
        """Do what a key means now."""
        raise NotImplementedError

    def _press_meanwhile(self, key: str, character: str | None) -> None:
        """Do what a key means while bots are playing."""
        raise NotImplementedError
