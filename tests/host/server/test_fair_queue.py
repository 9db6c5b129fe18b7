"""People take turns: whoever asks for much waits for it, and nobody else does."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server.fair_queue import NOBODY, FairQueue, FullError

ANNA, BEN, CARL = 1, 2, 3


class Desk:
    """Work that ends when the test lets it."""

    def __init__(self, at_once: int = 1, most: int = 3) -> None:
        self.begun: list[str] = []
        self.queue: FairQueue[str, str] = FairQueue(self._work, lambda: at_once, most, lambda: "full")
        self._ends: dict[str, asyncio.Future[str]] = {}

    async def _work(self, order: str) -> str:
        self.begun.append(order)
        end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._ends[order] = end
        try:
            return await end
        finally:
            del self._ends[order]

    async def ask(self, who: int, order: str) -> "asyncio.Task[str]":
        task = asyncio.get_running_loop().create_task(self.queue.ask(who, order))
        await settled()
        return task

    async def end(self, order: str, error: Exception | None = None) -> None:
        end = self._ends[order]
        if error is None:
            end.set_result(order.upper())
        else:
            end.set_exception(error)
        await settled()

    async def end_all(self) -> None:
        while self._ends:
            await self.end(next(iter(self._ends)))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def on_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def tested() -> None:
        asyncio.run(test())

    tested.__name__ = test.__name__
    return tested


@on_loop
async def test_whoever_asks_for_much_delays_others_by_one_piece_of_work() -> None:
    desk = Desk(most=64)
    asked = [await desk.ask(ANNA, f"a{number}") for number in range(64)]
    asked.append(await desk.ask(BEN, "b"))
    asked.append(await desk.ask(CARL, "c"))
    await desk.end_all()
    assert desk.begun[:5] == ["a0", "a1", "b", "c", "a2"]
    assert [await task for task in asked] == [*(f"A{number}" for number in range(64)), "B", "C"]


@on_loop
async def test_what_nobody_waits_for_is_done_last() -> None:
    desk = Desk()
    for who, order in ((NOBODY, "x"), (NOBODY, "y"), (ANNA, "a"), (ANNA, "b")):
        await desk.ask(who, order)
    await desk.end_all()
    assert desk.begun == ["x", "a", "b", "y"]


@on_loop
async def test_the_same_work_is_done_once_for_all_who_wait() -> None:
    desk = Desk()
    first = await desk.ask(ANNA, "a")
    asked = [await desk.ask(who, "same") for who in (ANNA, BEN, CARL, BEN)]
    late = await desk.ask(BEN, "a")
    await desk.end_all()
    assert desk.begun == ["a", "same"]
    assert [await task for task in (first, late, *asked)] == ["A", "A", *["SAME"] * 4]


@on_loop
async def test_work_that_others_want_too_is_done_when_it_is_the_turn_of_the_first_of_them() -> None:
    desk = Desk(most=9)
    for order in ("a0", "a1", "a2", "same"):
        await desk.ask(ANNA, order)
    await desk.ask(BEN, "same")
    await desk.end_all()
    assert desk.begun == ["a0", "a1", "same", "a2"]


@on_loop
async def test_one_person_can_wait_for_so_much_and_reads_that_it_is_enough() -> None:
    desk = Desk()
    await desk.ask(ANNA, "begun")
    asked = [await desk.ask(ANNA, f"a{number}") for number in range(3)]
    with pytest.raises(FullError, match="full"):
        await desk.queue.ask(ANNA, "more")
    again = await desk.ask(ANNA, "a1")
    other = await desk.ask(BEN, "b")
    await desk.end_all()
    assert [await task for task in (*asked, again, other)] == ["A0", "A1", "A2", "A1", "B"]


@on_loop
async def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    desk = Desk()
    begun = await desk.ask(ANNA, "begun")
    given_up = await desk.ask(ANNA, "given up")
    shared = await desk.ask(ANNA, "shared")
    other = await desk.ask(BEN, "shared")
    for task in (begun, given_up, shared):
        task.cancel()
    await settled()
    await desk.end_all()
    assert desk.begun == ["begun", "shared"] and await other == "SHARED"
    assert not desk.queue._jobs and not desk.queue._lines


@on_loop
async def test_somebody_who_has_gone_waits_for_nothing_any_more() -> None:
    desk = Desk()
    begun = await desk.ask(ANNA, "begun")
    waits = await desk.ask(ANNA, "waits")
    shared = await desk.ask(ANNA, "shared")
    other = await desk.ask(BEN, "shared")
    desk.queue.drop(ANNA, "gone")
    with pytest.raises(LobbyError, match="gone"):
        await waits
    await desk.end_all()
    assert desk.begun == ["begun", "shared"]
    assert [await task for task in (begun, shared, other)] == ["BEGUN", "SHARED", "SHARED"]


@on_loop
async def test_an_error_reaches_all_who_wait_and_the_next_work_begins() -> None:
    desk = Desk()
    asked = [await desk.ask(who, "bad") for who in (ANNA, BEN)]
    after = await desk.ask(ANNA, "good")
    await desk.end("bad", LobbyError("no"))
    for task in asked:
        with pytest.raises(LobbyError, match="no"):
            await task
    await desk.end_all()
    assert await after == "GOOD"


@on_loop
async def test_several_pieces_of_work_are_done_at_once() -> None:
    desk = Desk(at_once=2)
    for order in ("a", "b", "c"):
        await desk.ask(ANNA, order)
    assert desk.begun == ["a", "b"]
    await desk.end("b")
    assert desk.begun == ["a", "b", "c"]
    await desk.end_all()


@on_loop
async def test_nothing_is_left_behind_when_the_queue_is_closed() -> None:
    desk = Desk()
    asked = [await desk.ask(who, f"{who}") for who in (ANNA, BEN)]
    await desk.queue.close()
    await settled()
    assert all(task.cancelled() for task in asked)
    late = await desk.ask(CARL, "late")
    assert late.cancelled() and desk.begun == ["1"], (
        "nobody waits for ever, so a server ends that is stopped early"
    )
