"""From the units of a map to cells: crowded bands of a map get more room, and order is kept.

Each axis is partly true and partly shared out among the places, so shores drawn with the same axes still fit.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence

from tui.board.auto_layout import Point

STEPS = 240
"""Points at which an axis is measured."""

BLUR = 0.035
"""How far a place makes room, as a share of the axis."""

EDGE = 0.07
"""What is shown beyond the outermost places, as a share of what lies between them."""


class Axis:
    """One direction of a map, from its units to 0 … 1 and back."""

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
        """Where a value lies; what is outside of the axis lies outside of 0 … 1."""
        place = min(STEPS - 1, max(0, bisect_right(self._marks, value) - 1))
        return _between(self._marks, self._shares, place, value)

    def back(self, share: float) -> float:
        """The value that lies there."""
        place = min(STEPS - 1, max(0, bisect_right(self._shares, share) - 1))
        return _between(self._shares, self._marks, place, share)


def _between(given: list[float], wanted: list[float], place: int, value: float) -> float:
    step = given[place + 1] - given[place]
    part = (value - given[place]) / step if step else 0.0
    return wanted[place] + (wanted[place + 1] - wanted[place]) * part


class Projection:
    """Points of a map as columns and rows, with parts of cells."""

    def __init__(self, points: Sequence[Point], width: int, height: int, share: float = 0.6) -> None:
        self._across = Axis([x for x, _ in points], share)
        self._up = Axis([y for _, y in points], share)
        self._wide = max(1.0, width - 1.0)
        self._high = max(1.0, height - 1.0)

    def cell(self, point: Point) -> Point:
        """Column and row of a point."""
        return self.column(point[0]), (1 - self._up.to(point[1])) * self._high

    def column(self, x: float) -> float:
        """The column of a position to the right."""
        return self._across.to(x) * self._wide

    def height_at(self, row: float) -> float:
        """The position upwards that a row shows."""
        return self._up.back(1 - row / self._high)
