"""Learns weights that plans use by comparing different ways to play turns, again and again.

Each time, ways are found with the weights so far, valued by playing them to the end, and explained by new
weights. How far the weights move towards these is decided by whole games.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lab.game_rows import names_for
from lab.judgement.families import decisive, families
from lab.judgement.played_in_processes import GAMES, TURNS, done, end, order_for, value
from lab.judgement.progress import Progress
from lab.judgement.recipe_rows import Recipe
from lab.judgement.reweigh import Batch, Numbers, Weighing, batch_of, planning_form, without_idle_rows
from lab.judgement.self_play import Cell
from lab.judgement.valued_paths import Siblings
from rules import Program
from rules.run.judgement_form import JudgementForm

if TYPE_CHECKING:
    from rules.backends.native.native_code import Lane

COMPARED = 150
"""In so many turns ways are compared before weights change."""
FRUITLESS = 100
"""If ways cannot be compared in any of so many turns, they never can."""
STEPS = (0.0, 0.25, 0.45, 0.7)
"""How far weights are tried to move towards those that explain the values of ways best."""
TRIAL = 160
"""How many whole games are played with each."""
LEAST_STEP = 0.05


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


class Comparison:
    """Comparisons of ways to play turns of one program, which plans in native code."""

    def __init__(
        self,
        program: Program,
        recipe: Recipe,
        form: JudgementForm,
        cells: Sequence[Cell],
        seed: int,
        lane: "Lane",
        jobs: int,
        pool: Executor | None,
    ) -> None:
        """Take a form with all features of a recipe, what to play, and the processes that play."""
        self._program = program
        self._recipe = recipe
        self._form = form
        self._order = order_for(program, form, None, cells, seed, lane)
        self._pool = pool, jobs
        self._turn = 0
        self._trial = 0

    def run(
        self, weights: Sequence[float], plans: JudgementForm, in_time: Callable[[Compared], bool]
    ) -> Compared:
        """Compare ways and move the weights, as long as there is time."""
        tables, cell = self._program.machine.tables, self._order.cells[0]
        game = self._program.start(seed=0, players=names_for(cell.players), options=cell.options)
        kept = set(decisive(self._recipe, Progress(tables).cells(game)))
        weighing = Weighing(weights, families(self._recipe, tables), kept)
        found = Compared(weights, plans)
        while in_time(found):
            batch = self._batch(found, in_time)
            if batch is None:
                break
            self._move(weighing, batch, found)
        return found

    def _batch(self, found: Compared, in_time: Callable[[Compared], bool]) -> Batch | None:
        """Compare ways in some turns; None: there is no time left, or nothing to compare."""
        siblings, begun, turns = Siblings(self._form.features), self._turn, 0
        order = replace(self._order, judgement=without_idle_rows(found.plans))
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

    def _move(self, weighing: Weighing, batch: Batch, found: Compared) -> None:
        """Move weights towards those that explain the values of ways best, as far as whole games say."""
        wanted = weighing.learn(batch)
        now = weighing.scaled(weighing.weights)
        worths = [self._worth(weighing, batch, (1 - step) * now + step * wanted) for step in STEPS]
        step = best_step(worths)
        weighing.weights = (1 - step) * now + step * wanted
        found.weights = weighing.weights.tolist()
        found.plans = self._plans(weighing, batch, weighing.weights)
        found.rounds += 1
        self._trial += TRIAL

    def _plans(self, weighing: Weighing, batch: Batch, weights: Numbers) -> JudgementForm:
        return planning_form(self._form, weights, batch.mean, weighing.spread(weights))

    def _worth(self, weighing: Weighing, batch: Batch, weights: Numbers) -> float:
        """Return what games by some weights are worth on average."""
        plans = without_idle_rows(self._plans(weighing, batch, weights))
        order = replace(self._order, judgement=plans, seed=self._order.seed + 1)
        worths = list[float]()
        for number, ends in done(end, order, self._trial, GAMES, *self._pool):
            worths += [0.0 if each is None else each.worth for each in ends]
            if number - self._trial >= TRIAL:
                break
        return sum(worths) / len(worths)


def best_step(worths: Sequence[float]) -> float:
    """Return the best step: where a parabola through what was tried is highest."""
    import numpy as np  # noqa: PLC0415

    bend, slope, _ = np.polyfit(STEPS, worths, 2)
    if bend >= 0:
        return max(LEAST_STEP, STEPS[max(range(len(STEPS)), key=worths.__getitem__)])
    return float(np.clip(-slope / 2 / bend, LEAST_STEP, STEPS[-1]))
