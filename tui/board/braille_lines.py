"""Lines made of braille dots: eight to a cell, so that many thin lines find room on a small board."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tui.board.auto_layout import Point

Place = tuple[int, int]
Dots = dict[Place, int]
"""The dots of each cell, as bits of the braille block."""

BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BOWS = (0.0, 0.12, -0.12, 0.22, -0.22)
"""How far a line may bend to keep clear of what is not its own, as a share of its length."""

STIFF = 25.0
"""What bending costs, in cells hidden."""

GAPS = {"dashed": (3, 2), "dotted": (1, 2)}
"""Of how many dots so many are drawn, and so many left out."""


@dataclass(frozen=True, slots=True)
class Route:
    """A line from cell to cell: its dots, the same drawn stronger, and the cells in order."""

    thin: Dots
    thick: Dots
    cells: tuple[Place, ...]


def far(one: Place, other: Place) -> int:
    """How far cells are apart, in columns; a row is as high as two of them are wide."""
    return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1])


def char(bits: int) -> str:
    """The character with these dots."""
    return chr(0x2800 + bits)


def dot(dots: Dots, x: int, y: int) -> None:
    """Set a dot, counted in dots from the upper left."""
    place = (x >> 1, y >> 2)
    dots[place] = dots.get(place, 0) | BITS[y & 3][x & 1]


def straight(start: Point, end: Point) -> list[Place]:
    """The dots between two points that are given in dots."""
    (x, y), (to_x, to_y) = start, end
    steps = max(1, math.ceil(max(abs(to_x - x), abs(to_y - y))))
    return [
        (math.floor(x + (to_x - x) * step / steps + 0.5), math.floor(y + (to_y - y) * step / steps + 0.5))
        for step in range(steps + 1)
    ]


def bent(start: Point, end: Point, bow: float) -> list[Place]:
    """The dots of a line that swings out to one side."""
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
    """The dots of the line that hides least behind what does not belong to it; `cost` is asked for cells."""
    found: list[Place] = []
    lowest = math.inf
    for bow in bows:
        dots = bent(start, end, bow)
        cells = list(dict.fromkeys((x >> 1, y >> 2) for x, y in dots))
        if bow and not all(inside(each) for each in cells):
            continue
        price = sum(map(cost, cells)) + abs(bow) * stiff
        if price < lowest:
            found, lowest = dots, price
        if lowest <= 0:
            break
    return found


def route(dots: Sequence[Place], style: str, width: int, height: int) -> Route:
    """A line in its style, cut at the edges."""
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
    """A second dot beside a line, below it or to its right as it runs."""
    (start_x, start_y), (end_x, end_y) = line[0], line[-1]
    if abs(end_x - start_x) >= abs(end_y - start_y):
        dot(dots, x, y + far)
    else:
        dot(dots, x + far, y)
