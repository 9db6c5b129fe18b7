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

    def on_key(self, event: events.Key) -> None:
        """Queue a key for the table."""
        if self.keymap.leaves(event.key, "table", "table_typing", "showing"):
            return
        event.stop()
        event.prevent_default()
        self._ahead.append((event.key, event.character, monotonic()))
        self._drain()

    def _drain(self) -> None:
        """Handle the queued keys in order, unless the table is busy."""
        while self._ahead and not self._busy and self.is_current and not self._behind:
            key, character, when = self._ahead.popleft()
            if not self.desk.rest.takes(key, character, when):
                self._press(key, character)

    def _press(self, key: str, character: str | None) -> None:
        """Do what a key means now."""
        raise NotImplementedError
