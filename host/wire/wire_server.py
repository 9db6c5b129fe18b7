"""Lobby, seats and replays over a connection: every call, answer and event is one JSON text.

The server numbers each object that it hands out, and calls name the number; the lobby is number 0. The types
of arguments and answers are those of the protocols.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any, Protocol, get_type_hints

from lazaretto.host import messages as say
from lazaretto.host.lobby.lobby_protocol import HeldError, Lobby, LobbyError
from lazaretto.host.records.record_store import StoreError
from lazaretto.host.records.replay_protocol import Replay, ReplayInfo, Showing, ShowingInfo
from lazaretto.host.table.seat_protocol import OpenTable, Seat, SeatUpdate, TableInfo
from lazaretto.host.wire.allowed_calls import Declared, declared
from lazaretto.host.wire.codec import VERSION, decode, encode, plain, remember_plain, whole, written
from lazaretto.rules import ChoiceError, RuleError

LONGEST_NAME = 100
"""How many characters of an unknown name are repeated to who sent it."""

LOBBY = 0
"""The number of the object that a connection begins with: a lobby, or another root."""

ERRORS: dict[str, type[Exception]] = {
    each.__name__: each for each in (ChoiceError, RuleError, StoreError, LobbyError, HeldError)
}
"""The errors that are passed to the other end."""

SIDES: dict[str, Any] = {"lobby": Lobby, "seat": Seat, "replay": Replay}


@dataclass(frozen=True, slots=True)
class Greeting:
    """The first message of the server."""

    version: int
    bots: tuple[str, ...]
    """The names of the available bots."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a method of the object with this number."""

    to: int
    method: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a call: a value or an error."""

    value: Any = None
    error: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """An update for the seat with this number."""

    seat: int
    update: SeatUpdate


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """A seat that was handed out."""

    to: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """A table that was handed out."""

    info: TableInfo
    seats: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class ReplayNumber:
    """A replay that was handed out."""

    to: int
    info: ReplayInfo


@dataclass(frozen=True, slots=True)
class ShowingNumber:
    """A record that was handed out."""

    info: ShowingInfo
    replay: ReplayNumber


HANDED: dict[Any, Any] = {
    OpenTable: TableNumbers,
    Showing: ShowingNumber,
    Replay: ReplayNumber,
    Seat: SeatNumber,
}
"""The types that are handed out, and the types that are sent in their place."""


class Root(Protocol):
    """What a connection begins with: a lobby, a workroom or a hall."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""


class Line(Protocol):
    """The connection to the other end."""

    async def ask(self, message: bytes) -> bytes:
        """Send a call and wait for its answer.

        Events that follow an answer are delivered only after the waiting caller has continued.
        """

    def send(self, message: bytes) -> None:
        """Send a call without waiting."""


@cache
def types_of(side: str, method: str) -> dict[str, Any]:
    """The types of the arguments of a method, and its result type under `return`.

    Raises:
        ValueError: there is no such method.
    """
    declaration(side, method)
    return get_type_hints(getattr(SIDES[side], method))


def declaration(side: str, method: str) -> Declared:
    """What a method of an object costs and takes.

    Raises:
        ValueError: clients cannot call such a method.
    """
    found = declared(SIDES[side], method)
    if found is None:
        raise ValueError(say.NO_METHOD(side=side, method=method[:LONGEST_NAME]))
    return found


def exceeds(value: Any, most: int) -> bool:
    """Whether a value of JSON has more than so many in it: converting them takes longer than reading them."""
    waiting, seen = [value], 0
    while waiting:
        last = waiting.pop()
        inside = last.values() if isinstance(last, dict) else last if isinstance(last, list) else ()
        seen += len(inside)
        if seen > most:
            return True
        waiting.extend(inside)
    return False


remember_plain(TableInfo)


def _sent_as(error: Exception) -> str:
    """The name under which an error is sent: that of its class, or of the nearest class that is sent."""
    return next(each.__name__ for each in type(error).__mro__ if each.__name__ in ERRORS)


# --- the server --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Handed:
    """An object that a connection has."""

    side: str
    target: Any
    inside: tuple[int, ...] = ()
    """The numbers of what belongs to it, and is given back with it."""


