"""The hall's protocol over a channel: for apps that draw their screens on the player's machine."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

from lazaretto.host.codec import encode
from lazaretto.host.crash_report import only, without_file
from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.server.frames import Frame, Kind, packed, read_frame
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_wire import HallServer
from lazaretto.host.wire_server import Answer

PROTOCOL = "protocol"
"""The command with which a client asks for the protocol."""
LONGEST = 128 * 1024
"""The maximum length of a frame of a client, in bytes."""
MOST_CALLS = 32
"""With so many calls in work, the next ones wait."""


class Output(Protocol):
    """Where frames are sent to."""

    def write(self, data: bytes) -> None:
        """Send bytes without waiting."""


class Source(Protocol):
    """Where frames come from."""

    def pause_reading(self) -> None:
        """Let the client keep what it sends."""

    def resume_reading(self) -> None:
        """Take it again."""


def at_once() -> float:
    """The pace of a client whose calls never wait."""
    return 0.0


class ProtocolChannel:
    """One client's frames."""

    def __init__(self, output: Output, source: Source | None = None) -> None:
        """Send frames to `output`; while too many wait to be answered, `source` is paused."""
        self._output = output
        self._reader = asyncio.StreamReader(limit=LONGEST)
        if source is not None:
            self._reader.set_transport(cast(asyncio.Transport, source))
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(MOST_CALLS)

    def feed(self, data: bytes) -> None:
        """Take what the client sends."""
        self._reader.feed_data(data)

    def end(self) -> None:
        """No more comes."""
        self._reader.feed_eof()

    async def serve(self, hall: Hall, pace: Callable[[], float] = at_once) -> int:
        """Answer calls until the client leaves; return the status of the session.

        `pace` is asked before each call for how many seconds it has to wait.
        """
        server = HallServer(
            hall,
            lambda event: self._write(Frame(Kind.EVENT, event)),
            lambda news: self._write(Frame(Kind.NEWS, news)),
        )
        self._write(Frame(Kind.GREETING, server.greeting))
        try:
            with suppress(ValueError):
                while not server.left and (frame := await read_frame(self._reader, LONGEST)) is not None:
                    await asyncio.sleep(pace())  # in any case, others have their turn
                    if frame.kind is Kind.CALL:
                        await self._free.acquire()
                        self._start(self._answer(server, frame))
                    else:
                        server.heed(frame.content)
        finally:
            for task in self._tasks:
                task.cancel()
            server.close()
        return 0

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, server: HallServer, frame: Frame) -> None:
        try:
            with only(ValueError, otherwise=LobbyError):
                answer = await server.answer(frame.content)
        except (ValueError, LobbyError) as error:
            answer = encode(Answer(error="LobbyError", message=without_file(str(error))), Answer)
        finally:
            self._free.release()
        self._write(Frame(Kind.ANSWER, answer, frame.number))

    def _write(self, frame: Frame) -> None:
        self._output.write(packed(frame))
