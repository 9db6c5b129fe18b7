"""The estimated chance to win over a finished game, and the choices after which it moved most.

Who estimates is given from outside, as bots are: the host only prepares the positions and keeps the result in
a file beside the record.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple, Protocol

from lazaretto.grammar.read_untrusted_files import parse_json, read_bytes
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.records.record_store import put
from lazaretto.host.records.rerun_record import begin, follow
from lazaretto.host.table.lookup_budget import TimeLimit
from lazaretto.rules import Game, Program, Record
from lazaretto.rules.run.records.record_file import write

ENDING = ".chances.json"
FORMAT = 2
SLICE = 0.6
"""Seconds of work between two reports."""
MOST_POINTS = 2_000
"""A game with more choices is not estimated: its positions would take too much memory."""
TAKEN_BACK = 0.7
"""A choice that moves the chance back by this part takes the one before it back."""
LARGEST = 200_000
"""The maximum size of a file with an estimate, in bytes."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The estimated chance to win of one seat, after each number of choices."""

    values: tuple[float, ...] = ()
    """From 0 to 1; empty if there is no estimate."""
    playouts: int = 0
    """The number of games that a bot has played on for it."""
    won: int = 0
    """How many of these were won."""
    share: float = 0.0
    """How much of the first estimate is done."""
    done: bool = False
    """Whether it gets no better."""


class TurningPoint(NamedTuple):
    """A choice after which the chance to win moved."""

    at: int
    before: float
    after: float

    @property
    def move(self) -> float:
        """How far the chance moved."""
        return self.after - self.before


class Estimate(Protocol):
    """An estimate that gets better the longer it works."""

    @property
    def playouts(self) -> int:
        """The number of games that were played on."""

    @property
    def won(self) -> int:
        """How many of them were won."""

    @property
    def share(self) -> float:
        """How much of the first estimate is done, from 0 to 1."""

    @property
    def done(self) -> bool:
        """Whether it gets no better."""

    def work(self, stopped: Callable[[], bool]) -> None:
        """Work until it is done or `stopped` says so."""

    def chances(self) -> tuple[float, ...]:
        """The chance after each number of choices."""


Estimator = Callable[[Sequence[Game], int, int], Estimate]
"""Makes an estimate from the game after each number of choices, for a seat, with a seed."""


def turning_points(values: Sequence[float], most: int = 6, least: float = 0.04) -> tuple[TurningPoint, ...]:
    """The choices after which the chance moved most, in the order of the game.

    Small moves do not count, nor do those that the next choice takes back, such as a discard from a hand that
    has become too large.
    """
    points = [TurningPoint(at, values[at - 1], values[at]) for at in range(1, len(values))]
    fleeting = {point.at for pair in pairwise(points) if _cancel(*pair) for point in pair}
    moved = [point for point in points if abs(point.move) >= least and point.at not in fleeting]
    largest = sorted(moved, key=lambda point: -abs(point.move))[:most]
    return tuple(sorted(largest))


def _cancel(one: TurningPoint, other: TurningPoint) -> bool:
    """Whether the second choice takes most of the first one back, and hardly more."""
    less, more = sorted((abs(one.move), abs(other.move)))
    return one.move * other.move < 0 and less >= TAKEN_BACK * more


class ChanceWork:
    """The estimate for one record, made slice by slice; runs in a thread."""

    def __init__(
        self,
        program: Program,
        record: Record,
        estimator: Estimator,
        place: str = "",
        native: NativeEngine | None = None,
    ) -> None:
        """Prepare it; `place` is the file of the record, beside which the estimate is kept.

        `native` makes it faster.
        """
        self._native = native
        self._program, self._record, self._estimator = program, record, estimator
        self._file = Path(place).with_suffix(ENDING) if place else None
        self._known = Chances()
        self._read = False
        self._estimate: Estimate | None = None
        self._working = Lock()
        """Held by the thread that works: whoever asked for it may have gone, and another may ask."""

    def go_on(self) -> Chances:
        """Work for a short time, and say what is known so far.

        Raises:
            RuleError, StartError: a rule fails.
        """
        with self._working:
            return self._go_on()

    def _go_on(self) -> Chances:
        if not self._read:
            self._read = True
            self._known = self._kept()
        if self._known.done or len(self._record.choices) > MOST_POINTS:
            return self._known
        if self._estimate is None:
            self._estimate = self._prepared()
            return self._known
        end = monotonic() + SLICE
        self._estimate.work(lambda: monotonic() > end)
        estimate = self._estimate
        now = Chances(estimate.chances(), estimate.playouts, estimate.won, estimate.share, estimate.done)
        if now.playouts < self._known.playouts:
            return self._known
        first = now.share >= 1 and self._known.share < 1
        self._known = now
        if first or now.done:
            self._keep(now)
        return now

    def _prepared(self) -> Estimate:
        if self._native is not None:
            self._native.prepare(self._program)
        limit = TimeLimit()
        game = begin(self._program, self._record)
        positions = [game.fork()]
        for number in range(1, len(self._record.choices) + 1):
            limit.check()
            if not isinstance(follow(game, self._record, number), tuple):
                break
            positions.append(game.fork())
        bots = self._record.bots
        seat = next((each for each, bot in enumerate(bots) if not bot), 0)
        return self._estimator(positions, seat, self._record.seed % 1_000_000)

    def _mark(self) -> str:
        """What the estimate depends on: the record, and the rules."""
        return sha256(f"{write(self._record)}{self._program.digest}".encode()).hexdigest()[:16]

    def _kept(self) -> Chances:
        """What the file says, if it is about this very game; anything else is made again."""
        if self._file is None:
            return Chances()
        try:
            data = parse_json(read_bytes(self._file, LARGEST, self._file.parent))
            if data["format"] != FORMAT or data["of"] != self._mark():
                return Chances()
            values = tuple(min(1.0, max(0.0, float(each))) for each in data["values"])
            chances = Chances(values, int(data["playouts"]), int(data["won"]), 1.0, bool(data["done"]))
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            return Chances()
        return chances if len(values) == len(self._record.choices) + 1 else Chances()

    def _keep(self, found: Chances) -> None:
        if self._file is None:
            return
        values = [round(value, 3) for value in found.values]
        data = {"format": FORMAT, "of": self._mark(), "playouts": found.playouts, "won": found.won}
        text = json.dumps({**data, "done": found.done, "values": values})
        with suppress(OSError):  # it is made again the next time
            put(self._file, f"{text}\n")


def forget_chances(record: Path) -> None:
    """Delete the estimate of a record that is deleted or renamed."""
    with suppress(OSError):
        record.with_suffix(ENDING).unlink()
