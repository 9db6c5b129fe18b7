"""Decides when Python's garbage collector looks at which objects.

With a hundred apps in memory, a full collection takes seconds, and everybody's keys wait for it. So Python
collects young objects by itself, often and quickly, but never everything. What a session has set up is moved
out of the collector's sight; everything is collected only when nobody has typed for a while, or when so many
sessions have ended that memory matters more.
"""

import asyncio
import gc
import time
from collections.abc import Mapping

from lazaretto.rules.undisturbed import frozen_by
from lazaretto.serve.metrics import Metrics

EVERY = 1.0
"""Seconds between two looks."""
YOUNG = 5_000
"""New objects after which Python collects the young ones; that takes a few milliseconds."""
OLDER = 10
"""So many collections of the young are followed by one of the next generation."""
NEVER = 1_000_000_000
QUIET = 20.0
"""Seconds without a key after which a full collection disturbs nobody."""
MANY_ENDED = 200
"""So many sessions may end before everything is collected, even if people are typing."""
SHARE = 0.02
"""The share of the time that full collections may take."""


class GcJanitor:
    """Governs the collector for the whole process, from `start` until `stop`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._governs = False
        self._usual = gc.get_threshold()
        self._ended = 0
        self._open = 0
        self._typed = time.monotonic()
        self._begun = 0.0
        self._not_before = 0.0
        """When everything may be collected again."""

    def start(self) -> None:
        """Take over; call this when everything is imported."""
        self._usual = gc.get_threshold()
        gc.set_threshold(YOUNG, OLDER, NEVER)
        gc.callbacks.append(self._measure)
        gc.collect()
        gc.freeze()
        frozen_by.add(self)
        self._governs = True

    def stop(self) -> None:
        """Give collecting back to Python."""
        if self._governs:
            self._governs = False
            gc.callbacks.remove(self._measure)
            gc.set_threshold(*self._usual)
            gc.unfreeze()
            frozen_by.discard(self)

    def session_started(self) -> None:
        """What a session has set up stays: move it out of the collector's sight."""
        self._open += 1
        if self._governs:
            gc.collect(1)
            gc.freeze()

    def session_ended(self) -> None:
        """What a session leaves behind is collected at the next quiet moment."""
        self._open -= 1
        self._ended += 1

    def typed(self) -> None:
        """Somebody has typed: this is not a quiet moment."""
        self._typed = time.monotonic()

    async def look(self) -> None:
        """Tidy now and then, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            self.tidy()

    def tidy(self) -> None:
        """Collect everything if this is the moment for it."""
        begun = time.monotonic()
        quiet = self._open <= 0 or begun - self._typed > QUIET
        if begun >= self._not_before and ((self._ended and quiet) or self._ended >= MANY_ENDED):
            self._ended = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            now = time.monotonic()
            self._not_before = now + (now - begun) / SHARE

    def _measure(self, phase: str, facts: Mapping[str, int]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._metrics.collections_total += 1
            self._metrics.collection_seconds_total += time.perf_counter() - self._begun
