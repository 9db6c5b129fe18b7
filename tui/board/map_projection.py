"""Projects map coordinates to cells: crowded regions get more room, and the order of places is kept.

Each axis mixes true distances with an even distribution of the places, so a coastline drawn with the same
axes still fits.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence

from lazaretto.tui.board.auto_layout import Point

STEPS = 240
"""The number of sample points on an axis."""

BLUR = 0.035
"""How far around a place the axis is stretched, as a fraction of the axis."""

EDGE = 0.07
"""The margin beyond the outermost places, as a fraction of their extent."""


class Axis:
    """One axis of a map; converts its units to 0 … 1 and back."""

    def __init__(self, values: Sequence[float], share: float) -> None:
        low, high = min(values), max(values)
        edge = (high - low) * EDGE or 1.0
        self.low, self.high = low - edge, high + edge
        span = self.high - self.low
        blur = span * BLUR
        self._marks = [self.low + span * step / STEPS for step in range(STEPS + 1)]
        crowd = [
            sum(math.exp(-(((value - mark) / blur) ** 2)) for value in values if abs(value - mark) < 3 * blur)
            for mark in self._marks
        ]
        total = sum(crowd) or 1.0
        reached, self._shares = 0.0, []
        for step, each in enumerate(crowd):
            self._shares.append(share * reached / total + (1 - share) * step / STEPS)
            reached += each
        top = self._shares[-1]
        self._shares = [each / top for each in self._shares]

    def to(self, value: float) -> float:
        """The position of a value; values outside the axis give positions outside 0 … 1."""
        place = min(STEPS - 1, max(0, bisect_right(self._marks, value) - 1))
        return _between(self._marks, self._shares, place, value)

    def back(self, share: float) -> float:
        """The value at a position."""
        place = min(STEPS - 1, max(0, bisect_right(self._shares, share) - 1))
        return _between(self._shares, self._marks, place, share)


def _between(given: list[float], wanted: list[float], place: int, value: float) -> float:
    step = given[place + 1] - given[place]
    part = (value - given[place]) / step if step else 0.0
    return wanted[place] + (wanted[place + 1] - wanted[place]) * part


class Projection:
    """Converts points of a map to fractional columns and rows."""

    def __init__(self, points: Sequence[Point], width: int, height: int, share: float = 0.6) -> None:
        self._across = Axis([x for x, _ in points], share)
        self._up = Axis([y for _, y in points], share)
        self._wide = max(1.0, width - 1.0)
        self._high = max(1.0, height - 1.0)

    def cell(self, point: Point) -> Point:
        """The column and row of a point."""
        return self.column(point[0]), (1 - self._up.to(point[1])) * self._high

    def column(self, x: float) -> float:
        """The column of an x coordinate."""
        return self._across.to(x) * self._wide

    def height_at(self, row: float) -> float:
        """The y coordinate that a row shows."""
        return self._up.back(1 - row / self._high)
