"""Hides the table until the right player is at the keyboard."""

from collections.abc import Callable, Sequence
from time import monotonic

from textual import events
from textual.app import ComposeResult

from lazaretto.tui.look.fit_and_wrap_text import FAINT, STRONG, Line, Span
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.answers.name_typing import RestOfName
from lazaretto.tui.widgets.base_screens import ContainedScreen
from lazaretto.tui.widgets.drawn_pane import Pane


class CurtainPane(Pane):
    """Shows only which player comes next."""

    def __init__(self, name: str, secret: bool) -> None:
        super().__init__()
        self._name_shown, self._secret = name, secret

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Two sentences in the middle, with an empty line between them."""
        head = say.FOR_PLAYER if self._secret else say.NEXT_PLAYER
        rest = say.LOOK_AWAY if self._secret else say.NOT_SECRET
        texts = (
            (head(player=self._name_shown), STRONG),
            ("", FAINT),
            (rest(key=self.terminal.keymap.shown("curtain.open")), FAINT),
        )
        found: list[Line] = [()] * max(0, (height - len(texts)) // 2)
        for text, pen in texts:
            found.append((Span(" " * max(0, (width - len(text)) // 2)), Span(text, pen)))
        return found


class CurtainScreen(ContainedScreen[None]):
    """Shown when the keyboard passes to another player and one of the two has secrets."""

    def __init__(
        self,
        name: str,
        rest: RestOfName,
        hesitates: Callable[[], bool] = lambda: False,
        *,
        secret: bool = True,
    ) -> None:
        """`hesitates` says whether a key may still be meant for what was on the screen before.

        `secret` says whether the player sees something secret; otherwise only the one before did.
        """
        super().__init__()
        self._pane, self._rest = CurtainPane(name, secret), rest
        self._hesitates = hesitates
        self._opened = False

    def compose(self) -> ComposeResult:
        """The curtain."""
        yield self._pane

    def on_key(self, event: events.Key) -> None:
        """Open on one key only, and only once, so that keys still in transit have no effect."""
        event.stop()
        event.prevent_default()
        if self._rest.takes(event.key, event.character, monotonic()):
            return
        opens = self._pane.terminal.keymap.action("curtain", event.key) == "curtain.open"
        if opens and not self._hesitates():
            self.action_open()

    def on_click(self) -> None:
        """Open on a click, too."""
        self.action_open()

    def action_open(self) -> None:
        """Show the table, unless another screen is in front: that one would close instead."""
        if not self._opened and self.is_active:
            self._opened = True
            self.dismiss()
