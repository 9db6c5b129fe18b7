"""A base screen that asks for a larger window while the window is too small."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult, SystemCommand
from textual.screen import ScreenResultType

from lazaretto.tui.look.styled_text import FAINT, STRONG, Line, Span
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.key_routing_screen import FrontScreen, HintBar

if TYPE_CHECKING:
    from lazaretto.tui.base_app import GameApp

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
    def lazaretto(self) -> "GameApp":
        """The app, with its actual type."""
        return cast("GameApp", self.app)

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
