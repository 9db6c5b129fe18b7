"""Tracks the free cells of a board as one bitmask per row, and finds room for marks that overflow."""

from collections.abc import Iterable, Sequence

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""The cells around a place; a mark farther away would not appear to belong to it."""

FAR_APART, APART = 8, 2
"""So many free cells keep a mark from what stands in the same row: at best, and at least."""


def mask(column: int, length: int) -> int:
    """The bitmask for a run of cells in a row."""
    return ((1 << length) - 1) << column


def take(taken: list[int], width: int, column: int, row: int, length: int) -> bool:
    """Take cells if all of them are free and on the board; return whether it worked."""
    if not 0 <= row < len(taken) or column < 0 or column + length > width:
        return False
    cells = mask(column, length)
    if taken[row] & cells:
        return False
    taken[row] |= cells
    return True


def _beside(column: int, length: int, apart: int) -> int:
    """The bitmask for a run of cells with those beside it."""
    first = max(0, column - apart)
    return mask(first, max(0, column + length + apart - first))


class Room:
    """The taken cells of one drawing."""

    def __init__(self, taken: Sequence[int], width: int) -> None:
        self._taken, self._width = list(taken), width

    def take(self, column: int, row: int, length: int) -> bool:
        """Take cells if all of them are free and on the board; return whether it worked."""
        return take(self._taken, self._width, column, row, length)

    def take_apart(self, column: int, row: int, length: int, apart: int) -> bool:
        """Take cells of which the neighbours in the row are free, too, so they belong to nothing there."""
        if not 0 <= row < len(self._taken) or self._taken[row] & _beside(column, length, apart):
            return False
        return self.take(column, row, length)

    def near(self, places: Iterable[tuple[int, int]], length: int) -> tuple[int, int] | None:
        """Take the first free cells at one of these places, otherwise around the first place."""
        wanted = list(places)
        around = [(wanted[0][0] + right, wanted[0][1] + down) for right, down in AROUND]
        return next((each for each in (*wanted, *around) if self.take(*each, length)), None)
