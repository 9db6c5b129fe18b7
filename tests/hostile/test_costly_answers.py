"""Answers that cost much: what they cost is bounded, whoever asks for them without end."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.server.call_budgets import LONGEST_WAIT, RATES, Purses, rest
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.tables.hall_seat import MOST_VIEWS
from lazaretto.host.server.workers.worker_handle import Command, WorkerLine, _Waiting
from lazaretto.host.table.seat_protocol import TableInfo
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.host.wire.codec import plain
from lazaretto.host.wire.frames import Frame, Kind, packed
from lazaretto.rules import RuleError
from tests.host.server.halls import STONES, hall_in, play, run, seated, sit_all, table_for
from tests.hostile.test_visitors import made, refused
from tests.hostile.visitors import all_of, message, visitor


def test_a_replay_is_shown_no_further_than_its_end(tmp_path: Path) -> None:
    """A million positions kept a thread of the worker busy for 20 seconds, and 32 all its tables waiting."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 500)
            showing = await people[0].replay(code)
            length = showing.replay.info.length
            assert length < MOST_VIEWS
            assert len(await showing.replay.public(0, MOST_VIEWS)) == length + 1
            assert len(await showing.replay.public(MOST_VIEWS, MOST_VIEWS)) == 1
            with pytest.raises(RuleError, match="positions at once"):
                await showing.replay.public(0, 10**6)

    run(work)


def test_a_replay_that_was_closed_is_not_made_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 500)
            first = (await people[0].replay(code)).replay
            await first.frame(1, None)
            for _ in range(hall.limits.replays_per_session):
                await people[0].replay(code)
            made_again = 0

            async def again() -> None:
                nonlocal made_again
                made_again += 1

            first._again = again  # type: ignore[attr-defined]
            with pytest.raises(RuleError, match="closed"):
                await first.frame(1, None)
            assert not made_again

    run(work)


def test_a_seat_is_taken_anew_only_so_often(tmp_path: Path) -> None:
    """All that a seat sees takes 28 ms of the event loop: twenty a second kept everybody waiting."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            place = await anna.call("join", code=await made(anna))
            seat = place.value["table"]["seats"][0]["to"]
            rate = RATES[Cost.LOAD]
            most = int(rate.at_once + LONGEST_WAIT * rate.a_second) + 3
            bucket = anna.own.payer._purses[0].bucket(Cost.LOAD)
            for _ in range(most):
                bucket.owe()
            answers = await all_of(*(anna.call("join", seat) for _ in range(3)))
            assert all("too much at once" in refused(answer) for answer in answers)

    run(work)


def test_the_facts_of_a_table_are_converted_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", order=TableOrder(STONES, ("", "random")))
            first, second = await people[0].join(code), await people[0].join(code)
            assert first is not None and second is not None
            assert plain(first.table.info, TableInfo) is plain(second.table.info, TableInfo)
            await seated(first)

    run(work)


def test_others_have_their_turn_between_two_answers_of_a_worker() -> None:
    async def script() -> None:
        line = WorkerLine(Command("none"), lambda *_: None)
        loop, order = asyncio.get_running_loop(), [0]
        answers = [loop.create_future() for _ in range(5)]
        turns: list[int] = []

        async def tick() -> None:
            while True:
                order[0] += 1
                await asyncio.sleep(0)

        reader = asyncio.StreamReader()
        for number, answer in enumerate(answers):
            line._waiting[number] = _Waiting(message(0, "close", {}), answer)
            answer.add_done_callback(lambda _: turns.append(order[0]))
            reader.feed_data(packed(Frame(Kind.ANSWER, b"x", number)))
        reader.feed_eof()
        ticking = loop.create_task(tick())
        await line._read(reader)
        ticking.cancel()
        assert len({*turns}) == len(answers)

    asyncio.run(script())


def test_a_late_seat_keeps_no_turn_while_it_waits() -> None:
    """Somebody who looked at two hands a minute late could open no game meanwhile."""

    async def script() -> None:
        payer = Purses().payer("person:1", "192.0.2.1")
        waiting = asyncio.Event()

        async def late() -> None:
            async with payer.paid(Cost.LOAD):
                waiting.set()
                await rest(10**6)

        seats = [asyncio.ensure_future(late()) for _ in range(RATES[Cost.LOAD].parallel)]
        await waiting.wait()
        async with asyncio.timeout(20), payer.paid(Cost.LOAD):
            pass
        for seat in seats:
            seat.cancel()
        await asyncio.wait(seats)

    asyncio.run(script())
