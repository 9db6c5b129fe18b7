"""What monitoring reads of a running server: metrics, health, the log, and what holds the event loop.

`/metrics` and `/health` are answered over HTTP on a loopback port.
"""

import asyncio
import contextlib
import os
import resource
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from lazaretto import IMPORTED_FROM
from lazaretto.host.server.call_budgets import Lateness
from lazaretto.host.server.watched_tasks import Note
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.process_setup import is_last

PATIENCE = 5.0
"""Seconds that a client may take."""
LONGEST = 4_096
"""The most bytes of a request."""

_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_OK = "200 OK"
_MISSING = "404 Not Found"
_WRONG = "400 Bad Request"
_UNWELL = "503 Service Unavailable"

HEALTH = "/health"
MOST_OPEN = 32
"""Connections that may be open; more are closed at once, because each takes a file that others need."""
AT_ONCE = 8
"""Connections that are accepted before the first of them is looked at."""


async def start_status(
    port: int, pages: Mapping[str, Callable[[], str]], ails: Callable[[], Sequence[str]] = tuple
) -> asyncio.Server:
    """Listen on the loopback address; `ails` says what keeps the server from being healthy.

    Raises:
        OSError: the port is in use.
    """

    open_now = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal open_now
        open_now += 1
        try:
            if open_now <= MOST_OPEN and not is_last(writer.get_extra_info("socket").fileno()):
                await talk(reader, writer)
        except asyncio.CancelledError:
            pass  # the server ends
        finally:
            open_now -= 1
            writer.close()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.LimitOverrunError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                status, text = await _answer(
                    reader, {**pages, HEALTH: lambda: "".join(f"{ail}\n" for ail in ails())}
                )
                body = text.encode()
                head = (
                    f"HTTP/1.1 {status}\r\nContent-Type: {_TYPE}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                )
                writer.write(head.encode() + body)
                await writer.drain()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=LONGEST, backlog=AT_ONCE)


async def _answer(reader: asyncio.StreamReader, pages: Mapping[str, Callable[[], str]]) -> tuple[str, str]:
    try:
        request = await reader.readuntil(b"\r\n\r\n")
        method, path, _ = request.split(b"\r\n", 1)[0].decode("ascii").split(" ")
    except (asyncio.IncompleteReadError, ValueError):
        return _WRONG, ""
    name = path.partition("?")[0]
    page = pages.get(name)
    if page is None or method != "GET":
        return _MISSING, ""
    text = page()
    if name == HEALTH:
        return (_UNWELL, text) if text else (_OK, "ok\n")
    return _OK, text


AGAIN = 30.0
"""Seconds until a port that somebody else uses is tried again."""
FLUSH = 10.0
"""Seconds between two looks for events that were only counted."""


