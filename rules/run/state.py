"""Defines the state of a running game: plain data, including the stack of suspended rules.

A fork copies these lists and nothing else. The log is a chain of immutable links, so a fork shares it
whatever its length. `save_state` and `load_state` write a state as JSON and read it back.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lazaretto.rules.run.errors import VeilError
from lazaretto.rules.run.secrets.mixtures import Heaped, Mixture

Frame = list[Any]
"""The frame of a suspended rule: the number of its next segment, then its locals."""

Said = tuple[int, tuple[Any, ...]]
"""A text: the number of a template and the values for its placeholders."""

Written = tuple[int, tuple[Any, ...], int]
"""A text that is a value: also with the number of texts in it, itself included."""

Line = tuple[tuple[int, ...] | None, str, Said]
"""A line of the log: who may read it (None: everybody), whether it says or prevents, the text."""

Log = tuple[Any, ...] | None
"""A link of the log: the previous link, the readers, the word, the template, and the placeholder values."""

Result = tuple[str, Said] | None

NOWHERE = -1
"""The pile of a piece that does not exist, because its seat is not taken."""


class State:
    """Everything that changes while a game is played."""

    __slots__ = (
        "ask",
        "barrier",
        "depth",
        "ending",
        "fate",
        "forced",
        "fuel",
        "labels",
        "log",
        "looked",
        "looking",
        "marks",
        "meter",
        "mind_of",
        "minds",
        "mixtures",
        "open",
        "over",
        "p",
        "players",
        "points",
        "ranks",
        "results",
        "ret",
        "samples",
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
        """Piles, with the top piece last."""
        self.w: list[int] = []
        """The pile of each piece."""
        self.minds: list[list[int]] = []
        """The knowledge about each piece; observers with equal knowledge share a list. See `knowledge`."""
        self.mind_of: list[int] = [0] * (players + 1)
        """The index of each seat's knowledge and, last, the public's."""
        self.labels = 0
        """The next label for pieces that an observer cannot tell apart."""
        self.mixtures: dict[int, Mixture | Heaped] = {}
        """What is known of the pieces of a label beyond their set; replaced, never changed. See `mixture`."""
        self.seen: tuple[tuple[int, ...], ...] = ()
        """For each pile the observers that see it; fixed when the game starts."""
        self.veiled = False
        """Whether a pile of some seat is hidden from another seat."""
        self.streams: list[int] = []
        self.stack: list[Frame] = []
        self.ret: Any = None
        """The result of the last resumable procedure."""
        self.ask: int | None = None
        """The number of the question that the game waits for."""
        self.open: list[Any] | None = None
        """Candidates of a question, if they were computed before it is asked; never stored."""
        self.log: Log = None
        self.results: list[Result] = [None] * players
        self.over: Result = None
        self.points: tuple[int, ...] = ()
        """The points of each seat once the game is over; empty if the game counts none."""
        self.ranks: tuple[int, ...] = ()
        """The rank of each seat, in the same way."""
        self.ending = False
        self.barrier = 0
        """Increases whenever something is revealed or drawn at random; undo cannot go back past it."""
        self.fate: tuple[Any, ...] = ()
        """Random results that a test has fixed."""
        self.turns = 0
        self.forced: list[tuple[Any, ...]] = []
        """Questions answered automatically since the last choice, because only one answer was open."""
        self._prepare()

    def _prepare(self) -> None:
        """Set what is not part of the game: fuel, caches, and who watches."""
        self.fuel = 0
        self.depth = 0
        """How many calls of functions that call themselves are nested."""
        self.meter: Callable[[State], None] | None = None
        """Called when the fuel of a decision is used up, to find out where."""
        self.samples: list[str] | None = None
        """The rules that were running when that was the case, since the decision began."""
        self.looked = 0
        """The fuel that was used for looking at this decision: options, reasons, scores, views."""
        self.looking = False
        """Whether somebody is looking; `fuel` is then what is left for looking."""
        self.marks: dict[int, tuple[Any, set[Any]]] = {}
        """Caches the marks of a phase as sets if there are many; never copied."""
        self.watch: Callable[[], None] | None = None
        """Called after each line of the log, see `watched`; never copied."""

    def known(self, observer: int) -> list[int]:
        """Return an observer's knowledge of each piece."""
        return self.minds[self.mind_of[observer]]

    @contextmanager
    def watched(self, watch: Callable[[], None] | None) -> Iterator[None]:
        """Call `watch` after each line that is added to the log inside the context."""
        if watch is None:
            yield
            return
        self.watch, self.__class__ = watch, _Watched
        try:
            yield
        finally:
            self.watch, self.__class__ = None, State

    def fork(self, still: bool = False) -> "State":
        """Return an independent copy; a still one stops before anything is revealed or drawn at random."""
        new = State.__new__(_Still if still else State)
        new.players = self.players
        new.v = self.v[:]
        new.p = [pile[:] for pile in self.p]
        new.w = self.w[:]
        new.minds = [mind[:] for mind in self.minds]
        new.mind_of = self.mind_of[:]
        new.labels = self.labels
        new.mixtures = self.mixtures
        new.seen = self.seen
        new.veiled = self.veiled
        new.streams = self.streams[:]
        new.stack = [frame[:] for frame in self.stack]
        new.ret = self.ret
        new.ask = self.ask
        new.open = None
        new.fuel = self.fuel
        new.depth = 0
        new.meter = self.meter
        new.samples = None
        new.looked = self.looked
        new.looking = False
        new.log = self.log
        new.results = self.results[:]
        new.over = self.over
        new.points = self.points
        new.ranks = self.ranks
        new.ending = self.ending
        new.barrier = self.barrier
        new.fate = self.fate
        new.turns = self.turns
        new.forced = self.forced[:]
        new.marks = {}
        new.watch = None
        return new

    def snapshot(self) -> tuple[Any, ...]:
        """Return everything that distinguishes two states, as one comparable value."""
        return (
            self.players,
            tuple(self.v),
            tuple(map(tuple, self.p)),
            tuple(self.w),
            tuple(_canonical(self.known(each)) for each in range(self.players + 1)),
            tuple(tuple(self.heaps(self.known(each)).values()) for each in range(self.players + 1)),
            tuple(self.streams),
            tuple(map(tuple, self.stack)),
            self.ask,
            tuple(self.results),
            self.over,
            self.points,
            self.ranks,
            lines(self.log),
        )

    def mixture(self, label: int) -> Mixture:
        """Return what is known of the pieces of a label since the label was new; work it out if necessary."""
        found = self.mixtures[label]
        if isinstance(found, Heaped):
            found = self.mixtures[label] = found.mixture()
        return found

    def heaps(self, labels: list[int]) -> dict[int, Mixture]:
        """Return what a mind knows about heaps, for each label, in the order of the pieces."""
        found: dict[int, set[int]] = {}
        for piece, label in enumerate(labels) if self.mixtures else ():
            if label in self.mixtures:
                found.setdefault(label, set()).add(piece)
        return {label: self.mixture(label).left(pieces) for label, pieces in found.items()}


