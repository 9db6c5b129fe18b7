"""Whoever looks things up at many tables at once leaves the process to those who play."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock

from lazaretto.host import LocalReplay, LocalTable, Store, open_table
from lazaretto.host.server.call_budgets import ADDRESS, RATES, Purses
from lazaretto.host.server.workers.worker_base import MeasuredThreads
from lazaretto.host.table.lookup_budget import AT_ONCE, REPLAYS_AT_ONCE
from lazaretto.rules import Game
from tests.host.server.halls import until
from tests.hostile.small_games import program
from tests.patience import PATIENCE

PROGRAM = program("action free in moves\n    nothing\n")


def tables(folder: Path, number: int) -> list[LocalTable]:
    """Some tables of two people."""
    store = Store(folder)
    return [
        LocalTable(open_table(PROGRAM, PROGRAM.start(seed=1, players=["anna", "ben"]), store))
        for _ in range(number)
    ]


class Counter:
    """Looks that end when they are told, and are counted."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.ends = Event()
        self._lock = Lock()

    def look(self, game: Game) -> None:
        """Count this look until all may end."""
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.ends.wait()
        with self._lock:
            self.now -= 1


def test_few_looks_run_at_a_time_and_choices_wait_for_none(tmp_path: Path) -> None:
    async def script() -> None:
        asyncio.get_running_loop().set_default_executor(MeasuredThreads())
        *looked, free = tables(tmp_path, 3 * AT_ONCE + 1)
        counter = Counter()
        looks = [asyncio.ensure_future(each.look(0, counter.look)) for each in looked]
        try:
            await until(lambda: counter.now >= AT_ONCE)
            await free.change(lambda: free.choose("free", 0))
            assert counter.most == AT_ONCE
            async with asyncio.timeout(PATIENCE):
                for each in looked[AT_ONCE:]:
                    await each.change(lambda each=each: each.choose("free", 0))  # type: ignore[misc]
        finally:
            counter.ends.set()
        await asyncio.gather(*looks)
        assert counter.most == AT_ONCE

    asyncio.run(script())


def test_a_busy_table_keeps_no_turn_of_others(tmp_path: Path) -> None:
    async def script() -> None:
        *busy, free = tables(tmp_path, AT_ONCE + 1)
        ends = Event()
        played: list[Callable[[], object]] = [ends.wait for _ in busy]
        changes = [asyncio.ensure_future(each.change(work)) for each, work in zip(busy, played, strict=True)]
        try:
            await until(lambda: all(each._lock.locked() for each in busy))
            waiting = [asyncio.ensure_future(each.look(0, lambda _: None)) for each in busy]
            await asyncio.sleep(0)
            async with asyncio.timeout(PATIENCE):
                await free.look(0, lambda _: None)
        finally:
            ends.set()
        await asyncio.gather(*changes, *waiting)

    asyncio.run(script())


def test_replays_have_few_turns_of_their_own(tmp_path: Path) -> None:
    async def script() -> None:
        asyncio.get_running_loop().set_default_executor(MeasuredThreads())
        (table,) = tables(tmp_path, 1)
        game, counter = PROGRAM.start(seed=1, players=["anna", "ben"]), Counter()
        replays = [LocalReplay(PROGRAM, game.record()) for _ in range(3 * REPLAYS_AT_ONCE)]
        frames = [asyncio.ensure_future(replay._work(lambda: counter.look(game))) for replay in replays]
        try:
            await until(lambda: counter.now >= REPLAYS_AT_ONCE)
            await table.look(0, lambda _: None)
        finally:
            counter.ends.set()
        await asyncio.gather(*frames)
        assert counter.most == REPLAYS_AT_ONCE

    asyncio.run(script())


def test_all_people_of_an_address_look_and_take_seats_in_few_turns() -> None:
    async def script() -> None:
        for cost, rate in RATES.items():
            if not rate.parallel:
                continue
            purses, running, most = Purses(), 0, 0
            turns = rate.parallel * min(rate.crowd, ADDRESS)
            everybody = [purses.payer(f"person {number}", "192.0.2.1") for number in range(2 * ADDRESS)]

            async def call(number: int) -> None:
                nonlocal running, most
                async with everybody[number].paid(cost):  # noqa: B023
                    running += 1
                    most = max(most, running)
                    for _ in range(3):
                        await asyncio.sleep(0)
                    running -= 1

            await asyncio.gather(*(call(each) for each in range(2 * ADDRESS) for _ in range(rate.parallel)))
            assert most == turns, cost

    asyncio.run(script())
