"""Learns the weights of plans by comparing ways to play turns, and by whole games with varied weights.

Each time, whole games by the weights so far tell what positions are worth on average. Then ways to play turns
are found, valued by what positions a few turns later are worth, and explained by new weights. How far the
weights move towards these is decided by whole games again.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from lazaretto.lab.game_rows import names_for
from lazaretto.lab.playing.use_judgement import without_idle_rows
from lazaretto.lab.training.distance_from_win import Progress
from lazaretto.lab.training.feature_recipe import Recipe
from lazaretto.lab.training.fit import decisive, families
from lazaretto.lab.training.parallel_self_play import (
    GAMES,
    TURNS,
    VARIED,
    Order,
    Tried,
    Varied,
    done,
    end,
    note,
    value,
    vary,
)
from lazaretto.lab.training.refit_from_turns import (
    Batch,
    Group,
    Numbers,
    Weighing,
    Weights,
    batch_of,
    changed,
    planning_form,
)
from lazaretto.lab.training.self_play import Notes
from lazaretto.lab.training.temporal_differences import consolation, position_worths
from lazaretto.lab.training.value_turn_paths import Siblings
from lazaretto.rules import Program
from lazaretto.rules.run.planning.judgement_form import JudgementForm

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

Factors = Any
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

    def _fitted(self, points: Factors, gains: Factors, likely: float) -> Factors:
        """Return what a change of each group brings at first, and how that falls."""
        manner, count = self.manner, points.shape[1] // 2
        wanted = np.repeat([0.0, manner.bend], count)
        trust = np.repeat([likely**-2, manner.unsure**-2], count) * max(float(gains.var()), 1e-9)
        return np.linalg.solve(points.T @ points + np.diag(trust), points.T @ gains + trust * wanted)

    def _error(self, points: Factors, gains: Factors, likely: float) -> float:
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


with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

STEPS = (0.0, 0.3, 0.6, 1.0)
"""How far weights are tried to move towards those that explain the values of ways best."""
LEAST_STEP = 0.05
GAIN, DOUBT = 0.1, 0.06
"""How much a step gains at first and loses in the end, before games tell, and how uncertain that is."""


def best_step(worths: Sequence[float], error: float) -> float:
    """Return the best step, given what games with each one are worth and the standard error of that.

    What a step brings is a parabola. A few games say little about it, so it is expected to be highest half
    way, and games change that as far as they can be trusted.
    """
    steps = np.array(STEPS)
    points = np.stack([np.ones(len(steps)), steps, -(steps**2)], 1)
    likely = np.array([0.0, GAIN, GAIN])
    trust = np.array([0.0, 1.0, 1.0]) * (error / DOUBT) ** 2
    found = np.linalg.solve(points.T @ points + np.diag(trust), points.T @ np.array(worths) + trust * likely)
    tried = np.linspace(0, STEPS[-1], 101)
    return max(LEAST_STEP, float(tried[np.argmax(found[1] * tried - found[2] * tried**2)]))


with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

NOTED = 200
"""So many whole games tell what positions are worth, together with earlier ones."""
REMEMBERED = 60_000
"""Only the latest positions of these games count."""
COMPARED = 200
"""In so many turns ways are compared before weights change."""
FRUITLESS = 100
"""If ways cannot be compared in any of so many turns, they never can."""
MOST_ROUNDS = 24
"""After so many rounds, comparing ways brings little."""
TRIAL = 120
"""How many whole games are played with each."""
PHASES = 4
"""How many phases of a game have weights of their own in the end; each has about as many turns of games."""
LAST_ROUNDS = 3
"""In the end, weights are averaged over the last rounds, a part of all: each alone depends on luck."""


def phases_of(notes: Notes) -> tuple[int, ...]:
    """Return the turns from which on the second and further phases of games last."""
    turns = 1 + np.frombuffer(notes.turns, dtype=np.int16)
    return tuple(np.ceil(np.quantile(turns, np.arange(1, PHASES) / PHASES)).astype(int).tolist())


@dataclass(slots=True)
class Compared:
    """What comparisons have led to."""

    weights: Weights
    plans: JudgementForm
    """What plans are chosen by."""
    ways: int = 0
    """How many ways were compared."""
    rounds: int = 0
    """How often weights have changed."""
    tries: int = 0
    """How many random changes of weights were tried."""
    stage: int = 0
    """0: ways are compared, 1: weights are multiplied at random, 2: something is added to them."""
    interrupted: bool = False
    """Whether somebody has ended it before its time."""


class Comparison:
    """Comparisons of ways to play turns of one program, which plans in native code."""

    def __init__(
        self, program: Program, recipe: Recipe, order: Order, pool: Executor | None, jobs: int
    ) -> None:
        """Take a recipe, an order for games with all its features, and the processes that play them."""
        self._program = program
        self._recipe = recipe
        self._order = order
        self._pool = pool, jobs
        self._noted = self._turn = self._trial = 0
        self._past: list[Numbers] = []
        """The weights after each round."""
        self._phases: tuple[int, ...] = ()
        """The turns from which on the second and further phases of games last."""

    def run(
        self, weights: Sequence[float], plans: JudgementForm, in_time: Callable[[Compared], bool]
    ) -> Compared:
        """Compare ways and move the weights, then try random changes of them, as long as there is time.

        An interruption ends it.
        """
        weighing, found = self._weighing(weights), Compared([weights], plans)
        try:
            self._rounds(weighing, found, in_time)
            self._settle(weighing, found)
            if found.rounds:
                self._multiply(weighing, found, in_time)
                self._add(weighing, found, in_time)
        except KeyboardInterrupt:
            found.interrupted = True
            if found.stage == 0:
                self._settle(weighing, found)
        return found

    def go_on(self, weights: Weights, plans: JudgementForm, in_time: Callable[[Compared], bool]) -> Compared:
        """Add something to weights that were learned before, at random. An interruption ends it.

        A few ways that are compared only tell how much each weight matters.
        """
        weighing, found = self._weighing(weights[0]), Compared(weights, plans, stage=1)
        self._phases = plans.phases
        try:
            notes = self._noted_games(found)
            batch = self._batch(found, notes, in_time) if notes.games else None
            if batch is not None:
                weighing.take(batch)
                self._add(weighing, found, in_time)
        except KeyboardInterrupt:
            found.interrupted = True
        return found

    def _weighing(self, weights: Sequence[float]) -> Weighing:
        tables, cell = self._program.machine.tables, self._order.cells[0]
        game = self._program.start(seed=0, players=names_for(cell.players), options=cell.options)
        kept = set(decisive(self._recipe, Progress(tables).cells(game)))
        return Weighing(weights, families(self._recipe, tables), kept)

    def _settle(self, weighing: Weighing, found: Compared) -> None:
        """Average the weights of the last rounds."""
        if self._past:
            last = self._past[-max(1, len(self._past) // LAST_ROUNDS) :]
            self._take(weighing, found, np.mean(last, 0)[None])

    def _take(self, weighing: Weighing, found: Compared, weights: Numbers) -> None:
        """Let bots plan by some weights, a row for each phase."""
        found.weights, found.plans = weights.tolist(), self._plans(weighing, weights)

    def _multiply(self, weighing: Weighing, found: Compared, in_time: Callable[[Compared], bool]) -> None:
        """Multiply groups of weights, also more or less in phases of a game, as far as whole games say."""
        found.stage = 1
        weights = np.tile(np.array(found.weights), (len(self._phases) + 1, 1))
        self._take(weighing, found, weights)
        self._vary(weighing, found, weighing.groups(weights[0], len(weights)), FACTORS, in_time)

    def _add(self, weighing: Weighing, found: Compared, in_time: Callable[[Compared], bool]) -> None:
        """Add something to the weights of levels, as far as whole games say."""
        found.stage = 2
        self._take(weighing, found, weighing.evened(np.array(found.weights)))
        self._vary(weighing, found, weighing.levels(), LEVELS, in_time)

    def _vary(
        self,
        weighing: Weighing,
        found: Compared,
        groups: Sequence[Group],
        manner: Manner,
        in_time: Callable[[Compared], bool],
    ) -> None:
        """Change groups of weights as far as whole games say."""
        before = found.tries

        def varied() -> Varied:
            spreads = [weighing.spread(np.array(weight)) for weight in found.weights]
            mean, phases = weighing.mean.tolist(), found.plans.phases
            return Varied(found.weights, tuple(groups), manner.widest, mean, spreads, phases)

        def still(tries: int) -> bool:
            found.tries = before + tries
            return in_time(found)

        def change(changes: list[float]) -> None:
            self._take(weighing, found, np.array(changed(found.weights, groups, changes)))

        if groups and still(0):
            order = replace(self._order, seed=self._order.seed + 2 + found.stage)
            Variation(order, manner, *self._pool).run(varied, still, change)

    def _rounds(self, weighing: Weighing, found: Compared, in_time: Callable[[Compared], bool]) -> None:
        notes = Notes(self._order.form.features)
        while in_time(found) and found.rounds < MOST_ROUNDS:
            notes.extend(self._noted_games(found))
            notes.forget(REMEMBERED)
            self._phases = phases_of(notes) if notes.games else ()
            batch = self._batch(found, notes, in_time) if notes.games else None
            if batch is None:
                break
            self._move(weighing, batch)
            self._take(weighing, found, weighing.weights[None])
            found.rounds += 1

    def _noted_games(self, found: Compared) -> Notes:
        """Play games by the weights so far; return the beginnings of their turns.

        How many were won tells what a game is worth that was nearly won.
        """
        order, begun = replace(self._order, judgement=found.plans, seed=self._order.seed + 2), self._noted
        notes = Notes(self._order.form.features)
        for number, more in done(note, order, begun, GAMES, *self._pool):
            self._noted = number
            notes.extend(more)
            if number - begun >= NOTED:
                break
        share = notes.won / max(1, notes.played)
        self._order = replace(self._order, consolation=consolation(share))
        return notes

    def _batch(self, found: Compared, notes: Notes, in_time: Callable[[Compared], bool]) -> Batch | None:
        """Compare ways in some turns; None: there is no time left, or nothing to compare."""
        siblings, begun, turns = Siblings(self._order.form.features), self._turn, 0
        order = replace(
            self._order,
            judgement=without_idle_rows(found.plans),
            worths=position_worths(notes, self._order.consolation),
        )
        for number, more in done(value, order, begun, TURNS, *self._pool):
            self._turn = number
            siblings.extend(more)
            found.ways += len(more.values)
            turns += len({*more.positions})
            if turns >= COMPARED:
                return batch_of(siblings)
            if not in_time(found) or (not turns and number - begun >= FRUITLESS):
                break
        return None

    def _move(self, weighing: Weighing, batch: Batch) -> None:
        """Move weights towards those that explain the values of ways best, as far as whole games say."""
        wanted = weighing.learn(batch)
        now = weighing.scaled(weighing.weights)
        tried = [self._worths(weighing, (1 - step) * now + step * wanted) for step in STEPS]
        step = best_step([fmean(each) for each in tried], pstdev(chain(*tried)) / sqrt(TRIAL))
        weighing.weights = (1 - step) * now + step * wanted
        self._past.append(weighing.weights)
        self._trial += TRIAL

    def _plans(self, weighing: Weighing, weights: Numbers) -> JudgementForm:
        spreads = [weighing.spread(weight) for weight in weights]
        phases = self._phases if len(weights) > 1 else ()
        return planning_form(self._order.form, weights, weighing.mean, spreads, phases)

    def _worths(self, weighing: Weighing, weights: Numbers) -> list[float]:
        """Return what games by some weights are worth."""
        plans = without_idle_rows(self._plans(weighing, weights[None]))
        order = replace(self._order, judgement=plans, seed=self._order.seed + 1)
        worths = list[float]()
        for _, ends in done(end, order, self._trial, GAMES, *self._pool):
            worths += ends
            if len(worths) >= TRIAL:
                break
        return worths
