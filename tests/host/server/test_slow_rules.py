"""Slow rules at one table do not slow the others."""

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.workers import worker_handle
from lazaretto.host.server.workers.worker_pool import NICE
from lazaretto.rules import ChoiceError, RuleError
from tests.host.server.halls import STONES, decision, hall_in, play, run, sit_all, table_for, until

MOOR = TableOrder(STONES.parent / "moor", ("", ""), seed=5)
ENDLESS = "tests.host.server.endless_rules:BOTS"
PATIENCE = 3.0
"""Seconds that a decision may take in these tests: much more than ten choices of the other table need."""


def test_a_rule_without_an_end_ends_with_a_sentence(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=MOOR)
            _, (anna, ben) = await sit_all(people, code)
            others, other = await table_for(hall, "dora", "emil")
            _, clients = await sit_all(others, other)
            await anna.choose("sigh")
            await anna.choose("sigh")
            before = [client.look().view for client in (anna, ben)]
            spinning = asyncio.get_running_loop().create_task(anna.choose("spin"))
            await play(clients, Random(1), 1)
            with pytest.raises(RuleError, match="runs forever"):
                await spinning
            assert [client.look().view for client in (anna, ben)] == before
            await anna.choose("hum")
            (room,) = hall.pool._rooms
            assert room.codes == {code, other}, "nothing had to be set up again"

    run(work)


def test_what_cannot_be_stopped_is_ended_and_stays_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_handle, "LONGEST", PATIENCE)

    async def work() -> None:
        async with hall_in(tmp_path, bots=ENDLESS) as hall:
            people, code = await table_for(hall, "anna", "ben", order=MOOR)
            places, (anna, ben) = await sit_all(people, code)
            others, other = await table_for(hall, "dora", "emil")
            their, clients = await sit_all(others, other)
            notices: list[str] = []
            their[0].listen(TableHeard(lambda view: notices.append(view.notice), lambda _: None))
            await anna.choose("sigh")
            await anna.choose("sigh")
            before = anna.look().view

            async def hum() -> None:
                """Hum without an end, until the process is ended and everybody can go on."""
                rooms = [*hall.pool._rooms, *hall.pool._apart]
                humming = asyncio.get_running_loop().create_task(anna.choose("hum"))
                await play(clients, Random(1), 10)
                await their[0].say("we play on")
                assert not humming.done(), "ten choices at the other table are quicker than the limit"
                with pytest.raises(ChoiceError, match="rules took too long"):
                    await humming
                await until(
                    lambda: bool(
                        hall.pool._apart
                        and code in hall.pool._apart[0].codes
                        and hall.pool._apart[0] not in rooms
                    )
                )
                await until(lambda: bool(hall.pool._rooms and other in hall.pool._rooms[0].codes))
                await until(lambda: not places[0].view.notice and not their[0].view.notice)
                assert anna.look().view == before

            await hum()
            notices.clear()
            (room,) = hall.pool._rooms
            await hum()
            assert hall.pool._rooms == [room] and not any(notices), (
                "the second time others do not notice anything"
            )
            (apart,) = hall.pool._apart
            assert os.getpriority(os.PRIO_PROCESS, apart.process_id) == NICE
            assert (room.codes, apart.codes) == ({other}, {code})
            await anna.choose("walk > Bog")
            assert decision(ben).seat == 0
            await play(clients, Random(2), 3)

    run(work)
