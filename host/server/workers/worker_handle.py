"""The hall's end of a process that works for it: its calls, and whether it works or has stopped for good.

The process runs what strangers wrote, so nothing is expected of it: its frames are bounded, rubbish ends it,
and it is asked twice a second whether it still answers.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Any

from lazaretto import IMPORTED_FROM
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.workers.worker_base import Beat
from lazaretto.host.wire.codec import VERSION, decode, plain
from lazaretto.host.wire.frames import Frame, Kind, packed, read_frame
from lazaretto.host.wire.wire_proxies import Client, Proxy
from lazaretto.host.wire.wire_server import ERRORS, Call, Event, Greeting, types_of

_PROCESSES = Path("/proc")
_STATE, _USER, _SYSTEM = 0, 11, 12
"""Where the state and the two times stand behind the name of the process; the name may hold anything."""


class Condition(Enum):
    """What a process does."""

    GONE = "gone"
    STOPPED = "stopped"
    """By a signal, or by a debugger."""
    WAITING = "waiting"
    """All its threads sleep."""
    WORKING = "working"
    """A thread runs, waits for a core, or waits for the disk."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a process."""

    condition: Condition
    seconds: float = 0.0
    """The processor time that it has used."""


def look_at(process: int) -> Look | None:
    """Look at a process; None on systems that do not show their processes as files."""
    if not (_PROCESSES / "self" / "stat").exists():
        return None
    try:
        fields = _fields(_PROCESSES / str(process) / "stat")
    except OSError:
        return Look(Condition.GONE)
    seconds = (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")
    if fields[_STATE] in "ZX":
        return Look(Condition.GONE, seconds)
    if fields[_STATE] in "Tt":
        return Look(Condition.STOPPED, seconds)
    return Look(Condition.WORKING if _has_work(process) else Condition.WAITING, seconds)


def _has_work(process: int) -> bool:
    with suppress(OSError):  # the process has ended; the next look sees it
        for thread in (_PROCESSES / str(process) / "task").iterdir():
            with suppress(OSError):  # the thread has ended
                if _fields(thread / "stat")[_STATE] in "RD":
                    return True
    return False


def _fields(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


BEAT = 0.5
"""Seconds between two questions."""
STOPPED = 2
"""Looks in a row that must find a silent process stopped."""
WAITING = 3
"""Looks in a row that must find all threads of a silent process asleep: what it was asked would wake one."""
WORKED = 10.0
"""Seconds of its own processor time for which a process may work without answering."""
UNSEEN = 20
"""Questions that a process may leave unanswered where the system does not show what it does."""


class Fault(Enum):
    """Why a process is of no use any more."""

    GONE = "gone"
    """It has ended, or closed its connection."""
    STOPPED = "stopped"
    HUNG = "hung"
    """It waits for something that does not come, or works without ever answering."""
    RUBBISH = "rubbish"
    """It sends something that is no answer."""
    SLOW = "slow"
    """One call took too long."""


class Pulse:
    """The pulse of one process."""

    def __init__(self, look: Callable[[], Look | None]) -> None:
        """Judge a process; `look` says what the system knows about it now."""
        self._look = look
        self._answered = True
        self._found: Condition | None = None
        """What the last looks in a row found."""
        self._looks = 0
        self._first = self._last = -1.0
        """The processor time of the process at the first and at the last look; below 0 without one."""

    @property
    def answered(self) -> bool:
        """Whether the process has answered the last question."""
        return self._answered

    def heard(self) -> None:
        """Note that the process has sent something."""
        self._answered = True

    def asked(self) -> None:
        """Note that the process was asked something."""
        self._answered, self._found, self._looks = False, None, 0
        self._first = self._last = -1.0

    def judge(self) -> Fault | None:
        """Judge a process that was asked a beat ago or earlier; None as long as it may still answer."""
        if self._answered:
            return None
        look = self._look()
        if look is None:
            self._looks += 1
            return Fault.HUNG if self._looks >= UNSEEN else None
        condition = look.condition
        if condition is Condition.WAITING and look.seconds != self._last:
            condition = Condition.WORKING  # it has worked since the last look
        self._looks = self._looks + 1 if condition is self._found else 1
        self._found, self._last = condition, look.seconds
        self._first = look.seconds if self._first < 0 else self._first
        match condition:
            case Condition.GONE:
                return Fault.GONE
            case Condition.STOPPED:
                return Fault.STOPPED if self._looks >= STOPPED else None
            case Condition.WAITING:
                return Fault.HUNG if self._looks >= WAITING else None
            case Condition.WORKING:
                return Fault.HUNG if look.seconds - self._first > WORKED else None


LONGEST = 30.0
"""Seconds of processor time that one piece of work may take."""
STUCK = 90.0
"""Seconds after which work that does nothing is given up; a table may wait a minute for the store."""
ENDS = 5.0
"""Seconds to wait for the end of a process that was killed."""


class WorkerLostError(LobbyError):
    """The process has ended."""


class WorkerStoppedError(WorkerLostError):
    """Somebody has stopped the process, which no rule can do: another may be asked the same."""


class TooSlowError(WorkerLostError):
    """A call took so long that the process was ended."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a process was lost, and what it did then."""

    fault: Fault
    calls: tuple[Call, ...] = ()
    """The calls that it had not answered; after `Fault.SLOW` only the one that took too long."""


@dataclass(slots=True)
class _Waiting:
    """A call that waits for its answer."""

    message: bytes
    answer: asyncio.Future[bytes]

    @property
    def call(self) -> Call:
        """What is called."""
        found: Call = decode(self.message, Call)
        return found


@dataclass(slots=True)
class _Work:
    """A piece of work in the process, as its answers tell."""

    seconds: float
    beats: int = 0
    """Beats since it did something."""


async def start_process(
    handle: int, module: str, words: Sequence[str], environ: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """Start a process that works for whoever is at the other end of a socket."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, str(handle), *words),
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=[handle],
        start_new_session=True,
        cwd=IMPORTED_FROM,
        env=dict(environ),
    )


@dataclass(frozen=True, slots=True)
class Command:
    """How a process is started."""

    module: str
    words: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)


class WorkerLine(Proxy):
    """A process that works for the hall."""

    def __init__(self, command: Command, lost: Callable[[Any, Loss], None]) -> None:
        """Describe a process; `lost` is called once when it is of no use any more, unless it was stopped."""
        self.bots: tuple[str, ...] = ()
        self._command, self._lost = command, lost
        self._numbers = count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._working: dict[int, _Work] = {}
        self.client = _Client(self)
        self._process: asyncio.subprocess.Process | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._pulse = Pulse(lambda: look_at(self.process_id))
        self._greeted = asyncio.Event()
        self._ended = False
        self._tasks: set[asyncio.Task[Any]] = set()
        """What the process has asked for and is being done; it is finished also when the process is lost."""
        self._own: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Start the process, and wait until it answers.

        Raises:
            WorkerLostError: it cannot be started, or does not answer.
        """
        try:
            reader, self._writer = await self._started()
        except (OSError, RuntimeError, MemoryError):  # there is no file, process, thread or memory left
            self._ended = True
            raise WorkerLostError(say.SILENT()) from None
        self._pulse.asked()
        self._spawn(self._read(reader), self._own)
        self._spawn(self._beat(), self._own)
        await self._greeted.wait()
        if self._ended:
            raise WorkerLostError(say.SILENT())

    async def _started(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection to a new process."""
        ours, theirs = socket.socketpair()
        command = self._command
        try:
            with theirs:
                self._process = await start_process(
                    theirs.fileno(), command.module, command.words, command.environ
                )
            return await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()  # the process ends then, if there is one
            raise

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid if self._process is not None else 0

    @property
    def ended(self) -> bool:
        """Whether the process is of no use any more."""
        return self._ended

    async def stop(self) -> None:
        """End the process; what it asked for until now is finished first."""
        self._end(None)
        if self._writer is not None:
            self._writer.transport.abort()
        for task in self._own:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._process is not None:
            with suppress(TimeoutError):  # the system has it, and will not let it go
                async with asyncio.timeout(ENDS):
                    await self._process.wait()

    # --- calls -------------------------------------------------------------------------------------

    async def ask(self, message: bytes) -> bytes:
        """Send a call and wait for its answer.

        Raises:
            WorkerLostError: the process has ended.
            TooSlowError: it was ended because of this call.
        """
        if self._ended or self._writer is None:
            raise WorkerLostError(say.SILENT())
        number = next(self._numbers)
        waiting = _Waiting(message, asyncio.get_running_loop().create_future())
        self._waiting[number] = waiting
        self._write(Frame(Kind.CALL, message, number))
        try:
            return await waiting.answer
        finally:
            self._waiting.pop(number, None)

    def send(self, message: bytes) -> None:
        """Send a call without waiting."""
        if not self._ended:
            self._write(Frame(Kind.SEND, message))

    def _write(self, frame: Frame) -> None:
        assert self._writer is not None
        self._writer.write(packed(frame))

    # --- what the process sends ----------------------------------------------------------------------

    async def _read(self, reader: asyncio.StreamReader) -> None:
        loop = asyncio.get_running_loop()
        try:
            while not self._ended and (frame := await read_frame(reader)) is not None:
                self._pulse.heard()
                match frame.kind:
                    case Kind.ANSWER:
                        waiting = self._waiting.get(frame.number)
                        if waiting is not None and not waiting.answer.done():
                            waiting.answer.set_result(frame.content)
                            await asyncio.sleep(0)  # it may be large: one at a time, and others in between
                    case Kind.EVENT:
                        loop.call_soon(self.client.heed, frame.content)
                    case Kind.BEAT:
                        self._judge(decode(frame.content, Beat))
                    case Kind.GREETING:
                        greeting: Greeting = decode(frame.content, Greeting)
                        if greeting.version != VERSION:
                            raise ValueError(greeting.version)
                        self.bots = greeting.bots
                        self._greeted.set()
                    case _:
                        self.take(frame)
        except Exception:  # whatever it is, the process has caused it
            self.fail(Loss(Fault.RUBBISH, self.calls()))
        else:
            self.fail(Loss(Fault.GONE, self.calls()))

    def take(self, frame: Frame) -> None:
        """Take what else the process sends.

        Raises:
            ValueError: it must not send that.
        """
        raise ValueError(frame.kind)

    def do(self, work: Any) -> None:
        """Do what the process asks for; it is finished also when the process is lost meanwhile."""
        self._spawn(work, self._tasks)

    def rubbish(self, *answered: Call) -> None:
        """End the process, because it has sent rubbish, perhaps as the answer to a call."""
        self.fail(Loss(Fault.RUBBISH, answered or self.calls()))

    # --- its life ------------------------------------------------------------------------------------

    def calls(self) -> tuple[Call, ...]:
        """The calls that are not answered yet."""
        return tuple(each.call for each in self._waiting.values())

    async def _beat(self) -> None:
        """Ask whether the process still answers, until it has ended."""
        while not self._ended:
            await asyncio.sleep(BEAT)
            fault = self._pulse.judge()
            if fault is not None:
                self.fail(Loss(fault, self.calls()))
            elif self._pulse.answered and not self._ended:
                self._pulse.asked()
                self._write(Frame(Kind.BEAT, b""))

    def _judge(self, beat: Beat) -> None:
        """End the process if one of its pieces of work takes too long."""
        before, self._working = self._working, {}
        for time in beat.calls:
            old = before.get(time.call)
            idle = 0 if old is None or old.seconds != time.seconds else old.beats + 1
            self._working[time.call] = _Work(time.seconds, idle)
            waiting = self._waiting.get(time.call)
            call = None if waiting is None else waiting.call
            if time.seconds > self.longest(call) or idle * BEAT > STUCK:
                if waiting is not None and not waiting.answer.done():
                    waiting.answer.set_exception(TooSlowError(say.TOO_SLOW()))
                self.fail(Loss(Fault.SLOW, () if call is None else (call,)))
                return

    def longest(self, call: Call | None) -> float:
        """How many seconds of processor time a call may take; None for work that no call waits for."""
        return LONGEST

    def fail(self, loss: Loss) -> None:
        """Give the process up."""
        if not self._ended:
            self._end(loss)

    def _end(self, loss: Loss | None) -> None:
        ended, self._ended = self._ended, True
        self._kill()
        self._greeted.set()
        stopped = loss is not None and loss.fault is Fault.STOPPED
        error = WorkerStoppedError if stopped else WorkerLostError
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(error(say.SILENT()))
        if loss is not None and not ended:
            self._lost(self, loss)

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)  # `Process.kill` would collect its status first

    def _spawn(self, work: Any, tasks: set[asyncio.Task[Any]]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)


class _Client(Client):
    """Calls a process, and distrusts what it answers."""

    def __init__(self, line: WorkerLine) -> None:
        super().__init__(line)
        self._worker = line

    async def ask(self, side: str, to: int, method: str, /, **arguments: Any) -> Any:
        """Call something in the process.

        Raises:
            WorkerLostError: the process has ended, or its answer is rubbish.
        """
        try:
            return await super().ask(side, to, method, **arguments)
        except tuple(ERRORS.values()):
            raise
        except Exception:
            hints = types_of(side, method)
            given = {name: plain(value, hints[name]) for name, value in arguments.items()}
            self._worker.rubbish(Call(to, method, given))
            raise WorkerLostError(say.SILENT()) from None

    def heed(self, message: bytes) -> None:
        """Deliver an event to its seat."""
        try:
            event: Event = decode(message, Event)
        except Exception:
            self._worker.rubbish()
            return
        told = self.told.get(event.seat)
        if told is not None and not self._worker.ended:
            told(event.update)
