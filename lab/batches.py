"""Plays the games of a simulation in batches, here or in other processes, and returns them in order.

What plays in other processes is an executor of `concurrent.futures`: processes of this machine, or a cluster.
The results depend on the numbers of the games alone, not on the batches or on who played them.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from lazaretto.lab.game_rows import Batch

SHORTEST = 0.2
"""Seconds that a batch takes at least, except where a simulation may stop."""
USUAL = 0.5
WORTH_PROCESSES = 0.4
"""With fewer seconds of work no other processes are started."""
MOST_TRIES = 4
"""How often a batch is tried whose process was killed."""

Play = Callable[[int, int], Batch]


class LostError(Exception):
    """A process that played was killed."""


class Crew(Protocol):
    """Others who play batches of games."""

    @property
    def size(self) -> int:
        """How many play at the same time."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What a batch fails with if the process that plays it is killed."""

    def submit(self, first: int, count: int) -> "Future[Batch]":
        """Let somebody play games."""

    @property
    def age(self) -> int:
        """How often it was renewed."""

    def renew(self, age: int) -> None:
        """Replace those that were killed, unless that has happened since it was so old."""


@dataclass(slots=True)
class Pace:
    """How long a game takes, as far as is known."""

    seconds: float
    """For one game."""

    def note(self, batch: Batch) -> None:
        """Learn from a batch."""
        self.seconds = max(1e-6, batch.seconds / batch.count)

    def is_worth_processes(self, left: int) -> bool:
        """Whether so many games take long enough to start other processes."""
        return self.seconds * left >= WORTH_PROCESSES

    def count(self, left: int, crew: int) -> int:
        """Return how many games the next batch should have."""
        share = self.seconds * left / (4 * crew)
        return max(1, -int(-max(SHORTEST, min(USUAL, share)) // self.seconds))


def check_points(first: int, most: int) -> Iterator[int]:
    """Yield the numbers of games after which a simulation may stop, the last one at the end."""
    reached = first
    while reached < most:
        yield reached
        reached += max(first, reached // 4)
    yield most


def played_here(play: Play, first: int, cuts: Iterator[int], pace: Pace) -> Iterator[Batch]:
    """Play games in this process, up to one cut after the other; no batch goes across a cut."""
    for cut in cuts:
        while first < cut:
            batch = play(first, min(cut - first, pace.count(cut - first, 1)))
            pace.note(batch)
            first += batch.count
            yield batch


def played_by(crew: Crew, first: int, cuts: Iterator[int], pace: Pace) -> Iterator[Batch]:
    """Let a crew play games; yield batches in order. No batch goes across a cut.

    A batch whose process was killed is played again.

    Raises:
        LostError: again and again.
    """
    waiting: deque[_Order] = deque()
    cut = next(cuts, first)
    try:
        while True:
            while len(waiting) < 2 * crew.size + 1:
                if first == cut:
                    cut = next(cuts, first)
                    if first == cut:
                        break
                count = min(cut - first, pace.count(cut - first, crew.size))
                waiting.append(_Order(first, count, crew.submit(first, count), crew.age))
                first += count
            if not waiting:
                return
            batch = _finished(crew, waiting)
            pace.note(batch)
            yield batch
    finally:
        for order in waiting:
            order.future.cancel()


@dataclass(slots=True)
class _Order:
    """A batch that somebody plays."""

    first: int
    count: int
    future: "Future[Batch]"
    age: int
    tries: int = 1


def _finished(crew: Crew, waiting: "deque[_Order]") -> Batch:
    """Wait for the first batch; start it again if it was lost."""
    order = waiting[0]
    while True:
        try:
            batch = order.future.result()
        except crew.lost as error:
            if order.tries == MOST_TRIES:
                raise LostError from error
            crew.renew(order.age)
            order.future, order.age = crew.submit(order.first, order.count), crew.age
            order.tries += 1
        else:
            waiting.popleft()
            return batch
