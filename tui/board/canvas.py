"""Rows of cells to draw on: a pen without a background keeps the background of the cell.

Thin lines are drawn with braille, eight dots per cell. Free cells are tracked as one bitmask per row, to find
room for marks that overflow.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from itertools import pairwise

from lazaretto.tui.board.auto_layout import Point
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.fit_and_wrap_text import STRONG, Cell, Pen

Ink = tuple[str, Pen]
"""A character and its pen, without a position."""

MORE: Ink = ("+", STRONG)
"""Shown where some marks did not fit."""


class Layer(IntEnum):
    """What covers what: a cell keeps what was drawn on a higher layer, whatever is drawn later."""

    STILL = 0
    LINES = auto()
    LINES_AT_CURSOR = auto()
    SIGNS_OF_LINKS = auto()
    CURSOR_ON_LINK = auto()
    TAGS = auto()
    AREAS = auto()
    PLACES = auto()
    MARKS = auto()
    POINTERS = auto()


class Canvas:
    """The cells of one picture; the canvas clips whatever lies outside."""

    def __init__(self, rows: list[list[Cell]], mixed: dict[tuple[Pen, str], Pen]) -> None:
        self.rows = rows
        self.layer = Layer.STILL
        """The layer that is drawn on now."""
        self._layers = [bytearray(len(row)) for row in rows]
        """The highest layer that was drawn on in each cell."""
        self._shared: set[int] = set()
        """The rows that another canvas has, too."""
        self._mixed = mixed
        """A cache of pens combined with a background; the picture keeps it, because the same pens recur."""

    def copy(self) -> "Canvas":
        """Return a canvas that begins with these cells; only the rows that are drawn on there are copied."""
        canvas = Canvas.__new__(Canvas)
        canvas.rows, canvas.layer, canvas._mixed = [*self.rows], self.layer, self._mixed
        canvas._layers, canvas._shared = [*self._layers], {*range(len(self.rows))}
        return canvas

    def _row(self, row: int) -> tuple[list[Cell], bytearray]:
        """The cells of a row and their layers, to be changed."""
        if row in self._shared:
            self._shared.discard(row)
            self.rows[row] = [*self.rows[row]]
            self._layers[row] = self._layers[row][:]
        return self.rows[row], self._layers[row]

    def put(self, column: int, row: int, char: str, pen: Pen) -> None:
        """Draw a character."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])):
            return
        layer = self.layer
        if self._layers[row][column] > layer:
            return
        line, layers = self._row(row)
        layers[column] = layer
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
        line, layers = self._row(row)
        layer = self.layer
        first, end = max(column, 0), min(column + len(text), len(line))
        back, mixed = pen.back, pen
        for place in range(first, end):
            if layers[place] > layer:
                continue
            if not pen.back and line[place].pen.back != back:
                back = line[place].pen.back
                mixed = self._on(pen, back)
            line[place] = Cell(text[place - column], mixed)
            layers[place] = layer

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


def _neighbouring(column: int, length: int, apart: int) -> int:
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
        if not 0 <= row < len(self._taken) or self._taken[row] & _neighbouring(column, length, apart):
            return False
        return self.take(column, row, length)

    def near(self, places: Iterable[tuple[int, int]], length: int) -> tuple[int, int] | None:
        """Take the first free cells at one of these places, otherwise around the first place."""
        wanted = list(places)
        around = [(wanted[0][0] + right, wanted[0][1] + down) for right, down in AROUND]
        return next((each for each in (*wanted, *around) if self.take(*each, length)), None)


Place = tuple[int, int]
Dots = dict[Place, int]
"""The dots of each cell, as bits of the Unicode braille block."""

BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BOWS = (0.0, 0.12, -0.12, 0.22, -0.22)
"""How far a line may bend to avoid unrelated cells, as a fraction of its length."""

STIFF = 25.0
"""The cost of bending, in hidden cells."""

GAPS = {"dashed": (3, 2), "dotted": (1, 2)}
"""For each line style: the number of dots drawn, then the number of dots skipped."""


@dataclass(frozen=True, slots=True)
class Route:
    """A line from one cell to another: its thin dots, its thick dots, and its cells in order."""

    thin: Dots
    thick: Dots
    cells: tuple[Place, ...]


