"""Cells and spans with pens: a pen names a role of the palette, never a terminal colour.

Everything that draws returns cells or spans with pens. The palette of each app decides which colour a role
has, and whether there are colours at all.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Pen(NamedTuple):
    """The style of a character: palette roles for foreground and background, and attributes.

    Every repaint compares thousands of pens and looks them up; a tuple does that fastest.
    """

    fore: str = "text"
    back: str = ""
    """Empty: the background that is already there."""
    bold: bool = False
    underline: bool = False
    reverse: bool = False

    def on(self, back: str) -> "Pen":
        """The same pen on another background."""
        return Pen(self.fore, back, self.bold, self.underline, self.reverse)


PLAIN = Pen()
FAINT = Pen("faint")
STRONG = Pen("text", bold=True)
ACCENT = Pen("accent", bold=True)
"""Headings, keys to press, and our own marks."""
BAD = Pen("bad", bold=True)
CURSOR = Pen("text", back="cursor", bold=True)
"""The list item under the cursor."""


class Cell(NamedTuple):
    """One character on the screen; each is one column wide."""

    char: str
    pen: Pen


class Span(NamedTuple):
    """A run of text with one pen."""

    text: str
    pen: Pen = PLAIN


Line = tuple[Span, ...]


def width(line: Iterable[Span]) -> int:
    """The width of a line in columns."""
    return sum(len(span.text) for span in line)


def fitted(line: Line, columns: int) -> Line:
    """Shorten a line to the given width, and show that something is missing."""
    return line if width(line) <= columns else (*cut(line, columns - 1), Span("…", FAINT))


def cut(line: Sequence[Span], columns: int) -> Line:
    """Cut a line to the given width."""
    found: list[Span] = []
    for span in line:
        if columns <= 0:
            break
        found.append(Span(span.text[:columns], span.pen))
        columns -= len(span.text)
    return tuple(found)
