"""Rows of cells to draw on: a pen without a background keeps the background of the cell."""

from collections.abc import Iterable

from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.styled_text import STRONG, Cell, Pen

Ink = tuple[str, Pen]
"""A character and its pen, without a position."""

MORE: Ink = ("+", STRONG)
"""Shown where some marks did not fit."""


class Canvas:
    """The cells of one picture; the canvas clips whatever lies outside."""

    def __init__(self, rows: list[list[Cell]], mixed: dict[tuple[Pen, str], Pen]) -> None:
        self.rows = rows
        self._mixed = mixed
        """A cache of pens combined with a background; the picture keeps it, because the same pens recur."""

    def put(self, column: int, row: int, char: str, pen: Pen) -> None:
        """Draw a character."""
        if not 0 <= row < len(self.rows):
            return
        line = self.rows[row]
        if not 0 <= column < len(line):
            return
        line[column] = Cell(char, pen if pen.back else self._on(pen, line[column].pen.back))

    def _on(self, pen: Pen, back: str) -> Pen:
        """Return a pen on another background."""
        found = self._mixed.get((pen, back))
        if found is None:
            found = self._mixed[pen, back] = pen.on(back)
        return found

    def write(self, column: int, row: int, text: str, pen: Pen) -> None:
        """Draw a text, from this cell to the right."""
        if not 0 <= row < len(self.rows):
            return
        line = self.rows[row]
        first, end = max(column, 0), min(column + len(text), len(line))
        back, mixed = pen.back, pen
        for place in range(first, end):
            if not pen.back and line[place].pen.back != back:
                back = line[place].pen.back
                mixed = self._on(pen, back)
            line[place] = Cell(text[place - column], mixed)

    def inks(self, column: int, row: int, inks: Iterable[Ink]) -> None:
        """Draw characters, each with its own pen, from this cell to the right."""
        for number, (char, pen) in enumerate(inks):
            self.put(column + number, row, char, pen)


def blank(width: int, height: int, ground: str) -> list[list[Cell]]:
    """Empty rows of this size."""
    cell = Cell(" ", Pen("text", ground))
    return [[cell] * width for _ in range(height)]


def in_ascii(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Replace every remaining non-ASCII character."""
    return [
        [cell if cell.char.isascii() else Cell((plain(cell.char) or "?")[0], cell.pen) for cell in row]
        for row in rows
    ]
