"""Fits a logistic curve of two numbers to results: how likely a win is, given a score and a turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

STEPS = 12
"""Newton's method converges in far fewer steps."""

RIDGE = 0.3
"""Keeps the curve flat as long as there is little to fit it to."""

Seen = tuple[float, float]
"""A score and a turn."""

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A logistic curve of a score and a turn."""

    weights: Vector
    means: Seen
    spreads: Seen

    def at(self, score: float, turn: float) -> float:
        """Return the chance for a score in a turn."""
        return _logistic(_dot(self.weights, self.scaled(score, turn)))

    def scaled(self, score: float, turn: float) -> Vector:
        """Return the numbers as the curve uses them."""
        first = (score - self.means[0]) / self.spreads[0] if self.spreads[0] else 0.0
        second = (turn - self.means[1]) / self.spreads[1] if self.spreads[1] else 0.0
        return 1.0, max(-4.0, min(4.0, first)), max(-4.0, min(4.0, second))


def fit(games: Sequence[tuple[Sequence[Seen], bool]]) -> Curve:
    """Fit a curve to games: the positions of each, and whether it was won. Every game weighs the same.

    Half a game that was won and half a game that was lost are added, so that no chance is ever certain.
    """
    rows = [(each, won, 1 / len(seen)) for seen, won in games for each in seen]
    if not rows:
        return Curve((0.0, 0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    means, spreads = _moments([each for each, _, _ in rows])
    flat = Curve((0.0, 0.0, 0.0), means, spreads)
    points = [(flat.scaled(*each), float(won), weight) for each, won, weight in rows]
    points += [((1.0, 0.0, 0.0), won, 0.5) for won in (0.0, 1.0)]
    weights: Vector = (0.0, 0.0, 0.0)
    for _ in range(STEPS):
        weights = _newton(weights, points)
    return Curve(weights, means, spreads)


def _moments(seen: Sequence[Seen]) -> tuple[Seen, Seen]:
    count = len(seen)
    means = sum(each for each, _ in seen) / count, sum(each for _, each in seen) / count
    spreads = (
        sqrt(sum((each - means[0]) ** 2 for each, _ in seen) / count),
        sqrt(sum((each - means[1]) ** 2 for _, each in seen) / count),
    )
    return means, spreads


def _newton(weights: Vector, points: Sequence[tuple[Vector, float, float]]) -> Vector:
    """Return better weights: one step of Newton's method."""
    slope = [0.0, -RIDGE * weights[1], -RIDGE * weights[2]]
    bend = [[1e-9, 0.0, 0.0], [0.0, RIDGE, 0.0], [0.0, 0.0, RIDGE]]
    for numbers, won, weight in points:
        chance = _logistic(_dot(weights, numbers))
        pull, stiff = weight * (won - chance), weight * chance * (1 - chance)
        for row in range(3):
            slope[row] += pull * numbers[row]
            for column in range(3):
                bend[row][column] += stiff * numbers[row] * numbers[column]
    step = _solved(bend, slope)
    moved = [old + max(-2.0, min(2.0, new)) for old, new in zip(weights, step, strict=True)]
    return moved[0], moved[1], moved[2]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve three linear equations whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(3):
        for below in range(pivot + 1, 3):
            factor = rows[below][pivot] / rows[pivot][pivot]
            rows[below] = [one - factor * other for one, other in zip(rows[below], rows[pivot], strict=True)]
    found = [0.0, 0.0, 0.0]
    for row in (2, 1, 0):
        known = sum(rows[row][column] * found[column] for column in range(row + 1, 3))
        found[row] = (rows[row][3] - known) / rows[row][row]
    return found


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))
