"""Improves weights that plans use by whole games in which groups of them count more or less at random.

Comparisons of ways find what explains the next few turns. Whether games are won depends on more than that,
for instance on how much hands count compared with the board. So groups of weights are multiplied by random
factors, the same games are played with these and with the opposite ones, and what they are worth tells which
groups should count more.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from math import exp
from typing import Any

from lab.judgement.families import Group, logarithms
from lab.judgement.played_in_processes import VARIED, Order, done, vary
from rules.run.judgement_form import JudgementForm

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

TRIES = 250
"""How many random changes are tried before weights change."""
LIKELY = 0.04
"""How much more games may be worth if a group counts e times as much, before games tell."""
BEND = 0.12
"""How much of that is lost again, the further a group changes."""
FARTHEST = 0.4
"""The logarithm of the largest factor of one round."""


class Variation:
    """Random changes of the weights of one program, which plans in native code."""

    def __init__(self, order: Order, groups: Sequence[Group], pool: Executor | None, jobs: int) -> None:
        """Take an order for games, groups of features, and the processes that play."""
        self._order = replace(order, seed=order.seed + 3, groups=tuple(groups))
        self._pool = pool, jobs
        self._number = 0

    def run(
        self,
        plans: JudgementForm,
        in_time: Callable[[int], bool],
        change: Callable[[list[float]], JudgementForm],
    ) -> None:
        """Try changes as long as there is time, and make those that help; `change` returns the plans then."""
        tries, again = 0, True
        while again:
            changes, gains = list[list[float]](), list[float]()
            order = replace(self._order, judgement=plans)
            for number, tried in done(vary, order, self._number, VARIED, *self._pool):
                self._number = number
                changes.append(tried.changes)
                gains.append(tried.gain)
                tries += 1
                again = in_time(tries)
                if len(gains) >= TRIES or not again:
                    break
            if len(gains) >= TRIES:
                plans = change(better(changes, gains))


def better(changes: Sequence[Sequence[float]], gains: Sequence[float]) -> list[float]:
    """Return the logarithms of better factors: half of what games gain by changes over what they lose by the
    opposite ones is explained by what each group brings.
    """
    tried, gained = np.array(changes), np.array(gains)
    noise = max(float(gained.var()), 1e-9)
    count = tried.shape[1]
    slopes = np.linalg.solve(tried.T @ tried / noise + np.eye(count) / LIKELY**2, tried.T @ gained / noise)
    steps: list[float] = np.clip(slopes / BEND, -FARTHEST, FARTHEST).tolist()
    return steps


def changed(weights: Sequence[float], groups: Sequence[Group], changes: Sequence[float]) -> list[float]:
    """Return weights with groups multiplied by factors, of which the logarithms are given."""
    found = logarithms(groups, changes, len(weights))
    return [weight * exp(log) for weight, log in zip(weights, found, strict=True)]
