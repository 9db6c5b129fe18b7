"""What all processes that work for a hall share: calls over a socket, measured threads, their own limits.

Whatever happens in such a process, the hall can end it and start another one.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, get_ident
from typing import Any, ParamSpec, TypeVar

from lazaretto.host.crash_report import only
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.lobby.native_engine import MOST
from lazaretto.host.server import hall_messages as say
from lazaretto.host.wire.codec import encode
from lazaretto.host.wire.frames import LONGEST, Frame, Kind, packed, read_frame
from lazaretto.host.wire.wire_server import Answer, Root, Server


@dataclass(frozen=True, slots=True)
class CallTime:
    """How long a thread has worked on a call."""

    call: int
    seconds: float
    """Of processor time, since the piece of work began that it does now."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The calls that are worked on now."""

    calls: tuple[CallTime, ...]


MOST_THREADS = 32
"""How many threads work at once; each has a stack of 8 MB."""

P = ParamSpec("P")
Found = TypeVar("Found")

CALL: ContextVar[int] = ContextVar("call", default=0)
"""The number of the call that a task answers, also in what it starts; 0 for none."""


@dataclass(slots=True)
class _Piece:
    """Work that a thread does now."""

    call: int
    began: float


class MeasuredThreads(ThreadPoolExecutor):
    """Threads whose work can be measured from outside."""

    def __init__(self) -> None:
        super().__init__(MOST_THREADS, "work")
        self._working: dict[int, _Piece] = {}
        """What each thread does now, by its number."""
        self._changing = Lock()

    def submit(self, fn: Callable[P, Found], /, *args: P.args, **kwargs: P.kwargs) -> Future[Found]:
        """Let a thread do something; it counts as work on the present call."""
        return super().submit(self._measured, CALL.get(), fn, *args, **kwargs)

    def _measured(self, call: int, work: Callable[P, Found], /, *args: P.args, **kwargs: P.kwargs) -> Found:
        thread = get_ident()
        with self._changing:
            self._working[thread] = _Piece(call, _used_by(thread))
        try:
            return work(*args, **kwargs)
        finally:
            with self._changing:
                del self._working[thread]

    def renew(self) -> None:
        """Begin to measure anew in this thread: what it did so far is done, and what follows is new work."""
        thread = get_ident()
        with self._changing:
            if thread in self._working:
                self._working[thread].began = _used_by(thread)

    def seconds(self) -> dict[int, float]:
        """The seconds of processor time that the work on each call has used so far."""
        found: dict[int, float] = {}
        with self._changing:  # a thread that works now cannot end meanwhile
            for thread, piece in self._working.items():
                used = _used_by(thread) - piece.began
                found[piece.call] = max(used, found.get(piece.call, 0.0))
        return found


def _used_by(thread: int) -> float:
    """The processor time of a thread that runs; on systems that do not measure it, the time of the clock."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


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
