"""Lobby, seats and replays at the other end of a line: every call, answer and event as one JSON text.

A server answers calls to what it has handed out, by number; the lobby is number 0. The types of arguments and
answers are those of the protocols.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, get_type_hints

from host import messages as say
from host.codec import decode, encode, plain, whole
from host.lobby import Lobby, LobbyError
from host.record_store import StoreError
from host.replay import Replay, ReplayInfo, Showing, ShowingInfo
from host.seat import OpenTable, Seat, SeatUpdate, TableInfo
from rules import ChoiceError, RuleError

VERSION = 1
"""Of the messages; both ends must speak the same."""

LOBBY = 0
"""The number of the lobby."""

ERRORS: dict[str, type[Exception]] = {
    each.__name__: each for each in (ChoiceError, RuleError, StoreError, LobbyError)
}
"""What may be raised at the other end."""

SIDES: dict[str, Any] = {"lobby": Lobby, "seat": Seat, "replay": Replay}


@dataclass(frozen=True, slots=True)
class Greeting:
    """The first thing that the answering end says."""

    version: int
    bots: tuple[str, ...]
    """The names of the bots that may sit at a table."""


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody wants something done by what has this number."""

    to: int
    method: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it: a value, or why it was refused."""

    value: Any = None
    error: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A seat with this number is told something."""

    seat: int
    update: SeatUpdate


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """A seat as it is handed out."""

    to: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """A table as it is handed out."""

    info: TableInfo
    seats: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class ReplayNumber:
    """A replay as it is handed out."""

    to: int
    info: ReplayInfo


@dataclass(frozen=True, slots=True)
class ShowingNumber:
    """A record as it is handed out."""

    info: ShowingInfo
    replay: ReplayNumber


HANDED: dict[Any, Any] = {OpenTable: TableNumbers, Showing: ShowingNumber, Replay: ReplayNumber}
"""What is handed out, and what crosses the line in its place."""


class Line(Protocol):
    """The way to the other end."""

    async def ask(self, message: bytes) -> bytes:
        """Send a call and wait for its answer.

        Events that follow an answer are brought only after whoever waited for it has gone on.
        """

    def send(self, message: bytes) -> None:
        """Send a call without waiting."""


@cache
def types_of(side: str, method: str) -> dict[str, Any]:
    """The types of the arguments of a method, and of what it gives under `return`.

    Raises:
        ValueError: there is no such method.
    """
    found = getattr(SIDES[side], method, None)
    if method.startswith("_") or found is None or isinstance(found, property):
        raise ValueError(say.NO_METHOD(side=side, method=method))
    return get_type_hints(found)


# --- the end that answers ----------------------------------------------------------------------------


class Server:
    """Answers calls from one line."""

    def __init__(self, lobby: Lobby, push: Callable[[bytes], None]) -> None:
        self._push = push
        self._handed: list[tuple[str, Any]] = [("lobby", lobby)]
        self.greeting = encode(Greeting(VERSION, lobby.bots), Greeting)
        """What is said first."""

    async def answer(self, message: bytes) -> bytes:
        """Do what is asked for.

        Raises:
            ValueError: nobody can make sense of it.
        """
        side, target, call, given = self._read(message)
        if call.method == "join":
            given["told"] = self._telling(call.to)
        try:
            found = await getattr(target, call.method)(**given)
        except tuple(ERRORS.values()) as error:
            return encode(Answer(error=type(error).__name__, message=str(error)), Answer)
        type_ = types_of(side, call.method)["return"]
        return encode(Answer(plain(self._hand(found, type_), HANDED.get(type_, type_))), Answer)

    def heed(self, message: bytes) -> None:
        """Do what needs no answer."""
        _, target, call, given = self._read(message)
        getattr(target, call.method)(**given)

    def _read(self, message: bytes) -> tuple[str, Any, Call, dict[str, Any]]:
        call: Call = decode(message, Call)
        if not 0 <= call.to < len(self._handed):
            raise ValueError(say.NO_NUMBER(number=call.to))
        side, target = self._handed[call.to]
        hints = types_of(side, call.method)
        unknown = call.arguments.keys() - hints.keys() | ({"return"} & call.arguments.keys())
        if unknown:
            raise ValueError(say.NO_ARGUMENT(method=call.method, arguments=", ".join(sorted(unknown))))
        given = {name: whole(value, hints[name]) for name, value in call.arguments.items()}
        return side, target, call, given

    def _telling(self, number: int) -> Callable[[SeatUpdate], None]:
        return lambda update: self._push(encode(Event(number, update), Event))

    def _hand(self, found: Any, type_: Any) -> Any:
        """Give a number to what can be called itself."""
        if type_ is OpenTable:
            seats = (SeatNumber(self._number("seat", each), each.number, each.name) for each in found.seats)
            return TableNumbers(found.info, tuple(seats))
        if type_ is Showing:
            return ShowingNumber(found.info, self._replay(found.replay))
        return self._replay(found) if type_ is Replay else found

    def _replay(self, replay: Replay) -> ReplayNumber:
        return ReplayNumber(self._number("replay", replay), replay.info)

    def _number(self, side: str, target: object) -> int:
        self._handed.append((side, target))
        return len(self._handed) - 1
