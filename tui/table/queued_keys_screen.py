"""Queues the keys of a table screen while the table is busy, and handles them in order."""

from collections import deque
from time import monotonic

from textual import events
from textual.timer import Timer

from lazaretto.tui.awaited import awaited
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.advised_screen import AdvisedScreen
from lazaretto.tui.table.board_widget import BoardMap
from lazaretto.tui.table.table_state import Desk, asked

_LOOKS = frozenset(f"table.{each}" for each in ("why", "help", "views", "leave"))
_MOVES = frozenset(f"table.{each}" for each in ("up", "down", "left", "right", "next", "previous"))
"""Actions that change nothing at the table, so they are possible while bots are playing."""

AHEAD = 60
"""The maximum number of keys that are queued while the table is busy."""


class QueuedKeysScreen(AdvisedScreen):
    """A screen on which players may type ahead."""

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self._ahead: deque[tuple[str, str | None, float]] = deque(maxlen=AHEAD)
        self._waits = False
        """Whether the player has seen, during a change, that bots are playing."""
        self._meanwhile: Timer | None = None
        """The timer that shows the current state during a change that takes long."""

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

    def _show_meanwhile(self) -> None:
        """Show the current state while bots are playing; from now on, keys look around."""
        self._meanwhile = None
        if self._busy and self._timer is None:
            self._shown = self.desk.sight.view
            self._waits = asked(self.desk.sitting) is None
            self._show()
            self._drain()

    def _press_meanwhile(self, key: str, character: str | None) -> None:
        """Look around; other keys must not answer a question that nobody has read."""
        if self._timer is not None:
            self._skip()
            if self.keymap.action("showing", key) is not None:
                return
        action = self.keymap.action("table", key)
        if action in _LOOKS:
            self.act("table", key)
        elif action in _MOVES:
            self.desk.press(key, character)
        elif (decision := self.desk.sight.view.decision) is not None:
            self.desk.say(say.STILL_PLAYING(player=awaited(decision)))
        self._paint()
