"""Threads that know how much processor time each piece of work has used so far.

Time counts from the start of the work, never from when it was asked for: work that waits for a thread, for a
lock or for a core uses none.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import ParamSpec, TypeVar

MOST = 32
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
        super().__init__(MOST, "work")
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
