"""What all processes that work for a hall have in common: calls over a socket, and limits of their own.

Whatever happens in such a process, the hall can end it and start another one.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lazaretto.host.codec import encode
from lazaretto.host.crash_report import only
from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.native_engine import MOST
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.frames import LONGEST, Frame, Kind, packed, read_frame
from lazaretto.host.server.measured_threads import CALL, MeasuredThreads
from lazaretto.host.server.worker_beats import Beat, CallTime
from lazaretto.host.wire_server import Answer, Root, Server

MEMORY = 2 * 1024**3
"""How much memory such a process may have, in bytes."""
ADDRESSES = MEMORY + 5 * MOST * 1024**3
"""How many addresses: wasmtime reserves 4 GB of them around each program, to see what leaves its memory."""

OOM = Path("/proc/self/oom_score_adj")
"""Where Linux reads how readily it ends a process when there is no memory left, from -1000 to 1000."""
GOES_FIRST = 300
"""How much more readily it ends such a process than the hall, which nobody can replace."""
FOR_THE_HALL = tuple(
    getattr(signal, each) for each in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, each)
)

FROM_HALL = 512 * 1024**2
"""The maximum length of a frame of the hall, in bytes: all choices of the longest game."""


class Worker:
    """Answers the calls of the hall."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        """Write to the hall; `serve` says what it can call."""
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._threads = MeasuredThreads()
        self._loop.set_default_executor(self._threads)
        self._server: Server

    async def serve(self, root: Root, side: str, reader: asyncio.StreamReader) -> None:
        """Answer calls until the hall closes the connection."""
        self._server = Server(root, lambda event: self._write(Frame(Kind.EVENT, event)), side)
        self._write(Frame(Kind.GREETING, self._server.greeting))
        while (frame := await read_frame(reader, FROM_HALL)) is not None:
            match frame.kind:
                case Kind.CALL:
                    self._start(self._answer(frame))
                case Kind.BEAT:
                    self._write(Frame(Kind.BEAT, encode(self._beat(), Beat)))
                case _:
                    with contextlib.suppress(ValueError):
                        self._server.heed(frame.content)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _answer(self, frame: Frame) -> None:
        CALL.set(frame.number)
        try:
            with only(ValueError, otherwise=LobbyError):
                answer = await self._server.answer(frame.content)
        except (ValueError, LobbyError) as error:
            answer = _refusal(error)
        if len(answer) > LONGEST:
            answer = _refusal(LobbyError(say.TOO_LONG_ANSWER()))
        self._write(Frame(Kind.ANSWER, answer, frame.number))

    def _beat(self) -> Beat:
        return Beat(tuple(CallTime(call, seconds) for call, seconds in self._threads.seconds().items()))

    def report(self, kind: Kind, content: bytes) -> None:
        """Send something to the hall, from any thread; what this thread does next is a new piece of work."""
        self._threads.renew()
        self._loop.call_soon_threadsafe(self._write, Frame(kind, content))

    def _write(self, frame: Frame) -> None:
        if len(frame.content) > LONGEST:
            self._writer.transport.abort()  # the hall would end this process anyway
        else:
            self._writer.write(packed(frame))


def _refusal(error: Exception) -> bytes:
    return encode(Answer(error="LobbyError", message=str(error)), Answer)


def begin_process() -> None:
    """Make this process one that works for a hall, before anything else runs in it.

    The hall ends it, and it ends with the hall; signals that are sent to all processes of a server, by a
    terminal or a service manager, are for the hall. If the system needs memory, this process goes first.
    """
    for number in FOR_THE_HALL:
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError, ValueError):
        own = int(OOM.read_text(encoding="ascii"))
        OOM.write_text(str(min(own + GOES_FIRST, 1000)), encoding="ascii")
    limit_memory()


def limit_memory() -> None:
    """Let the system refuse more memory than such a process can need."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        for which, wanted in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_AS, ADDRESSES)):
            _, most = resource.getrlimit(which)
            limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(which, (limit, most))


async def work_for(handle: int, make: Callable[[Worker], Root], side: str) -> None:
    """Work for the hall at the other end of a socket; `make` makes what it can call."""
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=handle))
    worker = Worker(writer)
    await worker.serve(make(worker), side, reader)
    os._exit(0)  # nobody waits for what threads still do
