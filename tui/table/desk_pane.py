"""The base of the panes beside the board, and lines whose spans have a short form."""

from collections.abc import Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from tui.look.styled_text import (
    FAINT,
    Line,
    Span,
    fitted,
    width,
)
from tui.widgets.drawn_pane import Pane

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


class Spans(Protocol):
    """Spans that have a shorter form."""

    def __call__(self, *, brief: bool) -> Iterator[Span]:
        """The spans, or fewer characters of them."""


def ends(left: Spans, right: Spans, columns: int) -> Line:
    """Align spans at both ends of a line; with little room shorten the right end, then both."""
    for brief in ((False, False), (False, True), (True, True)):
        first, last = (tuple(each(brief=short)) for each, short in zip((left, right), brief, strict=True))
        room = columns - width(first) - width(last)
        if room > 0:
            return (*first, Span(" " * max(1, room - 2)), *last)
    return fitted((*first, Span(" "), *last), columns)


def shorter(spans: Spans, columns: int) -> Line:
    """Some spans, in their short form if the full form does not fit."""
    whole = tuple(spans(brief=False))
    return whole if width(whole) <= columns else fitted(tuple(spans(brief=True)), columns)


def beside(line: Line, words: str, columns: int) -> Line:
    """Put words at the right end of a line, and shorten the line to fit."""
    room = columns - len(words) - 1
    left = fitted(line, room - 1)
    return (*left, Span(" " * (room - width(left))), Span(words, FAINT))
