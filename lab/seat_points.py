"""Collects the points of one seat over many games: mean, spread, lowest, highest."""

from dataclasses import dataclass
from math import sqrt


@dataclass(slots=True)
class SeatPoints:
    """The points of one seat, and how often it came first."""

    games: int = 0
    total: int = 0
    squares: int = 0
    lowest: int = 0
    highest: int = 0
    ranked: int = 0
    """How many games ranked the seats."""
    firsts: int = 0

    def count(self, points: int) -> None:
        """Count the points of one game."""
        self.lowest = min(self.lowest, points) if self.games else points
        self.highest = max(self.highest, points) if self.games else points
        self.games += 1
        self.total += points
        self.squares += points * points

    def rank(self, rank: int) -> None:
        """Count the rank in one game."""
        self.ranked += 1
        self.firsts += rank == 1

    @property
    def mean(self) -> float:
        """The mean of the points."""
        return self.total / self.games if self.games else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the points."""
        if not self.games:
            return 0.0
        return sqrt(max(0, self.squares * self.games - self.total**2)) / self.games

    def data(self) -> dict[str, object]:
        """Return what was counted as plain data, points and ranks only if the game has them."""
        found: dict[str, object] = {}
        if self.games:
            found |= {"mean": round(self.mean, 3), "spread": round(self.spread, 3)}
            found |= {"lowest": self.lowest, "highest": self.highest}
        return found | ({"first": self.firsts} if self.ranked else {})
