"""What holds the event loop is told with its place, and what only waits for the machine is not."""

import asyncio
import inspect
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from lazaretto.host.server.call_budgets import Lateness
from lazaretto.serve.event_log import FEW, EventLog
from lazaretto.serve.monitoring import DEPTH, EVERY, FAILED, GIVEN_UP, HELD, STILL, LoopWatchdog, Metrics
from tests.patience import PATIENCE

SECRET = "sesame"
ROOT = Path(__file__).resolve().parents[2]


class Kept:
    """A watchdog with a clock that the test moves, on the loop of this thread."""

    def __init__(self) -> None:
        self.now = 0.0
        self.used = 0.0
        self.frame: FrameType | None = None
        self.others: dict[int, FrameType] = {}
        self.told: list[dict[str, Any]] = []
        self.metrics = Metrics()
        self.lateness = Lateness()
        self.dog = LoopWatchdog(
            self.metrics,
            self.note,
            self.lateness,
            lambda: self.now,
            lambda: self.used,
            lambda: self._frames(),
            self._end,
        )
        self.ended = 0

    def note(self, event: str, /, **facts: object) -> None:
        assert event in ("loop_held", "loop_dead")
        self.told.append(facts | ({"dead": True} if event == "loop_dead" else {}))

    def _end(self) -> None:
        self.ended += 1

    def _frames(self) -> dict[int, FrameType]:
        assert self.frame is not None
        return {self.dog._watched: self.frame, **self.others}

    def hold(self, seconds: float, used: float) -> None:
        """Let the loop be held for a while, in which the thread looks once in the middle."""
        self.now += seconds / 2
        self.look()
        self.now += seconds / 2
        self.used += used
        self.dog.beat()
        self.look()

    def look(self) -> None:
        """Look from another thread, as the watchdog does."""
        thread = threading.Thread(target=self.dog.look)
        thread.start()
        thread.join()


@pytest.fixture
def kept() -> Kept:
    found = Kept()
    found.frame = inspect.currentframe()
    return found


def waiting_frame() -> FrameType:
    """A frame in which an idle loop waits."""
    scope: dict[str, Any] = {"sys": sys}
    exec(
        compile("def select():\n    return sys._getframe()\n", "/usr/lib/python3/selectors.py", "exec"), scope
    )
    frame = scope["select"]()
    assert isinstance(frame, FrameType)
    return frame


def planted_holder(dog: LoopWatchdog, secret: str = SECRET) -> None:
    """Keep the loop until the watchdog has seen it, however slow the machine is."""
    end = time.monotonic() + PATIENCE
    while dog.sample is None and time.monotonic() < end:
        sum(range(100))
    time.sleep(HELD)


def test_a_planted_holder_is_told_with_its_place() -> None:
    lines: list[str] = []
    metrics = Metrics()
    dog = LoopWatchdog(metrics, EventLog(lines.append).note, Lateness(), processor=time.monotonic)

    async def main() -> None:
        dog.start()
        try:
            await asyncio.sleep(0)
            planted_holder(dog)
            async with asyncio.timeout(PATIENCE):
                while not lines:
                    await asyncio.sleep(EVERY)
        finally:
            dog.stop()

    asyncio.run(main())
    assert '"loop_held"' in lines[0]
    assert re.search(r'"stack": \[.*"tests/serve/test_loop_watchdog\.py:\d+ planted_holder"', lines[0])
    milliseconds = re.search(r'"milliseconds": (\d+)', lines[0])
    assert milliseconds is not None and int(milliseconds[1]) >= HELD * 1000
    assert SECRET not in lines[0]
    assert metrics.loop_held_total >= 1
    assert metrics.loop_held_seconds_total >= HELD
    assert not [thread for thread in threading.enumerate() if thread.name == "loop-watchdog"]


def test_nothing_is_told_while_the_loop_beats(kept: Kept) -> None:
    for _ in range(1_000):
        kept.now += HELD * 0.9
        kept.used += HELD
        kept.dog.beat()
        kept.look()
    assert kept.told == []
    assert kept.dog.sample is None
    assert kept.metrics.loop_held_total == 0


def test_a_pause_is_told_once_with_its_length_and_stack(kept: Kept) -> None:
    kept.hold(0.4, used=0.3)
    (told,) = kept.told
    assert (told["milliseconds"], told["processor_milliseconds"]) == (400, 300)
    assert told["stack"][0].endswith(" kept")
    assert len(told["stack"]) <= DEPTH
    assert all(re.fullmatch(r"[^/ ][^ :]*:\d+ \S+", each) for each in told["stack"]), "no folders, no values"
    kept.look()
    kept.dog.beat()
    kept.look()
    assert len(kept.told) == 1
    assert kept.metrics.loop_held_total == 1
    assert kept.metrics.loop_held_seconds_total == pytest.approx(0.4)


