"""What is drawn, in words of meaning: a pen names a role of the palette, never a colour of a terminal.

Everything that draws gives cells or spans with pens. Which colour a role has, and whether there are colours
at all, is decided once for each app by its palette.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Pen:
    """How a character is drawn: roles of the palette for fore- and background, and attributes."""

    fore: str = "text"
    back: str = ""
    """Empty: whatever lies below."""
    bold: bool = False
    underline: bool = False
    reverse: bool = False

    def on(self, back: str) -> "Pen":
        """The same pen on another ground."""
        return replace(self, back=back)


PLAIN = Pen()
FAINT = Pen("faint")
STRONG = Pen("text", bold=True)
ACCENT = Pen("accent", bold=True)
"""Headings, letters to press, marks of ours."""
BAD = Pen("bad", bold=True)
CURSOR = Pen("text", back="cursor", bold=True)
"""What the cursor is on, in a list."""


class Cell(NamedTuple):
    """One character on the screen; every character of ours is one column wide."""

    char: str
    pen: Pen


class Span(NamedTuple):
    """A run of text with one pen."""

    text: str
    pen: Pen = PLAIN


Line = tuple[Span, ...]


def width(line: Iterable[Span]) -> int:
    """Columns of a line."""
    return sum(len(span.text) for span in line)


def fitted(line: Line, columns: int) -> Line:
    """A line that is no wider than there is room, and shows it where something is missing."""
    return line if width(line) <= columns else (*cut(line, columns - 1), Span("…", FAINT))


def cut(line: Sequence[Span], columns: int) -> Line:
    """A line that is no wider than there is room."""
    found: list[Span] = []
    for span in line:
        if columns <= 0:
            break
        found.append(Span(span.text[:columns], span.pen))
        columns -= len(span.text)
    return tuple(found)
