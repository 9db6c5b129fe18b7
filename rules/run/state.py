"""The running state: plain data, where it stands in the middle of a rule included.

A fork copies these lists and nothing else. The log is a chain of immutable links, so its length costs
a fork nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rules.run.errors import VeilError

Frame = list[Any]
"""Where one rule stands: the number of its next segment, then its locals."""

Said = tuple[int, tuple[Any, ...]]
"""Words: the number of a template and what fills its gaps."""

Line = tuple[tuple[int, ...] | None, str, Said]
"""A line of the log: who may read it (None: everybody), whether it says or prevents, the words."""

Log = tuple[Any, ...] | None
"""A link of the log: those before it, who may read it, its word, its template, and what fills the gaps."""

Result = tuple[str, Said] | None


class State:
    """Everything that changes while a game is played."""

    __slots__ = (
        "ask",
        "barrier",
        "ending",
        "fate",
        "forced",
        "fuel",
        "labels",
        "log",
        "marks",
        "mind_of",
        "minds",
        "open",
        "over",
        "p",
        "players",
        "results",
        "ret",
        "seen",
        "stack",
        "streams",
        "turns",
        "v",
        "veiled",
        "w",
        "watch",
    )

    def __init__(self, players: int) -> None:
        self.players = players
        self.v: list[Any] = []
        """Variables, markers and counts."""
        self.p: list[list[int]] = []
        """Piles, the topmost piece last."""
        self.w: list[int] = []
        """The pile each piece lies in."""
        self.minds: list[list[int]] = []
        """What is known of each piece, by those who know the same; see `knowledge`."""
        self.mind_of: list[int] = [0] * (players + 1)
        """The mind of each seat and, last, of everybody together."""
        self.labels = 0
        """The next label for pieces that cannot be told apart."""
        self.seen: tuple[tuple[int, ...], ...] = ()
        """For each pile the observers that see it; fixed when the game starts."""
        self.veiled = False
        """Whether some seat's own pile is hidden from another."""
        self.streams: list[int] = []
        self.stack: list[Frame] = []
        self.ret: Any = None
        """What the last resumable procedure gave back."""
        self.ask: int | None = None
        """The number of the question the game waits for."""
        self.open: list[Any] | None = None
        """What may be answered to a question that was looked at before it is asked; never kept."""
        self.fuel = 0
        self.log: Log = None
        self.results: list[Result] = [None] * players
        self.over: Result = None
        self.ending = False
        self.barrier = 0
        """Grows whenever something is revealed or left to chance; what came before cannot be undone."""
        self.fate: tuple[Any, ...] = ()
        """Results of chance that a test has laid down."""
        self.turns = 0
        self.forced: list[tuple[int, Any]] = []
        """Questions answered at once since the last choice, because they left none."""
        self.marks: dict[int, tuple[Any, set[Any]]] = {}
        """What was done already within a phase, once more as sets where it is much; never copied."""
        self.watch: Callable[[], None] | None = None
        """Called after each line of the log, see `watched`; no part of the game, and never copied."""

    def known(self, observer: int) -> list[int]:
        """What one observer knows of each piece."""
        return self.minds[self.mind_of[observer]]

    @contextmanager
    def watched(self, watch: Callable[[], None] | None) -> Iterator[None]:
        """Have somebody called after each line of the log that is written meanwhile."""
        if watch is None:
            yield
            return
        self.watch, self.__class__ = watch, _Watched
        try:
            yield
        finally:
            self.watch, self.__class__ = None, State

    def fork(self, still: bool = False) -> "State":
        """An independent copy; one that is still goes no further than what is known."""
        new = State.__new__(_Still if still else State)
        new.players = self.players
        new.v = self.v[:]
        new.p = [pile[:] for pile in self.p]
        new.w = self.w[:]
        new.minds = [each[:] for each in self.minds]
        new.mind_of = self.mind_of[:]
        new.labels = self.labels
        new.seen = self.seen
        new.veiled = self.veiled
        new.streams = self.streams[:]
        new.stack = [frame[:] for frame in self.stack]
        new.ret = self.ret
        new.ask = self.ask
        new.open = None
        new.fuel = self.fuel
        new.log = self.log
        new.results = self.results[:]
        new.over = self.over
        new.ending = self.ending
        new.barrier = self.barrier
        new.fate = self.fate
        new.turns = self.turns
        new.forced = self.forced[:]
        new.marks = {}
        new.watch = None
        return new

    def snapshot(self) -> tuple[Any, ...]:
        """Everything that makes two states the same, as one comparable value."""
        return (
            self.players,
            tuple(self.v),
            tuple(map(tuple, self.p)),
            tuple(self.w),
            tuple(_canonical(self.known(each)) for each in range(self.players + 1)),
            tuple(self.streams),
            tuple(map(tuple, self.stack)),
            self.ask,
            tuple(self.results),
            self.over,
            lines(self.log),
        )


class _Watched(State):
    """A state at which somebody looks on; where nobody does, a line costs nothing for that."""

    __slots__ = ()

    @property
    def log(self) -> Log:
        """The log, as ever."""
        log: Log = _LOG.__get__(self)
        return log

    @log.setter
    def log(self, log: Log) -> None:
        _LOG.__set__(self, log)
        if self.watch is not None:
            self.watch()


_LOG = State.__dict__["log"]


class _Still(State):
    """A state that stops where something would be revealed or left to chance."""

    __slots__ = ("bound",)

    bound: int

    @property
    def barrier(self) -> int:
        """It does not grow here."""
        return self.bound

    @barrier.setter
    def barrier(self, value: int) -> None:
        if hasattr(self, "bound"):
            raise VeilError
        self.bound = value


def _canonical(labels: list[int]) -> tuple[int, ...]:
    """Labels by order of appearance: their numbers do not matter, only which are equal."""
    order: dict[int, int] = {}
    return tuple(
        label if label < len(labels) else -1 - order.setdefault(label, len(order)) for label in labels
    )


def lines(log: Log) -> tuple[Line, ...]:
    """The log, oldest line first."""
    found: list[Line] = []
    while log is not None:
        log, readers, word, template, *gaps = log
        found.append((readers, word, (template, tuple(gaps))))
    return tuple(reversed(found))
