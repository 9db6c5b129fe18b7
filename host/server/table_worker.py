"""A process that runs the rules of tables: `python -m host.server.table_worker FD`.

It talks with the hall over a socket, and has limits of its own: whatever a rule does, it hurts the tables of
this process at most, and the hall replaces the process.
"""

import asyncio
import contextlib
import importlib
import socket
import sys
from collections.abc import Coroutine
from typing import Any

from host.codec import encode
from host.crash_report import only
from host.lobby_protocol import LobbyError
from host.native_engine import MOST
from host.server.frames import Frame, Kind, packed, read_frame
from host.server.local_workroom import LocalWorkroom
from host.server.workroom_protocol import Append
from host.wire_server import Answer, Server
from rules.engines import ENGINES, Engine

MEMORY = 2 * 1024**3
"""How much memory this process may have, in bytes."""
ADDRESSES = MEMORY + 5 * MOST * 1024**3
"""How many addresses: wasmtime reserves 4 GB of them around each program, to see what leaves its memory."""


class Worker:
    """Answers the calls of the hall."""

    def __init__(self, bots: Any, writer: asyncio.StreamWriter, engine: Engine) -> None:
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._running: set[asyncio.Task[None]] = set()
        workroom = LocalWorkroom(bots, self._report, engine)
        self._server = Server(workroom, lambda event: self._write(Frame(Kind.EVENT, event)), "workroom")

    async def work(self, reader: asyncio.StreamReader) -> None:
        """Answer calls until the hall closes the connection."""
        self._write(Frame(Kind.GREETING, self._server.greeting))
        while (frame := await read_frame(reader)) is not None:
            if frame.kind is Kind.CALL:
                self._start(self._answer(frame))
            else:
                with contextlib.suppress(ValueError):
                    self._server.heed(frame.content)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _answer(self, frame: Frame) -> None:
        try:
            with only(ValueError, otherwise=LobbyError):
                answer = await self._server.answer(frame.content)
        except (ValueError, LobbyError) as error:
            answer = encode(Answer(error="LobbyError", message=str(error)), Answer)
        self._write(Frame(Kind.ANSWER, answer, frame.number))

    def _report(self, append: Append) -> None:
        """Send a change to the hall, from any thread."""
        frame = Frame(Kind.APPEND, encode(append, Append))
        self._loop.call_soon_threadsafe(self._write, frame)

    def _write(self, frame: Frame) -> None:
        self._writer.write(packed(frame))


def limit_memory() -> None:
    """Let the system refuse more memory than a table can need."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        for which, wanted in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_AS, ADDRESSES)):
            _, most = resource.getrlimit(which)
            limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(which, (limit, most))


def bots_named(place: str) -> Any:
    """The bots at a place of a module, for instance `lab.bots:BOTS`; the host itself knows none."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


async def main(handle: int, bots: str, engine: str) -> None:
    """Work for the hall at the other end of a socket."""
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=handle))
    found: Engine = next((each for each in ENGINES if each == engine), "python")
    await Worker(bots_named(bots) if bots else {}, writer, found).work(reader)


if __name__ == "__main__":
    limit_memory()
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
