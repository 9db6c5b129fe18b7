"""Compares how often a game is won with each number of players and at each difficulty."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lab.intervals import Interval
from lab.report import Report
from lab.simulate import Means, simulate
from lab.tallies import Tally
from rules import Program, StartError

FIRST_ROUND = 4
"""With so many games of each cell, the time of the others is estimated."""


@dataclass(frozen=True, slots=True)
class Level:
    """A difficulty: what it is called, and the options that set it."""

    name: str
    options: Mapping[str, str]


@dataclass(slots=True)
class Cell:
    """The games with some number of players at one difficulty."""

    players: int
    level: Level
    tally: Tally = field(default_factory=Tally)
    errors: int = 0

    @property
    def interval(self) -> Interval:
        """The share of games that were won."""
        return self.tally.interval

    def data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"players": self.players, "level": self.level.name, **self.tally.data(), "errors": self.errors}


@dataclass(slots=True)
class Balance:
    """The cells of one scenario."""

    program: Program
    levels: Sequence[Level]
    bots: str
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    engine: str = "python"
    seconds: float = 0.0
    """Processor time, of all processes."""

    def lay_out(self, counts: Iterable[int]) -> None:
        """Add a cell for each number of players and level that the game allows."""
        for players in counts:
            for level in self.levels:
                try:
                    self.program.check_options(players, {**self.options, **level.options})
                except StartError:
                    continue
                self.cells.append(Cell(players, level))

    def play(self, cell: Cell, games: int, means: Means) -> Report:
        """Play further games of a cell."""
        report = simulate(
            self.program,
            games,
            self.seed,
            cell.players,
            options={**self.options, **cell.level.options},
            bots=self.bots,
            offset=cell.tally.games,
            means=means,
        )
        cell.tally.games += report.games
        cell.tally.wins += report.mostly_won
        cell.errors += report.errors
        self.engine = report.engine
        self.seconds += report.seconds
        return report

    def pooled(self, *, level: str | None = None, players: int | None = None) -> Tally:
        """Return the games of all cells of one level, or with one number of players."""
        found = Tally()
        for each in self.cells:
            if level in (None, each.level.name) and players in (None, each.players):
                found.games += each.tally.games
                found.wins += each.tally.wins
        return found

    def data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "scenario": self.program.name,
            "bots": self.bots,
            "seed": self.seed,
            "engine": self.engine,
            "seconds": round(self.seconds, 2),
            "cells": [each.data() for each in self.cells],
        }


def fill(
    balances: Sequence[Balance],
    games: int,
    seconds: float,
    means: Means,
    told: Callable[[int, int, Cell], None],
) -> None:
    """Play the games of all cells: a few first, then as many as fit into the time, but at most so many.

    `told` is called before each cell with the number of rounds of cells that are done, and of all.
    """
    begin, cells = time.monotonic(), [(each, cell) for each in balances for cell in each.cells]
    first = min(games, FIRST_ROUND)
    steps = len(cells) * (2 if games > first else 1)
    spent: list[float] = []
    for number, (balance, cell) in enumerate(cells):
        told(number, steps, cell)
        before = time.monotonic()
        balance.play(cell, first, means)
        spent.append((time.monotonic() - before) / first)
    left = max(0.0, seconds - (time.monotonic() - begin))
    more = min(games - first, int(left / max(1e-6, sum(spent))))
    for number, (balance, cell) in enumerate(cells if more > 0 else (), len(cells)):
        told(number, steps, cell)
        balance.play(cell, more, means)


def is_clear(one: Interval, other: Interval) -> bool:
    """Whether two shares differ for certain: their intervals have nothing in common."""
    return one.high < other.low or other.high < one.low
