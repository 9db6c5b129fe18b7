"""Fits a small network to noted positions, and makes whole numbers of it. This alone needs numpy."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from lab.judgement.self_play import WON, Notes
from rules.run.judgement_form import HIDDEN, LIMIT, MOST_ODDS

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

PARTS = 5
"""Of so many games one tells when to stop and how to calibrate, and one is held out: it only judges the
result."""
BATCH = 512
EPOCHS = 60
PATIENCE = 6
"""So many rounds without progress end the fit."""
RATE = 2e-3
DECAYS = (3e-4, 2e-3, 1e-2)
"""How much weights shrink in each step: what is best depends on the number of games, so all are tried."""
FARTHEST = 8.0
"""How many spreads from the mean a feature is cut off while it is fitted."""
MOST_SHIFT = 18
OUTPUT_SHIFT = 8
DECILES = 10


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
    """The Brier score if every position had the same chance."""
    positions: int
    held_out: int
    by_cell: dict[int, tuple[int, float, float]] = field(default_factory=dict)
    """For each cell: how many positions, the share of wins, the mean chance."""

    def figures(self) -> dict[str, object]:
        """Return how good it is, as plain data."""
        return {
            "positions": self.positions,
            "held_out": self.held_out,
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


@dataclass(slots=True)
class _Network:
    """Weights of two layers."""

    parts: list[Numbers]

    def raw(self, rows: Numbers) -> Numbers:
        """Return the log-odds of rows of features."""
        first, bias, second, last = self.parts
        return np.maximum(rows @ first + bias, 0) @ second + last[0]


def _short(number: float) -> float:
    return round(number, 4)


def fit(notes: Notes, names: Sequence[str], seed: int = 0) -> Fitted:
    """Fit a network to positions."""
    count = notes.features
    whole = np.frombuffer(notes.numbers, dtype=np.int16).reshape(-1, count)
    result = np.frombuffer(notes.results, dtype=np.int8).astype(np.float32) / WON
    games = np.frombuffer(notes.games, dtype=np.int64)
    rows = np.clip(whole, -LIMIT, LIMIT).astype(np.float32)
    held, tuned, known = _parts(games)
    mean, spread = rows[known].mean(0), rows[known].std(0)
    alive = spread > 1e-3
    scale = np.where(alive, 1 / np.maximum(spread, 1e-3), 0).astype(np.float32)
    rows = np.clip((rows - mean) * scale, -FARTHEST, FARTHEST)
    tried = [_descended(rows, result, known, tuned, decay, seed) for decay in DECAYS]
    network = min(tried, key=lambda each: _loss(each.raw(rows[tuned]), result[tuned]))
    network.parts[0][~alive] = 0
    slope, middle = _calibrated(network.raw(rows[tuned]), result[tuned])
    exact = merit(_logistic(slope * network.raw(rows[held]) + middle), result[held])
    fitted = _in_whole_numbers(network, mean, scale, slope, middle)
    weights, biases, outputs, bias, shift = fitted
    odds = _whole_odds(whole[held].astype(np.int64), fitted)
    chances = _logistic(odds / 1000)
    base = float(result[known].mean())
    cells = np.frombuffer(notes.cells, dtype=np.int16)[held]
    return Fitted(
        [tuple(int(each) for each in row) for row in weights],
        tuple(int(each) for each in biases),
        tuple(int(each) for each in outputs),
        bias,
        shift,
        tuple(float(each) for each in mean),
        merit(chances, result[held]),
        exact,
        _score_merit(notes, result, known | tuned, held, whole[:, names.index("turns")]),
        float(((base - result[held]) ** 2).mean()),
        len(result),
        int(held.sum()),
        {
            int(cell): (
                int((cells == cell).sum()),
                float(result[held][cells == cell].mean()),
                float(chances[cells == cell].mean()),
            )
            for cell in np.unique(cells)
        },
    )


def _parts(games: Numbers) -> tuple[Numbers, Any, Any]:
    """Return which positions are held out, which are for tuning, and which are fitted to: whole games."""
    part = games % PARTS
    if len(np.unique(part)) < PARTS:  # a few games only
        part = np.arange(len(games)) % PARTS
    return part == 0, part == 1, part > 1


def _descended(
    rows: Numbers, result: Numbers, known: Numbers, tuned: Numbers, decay: float, seed: int
) -> _Network:
    """Fit by Adam until games that it is not fitted to gain nothing more."""
    random = np.random.default_rng(seed)
    count = rows.shape[1]
    share = min(max(float(result.mean()), 0.01), 0.99)
    network = _Network(
        [
            random.normal(0, 1 / np.sqrt(count), (count, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            random.normal(0, 0.2, HIDDEN).astype(np.float32),
            np.array([np.log(share / (1 - share))], np.float32),
        ]
    )
    inner, outer = np.flatnonzero(known), rows[tuned]
    first = [np.zeros_like(each) for each in network.parts]
    second = [np.zeros_like(each) for each in network.parts]
    best, kept, waited, step = np.inf, [each.copy() for each in network.parts], 0, 0
    for _ in range(EPOCHS):
        random.shuffle(inner)
        for start in range(0, len(inner), BATCH):
            chosen = inner[start : start + BATCH]
            step += 1
            for part, slope, one, two in zip(
                network.parts, _slopes(network, rows[chosen], result[chosen]), first, second, strict=True
            ):
                one += 0.1 * (slope - one)
                two += 0.001 * (slope * slope - two)
                part -= RATE * (one / (1 - 0.9**step)) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
                if part.size > 1:
                    part *= 1 - decay
        loss = _loss(network.raw(outer), result[tuned])
        waited += 1
        if loss < best - 1e-5:
            best, waited = loss, 0
            kept = [each.copy() for each in network.parts]
        elif waited >= PATIENCE:
            break
    return _Network(kept)


def _slopes(network: _Network, rows: Numbers, result: Numbers) -> list[Numbers]:
    """Return the slope of the loss for each part of the network."""
    first, bias, second, last = network.parts
    inner = rows @ first + bias
    active = np.maximum(inner, 0)
    wrong = (_logistic(active @ second + last[0]) - result) / len(result)
    back = np.outer(wrong, second) * (inner > 0)
    return [rows.T @ back, back.sum(0), active.T @ wrong, np.array([wrong.sum()])]


def _logistic(value: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))


def _loss(raw: Numbers, result: Numbers) -> float:
    return float((np.logaddexp(0, raw) - result * raw).mean())


def _calibrated(raw: Numbers, result: Numbers) -> tuple[float, float]:
    """Return the slope and the shift of log-odds that fit the results best (Platt scaling)."""
    weights = np.array([1.0, 0.0])
    points = np.stack([raw.astype(np.float64), np.ones(len(raw))], 1)
    for _ in range(25):
        chance = _logistic(points @ weights)
        slope = points.T @ (result - chance) - 1e-3 * (weights - [1.0, 0.0])
        bend = (points * (chance * (1 - chance))[:, None]).T @ points + 1e-3 * np.eye(2)
        weights = weights + np.clip(np.linalg.solve(bend, slope), -1, 1)
    return max(0.2, min(3.0, float(weights[0]))), float(weights[1])


def _in_whole_numbers(
    network: _Network, mean: Numbers, scale: Numbers, slope: float, middle: float
) -> tuple[Numbers, Any, Any, int, int]:
    """Fold means, scales and the calibration into the weights, and round them."""
    first, bias, second, last = (each.astype(np.float64) for each in network.parts)
    weights = first * scale[:, None].astype(np.float64)
    biases = bias - (mean.astype(np.float64)[:, None] * weights).sum(0)
    shift = MOST_SHIFT
    while shift > 0 and (np.abs(biases) + LIMIT * np.abs(weights).sum(0)).max() * 2**shift > 2**30:
        shift -= 1
    outputs = np.rint(second * slope * 1000 * 2**OUTPUT_SHIFT).astype(np.int64)
    constant = int(np.rint((last[0] * slope + middle) * 1000 * 2.0 ** (shift + OUTPUT_SHIFT)))
    return (
        np.rint(weights * 2**shift).astype(np.int64),
        np.rint(biases * 2**shift).astype(np.int64),
        outputs,
        constant,
        shift + OUTPUT_SHIFT,
    )


def _whole_odds(rows: Numbers, fitted: tuple[Numbers, Any, Any, int, int]) -> Numbers:
    """Return log-odds in thousandths, as games compute them."""
    weights, biases, outputs, bias, shift = fitted
    sums = np.maximum(np.clip(rows, -LIMIT, LIMIT) @ weights + biases, 0)
    return np.clip((sums @ outputs + bias) >> shift, -MOST_ODDS, MOST_ODDS)


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
    notes: Notes, result: Numbers, known: Numbers, held: Numbers, turns: Numbers
) -> Merit | None:
    """Return what a logistic curve of the score and the turn reaches."""
    scores = np.frombuffer(notes.scores, dtype=np.int64).astype(np.float64)
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
