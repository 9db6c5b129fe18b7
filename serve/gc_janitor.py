"""Runs Python's garbage collector at times of our own choice.

With a hundred apps in memory, a full collection takes seconds, and everybody's keys wait for it. So the
automatic collector is switched off. Young objects are collected often, which is quick; what a session has set
up is moved out of the collector's sight; everything is collected only when nobody has typed for a while, or
when so many sessions have ended that memory matters more.
"""

import asyncio
import gc
import time

from serve.metrics import Metrics

EVERY = 1.0
"""Seconds between two looks."""
YOUNG = 20_000
"""New objects after which the young ones are collected."""
OLDER = 20
"""So many collections of the young are followed by one of the next generation."""
QUIET = 20.0
"""Seconds without a key after which a full collection disturbs nobody."""
MANY_ENDED = 200
"""So many sessions may end before everything is collected, even if people are typing."""


class GcJanitor:
    """Collects garbage for the whole process, from `start` until `stop`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None
        self._young = 0
        self._ended = 0
        self._open = 0
        self._typed = time.monotonic()

    def start(self) -> None:
        """Take over from the automatic collector; call this when everything is imported."""
        gc.disable()
        self._collect(2)
        gc.freeze()
        self._task = asyncio.get_running_loop().create_task(self._look(), name="gc-janitor")

    def stop(self) -> None:
        """Give collecting back to Python."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        gc.unfreeze()
        gc.enable()

    def session_started(self) -> None:
        """What a session has set up stays: move it out of the collector's sight."""
        self._open += 1
        if self._task is not None:
            self._collect(1)
            gc.freeze()

    def session_ended(self) -> None:
        """What a session leaves behind is collected at the next quiet moment."""
        self._open -= 1
        self._ended += 1

    def typed(self) -> None:
        """Somebody has typed: this is not a quiet moment."""
        self._typed = time.monotonic()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.tidy()

    def tidy(self) -> None:
        """Collect what should be collected now."""
        quiet = not self._open or time.monotonic() - self._typed > QUIET
        if (self._ended and quiet) or self._ended >= MANY_ENDED:
            self._ended = 0
            gc.unfreeze()
            self._collect(2)
            gc.freeze()
        elif gc.get_count()[0] > YOUNG:
            self._young += 1
            self._collect(0 if self._young % OLDER else 1)

    def _collect(self, generation: int) -> None:
        begun = time.perf_counter()
        gc.collect(generation)
        self._metrics.collections_total += 1
        self._metrics.collection_seconds_total += time.perf_counter() - begun
