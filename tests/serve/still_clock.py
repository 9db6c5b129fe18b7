"""An event loop whose clock stands still until the test moves it, and a calendar that shows one day.

What a server sends depends on the clock in two ways: texts show the time of day, and screens collect what
happens between two ticks into one frame. With this clock both are the same in every run.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, tzinfo
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.timer import Timer

from lazaretto import host, serve, tui
from lazaretto.serve import ssh_driver
from lazaretto.tui.hall import hall_table_screen, table_company

TICK = 1 / 16
"""How far the clock moves at a time, in seconds; several times what lies between two frames."""


CLOCKED = ("lazaretto.host.", "lazaretto.serve.", "lazaretto.tui.", "textual.")
"""The packages whose modules look at the clock."""


class OneDay(datetime):
    """A calendar on which it is always the same moment."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "datetime":  # type: ignore[override]
        found = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
        return found.astimezone(tz) if tz is not None else found.replace(tzinfo=None)


class StillLoop(asyncio.SelectorEventLoop):
    """A loop that runs everything but timers, until its clock is moved."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = 1000.0
        """What the clock shows."""
        self._goes_since: float | None = None
        self._in_threads = 0
        """The jobs of threads that are not finished, as pictures of boards."""

    def time(self) -> float:
        return self.shown + (0 if self._goes_since is None else time.monotonic() - self._goes_since)

    @property
    def busy(self) -> bool:
        """Whether something is about to run, or a thread is still at work."""
        return bool(self._ready) or self._in_threads > 0  # type: ignore[attr-defined]

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> "asyncio.Future[Any]":
        job = super().run_in_executor(executor, func, *args)
        if func is not time.sleep:
            self._in_threads += 1
            job.add_done_callback(self._left_thread)
        return job

    def _left_thread(self, _: object) -> None:
        self._in_threads -= 1

    def go(self) -> None:
        """Let the clock go like any other: nothing is compared any more."""
        self._goes_since = time.monotonic()


def real_pause(seconds: float) -> "asyncio.Future[None]":
    """Let real time pass, in which everything else goes on."""
    return asyncio.get_running_loop().run_in_executor(None, time.sleep, seconds)


def run_still(work: Callable[[], Coroutine[Any, Any, Any]], patch: pytest.MonkeyPatch) -> Any:
    """Run something on such a loop, with its clock wherever the server and the screens look at one."""
    loop = StillLoop()
    _show(patch, loop.time)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(work())


def _resume_later(timer: Timer) -> None:
    """Resume a timer when the clock moves: what happens until then is drawn in one frame."""
    asyncio.get_running_loop().call_later(TICK / 2, timer._active.set)


@cache
def _load_all() -> None:
    """Apps load modules when they need them; the clocks of these must be known before."""
    for package in (host, serve, tui):
        for walk_package in walk_packages(package.__path__, f"{package.__name__}."):
            if not walk_package.name.endswith("__main__"):
                import_module(walk_package.name)


def _show(patch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    _load_all()
    for name, module in list(sys.modules.items()):
        if not f"{name}.".startswith(CLOCKED):
            continue
        if getattr(module, "datetime", None) is datetime:
            patch.setattr(module, "datetime", OneDay)
        for each in ("monotonic", "get_time"):
            if getattr(module, each, None) is time.monotonic:
                patch.setattr(module, each, clock)
    patch.setattr(ssh_driver, "perf_counter", clock)  # what takes long to read would wait for another tick
    patch.setattr(Timer, "resume", _resume_later)
    patch.setattr(hall_table_screen, "Company", partial(table_company.Company, clock=clock))
