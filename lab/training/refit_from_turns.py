"""Fits the weights of plans anew to what ways to play the same turn were worth, in groups of features.

Only differences within one turn count, so whatever is the same for all ways teaches nothing, and no weight of
it changes a plan. A few thousand ways are not enough for hundreds of free weights. So how much a topic, a
family and a feature count is learned more and more cautiously, and the weights so far are the starting point.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import exp, sqrt
from typing import Any

from lazaretto.lab.training.fit import Family, whole_weights
from lazaretto.lab.training.value_turn_paths import Siblings
from lazaretto.rules.run.planning.judgement_form import HIDDEN, LIMIT, UNITS_OF_SUM, JudgementForm

Weights = Sequence[Sequence[float]]
"""The weights of all features, for each phase of a game."""


@dataclass(frozen=True, slots=True)
class Group:
    """Features whose weights change together, and how strongly each."""

    features: tuple[int, ...]
    strengths: tuple[float, ...]
    phases: tuple[float, ...] = ()
    """How strongly in each phase of a game; empty: equally."""
    added: bool = False
    """Whether a change is added to weights; if not, it is the logarithm of their factor."""

    @classmethod
    def even(cls, features: Sequence[int]) -> "Group":
        """Return a group of which all weights are multiplied alike."""
        return cls(tuple(features), (1.0,) * len(features))


def changed(weights: Weights, groups: Sequence[Group], changes: Sequence[float]) -> list[list[float]]:
    """Return weights of which each group is changed so much."""
    return [_changed_row(row, groups, changes, phase) for phase, row in enumerate(weights)]


def _changed_row(
    row: Sequence[float], groups: Sequence[Group], changes: Sequence[float], phase: int
) -> list[float]:
    logarithms, sums = [0.0] * len(row), [0.0] * len(row)
    for group, change in zip(groups, changes, strict=True):
        much = change * group.phases[phase] if group.phases else change
        found = sums if group.added else logarithms
        for feature, strength in zip(group.features, group.strengths, strict=True):
            found[feature] += much * strength
    return [
        weight * exp(logarithm) + more for weight, logarithm, more in zip(row, logarithms, sums, strict=True)
    ]


with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

TOPIC, FAMILY, SHAPE = 1_000.0, 1.0, 0.01
"""How freely the weights of a topic, of a family, and those within a family change."""
EVEN, SLOPED, ALONE = 0.5, 0.4, 0.1
"""The parts of a change within a family: the same for all, along its levels, and of one level alone."""
RIDGES = (10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0)
FADE, FORGOTTEN = 0.9, 0.1
"""How much earlier ways count each time, and when they are forgotten."""
EVEN_SPREAD = 0.36
"""Turns count less the more is at stake in them, since luck decides more there; this part of the mean is
added, so that turns in which all ways are alike do not count most."""
PARTS = 5
"""How many parts of the positions tell in turn which ridge is best."""
SELDOM = 0.02
"""A feature with a smaller spread within turns is not weighed."""
LEAST_SPREAD = 0.1
DECISIVE, LEAST_GAP = 16.0, 1e-3
"""How far ways differ of which only one comes nearer to a win, if otherwise they differ by 1 on average; and
what is no difference."""
MATTERS, MATTERS_MUCH = 0.03, 0.06
"""The part of all differences between ways from which on a group of weights matters."""
LEVEL, LEVEL_SPREAD, LEAST_LEVEL = 0.1, 0.03, 0.004
"""How much a change by 1 adds to a level that differs by 1 between ways; and how much levels must differ to
be changed, and their features to belong to them."""
OUTPUT = 0.4
"""The log-odds for one spread: what plans are chosen by must not reach their limits."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Ways to play some turns: features at their ends and values, both without the mean of the turn."""

    rows: Numbers
    values: Numbers
    trust: Numbers
    """How much each way counts."""
    turns: Numbers
    """The number of the turn of each way."""
    mean: Numbers
    """The features of all ways, on average."""


def batch_of(siblings: Siblings) -> Batch:
    """Return what a batch of ways says about differences within their turns."""
    rows = np.frombuffer(siblings.numbers, dtype=np.int16).reshape(-1, siblings.features).astype(np.float64)
    rows = np.clip(rows, -LIMIT, LIMIT)
    values = np.frombuffer(siblings.values, dtype=np.float64)
    turns, index, sizes = np.unique(
        np.frombuffer(siblings.positions, dtype=np.int64), return_inverse=True, return_counts=True
    )
    sums = np.zeros((len(turns), rows.shape[1]))
    np.add.at(sums, index, rows)
    inner = rows - (sums / sizes[:, None])[index]
    values = values - (np.bincount(index, values) / sizes)[index]
    spread = np.bincount(index, values**2) / sizes
    trust = (1 / (spread + EVEN_SPREAD * max(spread.mean(), 1e-9)))[index]
    return Batch(inner, values, trust / trust.mean(), index, rows.mean(0))


