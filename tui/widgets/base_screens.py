"""The bases of all screens, each building on the one before it, and the hint bar.

Errors of a `ContainedScreen` do not end the app. A `FrontScreen` handles keys through the registry, and only
while it is in front: Textual sends a key to the screen that is in front when the key arrives, but before that
screen handles the key, the previous key may open another screen or close this one; then the screen that is in
front now gets the key, as if the player had pressed it a little later. A screen that is closed while it is
being opened stays empty. A `RoomyScreen` asks for a larger window while the window is too small. A
`BottomScreen`, the launcher or the hall of a server, is never closed.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult, ScreenStackError, SystemCommand
from textual.screen import ScreenResultType

from lazaretto.tui.keys.key_names import parsed
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, STRONG, Line, Span
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.repainted_screen import RepaintedScreen

if TYPE_CHECKING:
    from lazaretto.tui.app_for_screens import PlayerApp
    from lazaretto.tui.keys.keymap import Keymap
    from lazaretto.tui.terminal.terminal_app import TerminalApp


class ContainedScreen(RepaintedScreen[ScreenResultType]):
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


LEAST = (80, 24)
"""The minimum width and height of a window."""


class Card(Pane):
    """Asks for a larger window."""

    DEFAULT_CSS = "Card { display: none; }"

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The request, centred."""
        columns, rows = self.app.size
        words = (
            (say.ENLARGE(), STRONG),
            (say.SIZE(columns=columns, rows=rows), FAINT),
            (say.NEEDED(columns=LEAST[0], rows=LEAST[1]), FAINT),
        )
        lines: list[Line] = [()] * max(0, (height - len(words)) // 2)
        return [*lines, *((Span(text.center(width)[:width].rstrip(), pen),) for text, pen in words)]


class RoomyScreen(FrontScreen[ScreenResultType]):
    """A screen for windows of at least the minimum size; in a smaller window it shows only the card."""

    DEFAULT_CSS = """
    RoomyScreen.cramped > * { display: none; }
    RoomyScreen.cramped > Card { display: block; }
    """

    def compose(self) -> ComposeResult:
        """The parts of the screen, and the card."""
        yield from self.parts()
        yield Card()

    @cached_property
    def bar(self) -> HintBar:
        """The hint bar; callers may set its hints before it is mounted and after it is removed."""
        return HintBar()

    @property
    def lazaretto(self) -> "PlayerApp":
        """The app, as the type that tells what a screen may ask of it."""
        return cast("PlayerApp", self.app)

    def parts(self) -> ComposeResult:
        """The widgets of the screen; subclasses define them."""
        raise NotImplementedError

    def commands(self) -> Iterable[SystemCommand]:
        """The screen's own command palette entries; they precede those of the app."""
        return ()

    def on_resize(self) -> None:
        """Check the window size; Textual calls this for every class, so a subclass need not call it."""
        width, height = self.app.size
        self.set_class(width < LEAST[0] or height < LEAST[1], "cramped")


class BottomScreen(RoomyScreen[None]):
    """Stays open as long as the app runs; every other screen is closed before the player returns to it."""

    def look_again(self, wanted: str = "") -> object:
        """Load everything again; the cursor goes to the wanted entry."""
        raise NotImplementedError

    def hush(self) -> None:
        """Clear the message line."""
        raise NotImplementedError