def far(one: Place, other: Place) -> int:
    """The distance between two cells in columns; a row counts as two columns."""
    return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1])


def char(bits: int) -> str:
    """The braille character with these dots."""
    return chr(0x2800 + bits)


def dot(dots: Dots, x: int, y: int) -> None:
    """Set a dot; x and y count dots from the upper left."""
    place = (x >> 1, y >> 2)
    dots[place] = dots.get(place, 0) | BITS[y & 3][x & 1]


def straight(start: Point, end: Point) -> list[Place]:
    """The dots on a straight line between two points; all coordinates count dots."""
    (x, y), (to_x, to_y) = start, end
    steps = max(1, math.ceil(max(abs(to_x - x), abs(to_y - y))))
    return [
        (math.floor(x + (to_x - x) * step / steps + 0.5), math.floor(y + (to_y - y) * step / steps + 0.5))
        for step in range(steps + 1)
    ]


def bent(start: Point, end: Point, bow: float) -> list[Place]:
    """The dots of a line that curves to one side."""
    if not bow:
        return straight(start, end)
    (x, y), (to_x, to_y) = start, end
    mid = ((x + to_x) / 2 - (to_y - y) * bow * 2, (y + to_y) / 2 + (to_x - x) * bow * 2)
    parts = max(4, int(math.hypot(to_x - x, to_y - y) / 6))
    points = [_curve(start, mid, end, part / parts) for part in range(parts + 1)]
    found: list[Place] = []
    for one, other in pairwise(points):
        found += straight(one, other)
    return list(dict.fromkeys(found))


def _curve(start: Point, mid: Point, end: Point, part: float) -> Point:
    rest = 1 - part
    a, b, c = rest * rest, 2 * rest * part, part * part
    return a * start[0] + b * mid[0] + c * end[0], a * start[1] + b * mid[1] + c * end[1]


def best(
    start: Point,
    end: Point,
    cost: Callable[[Place], float],
    inside: Callable[[Place], bool],
    bows: Sequence[float] = BOWS,
    stiff: float = STIFF,
) -> list[Place]:
    """The dots of the line with the lowest total cost; `cost` returns the cost of crossing a cell."""
    found: list[Place] = []
    lowest = math.inf
    for bow in bows:
        dots = bent(start, end, bow)
        cells = list(dict.fromkeys((x >> 1, y >> 2) for x, y in dots))
        if bow and not all(inside(cell) for cell in cells):
            continue
        price = sum(map(cost, cells)) + abs(bow) * stiff
        if price < lowest:
            found, lowest = dots, price
        if lowest <= 0:
            break
    return found


def route(dots: Sequence[Place], style: str, width: int, height: int) -> Route:
    """Draw a line in its style, clipped to the board."""
    thin: Dots = {}
    thick: Dots = {}
    cells: dict[Place, None] = {}
    shown = [(x, y) for x, y in dots if 0 <= x < 2 * width and 0 <= y < 4 * height]
    for x, y in shown:
        cells[(x >> 1, y >> 2)] = None
    for x, y in _with_gaps(shown, style):
        dot(thin, x, y)
        if style == "double" and x + 2 < 2 * width and y + 2 < 4 * height:
            _beside(thin, shown, x, y, 2)
    for x, y in shown:
        dot(thick, x, y)
        if x + 1 < 2 * width and y + 1 < 4 * height:
            _beside(thick, shown, x, y, 1)
    return Route(thin, thick, tuple(cells))


def _with_gaps(dots: Sequence[Place], style: str) -> Iterator[Place]:
    drawn, left = GAPS.get(style, (1, 0))
    return (each for number, each in enumerate(dots) if number % (drawn + left) < drawn)


def _beside(dots: Dots, line: Sequence[Place], x: int, y: int, far: int) -> None:
    """Set a second dot beside a line: below it or to its right, depending on its direction."""
    (start_x, start_y), (end_x, end_y) = line[0], line[-1]
    if abs(end_x - start_x) >= abs(end_y - start_y):
        dot(dots, x, y + far)
    else:
        dot(dots, x + far, y)
