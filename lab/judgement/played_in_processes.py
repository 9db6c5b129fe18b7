"""Plays games to learn from in several processes at once."""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

from lab.judgement.self_play import Cell, Notes, SelfPlay
from rules import Program, load
from rules.backends.native.native_code import Lane
from rules.native_plans import search_natively
from rules.run.judgement_form import JudgementForm

GAMES = 8
"""How many games a process plays at a time."""


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
    places = tuple(each.resolve() for each in search)
    return Order(program.folder.resolve(), switches, places, form, judgement, tuple(cells), seed, lane)


def play(order: Order, first: int) -> Notes:
    """Play some games in this process; return what was noted."""
    key = order.folder, order.switches, order.lane
    program = _PROGRAMS.get(key)
    if program is None:
        program = load(order.folder, switches=order.switches, search=order.search).program
        assert program is not None, "it was there before"
        if order.lane is not None:
            search_natively(program, order.lane)
        _PROGRAMS[key] = program
    games = SelfPlay(program, order.form, order.cells, order.seed, order.judgement)
    notes = Notes(order.form.features)
    for number in range(first, first + GAMES):
        games.play(number, notes)
    return notes


def played(order: Order, first: int, jobs: int) -> Iterator[tuple[int, Notes]]:
    """Let processes play games without end, in order; yield the number of the next one and what was noted."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts) as pool:
        starts = count(first, GAMES)
        waiting = [(start, pool.submit(play, order, start)) for start in islice(starts, jobs + 1)]
        try:
            while True:
                start, future = waiting.pop(0)
                notes = future.result()
                following = next(starts)
                waiting.append((following, pool.submit(play, order, following)))
                yield start + GAMES, notes
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that is in charge."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