class Weighing:
    """The weights that plans are chosen by, and better ones."""

    def __init__(self, weights: Sequence[float], families: Sequence[Family], kept: Collection[int]) -> None:
        """Take weights to begin with, and features that a game is won by, which keep their proportions."""
        self.weights: Numbers = np.array(weights, dtype=np.float64)
        self._families = families
        self._kept = np.zeros(len(self.weights), bool)
        self._kept[list(kept)] = True
        self._weighed = self._kept.copy()
        """The features that have differed within turns, or that a game is won by."""
        self._batches: list[Batch] = []
        self._trust: list[float] = []
        self._rows: Numbers = np.zeros((0, len(self.weights)))
        """The rows of all batches."""

    def take(self, batch: Batch) -> None:
        """Take new ways into account; earlier ones fade."""
        self._trust = [each * FADE for each in self._trust] + [1.0]
        self._batches.append(batch)
        gone = sum(each < FORGOTTEN for each in self._trust)
        del self._trust[:gone], self._batches[:gone]
        self._rows = np.concatenate([each.rows for each in self._batches])

    def learn(self, batch: Batch) -> Numbers:
        """Take new ways into account; return the weights that explain them and earlier ones."""
        self.take(batch)
        rows = self._rows
        values = np.concatenate([each.values for each in self._batches])
        trust = np.concatenate(
            [each * more.trust for each, more in zip(self._trust, self._batches, strict=True)]
        )
        parts = np.concatenate([each.turns for each in self._batches]) % PARTS
        spread = np.sqrt((trust @ rows**2) / trust.sum())
        self._weighed |= spread > SELDOM
        directions = self._directions(rows, spread)
        points = rows @ directions
        wanted = values / max(values.std(), 1e-9)
        bend, pull = (points * trust[:, None]).T @ points, (points * trust[:, None]).T @ wanted
        best = min(RIDGES, key=lambda ridge: _error(points, wanted, trust, parts, bend, pull, ridge))
        found = directions @ np.linalg.solve(bend + best * np.eye(len(bend)), pull)
        return np.where(self._kept, self.scaled(self.weights), self._scaled(found))

    def scaled(self, weights: Numbers) -> Numbers:
        """Return weights in the scale of those that `learn` returns; others would change no plan.

        What a game is won by counts more than everything else together: a way to win it must not look bad
        because of what it costs.
        """
        found = self._scaled(np.where(self._weighed, weights, 0))
        gaps = [self._gaps(batch, found) for batch in self._batches]
        gap = float(np.median(np.concatenate(gaps))) if any(len(each) for each in gaps) else DECISIVE
        return np.where(self._kept, found * DECISIVE / gap, found)

    def groups(self, weights: Numbers, phases: int) -> list[Group]:
        """Return weights that should change together: what a game is won by, topics and families, these in
        later phases against earlier ones, and the higher levels of a family against the lower ones, as far as
        they matter for plans.
        """
        times = tuple(np.linspace(-1, 1, phases).tolist()) if phases > 1 else ()
        rows, free = self._rows, np.where(self._kept, 0, weights)
        whole = float((rows @ free).std())
        found = [Group.even(np.flatnonzero(self._kept & (weights != 0)).tolist())]
        found += [replace(group, phases=times) for group in found if times]
        topics = dict[str, list[int]]()
        for family in self._families:
            topics.setdefault(family.topic, []).extend(
                feature for feature in family.features if free[feature]
            )
        parts = [[feature for feature in family.features if free[feature]] for family in self._families]
        for part in (*topics.values(), *(each for each in parts if each not in topics.values())):
            much = float((rows[:, part] @ free[part]).std())
            if much > MATTERS * whole:
                found.append(Group.even(part))
            if much > MATTERS_MUCH * whole and times:
                found.append(replace(Group.even(part), phases=times))
        for family, part in zip(self._families, parts, strict=True):
            levels = {family.levels[family.features.index(each)] for each in part}
            if len(levels) < 2 or float((rows[:, part] @ free[part]).std()) < MATTERS_MUCH * whole:
                continue
            numbers = np.array([family.levels[family.features.index(each)][-1] for each in part], float)
            if numbers.std() > 0:
                tilt = (numbers - numbers.mean()) / numbers.std()
                found.append(Group(tuple(part), tuple(tilt.tolist())))
        return [group for group in found if group.features]

    def levels(self) -> list[Group]:
        """Return each level of each family; a change adds more to those that differ less between ways."""
        rows, groups = self._rows, list[Group]()
        for family in self._families:
            free = {
                feature: level
                for feature, level in zip(family.features, family.levels, strict=True)
                if not self._kept[feature]
            }
            for level in sorted(set(free.values())):
                part = tuple(
                    each for each in free if free[each] == level and rows[:, each].std() > LEAST_LEVEL
                )
                spread = float(rows[:, part].sum(1).std())
                if spread > LEVEL_SPREAD:
                    groups.append(Group(part, (LEVEL / sqrt(spread),) * len(part), added=True))
        return groups

    def evened(self, weights: Numbers) -> Numbers:
        """Return the weights of each phase in the scale in which ways differ by 1, as `_scaled` does."""
        return np.array([self._scaled(weight) for weight in weights])

    def _gaps(self, batch: Batch, weights: Numbers) -> Numbers:
        """Return how far ways of the same turn differ in what a game is won by, where they do."""
        sums = batch.rows[:, self._kept] @ weights[self._kept]
        count = int(batch.turns.max()) + 1
        high, low = np.full(count, -np.inf), np.full(count, np.inf)
        np.maximum.at(high, batch.turns, sums)
        np.minimum.at(low, batch.turns, sums)
        gaps = high - low
        return gaps[np.isfinite(gaps) & (gaps > LEAST_GAP)]

    @property
    def mean(self) -> Numbers:
        """The features of all ways, on average."""
        means, counts = [batch.mean for batch in self._batches], [len(batch.rows) for batch in self._batches]
        return np.average(means, 0, counts)

    def spread(self, weights: Numbers) -> float:
        """Return how much ways differ by some weights."""
        return float((self._rows @ weights).std())

    def _scaled(self, weights: Numbers) -> Numbers:
        """Return weights with which ways differ by 1, apart from what a game is won by."""
        return weights / max(1e-9, (self._rows @ np.where(self._kept, 0, weights)).std())

    def _directions(self, rows: Numbers, spread: Numbers) -> Numbers:
        """Return the directions in which weights may change, one a column, each as long as it is free."""
        alive = spread > SELDOM
        now = np.where(alive, self.weights, 0)
        topics = sorted({each.topic for each in self._families})
        of_topics = np.zeros((len(now), len(topics)))
        for family in self._families:
            of_topics[family.features, topics.index(family.topic)] = now[family.features]
        spreads = (rows @ np.where(self._kept[:, None], 0, of_topics)).std(0)
        unit = float(np.sqrt((spreads[spreads > 0] ** 2).mean())) if (spreads > 0).any() else 1.0
        found = [*(np.sqrt(TOPIC) / unit * of_topics.T)]
        for family in self._families:
            index = np.array([feature for feature in family.features if alive[feature]], dtype=int)
            if not len(index):
                continue
            found.append(_at(index, np.sqrt(FAMILY) / unit * now[index], len(now)))
            scale = np.sqrt(SHAPE) / max(LEAST_SPREAD, np.sqrt((spread[index] ** 2).mean()))
            levels = [family.levels[family.features.index(each)] for each in index]
            found += [_at(index, scale * shape, len(now)) for shape in _shapes(levels)]
        return np.array(found).T


