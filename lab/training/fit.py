"""Fits weights of features to noted positions: in groups, as whole numbers, without those that nothing uses.

A weighted sum of features is fitted to what positions are worth (`temporal_differences`): a network of
several layers predicts results no better from so few games, and much rougher from move to move.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lazaretto.lab.training.feature_recipe import Recipe, is_player, tag_of
from lazaretto.lab.training.self_play import WON, Notes
from lazaretto.lab.training.temporal_differences import (
    ends_of,
    latest,
    numbers_of,
    standardised,
    trusted,
    weighed,
)
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.planning import judgement_form as form
from lazaretto.rules.run.planning.judgement_form import HIDDEN, LIMIT, MOST_ODDS, UNITS_OF_SUM, JudgementForm

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

PARTS = 5
"""Of so many games one is held out: it only judges the result."""
DRAWN, SHARPENED = 1_000.0, 40
"""How strongly log-odds are drawn to what positions are worth while they are fitted to results: as if so many
positions said so; and in how many steps."""
STEEP, MIDDLE = 6.0, -3.0
"""How log-odds follow from what a position is worth, before any game was won."""
MOST_SHIFT = 18
OUTPUT_SHIFT = 8
DECILES = 10


class WholeWeights(NamedTuple):
    """A network in whole numbers."""

    weights: list[tuple[int, ...]]
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    bias: int
    shift: int

    @classmethod
    def for_plans(cls, form: JudgementForm) -> "WholeWeights":
        """Return the network that a judgement compares plans by."""
        plans = form.for_plans
        return cls(list(plans.weights), plans.biases, plans.outputs, plans.bias, plans.shift)


@dataclass(frozen=True, slots=True)
class Merit:
    """How good chances are, on games that nothing was fitted to."""

    auc: float
    """How often a position that was won later has a higher chance than one that was lost later."""
    brier: float
    """The mean of the squared differences between chances and results; the lower, the better."""
    reliability: tuple[tuple[float, float, int], ...] = ()
    """For tenths of the positions by their chance: the mean chance, the share of wins, the number."""


@dataclass(slots=True)
class Fitted:
    """A network in whole numbers, and how good it is."""

    weights: list[tuple[int, ...]]
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    bias: int
    shift: int
    means: tuple[float, ...]
    """What each feature is on average."""
    merit: Merit
    """In whole numbers."""
    exact: Merit
    """Before the numbers were made whole."""
    score: Merit | None
    """What a curve of the score and the turn reaches on the same positions."""
    base: float
    """The Brier score if every position had the same chance, the best one for them."""
    positions: int
    held_out: int
    held_games: int
    """The games that the positions which were held out are from."""
    held_won: int
    by_cell: dict[int, tuple[int, float, float]] = field(default_factory=dict)
    """For each cell: how many positions, the share of wins, the mean chance."""
    plan_outputs: tuple[int, ...] = ()
    """What counts instead of the outputs where plans are compared."""
    phases: tuple[int, ...] = ()
    """The turns from which on the second and further phases of a game last, where plans are compared."""

    def plan_by(self, plans: WholeWeights, phases: tuple[int, ...] = ()) -> None:
        """Let units that are for plans alone compare them as other sums do: one for each phase.

        These have the same units there. Only proportions matter for a plan, so the outputs may be scaled to
        what the result is shifted by.
        """
        first = UNITS_OF_SUM
        self.weights = [
            (*row[:first], *more[first:]) for row, more in zip(self.weights, plans.weights, strict=True)
        ]
        self.biases = (*self.biases[:first], *plans.biases[first:])
        strength = max(1, round(max(plans.outputs) * 2.0 ** (self.shift - plans.shift)))
        self.plan_outputs = tuple(strength * ((output > 0) - (output < 0)) for output in plans.outputs)
        self.phases = phases

    @property
    def planned(self) -> list[int]:
        """The weights that plans are compared by in the first phase of a game, as proportions."""
        return [row[UNITS_OF_SUM] for row in self.weights]

    def figures(self) -> dict[str, object]:
        """Return how good it is, as plain data."""
        return {
            "positions": self.positions,
            "held_out": self.held_out,
            "held_out_games": self.held_games,
            "held_out_won": self.held_won,
            "auc": _short(self.merit.auc),
            "brier": _short(self.merit.brier),
            "brier_without_rounding": _short(self.exact.brier),
            "brier_of_one_chance_for_all": _short(self.base),
            "auc_of_score": None if self.score is None else _short(self.score.auc),
            "brier_of_score": None if self.score is None else _short(self.score.brier),
            "reliability": [
                [_short(chance), _short(share), count] for chance, share, count in self.merit.reliability
            ],
        }


def _short(number: float) -> float:
    return round(number, 4)


def fit(notes: Notes, names: Sequence[str], sides: bool = False) -> Fitted:
    """Fit weights to positions; with sides, not all seats win together.

    Plans are compared by what positions are worth, not by the chance to win: that tells moves apart better.
    """
    late = latest(notes)
    whole = numbers_of(notes, late)
    result = (np.frombuffer(notes.results, dtype=np.int8).astype(np.float32) / WON)[late]
    games = np.frombuffer(notes.games, dtype=np.int64)[late]
    held = _held(games)
    calm = _calm(np.frombuffer(notes.calm, dtype=np.int8)[late] > 0, held)
    trust = trusted(len(whole)) * ~held
    rows, mean, scale = standardised(whole, trust)
    weights, bias = weighed(rows, ends_of(notes, late), notes, late, trust, sides)
    slope, middle = _calibrated(rows @ weights + bias, result, trust * calm)
    plans = whole_weights(weights * scale, bias - (weights * scale) @ mean, slope, middle, UNITS_OF_SUM)
    weights, bias = _sharpened(slope * weights, slope * bias + middle, rows, result, trust * calm)
    held &= calm
    exact = merit(_logistic(rows[held] @ weights + bias), result[held])
    fitted = whole_weights(weights * scale, bias - (weights * scale) @ mean, 1.0, 0.0)
    odds = _whole_odds(whole[held].astype(np.int64), fitted)
    chances = _logistic(odds / 1000)
    cells = np.frombuffer(notes.cells, dtype=np.int16)[late][held]
    found = Fitted(
        *fitted,
        tuple(float(each) for each in mean),
        merit(chances, result[held]),
        exact,
        _score_merit(notes, late, result, trust > 0, held, whole[:, names.index("turns")]),
        float(result[held].var()),
        len(result),
        int(held.sum()),
        len(np.unique(games[held])),
        len(np.unique(games[held & (result > 0.5)])),
        _by_cell(cells, result[held], chances),
    )
    found.plan_by(plans)
    return found


def _by_cell(cells: Numbers, result: Numbers, chances: Numbers) -> dict[int, tuple[int, float, float]]:
    """Return for each cell how many positions it has, the share of wins, and the mean chance."""
    return {
        int(cell): (
            int((cells == cell).sum()),
            float(result[cells == cell].mean()),
            float(chances[cells == cell].mean()),
        )
        for cell in np.unique(cells)
    }


def _held(games: Numbers) -> Numbers:
    """Return which positions are held out: those of whole games."""
    held = games % PARTS == 0
    if held.all() or not held.any():  # a few games only
        held = np.arange(len(games)) % PARTS == 0
    return held


def _calm(calm: Numbers, held: Numbers) -> Numbers:
    """Return the positions that tell how likely a win is: if possible, where nobody acts by chance."""
    return calm if (calm & held).any() and (calm & ~held).any() else np.ones(len(calm), bool)


def _logistic(value: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))


def _calibrated(raw: Numbers, result: Numbers, trust: Numbers) -> tuple[float, float]:
    """Return the slope and the shift with which worths become log-odds that fit the results best."""
    start = np.array([STEEP, MIDDLE])
    if result[trust > 0].min() == result[trust > 0].max():
        return STEEP, MIDDLE
    weights = start
    points = np.stack([raw.astype(np.float64), np.ones(len(raw))], 1)
    for _ in range(25):
        chance = _logistic(points @ weights)
        slope = points.T @ (trust * (result - chance)) - 1e-3 * (weights - start)
        bend = (points * (trust * chance * (1 - chance))[:, None]).T @ points + 1e-3 * np.eye(2)
        weights = weights + np.clip(np.linalg.solve(bend, slope), -1, 1)
    return max(1.0, float(weights[0])), float(weights[1])


def _sharpened(
    weights: Numbers, bias: float, rows: Numbers, result: Numbers, trust: Numbers
) -> tuple[Numbers, float]:
    """Return log-odds that fit the results better than these, without leading far away from them.

    The bend of the logistic curve is never more than a quarter, so steps that assume it never go too far.
    """
    if not trust.any() or result[trust > 0].min() == result[trust > 0].max():
        return weights, bias
    points = np.concatenate([rows, np.ones((len(rows), 1), np.float32)], 1)[trust > 0]
    result, trust = result[trust > 0], trust[trust > 0]
    start = np.append(weights, bias).astype(np.float64)
    drawn = np.append(np.full(len(weights), DRAWN), 0.0)
    bend = ((points * trust[:, None]).T @ points).astype(np.float64) / 4 + np.diag(drawn + 1e-3)
    solved, found = np.linalg.inv(bend), start
    for _ in range(SHARPENED):
        missing = trust * (result - _logistic(points @ found.astype(np.float32)))
        found = found + solved @ (points.T @ missing - drawn * (found - start))
    return found[:-1], float(found[-1])


def whole_weights(
    weights: Numbers, bias: Numbers, slope: float, middle: float, first: int = 0
) -> WholeWeights:
    """Return a network in whole numbers that says the log-odds by a sum, or by several, one for each row.

    Each has a unit if it is above 0, and one if not, from the first unit on.
    """
    rows = np.atleast_2d(weights).astype(np.float64)
    end = first + UNITS_OF_SUM * len(rows)
    columns, biases = np.zeros((rows.shape[1], HIDDEN)), np.zeros(HIDDEN)
    columns[:, first:end:2], columns[:, first + 1 : end : 2] = rows.T, -rows.T
    biases[first:end:2], biases[first + 1 : end : 2] = bias, -bias
    shift = MOST_SHIFT
    while shift > 0 and (np.abs(biases) + LIMIT * np.abs(columns).sum(0)).max() * 2**shift > 2**30:
        shift -= 1
    outputs: Numbers = np.zeros(HIDDEN, np.int64)
    outputs[first:end] = np.rint(np.array([slope, -slope] * len(rows)) * 1000 * 2**OUTPUT_SHIFT)
    constant = int(np.rint(middle * 1000 * 2.0 ** (shift + OUTPUT_SHIFT)))
    return WholeWeights(
        [tuple(row) for row in np.rint(columns * 2**shift).astype(np.int64).tolist()],
        tuple(np.rint(biases * 2**shift).astype(np.int64).tolist()),
        tuple(outputs.tolist()),
        constant,
        shift + OUTPUT_SHIFT,
    )


def _whole_odds(rows: Numbers, fitted: WholeWeights) -> Numbers:
    """Return log-odds in thousandths, as games compute them."""
    sums = np.maximum(np.clip(rows, -LIMIT, LIMIT) @ np.array(fitted.weights) + np.array(fitted.biases), 0)
    return np.clip((sums @ np.array(fitted.outputs) + fitted.bias) >> fitted.shift, -MOST_ODDS, MOST_ODDS)


def merit(chances: Numbers, result: Numbers) -> Merit:
    """Return how good chances are."""
    order = np.argsort(chances, kind="stable")
    ranks = np.empty(len(chances))
    ranks[order] = np.arange(len(chances))
    _, group = np.unique(chances, return_inverse=True)
    ranks = (np.bincount(group, ranks) / np.bincount(group))[group]
    won = result > 0.5
    wins, losses = int(won.sum()), int((~won).sum())
    auc = (ranks[won].mean() - (wins - 1) / 2) / losses if wins and losses else 0.5
    parts = [part for part in np.array_split(order, DECILES) if len(part)]
    return Merit(
        float(auc),
        float(((chances - result) ** 2).mean()),
        tuple((float(chances[part].mean()), float(result[part].mean()), len(part)) for part in parts),
    )


def _score_merit(
    notes: Notes, late: slice, result: Numbers, known: Numbers, held: Numbers, turns: Numbers
) -> Merit | None:
    """Return what a logistic curve of the score and the turn reaches."""
    scores = np.frombuffer(notes.scores, dtype=np.int64)[late].astype(np.float64)
    if scores.std() == 0:
        return None
    points = np.stack([scores, turns.astype(np.float64)], 1)
    points = (points - points[known].mean(0)) / np.maximum(points[known].std(0), 1e-9)
    points = np.concatenate([np.clip(points, -4, 4), np.ones((len(points), 1))], 1)
    weights = np.zeros(3)
    for _ in range(25):
        chance = _logistic(points[known] @ weights)
        bend = (points[known] * (chance * (1 - chance))[:, None]).T @ points[known] + 1e-3 * np.eye(3)
        step = np.linalg.solve(bend, points[known].T @ (result[known] - chance) - 1e-3 * weights)
        weights = weights + np.clip(step, -2, 2)
    return merit(_logistic(points[held] @ weights), result[held])


FEW_MEMBERS = 16
"""The members of larger kinds have no features of their own."""

Levels = tuple[int, ...]
"""The numbers in the name of a feature."""


@dataclass(slots=True)
class Family:
    """Features with nearly the same name."""

    topic: str
    features: list[int] = field(default_factory=list)
    levels: list[Levels] = field(default_factory=list)


def families(recipe: Recipe, tables: CompiledGame) -> list[Family]:
    """Return the families of all features of a recipe."""
    states = set(_states(tables))
    members = {
        member.name
        for number, kind in enumerate(tables.kinds)
        if len(kind.members) <= FEW_MEMBERS and number not in states
        for member in kind.members
    }
    found: dict[tuple[str, ...], Family] = {}
    for number, (name, topic) in enumerate(zip(recipe.names, recipe.topics, strict=True)):
        words = name.split()
        key = tuple("1" if word.isdigit() else "*" if word in members else word for word in words)
        family = found.setdefault((topic, *key), Family(topic))
        family.features.append(number)
        family.levels.append(tuple(int(word) for word in words if word.isdigit()))
    return list(found.values())


def _states(tables: CompiledGame) -> Iterator[int]:
    """Yield kinds of which something else than a seat holds a member that changes: these are not alike."""
    for variable in tables.variables:
        tag = tag_of(variable)
        if variable.values is not None or is_player(tables, variable.owner):
            continue
        if tag[0] == "kind" and isinstance(tag[1], int):
            yield tables.kinds[tag[1]].root


def decisive(recipe: Recipe, cells: Collection[int]) -> Iterator[int]:
    """Yield the features that tell nothing but what is in these cells."""
    for what, first, a, b, c, d, groups, _, standing, *_ in recipe.rows:
        if what == form.CELLS:
            yield from (first + each for each in range(b) if a + each in cells)
        elif what == form.KINDS and a in cells:
            yield from range(first, first + c)
        elif what == form.HELD and d in cells:
            size = form.HELD_FIGURES + form.MOST_HELD * (1 if standing < 0 else 3)
            yield from (first + each * size for each in range(groups))