def test_how_late_the_loop_was_lately_is_an_average(kept: Kept) -> None:
    for _ in range(100):
        kept.now += EVERY + 0.03
        kept.dog.beat()
    assert kept.metrics.loop_late_seconds == kept.lateness.seconds == pytest.approx(0.03, rel=0.05)
    for _ in range(200):
        kept.now += EVERY
        kept.dog.beat()
    assert kept.lateness.seconds < 0.001


def test_a_process_that_was_asleep_is_soon_in_time_again(kept: Kept) -> None:
    kept.now += 3_600
    kept.dog.beat()
    for _ in range(200):
        kept.now += EVERY
        kept.dog.beat()
    assert kept.lateness.seconds < 0.01


def test_a_loop_that_waits_for_a_disk_is_told_too(kept: Kept) -> None:
    kept.hold(0.4, used=0.0)
    assert len(kept.told) == 1


def test_a_machine_that_runs_something_else_is_not_told(kept: Kept) -> None:
    kept.frame = waiting_frame()
    kept.hold(0.4, used=0.01)
    assert kept.told == []
    assert kept.metrics.loop_held_total == 0


def test_another_thread_that_keeps_the_interpreter_is_told(kept: Kept) -> None:
    kept.others = {-1: inspect.currentframe() or waiting_frame()}
    kept.frame = waiting_frame()
    kept.hold(0.4, used=0.4)
    (told,) = kept.told
    assert [each.partition(" ")[2] for each in told["threads"]] == [
        "test_another_thread_that_keeps_the_interpreter_is_told"
    ]


def test_a_hold_that_was_seen_by_nobody_is_told_without_a_place(kept: Kept) -> None:
    """Native code may keep all threads from running."""
    kept.now, kept.used = 3.0, 3.0
    kept.dog.beat()
    kept.look()
    (told,) = kept.told
    assert told["milliseconds"] == 3_000 and "stack" not in told


def test_a_loop_that_never_goes_on_is_told_while_it_is_held(kept: Kept) -> None:
    kept.now, kept.used = STILL, STILL
    kept.look()
    kept.look()
    (told,) = kept.told
    assert told["still"] is True and told["stack"]
    kept.now += 1
    kept.dog.beat()
    kept.look()
    assert [each["milliseconds"] for each in kept.told] == [5_000, 6_000]
    assert kept.metrics.loop_held_total == 1
    assert kept.metrics.loop_held_seconds_total == pytest.approx(6)


def test_a_loop_that_is_dead_ends_the_process(kept: Kept) -> None:
    """A thread that could not begin without memory, for instance: whoever started it waits for ever."""
    while kept.now < GIVEN_UP - 1:
        kept.now += 0.5
        kept.look()
    assert not kept.ended
    while kept.now < GIVEN_UP + 1 and not kept.ended:
        kept.now += 0.5
        kept.look()
    assert [kept.ended] == [1]
    assert kept.told[-1]["dead"] and kept.told[-1]["stack"]


def test_a_process_that_was_stopped_for_long_goes_on(kept: Kept) -> None:
    for _ in range(50):
        kept.now += 3_600  # stopped by a signal, or asleep with its machine
        kept.look()
    assert not kept.ended
    kept.dog.beat()
    for _ in range(50):
        kept.now += 0.5
        kept.look()
    assert not kept.ended, "it counts anew after each beat"


def test_a_dead_server_has_a_status_that_is_no_success() -> None:
    script = (
        "import asyncio, time\nfrom lazaretto.serve import monitoring as it\n"
        "from lazaretto.serve.monitoring import Metrics\n"
        "from lazaretto.host.server.call_budgets import Lateness\n"
        "it.GIVEN_UP = it.LAST_WORDS = 0.2\n"
        "async def main():\n it.LoopWatchdog(Metrics(), lambda *a, **b: None, Lateness()).start()\n"
        " time.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=PATIENCE, capture_output=True)
    assert (done.returncode, done.stderr) == (FAILED, b"")


def test_a_flood_of_pauses_fills_no_log(kept: Kept) -> None:
    lines: list[str] = []
    kept.dog._note = EventLog(lines.append, lambda: kept.now).note
    for _ in range(250):
        kept.hold(0.2, used=0.2)
    assert len(lines) <= FEW + 1
    assert kept.metrics.loop_held_total == 250