def _at(index: Numbers, values: Numbers, count: int) -> Numbers:
    column = np.zeros(count)
    column[index] = values
    return column


def _shapes(levels: Sequence[tuple[int, ...]]) -> list[Numbers]:
    """Return how weights of features with these levels may change together."""
    shapes = [np.full(len(levels), np.sqrt(EVEN))]
    numbers = np.array(levels, dtype=np.float64).reshape(len(levels), -1)
    for column in numbers.T:
        if column.std() > 0:
            slope = (column - column.mean()) / column.std()
            shapes.append(np.sqrt(SLOPED / numbers.shape[1]) * slope)
    different = sorted(set(levels))
    if len(different) > 1:
        shapes += [np.sqrt(ALONE) * np.array([level == one for level in levels]) for one in different]
    return shapes


def _error(
    points: Numbers,
    wanted: Numbers,
    trust: Numbers,
    parts: Numbers,
    bend: Numbers,
    pull: Numbers,
    ridge: float,
) -> float:
    """Return how far off values are that a ridge predicts for parts that were left out."""
    total = 0.0
    for part in range(PARTS):
        out = parts == part
        heavy = points[out] * trust[out][:, None]
        found = np.linalg.solve(
            bend - heavy.T @ points[out] + ridge * np.eye(len(bend)), pull - heavy.T @ wanted[out]
        )
        total += float(trust[out] @ (wanted[out] - points[out] @ found) ** 2)
    return total


def planning_form(
    form: JudgementForm,
    weights: Numbers | Weights,
    mean: Numbers | Sequence[float],
    spreads: Sequence[float],
    phases: tuple[int, ...],
) -> JudgementForm:
    """Return what plans are chosen by, with all features, in each phase by a row of the weights.

    `spreads` tells how much ways differ by each row.
    """
    scaled = np.array(weights) / np.maximum(1e-9, np.array(spreads))[:, None]
    whole = whole_weights(scaled, -(scaled @ np.array(mean)), OUTPUT, 0.0, UNITS_OF_SUM)
    return replace(
        form,
        weights=tuple(whole.weights),
        biases=whole.biases,
        outputs=(0,) * HIDDEN,
        bias=0,
        shift=whole.shift,
        plan_outputs=whole.outputs,
        phases=phases,
    )
