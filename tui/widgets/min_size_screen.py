"""A screen that asks for more room where there is too little, and never breaks."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult, SystemCommand
from textual.screen import ScreenResultType

from tui.look.styled_text import FAINT, STRONG, Line, Span
from tui.messages import base_app_and_widgets as say
from tui.widgets.drawn_pane import Pane
from tui.widgets.key_hints import HintBar
from tui.widgets.key_routing_screen import FrontScreen

if TYPE_CHECKING:
    from tui.app import Lazaretto

LEAST = (80, 24)
"""Columns and rows that every screen is made for."""


class Card(Pane):
    """Asks for a larger window."""

    DEFAULT_CSS = "Card { display: none; }"

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """What is missing, in the middle."""
        columns, rows = self.app.size
        words = (
            (say.ENLARGE(), STRONG),
            (say.SIZE(columns=columns, rows=rows), FAINT),
            (say.NEEDED(columns=LEAST[0], rows=LEAST[1]), FAINT),
        )
        lines: list[Line] = [()] * max(0, (height - len(words)) // 2)
        return [*lines, *((Span(text.center(width)[:width].rstrip(), pen),) for text, pen in words)]


class RoomyScreen(FrontScreen[ScreenResultType]):
    """A screen for windows of at least the least size; below it shows a card."""

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
        """The last line, for its keys; it can be told of them before it is there, and when it has gone."""
        return HintBar()

    @property
    def lazaretto(self) -> "Lazaretto":
        """The app, as what it is."""
        return cast("Lazaretto", self.app)

    def parts(self) -> ComposeResult:
        """The screen itself."""
        raise NotImplementedError

    def commands(self) -> Iterable[SystemCommand]:
        """What the list of commands holds on this screen, before what it holds everywhere."""
        return ()

    def on_resize(self) -> None:
        """See how much room there is; the framework asks this of every class, a subclass need not call it."""
        width, height = self.app.size
        self.set_class(width < LEAST[0] or height < LEAST[1], "cramped")
