"""A queue in which people take turns: whoever asks for much waits for it, and nobody else does.

Several people who ask for the same thing share one piece of work, which is done as soon as it is the turn of
one of them. What nobody waits for any more is not begun.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError

Order = TypeVar("Order", bound=Hashable)
Found = TypeVar("Found")

NOBODY = 0
"""Who asks for what nobody waits for: it is done when nobody else asks for anything."""


class FullError(LobbyError):
    """Somebody waits for too much already."""


class _Job(Generic[Order, Found]):
    """A piece of work that somebody waits for."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self.asking: list[int] = []
        """Who waits for it; somebody who has asked twice is here twice."""
        self.begun = False


class FairQueue(Generic[Order, Found]):
    """Work for people, a few pieces at a time."""

    def __init__(
        self,
        work: Callable[[Order], Awaitable[Found]],
        at_once: Callable[[], int],
        most: int,
        full: Callable[[], str],
    ) -> None:
        """Let each person wait for `most` pieces of work; `full` is what they read who ask for more."""
        self._work, self._at_once, self._most, self._full = work, at_once, most, full
        self._jobs: dict[Order, _Job[Order, Found]] = {}
        self._lines: dict[int, deque[_Job[Order, Found]]] = {}
        """What each person waits for, the person whose turn it is first."""
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    async def ask(self, who: int, order: Order, patient: bool = False) -> Found:
        """Wait for a piece of work; who is `patient` may wait for any number of them.

        Raises:
            FullError: this person waits for too much already.
            CancelledError: the queue is closed.
        """
        if self._closed:
            raise asyncio.CancelledError
        job = self._jobs.get(order)
        if job is None or not job.begun:
            line = self._lines.get(who, ())
            if not patient and who != NOBODY and job not in line and len(line) >= self._most:
                raise FullError(self._full())
        if job is None:
            job = self._jobs[order] = _Job(order)
        if not job.begun and who not in job.asking:
            self._lines.setdefault(who, deque()).append(job)
        job.asking.append(who)
        self._go_on()
        try:
            return await asyncio.shield(job.done)
        finally:
            job.asking.remove(who)
            self._forget(who, job)

    def _forget(self, who: int, job: _Job[Order, Found]) -> None:
        """Somebody does not wait for a piece of work any more."""
        if who not in job.asking:
            self._leave_line(who, job)
        if not job.asking and not job.begun and self._jobs.get(job.order) is job:
            del self._jobs[job.order]

    def _leave_line(self, who: int, job: _Job[Order, Found]) -> None:
        line = self._lines.get(who)
        if line is not None and job in line:
            line.remove(job)
            if not line:
                del self._lines[who]

    def drop(self, who: int, why: str) -> None:
        """Somebody has gone: nothing is begun for them any more, and they are told why."""
        for job in tuple(self._lines.get(who, ())):
            self._leave_line(who, job)
            if all(each == who for each in job.asking):
                del self._jobs[job.order]
                job.done.set_exception(LobbyError(why))
                job.done.exception()  # perhaps nobody waits any more

    async def close(self) -> None:
        """Stop working."""
        self._closed = True
        for job in tuple(self._jobs.values()):
            job.done.cancel()
        for task in tuple(self._running):
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)

    def _go_on(self) -> None:
        while not self._closed and len(self._running) < self._at_once() and (job := self._next()) is not None:
            job.begun = True
            for who in set(job.asking):
                self._leave_line(who, job)
            task = asyncio.get_running_loop().create_task(self._do(job))
            self._running.add(task)
            task.add_done_callback(self._done)

    def _next(self) -> _Job[Order, Found] | None:
        """The next piece of work; its person is the last one to have another turn."""
        who = next((each for each in self._lines if each != NOBODY), NOBODY)
        line = self._lines.pop(who, None)
        if line is None:
            return None
        job = line.popleft()
        if line:
            self._lines[who] = line
        return job

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._go_on()

    async def _do(self, job: _Job[Order, Found]) -> None:
        try:
            found = await self._work(job.order)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:  # whoever waits gets it
            if not job.done.done():
                job.done.set_exception(error)
                job.done.exception()  # perhaps nobody waits any more
        else:
            if not job.done.done():
                job.done.set_result(found)
        finally:
            if self._jobs.get(job.order) is job:
                del self._jobs[job.order]
