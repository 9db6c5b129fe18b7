"""A base screen that handles keys through the registry, and only while it is in front.

Textual sends a key to the screen that is in front when the key arrives. Before that screen handles the key,
the previous key may open another screen or close this one; then the screen that is in front now gets the
key, as if the player had pressed it a little later. A screen that is closed while it is being opened stays
empty.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen, ScreenResultType

from lazaretto.tui.keys.key_names import parsed
from lazaretto.tui.look.styled_text import ACCENT, FAINT, Line, Span
from lazaretto.tui.terminal.contained import Contained
from lazaretto.tui.widgets.drawn_pane import Pane

if TYPE_CHECKING:
    from lazaretto.tui.keys.keymap import Keymap
    from lazaretto.tui.terminal.isolated_app import TerminalApp


class ContainedScreen(Contained, Screen[ScreenResultType]):
    """A screen whose errors do not end the app."""

    def abandon(self) -> None:
        """Give up what the screen holds, because the app goes on without it after an error."""


class FrontScreen(ContainedScreen[ScreenResultType]):
    """A screen that loses no keys when the player types quickly."""

    @property
    def keymap(self) -> "Keymap":
        """The keys in effect."""
        return cast("TerminalApp[Any]", self.app).keymap

    def act(self, context: str, key: str) -> bool:
        """Run the action of a key in a context; return whether the key has one."""
        action = self.keymap.action(context, key)
        if action is None:
            return False
        owner, _, name = action.partition(".")
        if owner != context and not hasattr(self, f"action_{name}"):
            return False  # a key of a widget on this screen, which has no use for it now
        getattr(self, f"action_{name}")()
        return True

    async def on_event(self, event: events.Event) -> None:
        """Forward keys to the screen in front; do not mount a screen that is already closed."""
        if isinstance(event, events.Mount) and not self.children:
            return
        if not isinstance(event, events.Key) or self.is_active:
            await super().on_event(event)
            return
        try:
            front = self.app.focused or self.app.screen
        except ScreenStackError:  # all screens are being closed
            return
        front.post_message(event)


GAP = "   "


class HintBar(Pane):
    """Keys with their meanings; the bar leaves out those on the right that do not fit."""

    DEFAULT_CSS = "HintBar { height: 1; dock: bottom; }"

    back = "panel"

    def __init__(self, pairs: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.pairs = tuple(pairs)

    def show(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these keys."""
        if tuple(pairs) != self.pairs:
            self.pairs = tuple(pairs)
            self.repaint()

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """As many pairs as fit."""
        line: list[Span] = [Span(" ")]
        for _, key, words in self._placed(width):
            line += (Span(key, ACCENT), Span(f" {words}{GAP}", FAINT))
        return (tuple(line),)

    def _placed(self, width: int) -> Iterator[tuple[int, str, str]]:
        """Each pair that fits, with its first column."""
        column = 1
        for key, words in self.pairs:
            length = len(key) + 1 + len(words)
            if column + length > width:
                return
            yield column, key, words
            column += length + len(GAP)

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a hint as a press of its key."""
        for column, key, words in self._placed(self.size.width):
            if column <= event.x < column + len(key) + 1 + len(words):
                pressed = parsed(key)
                if pressed is not None:
                    self.app.simulate_key(pressed)
                return
