"""A workroom in this process: what comes of choices when their table is closed."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.records.record_store import StoreError
from lazaretto.host.server.workers.local_workroom import HallRecords, LocalWorkroom
from lazaretto.host.server.workers.workroom_protocol import Append, TableJob
from lazaretto.rules.run.records.record_file import read
from tests.patience import PATIENCE

CODE = "BCD-234"


def test_a_choice_that_waits_when_its_table_is_closed_is_refused_at_once(stones: Path) -> None:
    async def work() -> None:
        loop = asyncio.get_running_loop()
        reported = loop.create_future()

        def report(append: Append) -> None:
            loop.call_soon_threadsafe(reported.set_result, append)

        room = LocalWorkroom({}, report)
        await room.open(TableJob(CODE, stones, ("anna", "ben"), 1, {}, frozenset(), ("", ""), compiles=True))
        seat = await room.sit(CODE, 0, frozenset({0}))
        await seat.join(lambda _: None)
        choosing = asyncio.ensure_future(seat.choose("take", None))
        await asyncio.wait_for(reported, PATIENCE)
        assert not choosing.done()
        await room.close(CODE)
        with pytest.raises(StoreError, match="could not store this: there is no table"):
            await asyncio.wait_for(choosing, PATIENCE / 4)

    asyncio.run(work())


def test_a_choice_is_made_when_the_hall_says_that_it_is_stored(stones: Path) -> None:
    async def work() -> None:
        loop = asyncio.get_running_loop()
        reported = loop.create_future()

        def report(append: Append) -> None:
            loop.call_soon_threadsafe(reported.set_result, append)

        room = LocalWorkroom({}, report)
        await room.open(TableJob(CODE, stones, ("anna", "ben"), 1, {}, frozenset(), ("", ""), compiles=True))
        seat = await room.sit(CODE, 0, frozenset({0}))
        await seat.join(lambda _: None)
        choosing = asyncio.ensure_future(seat.choose("take > two", None))
        append = await asyncio.wait_for(reported, PATIENCE)
        await room.stored("CDE-345", append.number, "")  # of a table that has been closed meanwhile
        assert not choosing.done()
        await room.stored(CODE, append.number, "")
        await asyncio.wait_for(choosing, PATIENCE)
        record = read(await room.record(CODE, frozenset({0, 1})), "a record")
        assert (record.players, record.choices) == (("anna", "ben"), ((0, "take > two"),))
        await room.close(CODE)

    asyncio.run(work())


def test_a_table_that_is_closed_sends_nothing_more() -> None:
    sent: list[int] = []
    records = HallRecords(lambda number, _: sent.append(number), ())
    records.close("gone")
    records.answer(1, "")
    with pytest.raises(StoreError, match="gone"):
        records.save("x", _Record())  # type: ignore[arg-type]
    assert not sent


class _Record:
    choices = ((0, "take"),)
