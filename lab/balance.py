"""Compares how often a game is won with each number of players and at each difficulty."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from math import ceil

from lazaretto.lab.intervals import Interval, mean
from lazaretto.lab.report import Report, Tally
from lazaretto.lab.simulate import InterruptedPlayError, Means, simulate
from lazaretto.rules import Program, StartError

FIRST_GAMES = 4
"""With so many games of each cell, the time of the others is estimated."""
STRIDE = 40
"""After so many games of a cell, and twice so many, and so on, it is seen whether its share is known."""
TURN = 15.0
"""Seconds after which it is the turn of the next cell."""


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
    fallback: str | None = None
    """Why Python played or planned what another engine should have."""

    def lay_out(self, counts: Iterable[int]) -> None:
        """Add a cell for each number of players and level that the game allows."""
        for players in counts:
            for level in self.levels:
                try:
                    self.program.check_options(players, {**self.options, **level.options})
                except StartError:
                    continue
                self.cells.append(Cell(players, level))

    def play(self, cell: Cell, games: int, means: Means, deadline: float | None = None) -> Report:
        """Play further games of a cell, until a time; what was played before an interruption counts."""
        try:
            report = simulate(
                self.program,
                games,
                self.seed,
                cell.players,
                options={**self.options, **cell.level.options},
                bots=self.bots,
                offset=cell.tally.games,
                deadline=deadline,
                means=means,
            )
        except InterruptedPlayError as stop:
            self._count(cell, stop.report)
            raise
        self._count(cell, report)
        return report

    def _count(self, cell: Cell, report: Report) -> None:
        cell.tally.games += report.games
        cell.tally.wins += report.mostly_won
        cell.errors += report.errors
        self.engine = report.engine
        self.fallback = self.fallback or report.fallback
        self.seconds += report.seconds

    def pooled(self, *, level: str | None = None, players: int | None = None) -> Interval:
        """Return the mean share of all cells of one level, or with one number of players.

        Every cell counts the same, however many games it took to know its share.
        """
        intervals = [
            cell.interval
            for cell in self.cells
            if cell.tally.games and level in (None, cell.level.name) and players in (None, cell.players)
        ]
        return mean(intervals)

    def data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "scenario": self.program.name,
            "bots": self.bots,
            "seed": self.seed,
            "engine": self.engine,
            "fallback": self.fallback,
            "seconds": round(self.seconds, 2),
            "cells": [cell.data() for cell in self.cells],
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """How long cells are played."""

    until: float
    """A cell has enough games once half the width of its interval is not more than this."""
    games: int
    """How many games a cell has at most."""
    seconds: float
    """How long all cells together may take."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far the games of all cells are."""

    cell: Cell
    """What is played now."""
    games: int
    """The games that were played."""
    share: float
    """Which part of the work is done."""
    left: float
    """About how many seconds it takes from now on."""


def fill(
    balances: Sequence[Balance], plan: Plan, means: Means, told: Callable[[Step], None] | None = None
) -> bool:
    """Play games of all cells in turn, until each has enough or the time is over; return whether each has.

    `told` is called before each turn of a cell, and whenever some games of it are over.
    """
    in_turn = zip_longest(*([(each, cell) for cell in each.cells] for each in balances))
    work = _Work([each for turn in in_turn for each in turn if each is not None], plan, means.jobs)
    while work.is_open:
        for balance, cell in work.cells:
            if work.has_enough(cell):
                continue
            if work.is_over:
                return False
            if told is not None:
                told(work.step(cell))
                means = replace(means, progress=partial(_tell, told, work, cell))
            before, games = time.monotonic(), cell.tally.games
            balance.play(cell, work.next_games(cell), means, work.deadline)
            work.note(cell, time.monotonic() - before, cell.tally.games - games)
    return True


def _tell(told: Callable[[Step], None], work: "_Work", cell: Cell, games: int, _: Report) -> None:
    told(work.step(cell, games))


class _Work:
    """The cells that are played, and how long it takes."""

    def __init__(self, cells: Sequence[tuple[Balance, Cell]], plan: Plan, jobs: int) -> None:
        self.cells = cells
        self._plan = plan
        self._jobs = jobs
        self._begin = time.monotonic()
        self._paces: dict[int, float] = {}
        """How many seconds a game of each cell took last."""

    @property
    def is_open(self) -> bool:
        """Whether a cell needs more games."""
        return not all(self.has_enough(cell) for _, cell in self.cells)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._left <= 0

    @property
    def deadline(self) -> float:
        """When the next turn of a cell must be over: cells without any game share the time that is left."""
        waiting = sum(not cell.tally.games for _, cell in self.cells)
        return time.monotonic() + self._left / max(1, waiting)

    @property
    def _left(self) -> float:
        return max(0.0, self._plan.seconds - self._spent)

    @property
    def _spent(self) -> float:
        return time.monotonic() - self._begin

    def has_enough(self, cell: Cell) -> bool:
        """Whether the share of a cell is known well enough."""
        games = cell.tally.games
        looks = bool(games) and games % STRIDE == 0
        return games >= self._plan.games or (looks and cell.interval.half_width <= self._plan.until)

    def next_games(self, cell: Cell) -> int:
        """Return how many games a cell is played now."""
        pace = self._paces.get(id(cell))
        if pace is None:
            return min(self._plan.games, max(FIRST_GAMES, self._jobs))
        fitting = int(min(TURN, self._left) / max(1e-6, pace))
        stop = min(self._plan.games, (cell.tally.games // STRIDE + 1) * STRIDE)
        return max(1, min(fitting, stop - cell.tally.games))

    def note(self, cell: Cell, seconds: float, games: int) -> None:
        """Learn how long a game takes."""
        self._paces[id(cell)] = seconds / max(1, games)

    def _wanted(self, cell: Cell) -> int:
        """Return about how many games a cell will need: half widths fall with the root of the games."""
        games = max(1, cell.tally.games)
        needed = max(games + 1, games * (cell.interval.half_width / self._plan.until) ** 2)
        return min(self._plan.games, ceil(needed / STRIDE) * STRIDE)

    def step(self, cell: Cell, played: int = 0) -> Step:
        """Return how far it is, after so many games of the turn of a cell."""
        usual = sum(self._paces.values()) / len(self._paces) if self._paces else 0.0
        left = sum(
            (self._wanted(each) - each.tally.games) * self._paces.get(id(each), usual)
            for _, each in self.cells
            if not self.has_enough(each)
        )
        left = min(left, self._left) if usual else self._left
        games = played + sum(each.tally.games for _, each in self.cells)
        return Step(cell, games, self._spent / max(1e-6, self._spent + left), left)
