"""Runs the tasks of a server under names: one that dies is started again, and every failure is told.

A task of asyncio that fails does so silently. Nothing in a server starts one itself, apart from sessions and
connections that end with what they do; a test checks that.
"""

import asyncio
import time
import traceback
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

FIRST_PAUSE = 1.0
"""Seconds after which a task that has died is started again; each further time in a row they double."""
LONGEST_PAUSE = 60.0
CALM = 180.0
"""Seconds after which a task that runs is well again; longer than every task waits between two looks."""
LONGEST_TOLD = 500
"""The most characters of a failure before its stack."""

Heard = TypeVar("Heard")
Clock = Callable[[], float]
Work = Callable[[], Coroutine[Any, Any, None]]


class Note(Protocol):
    """Tells the operator of an event."""

    def __call__(self, event: str, /, **facts: object) -> None:
        """Tell of it with its facts."""


def note_nothing(event: str, /, **facts: object) -> None:
    """Tell nobody."""


class EndedError(Exception):
    """A task has ended that should run as long as the server."""


@dataclass(slots=True)
class _Trouble:
    """How often a task has died in a row, and when the last time was."""

    times: int
    when: float


class WatchedTasks:
    """The tasks of a server."""

    def __init__(self, note: Note = note_nothing, clock: Clock = time.monotonic) -> None:
        self.note, self._clock = note, clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: dict[str, asyncio.Task[None]] = {}
        self._trouble: dict[str, _Trouble] = {}
        self.restarts: Counter[str] = Counter()
        """How often each task was started again."""

    def keep(self, name: str, work: Work, *, ends: bool = False) -> None:
        """Do something for as long as the server runs: when it fails or ends, it begins anew after a pause.

        With `ends` it is done when it ends, but not when it fails.
        """
        self.restarts[name] += 0  # so that monitoring knows its name
        self._kept[name] = asyncio.get_running_loop().create_task(self._keep(name, work, ends), name=name)

    def spawn(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something once that nobody waits for."""
        task = asyncio.get_running_loop().create_task(self._once(name, work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may be cancelled before it has begun

    @property
    def failing(self) -> tuple[str, ...]:
        """The kept tasks that die again and again."""
        now = self._clock()
        return tuple(
            sorted(
                name
                for name, trouble in self._trouble.items()
                if trouble.times > 1 and now - trouble.when < CALM
            )
        )

    @property
    def waiting(self) -> int:
        """How many tasks run that nobody waits for."""
        return len(self._tasks)

    def end(self, name: str) -> None:
        """End a kept task."""
        task = self._kept.pop(name, None)
        if task is not None:
            task.cancel()

    async def finish(self) -> None:
        """Wait for everything that nobody waited for."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """End all tasks."""
        tasks = {*self._kept.values(), *self._tasks}
        self._kept.clear()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def failed(self, name: str, error: BaseException, **facts: object) -> None:
        """Tell that something under this name has failed, with the stack."""
        tell_failure(self.note, "task_failed", error, name=name, **facts)

    def contained(self, heard: Callable[[Heard], None], **facts: object) -> Callable[[Heard], None]:
        """A listener whose failures are told, and concern nobody else."""

        def hear(news: Heard) -> None:
            try:
                heard(news)
            except Exception as error:
                self.failed("listener", error, **facts)

        return hear

    async def _once(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except Exception as error:
            self.failed(name, error)

    async def _keep(self, name: str, work: Work, ends: bool) -> None:
        while True:
            begun = self._clock()
            try:
                await work()
                if ends:
                    return
                raise EndedError
            except asyncio.CancelledError as error:
                if _is_cancelled():
                    raise
                failure: BaseException = error  # something that it waited for was cancelled
            except Exception as error:
                failure = error
            now = self._clock()
            before = self._trouble.get(name)
            times = before.times + 1 if before is not None and now - begun < CALM else 1
            self._trouble[name] = _Trouble(times, now)
            self.failed(name, failure, times=times)
            await asyncio.sleep(min(FIRST_PAUSE * 2.0 ** min(times - 1, 10), LONGEST_PAUSE))
            self.restarts[name] += 1


def tell_failure(note: Note, event: str, error: BaseException, **facts: object) -> None:
    """Tell of an event with an error and its stack."""
    details = "".join(traceback.format_exception(error))
    note(event, **facts, what=repr(error)[:LONGEST_TOLD], details=details)


def _is_cancelled() -> bool:
    """Whether somebody has cancelled the running task."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
