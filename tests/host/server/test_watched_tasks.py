"""Tasks that die are started again and told; others do not notice."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lazaretto.host.server.watched_tasks import CALM, LONGEST_PAUSE, WatchedTasks
from tests.patience import PATIENCE


class Told:
    """What the operator was told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, event: str, /, **facts: object) -> None:
        self.events.append((event, facts))


class Hours:
    """A clock that stands unless a pause puts it forward."""

    def __init__(self) -> None:
        self.now = 0.0
        self.paused: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.paused.append(seconds)
        self.now += seconds
        await asyncio.get_running_loop().run_in_executor(None, lambda: None)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    found = Hours()
    monkeypatch.setattr("lazaretto.host.server.watched_tasks.asyncio.sleep", found.sleep)
    return found


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.get_running_loop().run_in_executor(None, lambda: None)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


def test_a_task_that_dies_begins_anew_and_is_told_with_its_stack(hours: Hours) -> None:
    async def work() -> None:
        told, begun = Told(), 0

        async def dies_twice() -> None:
            nonlocal begun
            begun += 1
            if begun < 3:
                raise ZeroDivisionError
            await asyncio.Event().wait()

        tasks = WatchedTasks(told, hours)
        tasks.keep("clock", dies_twice)
        await until(lambda: begun == 3)
        assert tasks.restarts == {"clock": 2}
        assert [event for event, _ in told.events] == ["task_failed", "task_failed"]
        facts = told.events[0][1]
        assert facts["name"] == "clock" and "dies_twice" in facts["details"]
        assert [*tasks.failing] == ["clock"]
        hours.now += CALM
        assert [*tasks.failing] == []
        await tasks.stop()

    run(work)


def test_it_begins_later_and_later_while_it_dies_at_once(hours: Hours) -> None:
    async def work() -> None:
        async def dies() -> None:
            raise OSError

        tasks = WatchedTasks(clock=hours)
        tasks.keep("clock", dies)
        await until(lambda: len(hours.paused) > 9)
        assert hours.paused[:4] == [1, 2, 4, 8]
        assert max(hours.paused) == LONGEST_PAUSE
        await tasks.stop()

    run(work)


def test_one_that_dies_now_and_then_is_not_failing(hours: Hours) -> None:
    async def work() -> None:
        async def dies_late() -> None:
            hours.now += CALM
            raise OSError

        tasks = WatchedTasks(clock=hours)
        tasks.keep("clock", dies_late)
        await until(lambda: len(hours.paused) > 5)
        assert {*hours.paused} == {1.0}
        assert [*tasks.failing] == []
        await tasks.stop()

    run(work)


def test_one_that_ends_or_whose_future_is_cancelled_begins_anew(hours: Hours) -> None:
    async def work() -> None:
        ways = iter("ec")

        async def ends() -> None:
            match next(ways, ""):
                case "e":
                    return
                case "c":
                    future = asyncio.get_running_loop().create_future()
                    future.cancel()
                    await future
                case _:
                    await asyncio.Event().wait()

        told = Told()
        tasks = WatchedTasks(told, hours)
        tasks.keep("clock", ends)
        await until(lambda: tasks.restarts["clock"] == 2)
        assert [facts["what"] for _, facts in told.events] == ["EndedError()", "CancelledError()"]
        tasks.end("clock")
        done: list[bool] = []

        async def once() -> None:
            done.append(True)

        tasks.keep("once", once, ends=True)
        await until(lambda: bool(done))
        await tasks.stop()
        assert (tasks.restarts["once"], len(told.events)) == (0, 2)

    run(work)


def test_what_nobody_waits_for_tells_of_its_failure() -> None:
    async def work() -> None:
        told, done = Told(), []

        async def fails() -> None:
            raise KeyError

        async def works() -> None:
            done.append(True)

        tasks = WatchedTasks(told)
        tasks.spawn("fails", fails())
        tasks.spawn("works", works())
        assert tasks.waiting == 2
        await tasks.finish()
        assert (tasks.waiting, done) == (0, [True])
        assert [facts["name"] for _, facts in told.events] == ["fails"]
        tasks.spawn("never begins", works())
        await tasks.stop()

    run(work)
