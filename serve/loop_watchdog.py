"""Logs what holds the event loop: while one piece of work takes long, nobody's keys are read.

The loop beats every few milliseconds, and a thread looks for a beat that does not come. Then it notes where
the loop is, and says so when the beats go on. In between it sleeps: nothing else is measured.
"""

import asyncio
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from lazaretto import IMPORTED_FROM
from lazaretto.host.server.lateness import Lateness
from lazaretto.host.server.watched_tasks import Note
from lazaretto.serve.metrics import Metrics

EVERY = 0.025
"""Seconds between two beats."""
HELD = 0.1
"""Seconds without a beat after which the loop counts as held."""
STILL = 5.0
"""Seconds after which it is told of a loop that is still held: perhaps it never goes on."""
GIVEN_UP = 60.0
"""Seconds after which a loop that is still held never goes on: the process ends, and can be started again."""
AT_ONCE = 1.0
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
        self._dead = Dead(beat.number, now, self._dead.seconds + min(now - self._dead.when, AT_ONCE))
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
        others = [next(_calls(each)) for each in frames.values()]
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
