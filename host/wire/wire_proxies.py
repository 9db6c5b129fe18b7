"""The client end of a connection: seats and replays that forward calls, and what all such objects share."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from lazaretto.host.records.replay_protocol import Replay, ReplayInfo, Showing
from lazaretto.host.table.seat_protocol import OpenTable, Seat, SeatStart, Told
from lazaretto.host.wire.codec import decode, encode, plain, whole
from lazaretto.host.wire.wire_server import (
    ERRORS,
    HANDED,
    LOBBY,
    Answer,
    Call,
    Event,
    Line,
    ReplayNumber,
    SeatNumber,
    ShowingNumber,
    TableNumbers,
    types_of,
)

Method = TypeVar("Method", bound=Callable[..., Any])


class Client:
    """Sends calls over a connection, and delivers events to their seats."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.told: dict[int, Told] = {}
        """The listener of each seat."""

    async def ask(self, side: str, to: int, method: str, /, **arguments: Any) -> Any:
        """Call something at the other end.

        Raises:
            ChoiceError, RuleError, StoreError, LobbyError, HeldError: what was raised there.
        """
        answer: Answer = decode(await self._line.ask(_call(side, to, method, arguments)), Answer)
        if answer.error:
            raise ERRORS[answer.error](answer.message)
        type_ = types_of(side, method)["return"]
        return whole(answer.value, HANDED.get(type_, type_))

    def send(self, side: str, to: int, method: str, /, **arguments: Any) -> None:
        """Call something at the other end without waiting."""
        self._line.send(_call(side, to, method, arguments))

    def heed(self, message: bytes) -> None:
        """Deliver an event to its seat."""
        event: Event = decode(message, Event)
        told = self.told.get(event.seat)
        if told is not None:
            told(event.update)


def _call(side: str, to: int, method: str, arguments: dict[str, Any]) -> bytes:
    hints = types_of(side, method)
    return encode(
        Call(to, method, {name: plain(argument, hints[name]) for name, argument in arguments.items()}), Call
    )


class Proxy:
    """An object at the other end: the methods that are `forwarded` call it."""

    client: Client
    side: str
    """The name of its protocol in `SIDES`."""
    to: int = LOBBY
    """Its number."""

    async def _ask(self, method: str, **arguments: Any) -> Any:
        """Call a method, and wait for its answer."""
        return self._take(await self.client.ask(self.side, self.to, method, **arguments))

    def _take(self, answer: Any) -> Any:
        """An answer, with an object that can be called in place of each number that was handed out."""
        match answer:
            case TableNumbers(info, seats):
                return OpenTable(info, tuple(WireSeat(self.client, seat) for seat in seats))
            case ShowingNumber(info, replay):
                return Showing(info, WireReplay(self.client, replay))
            case ReplayNumber():
                return WireReplay(self.client, answer)
            case _:
                return answer


def forwarded(method: Method) -> Method:
    """The method of a `Proxy` that calls this one at the other end, and waits for an answer if it has one."""
    name, signature = method.__name__, inspect.signature(method)

    def arguments_of(*given: Any, **named: Any) -> dict[str, Any]:
        bound = signature.bind(*given, **named)
        bound.apply_defaults()
        return {name: value for name, value in bound.arguments.items() if name != "self"}

    async def ask(proxy: Proxy, *given: Any, **named: Any) -> Any:
        return await proxy._ask(name, **arguments_of(proxy, *given, **named))

    def send(proxy: Proxy, *given: Any, **named: Any) -> None:
        proxy.client.send(proxy.side, proxy.to, name, **arguments_of(proxy, *given, **named))

    return cast(Method, ask if inspect.iscoroutinefunction(method) else send)


class WireSeat(Proxy):
    """A seat at the other end."""

    side = "seat"

    def __init__(self, client: Client, seat: SeatNumber) -> None:
        self.client, self.to = client, seat.to
        self.number = seat.number
        self.name = seat.name

    async def join(self, told: Told) -> SeatStart:
        """Take the seat."""
        start: SeatStart = await self._ask("join")
        self.client.told[self.to] = told
        return start

    def leave(self) -> None:
        """Stop receiving updates; when nobody has a seat any more, the bots stop."""
        self.client.told.pop(self.to, None)
        self.client.send(self.side, self.to, "leave")

    follow = forwarded(Seat.follow)
    choose = forwarded(Seat.choose)
    back = forwarded(Seat.back)
    undo = forwarded(Seat.undo)
    talk = forwarded(Seat.talk)
    stops = forwarded(Seat.stops)
    save = forwarded(Seat.save)
    ways = forwarded(Seat.ways)
    journeys = forwarded(Seat.journeys)
    travel = forwarded(Seat.travel)
    outlooks = forwarded(Seat.outlooks)
    ahead = forwarded(Seat.ahead)
    hint = forwarded(Seat.hint)
    drop_hint = forwarded(Seat.drop_hint)
    course = forwarded(Seat.course)
    replay = forwarded(Seat.replay)


class WireReplay(Proxy):
    """A replay at the other end."""

    side = "replay"

    def __init__(self, client: Client, replay: ReplayNumber) -> None:
        self.client, self.to = client, replay.to
        self.info: ReplayInfo = replay.info

    leave = forwarded(Replay.leave)
    base = forwarded(Replay.base)
    frame = forwarded(Replay.frame)
    public = forwarded(Replay.public)
    chances = forwarded(Replay.chances)
