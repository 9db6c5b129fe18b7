"""A hall at the other end of two streams: says who sits here, sends calls, and delivers answers and news."""

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, Protocol

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.wire.bounds import LongText, Number, PersonName, ShortText, check
from lazaretto.host.wire.codec import HIGHEST, decode, encode, first_message
from lazaretto.host.wire.frames import Frame, Kind, packed, read_frame
from lazaretto.host.wire.wire_server import ERRORS, Answer


class Writer(Protocol):
    """Where frames are written to."""

    def write(self, data: bytes) -> Any:
        """Write bytes without waiting."""


class HallLine:
    """The client's end of a connection to a hall."""

    def __init__(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self.ended = asyncio.Event()
        """Set when the other end is gone."""
        self.hall: RemoteHall

    async def open(self) -> RemoteHall:
        """Wait for the greeting.

        Raises:
            ValueError: the other end speaks another version, or is not a hall.
            ConnectionError: it is gone.
        """
        frame = await read_frame(self._reader)
        if frame is None or frame.kind is not Kind.GREETING:
            raise ConnectionError(say.SILENT())
        return self.begin(frame)

    def begin(self, greeting: Frame) -> RemoteHall:
        """Begin with the greeting of the other end.

        Raises:
            ValueError: the other end speaks another version, or is not a hall.
        """
        if greeting.kind is not Kind.GREETING:
            raise ValueError(say.SILENT())
        self.hall = RemoteHall(self, greeting.content)
        self._reading = asyncio.get_running_loop().create_task(self._read())
        return self.hall

    async def ask(self, message: bytes) -> bytes:
        """Send a call and wait for its answer.

        Raises:
            LobbyError: the other end is gone.
        """
        if self.ended.is_set():
            raise LobbyError(say.SILENT())
        number = next(self._numbers)
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._writer.write(packed(Frame(Kind.CALL, message, number)))
            return await future
        finally:
            del self._waiting[number]

    def send(self, message: bytes) -> None:
        """Send a call without waiting."""
        if not self.ended.is_set():
            self._writer.write(packed(Frame(Kind.SEND, message)))

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (frame := await read_frame(self._reader)) is not None:
                if frame.kind is Kind.ANSWER:
                    future = self._waiting.get(frame.number)
                    if future is not None and not future.done():
                        future.set_result(frame.content)
                elif frame.kind is Kind.EVENT:
                    loop.call_soon(self.hall.client.heed, frame.content)
                elif frame.kind is Kind.NEWS:
                    loop.call_soon(self.hall.heed, frame.content)
        finally:
            self.ended.set()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(LobbyError(say.SILENT()))


LONGEST_GREETING = 16 * 1024
"""The maximum length of the first frame in bytes."""


class NameNeededError(Exception):
    """The server does not know this person yet and asks for a name; the message says why."""


ERRORS[NameNeededError.__name__] = NameNeededError


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who wants to come in; nothing but the version: the owner of the process at this end."""

    version: Annotated[int, Number(0, HIGHEST)]
    person: PersonName = ""
    """The name that the operator gave this person."""
    key: LongText = ""
    """The public key with which this person has logged in elsewhere, as a line of `authorized_keys`."""
    answer: ShortText = ""
    """What a new person typed: a name, or `code` and a one-time code."""


async def read_visitor(reader: asyncio.StreamReader) -> Visitor:
    """Read the first frame of a client.

    Raises:
        ValueError: it is something else, or of another version.
    """
    frame = await read_frame(reader, LONGEST_GREETING)
    if frame is None or frame.kind is not Kind.GREETING:
        raise ValueError(say.SILENT())
    visitor: Visitor = first_message(frame.content, Visitor, say.OTHER_CLIENT)
    check(visitor, Visitor)
    return visitor


def refusal(error: Exception) -> bytes:
    """The frame that tells a client why it may not come in."""
    answer = Answer(error=type(error).__name__, message=str(error))
    return packed(Frame(Kind.ANSWER, encode(answer, Answer)))


async def introduce(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visitor: Visitor) -> Frame:
    """Say who is there, and wait for the greeting of the hall.

    Raises:
        NameNeededError: the server asks for a name.
        ConnectionError: it refuses, or is gone.
        ValueError: it is not a server.
    """
    writer.write(packed(Frame(Kind.GREETING, encode(visitor, Visitor))))
    frame = await read_frame(reader)
    if frame is None:
        raise ConnectionError(say.SILENT())
    if frame.kind is Kind.ANSWER:
        answer: Answer = decode(frame.content, Answer)
        if answer.error == NameNeededError.__name__:
            raise NameNeededError(answer.message)
        raise ConnectionError(answer.message)
    return frame


async def come_in(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visitor: Visitor
) -> tuple[HallLine, RemoteHall]:
    """Say who is there, and come into the hall; raises as `introduce` does, or if the versions differ."""
    greeting = await introduce(reader, writer, visitor)
    line = HallLine(reader, writer)
    return line, line.begin(greeting)
