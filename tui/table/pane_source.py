"""What the panes around a board draw from: a seat's desk, or a place in a record."""

from typing import Protocol

from rules import Ref, View
from tui.board import Marked
from tui.keys.keymap import Keymap


class Shown(Protocol):
    """A view, and what the screen points at in it."""

    @property
    def view(self) -> View:
        """What is shown."""

    @property
    def before(self) -> View | None:
        """What was seen before, to tell what is new."""

    @property
    def since(self) -> str:
        """The words for what is new."""

    @property
    def turn(self) -> int:
        """Which turn it is."""

    @property
    def keymap(self) -> Keymap:
        """The keys in force, for what the panes say of them."""

    @property
    def cursor(self) -> Ref | None:
        """What is pointed at."""

    @property
    def marked(self) -> Marked:
        """What the board points at."""
