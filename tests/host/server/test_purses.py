"""What people pay for calls: some wait for their turn, the others are refused when the purse is empty."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from lazaretto.host.server.call_budgets import (
    ADDRESS,
    DOUBLE,
    LONGEST_WAIT,
    RATES,
    Lateness,
    Payer,
    Purses,
    TooFastError,
)
from lazaretto.host.wire.allowed_calls import Cost
from tests.host.server.halls import hall_in, person, run

WAIT = [cost for cost, rate in RATES.items() if rate.parallel]


def purses_at(now: list[float]) -> Purses:
    return Purses(clock=lambda: now[0])


async def empty(payer: Payer, cost: Cost) -> None:
    for _ in range(int(RATES[cost].at_once)):
        async with payer.paid(cost):
            pass


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that calls wait; nobody really waits for them."""
    found: list[float] = []
    sleep = asyncio.sleep

    def shortly(seconds: float) -> Awaitable[None]:
        found.append(seconds)
        return sleep(0)

    monkeypatch.setattr("lazaretto.host.server.call_budgets.asyncio.sleep", shortly)
    return found


@pytest.mark.parametrize("cost", RATES)
def test_calls_wait_or_are_refused_with_a_sentence(cost: Cost, slept: list[float]) -> None:
    async def work() -> None:
        payer = purses_at([0.0]).payer("anna")
        await empty(payer, cost)
        assert slept == []
        if cost in WAIT:
            while not slept or slept[-1] <= LONGEST_WAIT:
                async with payer.paid(cost):
                    assert slept[-1] == pytest.approx(len(slept) / RATES[cost].a_second)
        with pytest.raises(TooFastError, match=r"moment|minute"):
            async with payer.paid(cost):
                pass

    asyncio.run(work())


@pytest.mark.parametrize("cost", WAIT)
def test_a_late_server_asks_more_for_calls_that_wait(cost: Cost, slept: list[float]) -> None:
    async def work() -> None:
        lateness = Lateness()
        payer = Purses(clock=lambda: 0.0, lateness=lateness).payer("anna")
        lateness.beat(1.0, 2 * DOUBLE)
        for _ in range(int(RATES[cost].at_once) // 3):
            async with payer.paid(cost):
                assert not slept
        async with payer.paid(cost):
            assert slept[-1] == pytest.approx((3 - RATES[cost].at_once % 3) / RATES[cost].a_second)

    asyncio.run(work())


@pytest.mark.parametrize("cost", RATES)
def test_a_purse_fills_again_in_time(cost: Cost, slept: list[float]) -> None:
    async def work() -> None:
        now = [0.0]
        payer = purses_at(now).payer("anna")
        await empty(payer, cost)
        now[0] = 1 / RATES[cost].a_second
        async with payer.paid(cost):
            pass
        assert slept == []

    asyncio.run(work())


@pytest.mark.parametrize("cost", WAIT)
def test_so_many_calls_run_in_parallel(cost: Cost) -> None:
    async def work() -> None:
        payer, running, most = Purses().payer("anna"), 0, 0

        async def call() -> None:
            nonlocal running, most
            async with payer.paid(cost):
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*(call() for _ in range(3 * RATES[cost].parallel)))
        assert most == RATES[cost].parallel

    asyncio.run(work())


def taken(payer: Payer, cost: Cost) -> int:
    """How often somebody can pay for calls."""
    number = 0
    while payer.take(cost):
        number += 1
    return number


def test_an_address_may_do_eight_times_as_much_as_a_person() -> None:
    purses, most = purses_at([0.0]), int(RATES[Cost.ACT].at_once)
    people = [purses.payer(f"person {number}", "192.0.2.1") for number in range(ADDRESS + 1)]
    assert [taken(payer, Cost.ACT) for payer in people] == [most] * ADDRESS + [0]


def test_guests_of_an_address_share_a_purse_that_they_cannot_leave_behind(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            one = await hall.do(lambda store: store.people.add("guest1"))
            other = await hall.do(lambda store: store.people.add("guest2"))
            anna, most = await person(hall, "anna"), int(RATES[Cost.MAKE].at_once)
            for each, address, left in (
                (one, "192.0.2.1", most),
                (other, "192.0.2.1", 0),
                (other, "192.0.2.2", most),
                (anna, "192.0.2.1", most),
            ):
                payer = hall.payer(each, address)
                assert taken(payer, Cost.MAKE) == left
                payer.leave()

    run(work)
