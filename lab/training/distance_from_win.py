"""Finds how far a lost game was from a win, from its rules alone.

Bots that know nothing yet never win a hard game, so a win alone teaches them nothing. Many games are won when
all members of a kind have got something: all flags are down, all doors are open. Such a kind is found by
trial: what if all its members had it? How many have it in the end is progress.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lazaretto.lab.training.feature_recipe import is_player, tag_of
from lazaretto.rules import Game
from lazaretto.rules.run.compiled_game import CompiledGame

MOST_MEMBERS = 16
MOST_VALUES = 8
FEWEST = 2
"""One member alone says nothing about progress."""


@dataclass(frozen=True, slots=True)
class _Family:
    """The cells of a variable of all members of a kind, and a value."""

    first: int
    count: int
    value: int | bool


class Progress:
    """How near games come to a win."""

    def __init__(self, tables: CompiledGame) -> None:
        """Take the tables of the games."""
        self._tables = tables
        self._families: list[_Family] | None = None

    def reached(self, game: Game) -> list[float]:
        """Return for each seat which part of a win it has reached at the end of a game, from 0 to 1."""
        found = [0.0] * len(game.players)
        for family in self._found(game):
            winners = self._won(game, family)
            cells = range(family.first, family.first + family.count)
            done = sum(any(self._won(game, family, but=cell)) for cell in cells)
            for seat, won in enumerate(winners):
                if won:
                    found[seat] = max(found[seat], done / family.count)
        return found

    def cells(self, game: Game) -> set[int]:
        """Return the cells of all families, as some game of these rules tells."""
        return {
            cell for family in self._found(game) for cell in range(family.first, family.first + family.count)
        }

    def _found(self, game: Game) -> list[_Family]:
        if self._families is None:
            self._families = [
                candidate for candidate in self._candidates() if any(self._won(game, candidate))
            ]
        return self._families

    def _candidates(self) -> Iterator[_Family]:
        tables = self._tables
        for variable in tables.variables:
            tag = tag_of(variable)
            if variable.values is not None or variable.owner is None or is_player(tables, variable.owner):
                continue
            count = tables.kinds[variable.owner].count
            if not FEWEST <= count <= MOST_MEMBERS:
                continue
            if tag[0] == "flag":
                yield from (_Family(variable.offset, count, each) for each in (True, False))
            elif tag[0] == "kind" and isinstance(tag[1], int) and tables.kinds[tag[1]].count <= MOST_VALUES:
                kind = tables.kinds[tag[1]]
                values = range(kind.first, kind.first + kind.count)
                yield from (_Family(variable.offset, count, value) for value in values)

    def _won(self, game: Game, family: _Family, but: int = -1) -> list[bool]:
        """Return which seats would have won if all cells had the value, but perhaps one."""
        cells = range(family.first, family.first + family.count)
        return game.would_win({cell: family.value for cell in cells if cell != but})