class Server:
    """Answers calls from one connection."""

    def __init__(
        self,
        root: Root,
        push: Callable[[bytes], None],
        side: str = "lobby",
        *,
        most: int | None = None,
        most_values: int | None = None,
    ) -> None:
        """Serve calls of a root object and of what it hands out; `push` sends an event.

        `most` is how many objects the connection may have at a time, and `most_values` how many values one
        call may have; None for any number.
        """
        self._push, self._most, self._most_values = push, most, most_values
        self._handed: dict[int, Handed] = {LOBBY: Handed(side, root)}
        self._numbers = count(LOBBY + 1)
        self._given_back = side != "lobby"
        """Whether a seat that was left is gone: a workroom or a hall hands out a new one each time."""
        self.greeting = encode(Greeting(VERSION, root.bots), Greeting)
        """The first message to send."""

    async def answer(self, message: bytes) -> bytes:
        """Execute a call and return its answer.

        Raises:
            ValueError: the message is not a valid call.
        """
        handed, call, method, given = self._read(message)
        if not method.answers:
            raise ValueError(say.NO_ANSWER(method=call.method))
        if handed.side == "seat" and call.method == "join":
            given["told"] = self._telling(call.to)
        try:
            found = await getattr(handed.target, call.method)(**given)
        except tuple(ERRORS.values()) as error:
            return encode(Answer(error=_sent_as(error), message=str(error)), Answer)
        type_ = method.result
        value = plain(self.hand(found, type_), HANDED.get(type_, type_))
        return written({} if value is None else {"value": value})  # an `Answer`, of what is plain already

    def heed(self, message: bytes) -> None:
        """Execute a call that needs no answer.

        Raises:
            ValueError: the message is not a valid call.
        """
        handed, call, method, given = self._read(message)
        if method.answers:
            raise ValueError(say.NEEDS_ANSWER(method=call.method))
        getattr(handed.target, call.method)(**given)
        if self._given_back and call.method == "leave" and call.to != LOBBY:
            for number in (call.to, *handed.inside):
                self._handed.pop(number, None)

    def close(self) -> None:
        """Leave all seats, because the connection has ended: others may open their records."""
        for handed in self._handed.values():
            if handed.side == "seat":
                handed.target.leave()

    def _read(self, message: bytes) -> tuple[Handed, Call, Declared, dict[str, Any]]:
        call: Call = decode(message, Call)
        if call.to not in self._handed:
            raise ValueError(say.NO_NUMBER(number=str(call.to)[:LONGEST_NAME]))
        handed = self._handed[call.to]
        method = declaration(handed.side, call.method)
        method.check_names(call.arguments)
        if self._most_values is not None and exceeds(call.arguments, self._most_values):
            raise ValueError(say.TOO_MANY_VALUES(most=self._most_values))
        hints = types_of(handed.side, call.method)
        given = {name: whole(value, hints[name]) for name, value in call.arguments.items()}
        method.check(given)
        return handed, call, method, given

    def _telling(self, number: int) -> Callable[[SeatUpdate], None]:
        return lambda update: self._push(encode(Event(number, update), Event))

    def hand(self, found: Any, type_: Any) -> Any:
        """Replace an object that can be called by its number.

        Raises:
            ValueError: the connection has too many.
        """
        if type_ is OpenTable:
            return TableNumbers(found.info, tuple(map(self.seat, found.seats)))
        if type_ is Seat:
            return self.seat(found)
        if type_ is Showing:
            return ShowingNumber(found.info, self._replay(found.replay))
        return self._replay(found) if type_ is Replay else found

    def seat(self, seat: Seat) -> SeatNumber:
        """Hand a seat out."""
        return SeatNumber(self.number("seat", seat), seat.number, seat.name)

    def _replay(self, replay: Replay) -> ReplayNumber:
        return ReplayNumber(self.number("replay", replay), replay.info)

    def number(self, side: str, target: object) -> int:
        """Number an object, so that it can be called.

        Raises:
            ValueError: the connection has too many.
        """
        if self._most is not None and len(self._handed) >= self._most:
            raise ValueError(say.TOO_MANY_HANDED())
        number = next(self._numbers)
        self._handed[number] = Handed(side, target)
        return number

    def keep_inside(self, number: int, inside: tuple[int, ...]) -> None:
        """Give some objects back together with another one."""
        self._handed[number].inside = inside
