"""Hides the table until the right player is at the keyboard."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from tui.look.styled_text import FAINT, STRONG, Line, Span
from tui.messages import table as say
from tui.widgets.drawn_pane import Pane


class CurtainPane(Pane):
    """Nothing but whose turn it is to look."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_shown = name

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Two sentences in the middle, with air between."""
        texts = (
            (say.FOR_PLAYER(player=self._name_shown), STRONG),
            ("", FAINT),
            (say.LOOK_AWAY(key=self.terminal.keymap.shown("curtain.open")), FAINT),
        )
        found: list[Line] = [()] * max(0, (height - len(texts)) // 2)
        for text, pen in texts:
            found.append((Span(" " * max(0, (width - len(text)) // 2)), Span(text, pen)))
        return found


class CurtainScreen(Screen[None]):
    """Between two players of whom one has secrets."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._pane = CurtainPane(name)
        self._opened = False

    def compose(self) -> ComposeResult:
        """The curtain."""
        yield self._pane

    def on_key(self, event: events.Key) -> None:
        """Only one key opens, once: a key that was still on its way is for nobody."""
        event.stop()
        event.prevent_default()
        if self._pane.terminal.keymap.action("curtain", event.key) == "curtain.open":
            self.action_open()

    def action_open(self) -> None:
        """Show the table."""
        if not self._opened:
            self._opened = True
            self.dismiss()
