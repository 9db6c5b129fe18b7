"""The hall's end of a process that runs the rules of tables."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from host.codec import decode
from host.lobby_protocol import LobbyError, ScenarioInfo
from host.program_loader import Faults
from host.replay_protocol import Showing
from host.server import hall_messages as say
from host.server.frames import Frame, Kind, packed, read_frame
from host.server.workroom_protocol import Append, TableFacts, TableJob, Texts
from host.wire_proxies import Client, WireReplay, WireSeat
from host.wire_server import LOBBY, VERSION, Call, Greeting
from rules.engines import Engine

STARTED = 30.0
"""Seconds within which a process must greet."""
LONGEST = 30.0
"""Seconds after which a process that does not answer is replaced."""

Store = Callable[[Append], Awaitable[str]]
"""Stores a change of a record; returns why not, or an empty text."""


class WorkerLostError(LobbyError):
    """The process that ran a table has ended."""


class TooSlowError(WorkerLostError):
    """A call took so long that the process was ended."""


async def start_process(handle: int, bots: str, engine: str) -> asyncio.subprocess.Process:
    """Start a process that runs rules for whoever is at the other end of a socket."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "host.server.table_worker", str(handle), bots, engine),
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=[handle],
        cwd=Path(__file__).resolve().parents[2],
    )


