"""The base of the panes beside the board, what they draw from, and lines whose parts have a short form."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from lazaretto.rules import Ref, View
from lazaretto.tui.board import Marked
from lazaretto.tui.keys.keymap import Keymap
from lazaretto.tui.look.fit_and_wrap_text import Line, Span, flowed, width
from lazaretto.tui.widgets.drawn_pane import Pane

D = TypeVar("D")


class DeskPane(Pane, Generic[D]):
    """A pane that draws from the desk once it has one; some panes need only what `Shown` provides."""

    desk: D | None = None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The lines drawn from the desk."""
        return () if self.desk is None else tuple(self.drawn(self.desk, width, height))

    def drawn(self, desk: D, width: int, height: int) -> Iterator[Line]:
        """The contents of the pane."""
        raise NotImplementedError


Parts = Callable[[bool], Sequence[Line]]
"""Parts of a line; with True, in their short form."""

GAP = "  "


def ends(left: Parts, right: Parts, columns: int) -> list[Line]:
    """Parts at both ends of a line; with little room the right ones get short, then all, then they wrap."""
    first: Line = ()
    last: Line = ()
    for short_left, short_right in ((False, False), (False, True), (True, True)):
        first, last = joined(left(short_left)), joined(right(short_right))
        room = columns - width(first) - width(last) - 2
        if room > 0:
            return [(Span(" "), *first, Span(" " * room), *last)]
    return flowed([*left(True), *right(True)], columns - 1, " ", GAP)


def joined(parts: Sequence[Line], gap: str = GAP) -> Line:
    """Parts in one line, with a gap between them."""
    spans: list[Span] = []
    for part in parts:
        spans += (*((Span(gap),) if spans else ()), *part)
    return tuple(spans)


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
