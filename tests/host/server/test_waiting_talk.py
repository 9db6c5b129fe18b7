"""People talk at a table whose game has not begun."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.server_hall import ServerHall
from tests.host.server.halls import STONES, behind_gate, entered, hall_in, run, sit_all, table_for, until

THREE = TableOrder(STONES, ("", "", ""), seed=5)


def test_those_who_wait_at_a_table_talk_and_nobody_else_reads_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben, carl = [await entered(hall, name) for name in ("anna", "ben", "carl")]
            code = await anna.make(THREE)
            assert await ben.join(code) is None
            await anna.say("whom do we wait for?", code)
            said = ["ben takes a seat", "whom do we wait for?"]
            assert [line.text for line in ben.view.tables[0].chat] == said
            assert carl.view.tables[0].chat == () and hall.chat.maxlen and not hall.chat
            with pytest.raises(HallError, match="no seat"):
                await carl.say("me", code)
            with pytest.raises(HallError, match="too fast"):
                for _ in range(20):
                    await behind_gate(ben).say("hurry", code)
            await ben.block("anna", True)
            assert "anna" not in [line.person for line in ben.view.tables[0].chat]
        async with hall_in(tmp_path) as hall:
            anna, carl = [await entered(hall, name) for name in ("anna", "carl")]
            await until(lambda: [line.text for line in anna.view.tables[0].chat][:2] == said)
            place = await carl.join(code)
            assert place is not None
            assert [line.text for line in place.view.chat][:2] == said, "the talk goes on at the table"
            assert anna.view.tables[0].chat == ()
            with pytest.raises(HallError, match="has started"):
                await anna.say("hello", code)
            other = await anna.make(replace(THREE, public=False))
            with pytest.raises(HallError, match="no seat"):
                await carl.say("hello", other)

    run(work)


def test_after_a_start_what_was_said_is_read_before_running_games_are_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def set_up(_: ServerHall) -> None:
        await asyncio.Event().wait()

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            await anna.say("who plays?", await anna.make(THREE))
        monkeypatch.setattr(ServerHall, "_look_at_tables", set_up)
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            assert [line.text for line in anna.view.tables[0].chat] == ["who plays?"]

    run(work)


def test_who_waits_gives_up_the_seat_and_the_last_one_closes_the_table(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben, carl = [await entered(hall, name) for name in ("anna", "ben", "carl")]
            code = await anna.make(THREE)
            await ben.join(code)
            with pytest.raises(HallError, match="no seat"):
                await carl.give_up(code)
            await anna.give_up(code)
            assert [seat.person for seat in ben.view.tables[0].seats] == ["", "ben", ""]
            assert "anna gives up the seat" in [line.text for line in ben.view.tables[0].chat]
            await anna.join(code)
            await anna.give_up(code)
            await ben.give_up(code)
            assert hall.tables[code].state is State.CLOSED and carl.view.tables == ()
            begun = await anna.make(TableOrder(STONES, ("", "random"), seed=5))
            with pytest.raises(HallError, match="has started"):
                await anna.give_up(begun)

    run(work)


def test_nobody_reads_what_somebody_said_who_is_deleted(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            places, _ = await sit_all(people, code)
            await people[1].say("here I am")
            await places[1].say("me too")
            await places[0].say("and I")
            people[1].leave()
            await hall.do(lambda store: store.people.delete(people[1].person.id))
            await hall.catch_up()
            assert people[0].view.chat == ()
            said = [(line.person, line.text) for line in places[0].view.chat if line.person]
            assert said == [("anna", "and I")]

    run(work)
