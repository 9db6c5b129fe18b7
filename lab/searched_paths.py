"""Paths through a turn, and those that the game finds itself, without a call for each decision.

Such a search finds exactly the paths that `lazaretto.lab.turn_search` would find.
"""

from collections.abc import Sequence
from typing import Protocol

from lazaretto.rules import Game
from lazaretto.rules.run.plan_budget import Budget
from lazaretto.rules.run.plan_search import PlanSearch

Path = tuple[object, ...]
"""The answers of a path."""


class Paths(Protocol):
    """The best paths through a turn."""

    def find(self, start: Game, seat: int, budget: Budget) -> int:
        """Find the best paths through the turn; return how many."""

    def played_out(self, world: Game, seat: int, budget: Budget, alive: Sequence[int]) -> Sequence[int]:
        """Return what some of them are worth in another determinisation."""

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""


class SearchedPaths:
    """The paths that the search of a game has found."""

    def __init__(self, search: PlanSearch) -> None:
        self._search = search

    def find(self, start: Game, seat: int, budget: Budget) -> int:
        """Find the best paths through the turn; return how many."""
        return start.found_ways(seat, budget)

    def played_out(self, world: Game, seat: int, budget: Budget, alive: Sequence[int]) -> Sequence[int]:
        """Return what some of them are worth in another determinisation."""
        return world.worth_of_ways(seat, budget, alive)

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""
        return self._search.path(number)