class _Watched(State):
    """A state with a watcher of its log; a separate class, so that an unwatched state pays nothing for it."""

    __slots__ = ()

    @property
    def log(self) -> Log:
        """The log, unchanged."""
        log: Log = _LOG.__get__(self)
        return log

    @log.setter
    def log(self, log: Log) -> None:
        _LOG.__set__(self, log)
        if self.watch is not None:
            self.watch()


_LOG = State.__dict__["log"]


class _Still(State):
    """A state that stops when something would be revealed or drawn at random."""

    __slots__ = ("bound",)

    bound: int

    @property
    def barrier(self) -> int:
        """The barrier, which cannot increase here."""
        return self.bound

    @barrier.setter
    def barrier(self, value: int) -> None:
        if hasattr(self, "bound"):
            raise VeilError
        self.bound = value


def _canonical(labels: list[int]) -> tuple[int, ...]:
    """Number labels by first appearance, because only their equality matters."""
    order: dict[int, int] = {}
    return tuple(
        label if label < len(labels) else -1 - order.setdefault(label, len(order)) for label in labels
    )


def lines(log: Log) -> tuple[Line, ...]:
    """Return the log, oldest line first."""
    found: list[Line] = []
    while log is not None:
        log, readers, word, template, *gaps = log
        found.append((readers, word, (template, tuple(gaps))))
    return tuple(reversed(found))


_FIELDS = (
    "players",
    "v",
    "p",
    "w",
    "minds",
    "mind_of",
    "labels",
    "streams",
    "stack",
    "ret",
    "ask",
    "results",
    "over",
    "points",
    "ranks",
    "ending",
    "barrier",
    "fate",
    "turns",
)


def save_state(state: State) -> str:
    """Serialise the whole state."""
    data = {name: getattr(state, name) for name in _FIELDS}
    data["log"] = lines(state.log)
    data["mixtures"] = [(label, state.mixture(label)) for label in state.mixtures]
    return json.dumps(data, separators=(",", ":"))


def load_state(text: str, like: State) -> State:
    """Deserialise a state; the visibility of piles is copied from a state of the same game."""
    data = json.loads(text)
    state = State(data["players"])
    for name in _FIELDS:
        setattr(state, name, data[name])
    state.v = [_tuples(each) for each in data["v"]]
    state.stack = [[_tuples(each) for each in frame] for frame in data["stack"]]
    state.ret, state.over, state.fate = _tuples(data["ret"]), _tuples(data["over"]), _tuples(data["fate"])
    state.results = [_tuples(each) for each in data["results"]]
    state.points, state.ranks = tuple(data["points"]), tuple(data["ranks"])
    state.mixtures = {label: Mixture(*_tuples(mixture)) for label, mixture in data.get("mixtures", ())}
    state.seen = like.seen
    state.veiled = like.veiled
    state.forced = []
    state.log = None
    for line in data["log"]:
        readers, word, (template, gaps) = _tuples(line)
        state.log = (state.log, readers, word, template, *gaps)
    return state


def _tuples(value: Any) -> Any:
    """Convert lists from JSON into the tuples of the state."""
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
