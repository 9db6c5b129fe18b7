"""Learns weights that plans use by comparing different ways to play turns, again and again.

Each time, whole games by the weights so far tell what positions are worth on average. Then ways to play turns
are found, valued by what positions a few turns later are worth, and explained by new weights. How far the
weights move towards these is decided by whole games again.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import sqrt
from statistics import fmean, pstdev

from lab.game_rows import names_for
from lab.judgement.best_step import STEPS, best_step
from lab.judgement.families import decisive, families
from lab.judgement.idle_rows import without_idle_rows
from lab.judgement.played_in_processes import GAMES, TURNS, Order, done, end, note, value
from lab.judgement.position_worths import consolation
from lab.judgement.progress import Progress
from lab.judgement.recipe_rows import Recipe
from lab.judgement.reweigh import Batch, Numbers, Weighing, batch_of, planning_form
from lab.judgement.self_play import Notes
from lab.judgement.temporal_differences import position_worths
from lab.judgement.valued_paths import Siblings
from lab.judgement.vary_weights import Variation
from lab.judgement.weight_groups import changed
from rules import Program
from rules.run.judgement_form import JudgementForm

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
TRIAL = 120
"""How many whole games are played with each."""
LAST_ROUNDS = 3
"""In the end, weights are averaged over the last rounds, a part of all: each alone depends on luck."""


@dataclass(slots=True)
class Compared:
    """What comparisons have led to."""

    weights: Sequence[float]
    plans: JudgementForm
    """What plans are chosen by."""
    ways: int = 0
    """How many ways were compared."""
    rounds: int = 0
    """How often weights have changed."""
    tries: int | None = None
    """How many random changes of weights were tried; None: this has not begun."""
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

    def run(
        self, weights: Sequence[float], plans: JudgementForm, in_time: Callable[[Compared], bool]
    ) -> Compared:
        """Compare ways and move the weights, then try random changes of them, as long as there is time.

        In time is asked with `tries` of 0 or more once random changes are tried. An interruption ends it.
        """
        tables, cell = self._program.machine.tables, self._order.cells[0]
        game = self._program.start(seed=0, players=names_for(cell.players), options=cell.options)
        kept = set(decisive(self._recipe, Progress(tables).cells(game)))
        weighing = Weighing(weights, families(self._recipe, tables), kept)
        found = Compared(weights, plans)
        try:
            self._rounds(weighing, found, in_time)
            self._settle(weighing, found)
            if found.rounds:
                self._vary(weighing, found, in_time)
        except KeyboardInterrupt:
            found.interrupted = True
            if found.tries is None:
                self._settle(weighing, found)
        return found

    def _settle(self, weighing: Weighing, found: Compared) -> None:
        """Average the weights of the last rounds."""
        if self._past:
            last = self._past[-max(1, len(self._past) // LAST_ROUNDS) :]
            self._take(weighing, found, sum(last) / len(last))

    def _take(self, weighing: Weighing, found: Compared, weights: Numbers) -> JudgementForm:
        """Let bots plan by some weights; return what they plan by."""
        found.weights, found.plans = weights.tolist(), self._plans(weighing, weights)
        return found.plans

    def _vary(self, weighing: Weighing, found: Compared, in_time: Callable[[Compared], bool]) -> None:
        """Let groups of weights count more or less, as far as whole games say."""
        groups = weighing.groups(np.array(found.weights))

        def still(tries: int) -> bool:
            found.tries = tries
            return in_time(found)

        def change(changes: list[float]) -> JudgementForm:
            return self._take(weighing, found, np.array(changed(found.weights, groups, changes)))

        if still(0):
            Variation(self._order, groups, *self._pool).run(found.plans, still, change)

    def _rounds(self, weighing: Weighing, found: Compared, in_time: Callable[[Compared], bool]) -> None:
        notes = Notes(self._order.form.features)
        while in_time(found):
            noted = self._note(found)
            notes.extend(noted)
            notes.forget(REMEMBERED)
            share = noted.won / max(1, noted.played)
            self._order = replace(self._order, consolation=consolation(share))
            batch = self._batch(found, notes, in_time) if notes.games else None
            if batch is None:
                break
            self._move(weighing, batch)
            self._take(weighing, found, weighing.weights)
            found.rounds += 1

    def _note(self, found: Compared) -> Notes:
        """Play games by the weights so far; return the beginnings of their turns."""
        order, begun = replace(self._order, judgement=found.plans, seed=self._order.seed + 2), self._noted
        notes = Notes(self._order.form.features)
        for number, more in done(note, order, begun, GAMES, *self._pool):
            self._noted = number
            notes.extend(more)
            if number - begun >= NOTED:
                break
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
        return planning_form(self._order.form, weights, weighing.mean, weighing.spread(weights))

    def _worths(self, weighing: Weighing, weights: Numbers) -> list[float]:
        """Return what games by some weights are worth."""
        plans = without_idle_rows(self._plans(weighing, weights))
        order = replace(self._order, judgement=plans, seed=self._order.seed + 1)
        worths = list[float]()
        for _, ends in done(end, order, self._trial, GAMES, *self._pool):
            worths += ends
            if len(worths) >= TRIAL:
                break
        return worths
