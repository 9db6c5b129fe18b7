"""The interface that the panes around a board draw from: a table's desk or a replay's stage."""

from typing import Protocol

from lazaretto.rules import Ref, View
from lazaretto.tui.board import Marked
from lazaretto.tui.keys.keymap import Keymap


class Shown(Protocol):
    """A view, and what the screen highlights in it."""

    @property
    def view(self) -> View:
        """The view to show."""

    @property
    def before(self) -> View | None:
        """The earlier view, to find what is new."""

    @property
    def since(self) -> str:
        """The heading for what is new."""

    @property
    def turn(self) -> int:
        """The number of the turn."""

    @property
    def keymap(self) -> Keymap:
        """The keys in effect, for texts that name them."""

    @property
    def cursor(self) -> Ref | None:
        """The spot under the cursor."""

    @property
    def marked(self) -> Marked:
        """The highlights on the board."""
