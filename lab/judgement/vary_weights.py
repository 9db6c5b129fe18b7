"""Improves weights that plans use by whole games in which groups of them count more or less at random.

Comparisons of ways find what explains the next few turns. Whether games are won depends on more than that,
for instance on how much hands count compared with the board. So groups of weights are changed at random, the
same games are played with these changes and with the opposite ones, and what they are worth tells where the
groups should go.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from lazaretto.lab.judgement.played_in_processes import VARIED, Order, Tried, Varied, done, vary

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

PARTS = 5
"""How many parts of the tries are left out in turn."""
WIDTH = 10
"""The beam width of bots that play. With a wider one, games take longer; what is found serves it, too."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How far groups are changed, and what may be expected of that before games tell."""

    tries: int
    """How many random changes are tried before weights change."""
    most: int
    """How many are tried at most: after these, more tries bring little."""
    widest: float
    """The largest random change."""
    farthest: float
    """The largest change of one round."""
    likely: tuple[float, ...]
    """How much more games may be worth if a group is changed by 1; left-out tries tell which of these."""
    bend: float
    """How much less the next change of a group brings after one by 1."""
    unsure: float
    """How uncertain that is."""
    least_bend: float
    """However straight it looks: games say little about changes that are far away."""


FACTORS = Manner(
    tries=250,
    most=3_000,
    widest=0.3,
    farthest=0.4,
    likely=(0.005, 0.01, 0.02, 0.04),
    bend=0.12,
    unsure=0.15,
    least_bend=0.06,
)
"""For groups whose weights are multiplied: changes are logarithms of factors."""
LEVELS = Manner(
    tries=500,
    most=10**9,
    widest=0.3,
    farthest=0.3,
    likely=(0.001, 0.002, 0.004, 0.008, 0.016),
    bend=0.04,
    unsure=0.01,
    least_bend=0.02,
)
"""For groups of which something is added to all weights."""


@dataclass(slots=True)
class Tries:
    """Random changes of the weights of groups, wherever they were tried."""

    manner: Manner
    places: list[list[float]] = field(default_factory=list)
    """How far the groups had been changed before."""
    changes: list[list[float]] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    """Half of what games with a change were worth more than games with the opposite one."""

    def add(self, place: list[float], tried: Tried) -> None:
        """Add a change that was tried at a place."""
        self.places.append(place)
        self.changes.append(tried.changes)
        self.gains.append(tried.gain)

    def best(self) -> list[float]:
        """Return the place where games are worth most.

        What a change of a group brings falls evenly, the farther the group has been changed. Both, what it
        brings at first and how that falls, follow from all tries.
        """
        changes, gains = np.array(self.changes), np.array(self.gains)
        points = np.concatenate([changes, -changes * np.array(self.places)], 1)
        likely = min(self.manner.likely, key=lambda each: self._error(points, gains, each))
        found = self._fitted(points, gains, likely)
        count = changes.shape[1]
        best: list[float] = (found[:count] / np.maximum(found[count:], self.manner.least_bend)).tolist()
        return best

    def _fitted(self, points: Numbers, gains: Numbers, likely: float) -> Numbers:
        """Return what a change of each group brings at first, and how that falls."""
        manner, count = self.manner, points.shape[1] // 2
        wanted = np.repeat([0.0, manner.bend], count)
        trust = np.repeat([likely**-2, manner.unsure**-2], count) * max(float(gains.var()), 1e-9)
        return np.linalg.solve(points.T @ points + np.diag(trust), points.T @ gains + trust * wanted)

    def _error(self, points: Numbers, gains: Numbers, likely: float) -> float:
        """Return how far off the gains of tries are that were left out."""
        parts, total = np.arange(len(gains)) % PARTS, 0.0
        for part in range(PARTS):
            out = parts == part
            found = self._fitted(points[~out], gains[~out], likely)
            total += float(((gains[out] - points[out] @ found) ** 2).sum())
        return total


class Variation:
    """Random changes of the weights of one program, which plans in native code."""

    def __init__(self, order: Order, manner: Manner, pool: Executor | None, jobs: int) -> None:
        """Take an order for games, how groups change, and the processes that play."""
        self._order = replace(order, width=WIDTH)
        self._pool = pool, jobs
        self._number = 0
        self._tries = Tries(manner)

    def run(
        self,
        varied: Callable[[], Varied],
        in_time: Callable[[int], bool],
        change: Callable[[list[float]], None],
    ) -> None:
        """Try changes as long as there is time, and go where games are worth most.

        `varied` returns the weights so far and the groups; `change` changes these groups for good.
        """
        tries, now = self._tries, varied()
        place, most = [0.0] * len(now.groups), tries.manner.farthest
        while len(tries.gains) < tries.manner.most and self._tried(now, place, in_time):
            best = zip(tries.best(), place, strict=True)
            steps = [max(-most, min(most, there - here)) for there, here in best]
            place = [here + step for here, step in zip(place, steps, strict=True)]
            change(steps)
            now = varied()

    def _tried(self, varied: Varied, place: list[float], in_time: Callable[[int], bool]) -> bool:
        """Try changes of some weights; return whether there is time for more."""
        order, begun = replace(self._order, varied=varied), len(self._tries.gains)
        for number, tried in done(vary, order, self._number, VARIED, *self._pool):
            self._number = number
            self._tries.add(place, tried)
            count = len(self._tries.gains)
            if not in_time(count):
                break
            if count - begun >= self._tries.manner.tries:
                return True
        return False