class RemoteWorkroom:
    """A `Workroom` in a process of its own."""

    def __init__(
        self,
        store: Store,
        lost: Callable[["RemoteWorkroom"], None],
        bots: str = "",
        slow: Callable[[str], None] = lambda _: None,
        engine: Engine = "python",
    ) -> None:
        """Make a workroom; `lost` is called when its process ends, `bots` says where they are defined.

        `slow` is called with the code of a table or the folder of a scenario whose rules took too long.
        `engine` plans for bots and gives hints.
        """
        self.bots: tuple[str, ...] = ()
        self.codes: set[str] = set()
        """The tables that run here."""
        self._store, self._lost, self._bots_at, self._slow = store, lost, bots, slow
        self._engine = engine
        self._seats: dict[int, str] = {}
        """The tables of the seats that were handed out."""
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._client = Client(self)
        self._process: asyncio.subprocess.Process | None = None
        self._writer: asyncio.StreamWriter
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ended = False

    async def start(self) -> None:
        """Start the process.

        Raises:
            WorkerLostError: it does not greet.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await start_process(theirs.fileno(), self._bots_at, self._engine)
        reader, self._writer = await asyncio.open_connection(sock=ours)
        try:
            async with asyncio.timeout(STARTED):
                frame = await read_frame(reader)
        except TimeoutError:
            frame = None
        if frame is None or frame.kind is not Kind.GREETING:
            self.kill()
            raise WorkerLostError(say.SILENT())
        greeting: Greeting = decode(frame.content, Greeting)
        assert greeting.version == VERSION
        self.bots = greeting.bots
        self._spawn(self._read(reader))

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid if self._process is not None else 0

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)  # `Process.kill` would collect its status first

    async def stop(self) -> None:
        """End the process and wait for it."""
        self._ended = True
        self.kill()
        if self._process is not None:
            await self._process.wait()
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()
        if self._tasks:
            await asyncio.wait(self._tasks)

    # --- the line to the other end ---------------------------------------------------------------

    async def ask(self, message: bytes) -> bytes:
        """Send a call and wait for its answer; a process that does not answer is killed.

        Raises:
            WorkerLostError: the process has ended.
            TooSlowError: it was ended because of this call.
        """
        if self._ended:
            raise WorkerLostError(say.SILENT())
        number = next(self._numbers)
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._writer.write(packed(Frame(Kind.CALL, message, number)))
        try:
            async with asyncio.timeout(LONGEST):
                return await future
        except TimeoutError:
            self._slow(self._about(decode(message, Call)))
            self.kill()
            raise TooSlowError(say.TOO_SLOW()) from None
        finally:
            self._waiting.pop(number, None)

    def send(self, message: bytes) -> None:
        """Send a call without waiting."""
        if not self._ended:
            self._writer.write(packed(Frame(Kind.SEND, message)))

    def _about(self, call: Call) -> str:
        """The code of the table, or the folder of the scenario, that a call is about."""
        given = call.arguments
        found = given.get("code") or given.get("folder") or given.get("job", {}).get("code", "")
        return str(found or self._seats.get(call.to, ""))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        loop = asyncio.get_running_loop()
        with suppress(ValueError):
            while (frame := await read_frame(reader)) is not None:
                match frame.kind:
                    case Kind.ANSWER:
                        future = self._waiting.get(frame.number)
                        if future is not None and not future.done():
                            future.set_result(frame.content)
                    case Kind.EVENT:
                        loop.call_soon(self._client.heed, frame.content)
                    case Kind.APPEND:
                        self._spawn(self._append(decode(frame.content, Append)))
                    case _:
                        raise ValueError(frame.kind)
        self._end()

    async def _append(self, append: Append) -> None:
        error = await self._store(append)
        with suppress(LobbyError):
            await self._ask("stored", code=append.code, number=append.number, error=error)

    def _end(self) -> None:
        ended, self._ended = self._ended, True
        self.kill()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(WorkerLostError(say.SILENT()))
        if not ended:
            self._lost(self)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- the workroom ------------------------------------------------------------------------------

    async def _ask(self, method: str, **arguments: Any) -> Any:
        return await self._client.ask("workroom", LOBBY, method, **arguments)

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""
        found: ScenarioInfo | Faults = await self._ask("load", folder=folder, switches=switches)
        return found

    async def texts(self, folder: Path, switches: frozenset[str] = frozenset()) -> Texts | Faults:
        """All texts that a table of this scenario needs, or the mistakes."""
        found: Texts | Faults = await self._ask("texts", folder=folder, switches=switches)
        return found

    async def refusal(
        self, folder: Path, switches: frozenset[str], players: int, options: Mapping[str, str]
    ) -> str:
        """Why a game cannot start with these options and so many players; empty if it can."""
        asked = {"folder": folder, "switches": switches, "players": players, "options": options}
        found: str = await self._ask("refusal", **asked)
        return found

    async def open(self, job: TableJob) -> TableFacts:
        """Set a table up and go to where its choices lead."""
        found: TableFacts = await self._ask("open", job=job)
        self.codes.add(job.code)
        return found

    async def begin(self, code: str) -> None:
        """Let the bots of a table play until a person has to decide."""
        await self._ask("begin", code=code)

    async def sit(self, code: str, seat: int | None, keyboard: frozenset[int]) -> WireSeat:
        """A client of a seat, or with None one that looks on."""
        found = await self._ask("sit", code=code, seat=seat, keyboard=keyboard)
        self._seats[found.to] = code
        return WireSeat(self._client, found)

    async def appoint(self, code: str, seat: int, bot: str) -> None:
        """Let a bot play a seat from now on, or with an empty name a person."""
        await self._ask("appoint", code=code, seat=seat, bot=bot)

    async def undo(self, code: str) -> None:
        """Undo the last choice of a person, whoever made it."""
        await self._ask("undo", code=code)

    async def close(self, code: str) -> None:
        """Forget a table."""
        self.codes.discard(code)
        await self._ask("close", code=code)

    async def replay(self, code: str) -> Showing:
        """The game of a table as a replay."""
        showing = await self._ask("replay", code=code)
        return Showing(showing.info, WireReplay(self._client, showing.replay))

    async def record(self, code: str, seats: frozenset[int]) -> str:
        """The game of a table as the text of a record, for the owner of some seats."""
        found: str = await self._ask("record", code=code, seats=seats)
        return found

    async def handed_on(self, code: str) -> Mapping[str, str]:
        """What the finished game of a table hands on."""
        found: Mapping[str, str] = await self._ask("handed_on", code=code)
        return found

    async def stored(self, code: str, number: int, error: str) -> None:
        """Tell that a change is stored, or why not."""
        await self._ask("stored", code=code, number=number, error=error)
