"""Rows of cells that are drawn upon: what has no ground of its own takes the one below."""

from collections.abc import Iterable

from tui.look.ascii_fallback import plain
from tui.look.styled_text import STRONG, Cell, Pen

Ink = tuple[str, Pen]
"""A character and its pen, before it has a place."""

MORE: Ink = ("+", STRONG)
"""Stands where not everything could be shown."""


class Canvas:
    """Cells of one picture; what does not fit is cut off."""

    def __init__(self, rows: list[list[Cell]], mixed: dict[tuple[Pen, str], Pen]) -> None:
        self.rows = rows
        self._mixed = mixed
        """Pens already put on a ground; kept by the picture, as the same ones come again."""

    def put(self, column: int, row: int, char: str, pen: Pen) -> None:
        """Draw a character."""
        if not 0 <= row < len(self.rows):
            return
        line = self.rows[row]
        if not 0 <= column < len(line):
            return
        if not pen.back:
            back = line[column].pen.back
            key = (pen, back)
            found = self._mixed.get(key)
            if found is None:
                found = self._mixed[key] = pen.on(back)
            pen = found
        line[column] = Cell(char, pen)

    def write(self, column: int, row: int, text: str, pen: Pen) -> None:
        """Draw a text from there to the right."""
        for number, char in enumerate(text):
            self.put(column + number, row, char, pen)

    def inks(self, column: int, row: int, inks: Iterable[Ink]) -> None:
        """Draw characters with pens of their own."""
        for number, (char, pen) in enumerate(inks):
            self.put(column + number, row, char, pen)


def blank(width: int, height: int, ground: str) -> list[list[Cell]]:
    """Rows with nothing on them."""
    cell = Cell(" ", Pen("text", ground))
    return [[cell] * width for _ in range(height)]


def in_ascii(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows with every character that is left replaced by a plain one."""
    return [
        [cell if cell.char.isascii() else Cell((plain(cell.char) or "?")[0], cell.pen) for cell in row]
        for row in rows
    ]
