"""The client's end of a session of `people`: frames, what it was told, and the marks in it."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lazaretto.host.wire.frames import HEAD, Frame, Kind, packed

Json = dict[str, Any]
MARKS = (
    (b"ZQ", re.compile(rb"ZQ[A-Z]\d+Z")),
    (b"crate_", re.compile(rb"crate_\d\d")),
    (b"SHA256:", re.compile(rb"SHA256:[A-Za-z0-9+/]{43}")),
)
"""Texts that `people` plants, and fingerprints: how each begins, and its whole form."""
BASE = re.compile(rb'"base":\{.*?"now":', re.DOTALL)
"""What a seat is told of the game as such: the names of everything, wherever it is."""
PATIENCE = 60.0
"""Seconds within which every call is answered, unless the test itself has stopped a process."""


class HungUpError(Exception):
    """The session ended before the answer came."""


@dataclass(slots=True)
class Place:
    """A place that a session was given."""

    session: "Session"
    to: int
    code: str
    watching: bool
    shows: int | None
    seats: dict[int, int]
    """The object of each seat, by the number of the seat."""
    view: Json
    joined: set[int] = field(default_factory=set)
    """The seats whose updates this client gets."""


Heard = Callable[["Session", Kind, bytes], None]
"""Called with each frame that comes."""


class Session:
    """One session of a person."""

    def __init__(self, person: str, number: int, write: Callable[[bytes], None], heard: Heard) -> None:
        self.person, self.number, self.write = person, number, write
        self._heard = heard
        self._buffer = b""
        self._numbers = 0
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self.greeted: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.ended = asyncio.Event()
        self.may_end = False
        """Whether this test does what ends the session."""
        self.view: Json = {}
        """What the person sees of the hall, as the session was told last."""
        self.places: dict[int, Place] = {}
        self.replays: list[tuple[int, Json]] = []
        self.last: dict[int, bytes] = {}
        """The last news for each object."""
        self.updates: dict[int, int] = {}
        """The number of the last update of each seat."""
        self._early: dict[int, Json] = {}
        """The last view of each place, perhaps before the test has noted the place."""
        self.hang_up: Callable[[], Awaitable[None]]
        self.looks = True

    # --- what comes --------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Take bytes of the server."""
        self._buffer += data
        while len(self._buffer) >= HEAD.size:
            length, kind, number = HEAD.unpack_from(self._buffer)
            if len(self._buffer) < HEAD.size + length:
                return
            content = self._buffer[HEAD.size : HEAD.size + length]
            self._buffer = self._buffer[HEAD.size + length :]
            self._take(Kind(kind), content, number)

    def _take(self, kind: Kind, content: bytes, number: int) -> None:
        self._heard(self, kind, content)
        if kind is Kind.NEWS:
            found = json.loads(content)
            news = found["news"]
            if found["to"] == 0:
                self.view = _whole(self.view, news, found.get("kept", 0))
            elif news["is"] == "TableView":
                news = _whole(self._early.get(found["to"], {}), news, found.get("kept", 0))
                self._early[found["to"]] = news
                if found["to"] in self.places:
                    self.places[found["to"]].view = news
        elif kind is Kind.ANSWER:
            waiting = self._waiting.pop(number, None)
            if waiting is not None and not waiting.done():
                answer = json.loads(content)
                value = answer.get("value")
                if isinstance(value, dict) and "view" in value and "to" in value:
                    self._early[value["to"]] = value["view"]
                waiting.set_result(answer)
            elif not self.greeted.done():  # the server refuses to let the person in
                self.greeted.set_result(json.loads(content))
        elif kind is Kind.GREETING:
            found = json.loads(content)
            self.view = found["view"]
            self.greeted.set_result(found)

    def end(self) -> None:
        """The connection is gone."""
        self.ended.set()
        for future in (*self._waiting.values(), self.greeted):
            if not future.done():
                future.set_exception(HungUpError())
                future.exception()  # it may be that nobody waits for it
        self._waiting.clear()

    # --- what is sent ------------------------------------------------------------------------------

    def begin(self, to: int, method: str, arguments: Json) -> "asyncio.Future[Json]":
        """Send a call; the future is its answer."""
        self._numbers += 1
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        if self.ended.is_set():
            future.set_exception(HungUpError())
            return future
        self._waiting[self._numbers] = future
        self.write(packed(Frame(Kind.CALL, _message(to, method, arguments), self._numbers)))
        return future

    async def call(self, to: int, method: str, arguments: Json) -> Json:
        """Call a method and wait for the answer.

        Raises:
            HungUpError: the session ended first.
            TimeoutError: nothing came.
        """
        async with asyncio.timeout(PATIENCE):
            return await self.begin(to, method, arguments)

    def send(self, to: int, method: str, arguments: Json) -> None:
        """Send a call that needs no answer."""
        self.write(packed(Frame(Kind.SEND, _message(to, method, arguments))))

    def seated(self, answer: Json) -> Place:
        """Note a place that was handed out."""
        seats = {each["number"]: each["to"] for each in answer["table"]["seats"]}
        view: Json = self._early[answer["to"]] if answer["to"] in self._early else answer["view"]
        place = Place(self, answer["to"], answer["code"], answer["watching"], view.get("shows"), seats, view)
        self.places[place.to] = place
        return place


def _whole(before: Json, now: Json, kept: int) -> Json:
    """What a client sees, with the latest lines of chat that it keeps."""
    return {**now, "chat": [*before.get("chat", [])[-kept:], *now.get("chat", [])]} if kept else now


def _message(to: int, method: str, arguments: Json) -> bytes:
    return json.dumps({"to": to, "method": method, "arguments": arguments}).encode()


def marks(kind: Kind, content: bytes) -> Sequence[bytes]:
    """What a frame says that perhaps not everybody may know."""
    if kind is Kind.ANSWER and b'"base":{' in content:
        content = BASE.sub(b"", content)
    return [mark for begin, form in MARKS if begin in content for mark in form.findall(content)]
