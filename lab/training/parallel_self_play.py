"""Plays games to learn from in several processes at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from lazaretto.lab.game_rows import seed_of
from lazaretto.lab.playing.use_judgement import without_idle_rows
from lazaretto.lab.playing_processes import begin
from lazaretto.lab.training.refit_from_turns import Group, Weights, changed, planning_form
from lazaretto.lab.training.self_play import Cell, Notes, SelfPlay
from lazaretto.lab.training.temporal_differences import CONSOLATION, PositionWorths
from lazaretto.lab.training.value_turn_paths import NARROW, PathValues, Siblings
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.engine.native_plans import search_natively
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.random_streams import RandomWord

GAMES = 8
"""How many games a process plays at a time."""
TURNS = 2
"""In how many turns it compares paths at a time."""
VARIED = 4
"""How many games it plays with each random change of weights."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Varied:
    """Weights of which groups are changed at random."""

    weights: Weights
    groups: tuple[Group, ...]
    widest: float
    """The largest change."""
    mean: Sequence[float]
    """The features of ways to play a turn, on average."""
    spreads: Sequence[float]
    """How much these differ by the weights of each phase."""
    phases: tuple[int, ...]

    def plans(self, form: JudgementForm, changes: Sequence[float]) -> JudgementForm:
        """Return what plans are compared by if groups are changed so much."""
        weights = changed(self.weights, self.groups, changes)
        return without_idle_rows(planning_form(form, weights, self.mean, self.spreads, self.phases))


@dataclass(frozen=True, slots=True)
class Order:
    """What a process must know to play."""

    folder: Path
    switches: frozenset[str]
    search: tuple[Path, ...]
    form: JudgementForm
    """The recipe of the features."""
    judgement: JudgementForm | None
    """What bots plan by."""
    cells: tuple[Cell, ...]
    seed: int
    lane: Lane | None
    """The native code in which they plan."""
    worths: PositionWorths | None = None
    """What positions are worth, where games are not played to the end."""
    consolation: float = CONSOLATION
    """What a game is worth that was nearly won."""
    varied: Varied | None = None
    """What is changed at random."""
    width: int = NARROW
    """The beam width of bots that play whole games."""


_PROGRAMS: dict[tuple[Path, frozenset[str], Lane | None], Program] = {}
"""What this process has loaded."""


def order_for(
    program: Program,
    form: JudgementForm,
    judgement: JudgementForm | None,
    cells: Sequence[Cell],
    seed: int,
    lane: Lane | None,
) -> Order:
    """Return the order for games of a program."""
    switches, search = program.read or (frozenset(), ())
    places = tuple(path.resolve() for path in search)
    order = Order(program.folder.resolve(), switches, places, form, judgement, tuple(cells), seed, lane)
    _PROGRAMS[order.folder, order.switches, order.lane] = program
    return order


def play(order: Order, first: int) -> Notes:
    """Play some games in this process; return what was noted."""
    games = SelfPlay(_program(order), order.form, order.cells, order.seed, order.judgement)
    notes = Notes(order.form.features)
    for number in range(first, first + GAMES):
        games.play(number, notes)
    return notes


def value(order: Order, first: int) -> Siblings:
    """Value paths through some turns in this process."""
    assert order.judgement is not None and order.worths is not None
    values, siblings = _values(order), Siblings(order.form.features)
    for number in range(first, first + TURNS):
        values.value(number, order.judgement, order.worths, siblings)
    return siblings


def note(order: Order, first: int) -> Notes:
    """Play some whole games in this process; note the beginnings of their turns."""
    assert order.judgement is not None
    values, notes = _values(order), Notes(order.form.features)
    for number in range(first, first + GAMES):
        values.note(number, order.judgement, notes)
    return notes


def end(order: Order, first: int) -> list[float]:
    """Play some whole games in this process; return what their ends are worth."""
    assert order.judgement is not None
    values = _values(order)
    return [values.end(number, order.judgement) for number in range(first, first + GAMES)]


@dataclass(frozen=True, slots=True)
class Tried:
    """A random change of the weights of groups."""

    changes: list[float]
    """How far each group was changed."""
    gain: float
    """Half of how much more games were worth with it than with the opposite change."""


def vary(order: Order, first: int) -> Tried:
    """Play some whole games in this process with a random change of weights, and with the opposite one."""
    varied = order.varied
    assert varied is not None
    values, below = _values(order), RandomWord(seed_of(order.seed, first) ^ 0xA17E).below
    changes = [varied.widest * (below(2_001) - 1_000) / 1_000 for _ in varied.groups]
    more, less = (varied.plans(order.form, [sign * change for change in changes]) for sign in (1, -1))
    gains = [values.end(each, more) - values.end(each, less) for each in range(first, first + VARIED)]
    return Tried(changes, sum(gains) / len(gains) / 2)


def _values(order: Order) -> PathValues:
    return PathValues(_program(order), order.form, order.cells, order.seed, order.consolation, order.width)


def _program(order: Order) -> Program:
    """Return the program of an order, as this process has loaded it."""
    key = order.folder, order.switches, order.lane
    program = _PROGRAMS.get(key)
    if program is None:
        program = load(order.folder, switches=order.switches, search=order.search).program
        assert program is not None, "it was there before"
        if order.lane is not None:
            search_natively(program, order.lane)
        _PROGRAMS[key] = program
    return program


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """Start processes for several jobs; one job needs none."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), begin) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def done(
    work: Callable[[Order, int], Found],
    order: Order,
    first: int,
    step: int,
    pool: Executor | None,
    jobs: int,
) -> Iterator[tuple[int, Found]]:
    """Do one work after the other without end; yield the next number and what was found, in order.

    Without a pool, this process does it.
    """
    starts = count(first, step)
    if pool is None:
        for start in starts:
            yield start + step, work(order, start)
    else:
        waiting = [(start, pool.submit(work, order, start)) for start in islice(starts, jobs + 1)]
        try:
            while True:
                start, future = waiting.pop(0)
                found = future.result()
                following = next(starts)
                waiting.append((following, pool.submit(work, order, following)))
                yield start + step, found
        finally:
            for _, future in waiting:
                future.cancel()
