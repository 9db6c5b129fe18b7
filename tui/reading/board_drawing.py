"""Draws the cells of a board as an SVG picture: it needs no font with braille, scales, and prints.

Dots of braille become dots, quarters of cells become rectangles, and texts get the width that they have in a
terminal. Colours are those of the light palette, which are readable on paper.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from rich.color import Color

from lazaretto.tui.board.braille_lines import BITS
from lazaretto.tui.board.coastline import QUARTERS
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.look.styled_text import Line, Pen, Span
from lazaretto.tui.reading.markup import element

WIDE, HIGH = 6, 12
"""The size of a cell."""
DOT = 1.3
"""The width of a dot."""
_BASE = 9
"""How far below the top of its cell a text stands."""
_BRAILLE = range(0x2800, 0x2900)

PAPER = Palette(dark=False)


def drawing(board: Sequence[Line], title: str) -> str:
    """The board as an SVG element."""
    columns = max(sum(len(span.text) for span in line) for line in board)
    size = " ".join(map(str, (0, 0, columns * WIDE, len(board) * HIGH)))
    parts = (*_grounds(board), *(each for row, line in enumerate(board) for each in _row(row, line)))
    named = {"viewBox": size, "role": "img", "aria-label": title}
    return element("svg", "\n".join(parts), "map", shape_rendering="crispEdges", **named)


def _grounds(board: Sequence[Line]) -> Iterator[str]:
    """The backgrounds, from left to right, as far as a colour goes."""
    for row, line in enumerate(board):
        column = 0
        for back, spans in groupby(line, lambda span: span.pen.back):
            length = sum(len(span.text) for span in spans)
            colour = _hex(PAPER.style(Pen(back=back)).bgcolor)
            if colour:
                yield _rectangle(column * WIDE, row * HIGH, length * WIDE, HIGH, colour)
            column += length


def _row(row: int, line: Line) -> Iterator[str]:
    column = 0
    for span in line:
        colour = _hex(PAPER.style(span.pen).color)
        for drawn, group in groupby(span.text, _how):
            chars = "".join(group)
            if drawn == "dots":
                yield _dots(column, row, chars, colour)
            elif drawn == "quarters":
                yield from _quarters(column, row, chars, colour)
            elif chars.strip():
                yield _text(column, row, Span(chars, span.pen), colour)
            column += len(chars)


def _how(char: str) -> str:
    """How a character is drawn."""
    if ord(char) in _BRAILLE:
        return "dots"
    return "quarters" if char in QUARTERS[1:] else "text"


def _dots(column: int, row: int, chars: str, colour: str) -> str:
    steps = [
        f"M{(column + at) * WIDE + WIDE * (2 * x + 1) / 4:g},{row * HIGH + HIGH * (2 * y + 1) / 8:g}h0"
        for at, char in enumerate(chars)
        for y, bits in enumerate(BITS)
        for x, bit in enumerate(bits)
        if ord(char) & bit
    ]
    return element("path", "", d="".join(steps), stroke=colour, stroke_width=DOT, stroke_linecap="round")


def _quarters(column: int, row: int, chars: str, colour: str) -> Iterator[str]:
    wide, high = WIDE // 2, HIGH // 2
    for at, char in enumerate(chars):
        filled = QUARTERS.index(char)
        for quarter in range(4):
            if filled >> quarter & 1:
                left = (column + at) * WIDE + (quarter & 1) * wide
                yield _rectangle(left, row * HIGH + (quarter >> 1) * high, wide, high, colour)


def _text(column: int, row: int, span: Span, colour: str) -> str:
    before = len(span.text) - len(span.text.lstrip())
    text = span.text.strip()
    size = {"textLength": str(len(text) * WIDE), "lengthAdjust": "spacingAndGlyphs"}
    x, y, weight = (column + before) * WIDE, row * HIGH + _BASE, "bold" if span.pen.bold else ""
    return element("text", escape(text), x=x, y=y, fill=colour, font_weight=weight, **size)


def _rectangle(x: int, y: int, width: int, height: int, colour: str) -> str:
    return element("rect", "", x=x, y=y, width=width, height=height, fill=colour)


def _hex(colour: Color | None) -> str:
    return colour.triplet.hex if colour is not None and colour.triplet is not None else ""
