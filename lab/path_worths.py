"""What paths were worth in the determinisations so far, and which of them are still compared."""

from collections.abc import Sequence
from heapq import nlargest
from math import exp

from lab.turn_search import END

SURE = 1_000_000
"""The chance of a won game."""


class PathWorths:
    """The worths of some paths in the same determinisations.

    Scores are added up, or turned into chances to win first. A score alone says little about a chance, so it
    is compared with all scores that were found: the middle one counts as an even chance.
    """

    def __init__(self, count: int, chances: bool) -> None:
        self.alive: Sequence[int] = range(count)
        """The paths that are still compared, in order."""
        self._chances = chances
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

    def _totals(self) -> dict[int, int]:
        if not self._chances:
            return {each: sum(self._found[each]) for each in self.alive}
        scores = sorted(worth for each in self.alive for worth in self._found[each] if abs(worth) < END)
        middle, spread = _middle_and_spread(scores)
        return {
            each: sum(_chance(worth, middle, spread) for worth in self._found[each]) for each in self.alive
        }


def _middle_and_spread(scores: Sequence[int]) -> tuple[int, int]:
    """Return the middle of sorted scores, and how far the middle half of them spreads."""
    if not scores:
        return 0, 1
    quarter = len(scores) // 4
    return scores[len(scores) // 2], max(1, scores[-1 - quarter] - scores[quarter])


def _chance(worth: int, middle: int, spread: int) -> int:
    """Return the chance to win, in millionths."""
    if abs(worth) == END:
        return SURE if worth > 0 else 0
    return round(SURE / (1 + exp(-min(max(2 * (worth - middle) / spread, -50), 50))))
