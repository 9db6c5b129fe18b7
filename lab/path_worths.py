"""What paths were worth in the determinisations so far, and which of them are still compared."""

from collections.abc import Callable, Sequence
from heapq import nlargest
from math import exp
from typing import Literal

from lazaretto.lab.turn_search import END

CLOSE = 4
"""A path is close to the best one if it lacks no more than this part of what the worst one lacks."""

SURE = 1_000_000
"""The chance of a won game, in millionths."""
STEEP = 2.0
"""How steeply chances rise with scores."""

Rating = Literal["scores", "chances", "odds"]
"""What worths are: scores to add up, scores to be turned into chances to win, or log-odds in thousandths."""


class PathWorths:
    """The worths of some paths in the same determinisations."""

    def __init__(self, count: int, rating: Rating) -> None:
        self.alive: Sequence[int] = range(count)
        """The paths that are still compared, in order."""
        self._rating = rating
        self._found: list[list[int]] = [[] for _ in range(count)]

    def add(self, worths: Sequence[int]) -> None:
        """Note what the paths that are still compared are worth in one more determinisation."""
        for number, worth in zip(self.alive, worths, strict=True):
            self._found[number].append(worth)

    def halve(self) -> None:
        """Keep the better half of the paths; of equal ones, the earlier."""
        totals = self._totals()
        self.alive = sorted(nlargest((len(self.alive) + 1) // 2, self.alive, key=totals.__getitem__))

    @property
    def best(self) -> int:
        """The best path; the first of equal ones."""
        totals = self._totals()
        return max(self.alive, key=totals.__getitem__)

    @property
    def close(self) -> list[int]:
        """The best path, and those that are not much worse compared with the worst."""
        totals = self._totals()
        ordered = sorted(self.alive, key=lambda each: -totals[each])
        best, worst = totals[ordered[0]], totals[ordered[-1]]
        return [each for each in ordered if CLOSE * (best - totals[each]) <= best - worst]

    def _totals(self) -> dict[int, int]:
        value = self._value()
        return {each: sum(map(value, self._found[each])) for each in self.alive}

    def _value(self) -> Callable[[int], int]:
        """Return what turns a worth into something that can be added up."""
        if self._rating == "scores":
            return int
        if self._rating == "odds":
            return lambda worth: _chance(worth, 0, 1_000)
        worths = sorted(worth for each in self.alive for worth in self._found[each] if abs(worth) < END)
        middle, spread = _middle_and_spread(worths)
        return lambda worth: _chance(worth, middle, spread / STEEP)


def _middle_and_spread(scores: Sequence[int]) -> tuple[int, int]:
    """Return the middle of sorted scores, and how far the middle half of them spreads.

    A score alone says little about a chance to win, but it says something beside others: the middle one of
    all that were found counts as an even chance.
    """
    if not scores:
        return 0, 1
    quarter = len(scores) // 4
    return scores[len(scores) // 2], max(1, scores[-1 - quarter] - scores[quarter])


def _chance(worth: int, middle: int, scale: float) -> int:
    """Return a chance to win, in millionths."""
    if abs(worth) == END:
        return SURE if worth > 0 else 0
    return round(SURE / (1 + exp(-min(max((worth - middle) / scale, -50.0), 50.0))))
