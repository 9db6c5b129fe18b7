"""Fits what positions are worth to what the positions after them are worth: temporal differences.

What comes of one game is a rough measure for small differences, so each position is fitted to what the
positions at the beginning of the next turns are worth, and only those at the end to the result. This needs
numpy, as `fit` does.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

from lazaretto.lab.training.self_play import WHOLE, WON, Notes
from lazaretto.rules.run.planning.judgement_form import LIMIT

CONSOLATION, LAST_CONSOLATION, OFTEN = 0.65, 0.12, 0.15
"""What a game is worth that was nearly won: before any is won, and when such a share of them is won."""
LEAST, MOST = -0.1, 1.1
"""No position is worth less than a game that is lost at once, or more than a win, apart from small errors."""


@dataclass(frozen=True, slots=True)
class PositionWorths:
    """Weights of all features of a form; a win is worth 1."""

    weights: tuple[float, ...]
    bias: float

    def of(self, features: Sequence[int]) -> float:
        """Return what a position with these features is worth."""
        cut = (max(-LIMIT, min(LIMIT, feature)) for feature in features)
        worth: float = self.bias + sum(map(mul, self.weights, cut))
        return max(LEAST, min(MOST, worth))


def consolation(won: float) -> float:
    """Return what a game is worth that was nearly won, while such a share of games is won.

    Bots that never win learn from how near they come to it. Those that often win must learn to win: whoever
    comes nearer to a win by playing safe, or lasts longer, may win less often.
    """
    return CONSOLATION + (LAST_CONSOLATION - CONSOLATION) * min(1.0, won / OFTEN)


with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Numbers = Any
"""An array; its library is not always there to tell its types."""

MOST_POSITIONS = 120_000
"""Only the latest positions are fitted to."""
HALF_LIFE = 15_000
OLDEST = 4
"""A position counts half if so many others, or such a part of all, came after it: what it is worth depends on
how bots played then."""
TRUST = 0.3
"""How much what comes later counts, compared with the beginning of the next turn."""
ROUNDS = 12
"""How often positions are fitted to what others are worth."""
RIDGE = 2_000.0
"""How strongly weights are drawn to nothing: as if so many positions said so."""
LEAST_SPREAD = 0.2
"""The spread of a feature that seldom changes counts as so much: its weight must not grow large."""
FARTHEST = 8.0
"""How many spreads from the mean a feature is cut off while it is fitted."""


class Standardised(NamedTuple):
    """Features of positions, without their means and in units of their spreads."""

    rows: Numbers
    mean: Numbers
    scale: Numbers


def latest(notes: Notes) -> slice:
    """Return which positions are fitted to."""
    return slice(max(0, len(notes.games) - MOST_POSITIONS), None)


def numbers_of(notes: Notes, late: slice) -> Numbers:
    """Return the features of positions."""
    return np.frombuffer(notes.numbers, dtype=np.int16).reshape(-1, notes.features)[late]


def standardised(whole: Numbers, trust: Numbers) -> Standardised:
    """Return features of positions in units of the spreads of those that count."""
    rows = np.clip(whole, -LIMIT, LIMIT).astype(np.float32)
    mean, spread = (trust / trust.sum()) @ rows, rows[trust > 0].std(0)
    scale = np.where(spread > 1e-3, 1 / np.maximum(spread, LEAST_SPREAD), 0).astype(np.float32)
    return Standardised(np.clip((rows - mean) * scale, -FARTHEST, FARTHEST), mean, scale)


def ends_of(notes: Notes, late: slice) -> Numbers:
    """Return what the ends of games are worth that positions are from."""
    return np.frombuffer(notes.worths, dtype=np.int16)[late].astype(np.float32) / WHOLE


def position_worths(notes: Notes, consolation: float) -> PositionWorths:
    """Return what positions are worth in games that all win or lose together."""
    late = latest(notes)
    trust = trusted(len(notes.games[late]))
    rows, mean, scale = standardised(numbers_of(notes, late), trust)
    won = np.frombuffer(notes.results, dtype=np.int8)[late] == WON
    ends = np.where(won, 1, consolation * ends_of(notes, late)).astype(np.float32)
    weights, bias = weighed(rows, ends, notes, late, trust, False)
    found = (weights * scale).astype(np.float64)
    return PositionWorths(tuple(found.tolist()), bias - float(mean @ found))


def trusted(count: int) -> Numbers:
    """Return how much each position counts: the later, the more."""
    ages = np.arange(count - 1, -1, -1, dtype=np.float32)
    return 0.5 ** (ages / max(HALF_LIFE, count / OLDEST))


def weighed(
    rows: Numbers, ends: Numbers, notes: Notes, late: slice, trust: Numbers, sides: bool
) -> tuple[Numbers, float]:
    """Return weights and a constant that say what positions are worth, from 0 to about 1."""
    turns = np.frombuffer(notes.turns, dtype=np.int16)[late]
    following = _following(notes, late, sides)
    layers = [np.flatnonzero((turns == turn) & (following >= 0)) for turn in np.unique(turns)[::-1]]
    alive = np.flatnonzero(np.abs(rows).max(0) > 0)
    live = rows[:, alive]
    turned = (live * trust[:, None]).T
    bend = (turned @ live).astype(np.float64) + RIDGE * np.eye(len(alive))
    solved = np.linalg.inv(bend).astype(np.float32)
    wanted = ends
    for _ in range(ROUNDS + 1):
        bias = float(np.average(wanted, weights=trust))
        found = solved @ (turned @ (wanted - bias))
        worth = np.clip(live @ found + bias, -0.2, 1.2)
        wanted = ends.copy()
        for layer in layers:
            later = following[layer]
            wanted[layer] = (1 - TRUST) * worth[later] + TRUST * wanted[later]
    weights = np.zeros(rows.shape[1], np.float32)
    weights[alive] = found
    return weights, bias


def _following(notes: Notes, late: slice, sides: bool) -> Numbers:
    """Return for each position that at the beginning of the next turn, judged by the same side; -1: none."""
    games, turns, seats = notes.games[late], notes.turns[late], notes.seats[late]
    starts = notes.starts[late]
    begun: dict[tuple[int, int], int] = {}
    found = np.full(len(games), -1)
    for at in range(len(games) - 1, -1, -1):
        side = games[at], seats[at] if sides else 0
        later = begun.get(side, -1)
        if later >= 0 and turns[later] > turns[at]:
            found[at] = later
        if starts[at]:
            begun[side] = at
    return found
