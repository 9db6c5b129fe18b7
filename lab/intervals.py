"""Intervals for shares of games: how far the true share may be from the one that was counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, hypot, sqrt

Z = 1.959963984540054
"""Of a normal distribution, 95 % lies within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A number with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def data(self) -> dict[str, float]:
        """Return it as plain data, to the nearest 1/10,000."""
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def wilson(found: int, games: int) -> Interval:
    """Return a share of games with its Wilson score interval; without games, everything is possible."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = found / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return Interval(share, 0.0 if found == 0 else middle - half, 1.0 if found == games else middle + half)


def mean(intervals: Sequence[Interval]) -> Interval:
    """Return the mean of independent numbers, each with the same weight; without any, everything is possible.

    How far its ends are follows from how far those of the numbers are (Zou and Donner 2008).
    """
    count = len(intervals)
    if not count:
        return Interval(0.0, 0.0, 1.0)
    value = sum(interval.value for interval in intervals) / count
    down = hypot(*(interval.value - interval.low for interval in intervals)) / count
    up = hypot(*(interval.high - interval.value for interval in intervals)) / count
    return Interval(value, value - down, value + up)


def difference(one: Interval, other: Interval) -> Interval:
    """Return by how much one number is above another, independent one: Newcombe's method, in general."""
    value = one.value - other.value
    down = hypot(one.value - one.low, other.high - other.value)
    up = hypot(one.high - one.value, other.value - other.low)
    return Interval(value, value - down, value + up)


def is_clear(one: Interval, other: Interval) -> bool:
    """Whether two numbers differ for certain: the interval of their difference is on one side of 0."""
    interval = difference(one, other)
    return interval.low > 0 or interval.high < 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """How pairs of games with the same seed ended: won by both, by one of them, by neither."""

    both: int
    first: int
    """Won in the first variant only."""
    second: int
    neither: int

    @property
    def games(self) -> int:
        """The number of pairs."""
        return self.both + self.first + self.second + self.neither

    def difference(self) -> Interval:
        """Return by how much the second share of wins is above the first, with Newcombe's interval.

        It is his method 10 for paired shares: the Wilson intervals of both, and how far they go together.
        """
        games = self.games
        if games == 0:
            return Interval(0.0, -1.0, 1.0)
        one, other = wilson(self.both + self.second, games), wilson(self.both + self.first, games)
        together = self._together()
        difference = one.value - other.value
        down, up = one.value - one.low, other.high - other.value
        low = difference - sqrt(max(0.0, down * down - 2 * together * down * up + up * up))
        down, up = other.value - other.low, one.high - one.value
        high = difference + sqrt(max(0.0, down * down - 2 * together * down * up + up * up))
        return Interval(difference, max(-1.0, low), min(1.0, high))

    def _together(self) -> float:
        """Return how far wins of both go together: the coefficient phi, cautious if positive."""
        wins = (self.both + self.second, self.first + self.neither)
        other = (self.both + self.first, self.second + self.neither)
        product = wins[0] * wins[1] * other[0] * other[1]
        if product == 0:
            return 0.0
        found: float = self.both * self.neither - self.first * self.second
        if found > 0:
            found = max(0.0, found - self.games / 2)
        return found / sqrt(product)

    def chance(self) -> float:
        """Return how likely games without any difference would differ so much: McNemar's exact test."""
        differ = self.first + self.second
        fewer = min(self.first, self.second)
        tail: int = sum(comb(differ, each) for each in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << differ))
