"""Reads the rows of a terminal in memory, several times faster than pyte's `display` does."""

from collections.abc import Iterator
from functools import cache

import pyte
from wcwidth import wcwidth


@cache
def _wide(cell: str) -> bool:
    """Whether a cell shows a character of two columns; what follows the character must take no room."""
    assert sum(map(wcwidth, cell[1:])) == 0
    return bool(cell) and wcwidth(cell[0]) == 2


def rows(screen: pyte.Screen) -> list[str]:
    """Return the text of each row; a wide character fills the cell to its right too."""
    columns, blank = range(screen.columns), screen.default_char
    found: list[str] = []
    for y in range(screen.lines):
        line = screen.buffer[y]
        cells = [line.get(x, blank).data for x in columns]
        found.append("".join(_shown(cells) if any(map(_wide, {*cells})) else cells))
    return found


def _shown(cells: list[str]) -> Iterator[str]:
    """Yield the cells without those that lie under the right half of a wide character."""
    covered = False
    for cell in cells:
        if covered:
            covered = False
        else:
            covered = _wide(cell)
            yield cell
