"""A hall at the other end of two streams: sends calls, and delivers answers, updates and news."""

import asyncio
from itertools import count
from typing import Any, Protocol

from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.frames import Frame, Kind, packed, read_frame
from lazaretto.host.server.hall_wire import RemoteHall


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
