"""Counts in how many of some games something happened."""

from dataclasses import dataclass

from lazaretto.lab.intervals import Interval, wilson


@dataclass(slots=True)
class Tally:
    """Some games, and how many of them were won."""

    games: int = 0
    wins: int = 0

    def count(self, won: bool) -> None:
        """Count one game."""
        self.games += 1
        self.wins += won

    @property
    def interval(self) -> Interval:
        """The share of wins."""
        return wilson(self.wins, self.games)

    def data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"games": self.games, "wins": self.wins, "interval": self.interval.data()}
