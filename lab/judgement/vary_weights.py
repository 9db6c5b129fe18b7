"""Improves weights that plans use by whole games in which groups of them count more or less at random.

Comparisons of ways find what explains the next few turns. Whether games are won depends on more than that,
for instance on how much hands count compared with the board. So groups of weights are multiplied by random
factors, the same games are played with these and with the opposite ones, and what they are worth tells which
groups should count more.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lab.judgement.played_in_processes import VARIED, Order, Tried, done, vary
from lab.judgement.weight_groups import Group
from rules.run.judgement_form import JudgementForm

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

WIDTH = 10
"""The beam width of bots that play. With a wider one, games take longer; what is found serves it, too."""
TRIES = 250
"""How many random changes are tried before weights change."""
LIKELY = 0.04
"""How much more games may be worth if a group counts e times as much, before games tell."""
BEND, UNSURE = 0.12, 0.15
"""How much less the next change of a group brings after one by e, before games tell, and how uncertain that
is."""
LEAST_BEND = 0.06
"""However straight it looks: games say little about changes that are far away."""
FARTHEST = 0.4
"""The logarithm of the largest factor of one round."""


@dataclass(slots=True)
class Tries:
    """Random changes of the weights of groups, wherever they were tried."""

    places: list[list[float]] = field(default_factory=list)
    """What the groups had been multiplied by before: logarithms."""
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
        places, changes, gains = np.array(self.places), np.array(self.changes), np.array(self.gains)
        count = changes.shape[1]
        points = np.concatenate([changes, -changes * places], 1)
        likely = np.repeat([0.0, BEND], count)
        trust = np.repeat([LIKELY**-2, UNSURE**-2], count) * max(float(gains.var()), 1e-9)
        found = np.linalg.solve(points.T @ points + np.diag(trust), points.T @ gains + trust * likely)
        best: list[float] = (found[:count] / np.maximum(found[count:], LEAST_BEND)).tolist()
        return best


class Variation:
    """Random changes of the weights of one program, which plans in native code."""

    def __init__(self, order: Order, groups: Sequence[Group], pool: Executor | None, jobs: int) -> None:
        """Take an order for games, groups of features, and the processes that play."""
        self._order = replace(order, seed=order.seed + 3, groups=tuple(groups), width=WIDTH)
        self._pool = pool, jobs
        self._number = 0
        self._tries = Tries()

    def run(
        self,
        plans: JudgementForm,
        in_time: Callable[[int], bool],
        change: Callable[[list[float]], JudgementForm],
    ) -> None:
        """Try changes as long as there is time, and go where games are worth most.

        `change` multiplies groups by factors, of which it gets the logarithms, and returns the plans then.
        """
        tries, place = self._tries, [0.0] * len(self._order.groups)
        while self._tried(plans, place, in_time):
            steps = [
                max(-FARTHEST, min(FARTHEST, best - here))
                for best, here in zip(tries.best(), place, strict=True)
            ]
            place = [here + step for here, step in zip(place, steps, strict=True)]
            plans = change(steps)

    def _tried(self, plans: JudgementForm, place: list[float], in_time: Callable[[int], bool]) -> bool:
        """Try changes of these plans; return whether there is time for more."""
        order, begun = replace(self._order, judgement=plans), len(self._tries.gains)
        for number, tried in done(vary, order, self._number, VARIED, *self._pool):
            self._number = number
            self._tries.add(place, tried)
            if not in_time(len(self._tries.gains)):
                break
            if len(self._tries.gains) - begun >= TRIES:
                return True
        return False
