"""Hints at a table of the hall: only where its people agreed on them, only for players, and not too often."""

import asyncio
from collections.abc import Coroutine
from typing import Any, cast

import pytest

from lazaretto.host.server.call_budgets import RATES, Purses
from lazaretto.host.server.call_gate import Gated
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.tables.hall_seat import HallSeat
from lazaretto.host.server.tables.table_settings import GameOrder, order_of, read_order
from lazaretto.host.server.tables.watched_seats import SharedSeat
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.table.seat_protocol import BotRemark, Seat, SeatStart, SeatUpdate
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.rules import ChoiceError
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.views.diff_views import ViewChange
from tests.soak import TIMES

REMARK = BotRemark(1, "medium", ())
NEWS = SeatUpdate((), ViewChange(), False, False, None, 1, 0, remarks=(REMARK,), request=REMARK)


class Advised:
    """A seat in a workroom."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.dropped = 0

    async def join(self, told: Any) -> SeatStart:
        self.told = told
        return SeatStart(cast(Any, None), NEWS)

    async def hint(self, after: int = 0) -> Hint:
        self.asked.append(after)
        return Hint(after + 1, (), final=True)

    def drop_hint(self) -> None:
        self.dropped += 1


class Source:
    """A table of the hall."""

    refusal = ""

    def __init__(self, hints: bool) -> None:
        self.order = GameOrder(1, hints=hints)
        self.seat = Advised()

    async def seat_for(self, seat: HallSeat) -> Seat:
        return cast(Seat, self.seat)

    def forget(self, seat: HallSeat) -> None:
        pass

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        work.close()


async def joined(source: Source) -> HallSeat:
    seat = HallSeat(source, 0, "anna", frozenset({0}))
    await seat.join(lambda _: None)
    return seat


def test_a_table_without_hints_gives_none() -> None:
    source = Source(hints=False)

    async def run() -> None:
        with pytest.raises(ChoiceError, match="plays without hints"):
            await (await joined(source)).hint()

    asyncio.run(run())
    assert source.seat.asked == []


@pytest.mark.parametrize("hints", [True, False])
def test_bots_say_what_they_are_after_only_at_a_table_with_hints(hints: bool) -> None:
    source = Source(hints)
    heard: list[SeatUpdate] = []

    async def run() -> None:
        start = await HallSeat(source, 0, "anna", frozenset({0})).join(heard.append)
        heard.append(start.now)
        source.seat.told(NEWS)

    asyncio.run(run())
    for update in heard:
        assert (update.remarks, update.request) == (((REMARK,), REMARK) if hints else ((), None))


def test_hints_are_given_but_not_too_often() -> None:
    source = Source(hints=True)
    most = int(RATES[Cost.HINT].at_once)

    async def run() -> None:
        seat = Gated(Seat, await joined(source), Purses().payer("anna"), WatchedTasks())
        for _ in range(most):
            assert (await seat.hint()).number == 1
        with pytest.raises(ChoiceError, match="too often"):
            await seat.hint()
        for _ in range(5 * TIMES):
            assert (await seat.hint(1)).number == 2, "to look longer at the same question is no new search"
        seat.drop_hint()

    asyncio.run(run())
    assert source.seat.asked[:most] == [0] * most
    assert source.seat.dropped == 1


def test_who_looks_at_a_seat_gets_no_hint() -> None:
    async def run() -> None:
        with pytest.raises(ChoiceError):
            await SharedSeat(Source(hints=True), 0, "anna", 7).hint()

    asyncio.run(run())


def test_whether_there_are_hints_is_kept() -> None:
    order = TableOrder(cast(Any, None), ("", ""), hints=False)
    kept = order_of(order, 3)
    assert not kept.hints
    assert read_order(kept.text()) == kept
    assert read_order('{"seed":3}').hints, "tables that were made before have hints"