class StatusPort:
    """The port for monitoring; people can play without it."""

    def __init__(
        self,
        port: int,
        pages: Mapping[str, Callable[[], str]],
        ails: Callable[[], Sequence[str]],
        log: EventLog,
    ) -> None:
        self._port, self._pages, self._ails, self._log = port, pages, ails, log
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, unless somebody else uses the port."""
        try:
            self._server = await start_status(self._port, self._pages, self._ails)
        except OSError as error:
            self._log.note("no_status_port", port=self._port, reason=str(error))

    async def run(self) -> None:
        """Answer until cancelled."""
        while True:
            if self._server is None:
                await asyncio.sleep(AGAIN)
                await self.open()
                continue
            server, self._server = self._server, None
            try:
                await server.serve_forever()
            finally:
                server.close()


async def tell_left_out(log: EventLog, take_lost: Callable[[], int]) -> None:
    """Write now and then how many events were only counted, and how many lines were lost, until cancelled."""
    while True:
        await asyncio.sleep(FLUSH)
        log.tell_left_out()
        lost = take_lost()
        if lost:
            log.note("log_lost", lines=lost)


@dataclass(slots=True)
class Metrics:
    """The counters of one server. Names are those of the exported series, without their prefix."""

    connections_open: int = 0
    connections_total: int = 0
    connections_refused_total: int = 0
    half_open: int = 0
    logins_total: int = 0
    sessions_open: int = 0
    sessions_total: int = 0
    sessions_refused_total: int = 0
    sessions_crashed_total: int = 0
    clients_stalled_total: int = 0
    bytes_sent_total: int = 0
    bytes_received_total: int = 0
    collections_total: int = 0
    collection_seconds_total: float = 0.0
    loop_held_total: int = 0
    loop_held_seconds_total: float = 0.0
    loop_late_seconds: float = 0.0
    """How late the event loop was lately, on average: so long everything waits for its turn."""
    started: float = field(default_factory=time.time)
    begun: float = field(default_factory=time.monotonic)
    """When the server started, by a clock that nobody can set."""
    task_restarts_total: Mapping[str, int] = field(default_factory=dict)
    """How often each task of the server was started again."""

    def uptime(self) -> float:
        """For how many seconds the server has been running."""
        return time.monotonic() - self.begun

    def text(self) -> str:
        """The text that Prometheus reads."""
        lines = ["# TYPE lazaretto_task_restarts_total counter"]
        for task, number in self.task_restarts_total.items():
            lines.append(f'lazaretto_task_restarts_total{{task="{task}"}} {number}')
        for name in self.__slots__:
            if name not in ("started", "begun", "task_restarts_total"):
                kind = "counter" if name.endswith("_total") else "gauge"
                lines += [f"# TYPE lazaretto_{name} {kind}", f"lazaretto_{name} {getattr(self, name)}"]
        usage = resource.getrusage(resource.RUSAGE_SELF)
        unit = 1 if sys.platform == "darwin" else 1024
        lines += [
            "# TYPE process_start_time_seconds gauge",
            f"process_start_time_seconds {self.started:.3f}",
            "# TYPE process_cpu_seconds_total counter",
            f"process_cpu_seconds_total {usage.ru_utime + usage.ru_stime:.3f}",
            "# TYPE process_max_resident_memory_bytes gauge",
            f"process_max_resident_memory_bytes {usage.ru_maxrss * unit}",
        ]
        return "\n".join(lines) + "\n"


EVERY = 0.05
"""Seconds between two beats."""
HELD = 0.1
"""Seconds without a beat after which the loop counts as held."""
STILL = 5.0
"""Seconds after which it is told of a loop that is still held: perhaps it never goes on."""
GIVEN_UP = 60.0
"""Seconds after which a loop that is still held never goes on: the process ends, and can be started again."""
STACKS_AT_ONCE = 1.0
"""At most so many seconds count between two looks: a process that was stopped meanwhile may go on."""
LAST_WORDS = 1.0
"""Seconds that the log gets before the process ends."""
FAILED = 70
"""The status of a process that ends because its loop is dead: a mistake in the program, says `sysexits.h`."""
DEPTH = 25
"""How many calls of a stack are told, the innermost ones."""
THREADS = 8
"""How many other threads are told of."""

_WAITS = ("selectors.py", "select")
"""The file and the function in which an idle loop waits."""


class Beat(NamedTuple):
    """A moment at which the loop went on."""

    number: int
    when: float
    processor: float
    """The seconds of processor time that the whole process had used."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Where the loop was when no beat came, and where the other threads were."""

    after: int
    """The number of the last beat."""
    stack: tuple[str, ...]
    waits: bool
    """Whether the loop did nothing: then another thread, or the machine, kept it from going on."""
    threads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Two beats that were far apart."""

    after: int
    seconds: float
    processor: float
    """The seconds of processor time of the process in between."""


@dataclass(frozen=True, slots=True)
class Dead:
    """How long the loop has been held, as far as somebody looked."""

    after: int
    """The number of the last beat."""
    when: float
    """The last look."""
    seconds: float = 0.0


def end_process() -> None:
    """End this process without its loop; whoever started it can start it again."""
    time.sleep(LAST_WORDS)
    os._exit(FAILED)


class LoopWatchdog:
    """Watches the loop that it is started on, from a thread of its own."""

    def __init__(
        self,
        metrics: Metrics,
        note: Note,
        lateness: Lateness,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.process_time,
        frames: Callable[[], Mapping[int, FrameType]] = sys._current_frames,
        end: Callable[[], None] = end_process,
    ) -> None:
        self._metrics, self._note, self._lateness, self._end = metrics, note, lateness, end
        self._clock, self._processor, self._frames = clock, processor, frames
        self._beat = Beat(0, clock(), processor())
        self._pauses: deque[Pause] = deque(maxlen=100)
        self._told_still = -1
        self._dead = Dead(-1, 0.0)
        self._timer: asyncio.TimerHandle | None = None
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._watched = threading.get_ident()
        self.sample: Sample | None = None
        """What was seen when the loop was held last."""

    def start(self) -> None:
        """Watch the running loop."""
        self._watched = threading.get_ident()
        self._ending.clear()
        self._beat = Beat(0, self._clock(), self._processor())
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._beat_again)
        self._thread = threading.Thread(target=self._watch, name="loop-watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    # --- on the loop -------------------------------------------------------------------------------

    def _beat_again(self) -> None:
        self.beat()
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._beat_again)

    def beat(self) -> None:
        """The loop goes on."""
        before, now, used = self._beat, self._clock(), self._processor()
        passed = now - before.when
        self._lateness.beat(passed, passed - EVERY)
        self._metrics.loop_late_seconds = self._lateness.seconds
        if now - before.when > HELD:
            self._pauses.append(Pause(before.number, now - before.when, used - before.processor))
        self._beat = Beat(before.number + 1, now, used)

    # --- in the thread -----------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._ending.wait(max(EVERY, self._beat.when + HELD - self._clock())):
            self.look()

    def look(self) -> None:
        """Note where the loop is if it is held, and tell of what is over."""
        beat, now = self._beat, self._clock()
        if now - beat.when >= HELD and (self.sample is None or self.sample.after != beat.number):
            self.sample = self._sampled(beat.number)
        while self._pauses:
            self._tell(self._pauses.popleft())
        if now - beat.when >= STILL and self._told_still != beat.number:
            self._told_still = beat.number
            pause = Pause(beat.number, now - beat.when, self._processor() - beat.processor)
            self.sample = self._sampled(beat.number)
            self._tell(pause, still=True)
        self._give_up_late(beat, now)

    def _give_up_late(self, beat: Beat, now: float) -> None:
        """End the process if the loop was held at all looks for so long that it will never go on."""
        if self._dead.after != beat.number:
            self._dead = Dead(beat.number, now)
        self._dead = Dead(beat.number, now, self._dead.seconds + min(now - self._dead.when, STACKS_AT_ONCE))
        if self._dead.seconds >= GIVEN_UP:
            self._note("loop_dead", stack=self._sampled(beat.number).stack)
            self._end()

    def _tell(self, pause: Pause, *, still: bool = False) -> None:
        sample = self.sample if self.sample is not None and self.sample.after == pause.after else None
        idle = sample is None or sample.waits
        if idle and pause.processor < pause.seconds / 2:
            return  # the system let this process wait, not the other way round
        if pause.after != self._told_still or still:
            self._metrics.loop_held_total += 1
        self._metrics.loop_held_seconds_total += 0.0 if still else pause.seconds
        facts: dict[str, object] = {"milliseconds": round(pause.seconds * 1000)}
        facts["processor_milliseconds"] = round(pause.processor * 1000)
        if still:
            facts["still"] = True
        if sample is not None:
            facts["stack"] = sample.stack
            facts |= {"threads": sample.threads} if idle else {}
        self._note("loop_held", **facts)

    def _sampled(self, after: int) -> Sample:
        frames = dict(self._frames())
        mine = frames.pop(self._watched, None)
        frames.pop(threading.get_ident(), None)
        stack = tuple(_calls(mine))[:DEPTH]
        waits = mine is None or (Path(mine.f_code.co_filename).name, mine.f_code.co_name) == _WAITS
        others = [next(_calls(frame)) for frame in frames.values()]
        return Sample(after, stack, waits, tuple(sorted(others))[:THREADS])


def _calls(frame: FrameType | None) -> Iterator[str]:
    """Yield the calls of a stack, the innermost first, as `file:line function`: no values."""
    while frame is not None:
        code = frame.f_code
        yield f"{_shown(code.co_filename)}:{frame.f_lineno} {code.co_name}"
        frame = frame.f_back


def _shown(file: str) -> str:
    """A file without the folders of this machine."""
    path = Path(file)
    if path.is_relative_to(IMPORTED_FROM):
        return path.relative_to(IMPORTED_FROM).as_posix()
    return "/".join(path.parts[-2:])
