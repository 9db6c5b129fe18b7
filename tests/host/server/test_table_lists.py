"""Who is told what of the tables of a hall, and how often."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError, HallView, TableOrder
from tests.host.server.halls import STONES, entered, hall_in, run, table_for, until

ORDER = TableOrder(STONES, ("", ""))


def test_who_does_not_look_at_the_lists_hears_only_what_concerns_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), code = await table_for(hall, "anna", "ben", order=ORDER)
            carl = await entered(hall, "carl")
            heard: list[HallView] = []
            anna.listen(heard.append)
            anna.look_at_lists(False)
            assert [table.code for table in anna.view.tables] == [code]
            assert (anna.view.here, anna.view.chat) == ((), ())
            heard.clear()
            other = await carl.make(ORDER)
            await carl.say("good evening")
            await until(lambda: len(ben.view.tables) == 2)
            await anna.read_invitations()
            assert heard == []
            await carl.invite(other, "anna")
            assert {table.code for table in heard[-1].tables} == {code, other}
            anna.look_at_lists(True)
            assert heard[-1].here == ("anna", "ben", "carl")
            assert heard[-1].chat[-1].text == "good evening"

    run(work)


def test_the_listing_of_a_table_is_shared_by_all_whom_it_does_not_concern(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben, carl = [await entered(hall, each) for each in ("anna", "ben", "carl")]
            await anna.make(ORDER)
            assert ben.view.tables[0] is carl.view.tables[0]
            assert (anna.view.tables[0].yours, ben.view.tables[0].yours) == (True, False)

    run(work)


def test_only_so_many_tables_of_others_are_listed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path, limits=HallLimits(tables_shown=2)) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            codes = [await anna.make(ORDER) for _ in range(4)]
            mine = await ben.make(ORDER)
            await anna.invite(codes[3], "ben")
            assert [table.code for table in ben.view.tables][:2] == [mine, codes[3]]
            assert len(ben.view.tables) == 3
            assert len(anna.view.tables) == 5

    run(work)


def test_nobody_makes_more_tables_than_a_person_may_have(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.limits = HallLimits(tables_per_person=2)
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            for _ in range(2):
                await anna.make(ORDER)
            with pytest.raises(HallError, match="you already have 2 tables; finish or leave one first"):
                await anna.make(ORDER)
            await ben.make(ORDER)
            assert len(anna.view.tables) == 3

    run(work)


def test_many_calls_at_once_keep_to_the_limits_of_a_person(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path, limits=HallLimits(tables_per_person=3, seats_per_person=2)) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            made = await asyncio.gather(*(anna.make(ORDER) for _ in range(5)), return_exceptions=True)
            codes = [code for code in made if isinstance(code, str)]
            assert [type(answer) for answer in made].count(HallError) == 2
            joined = await asyncio.gather(*map(ben.join, codes), return_exceptions=True)
            assert [type(answer) for answer in joined].count(HallError) == 1
            assert sum(table.yours for table in ben.view.tables) == 2

    run(work)


def test_all_hear_of_the_last_change_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.host.server.server_hall.AT_ONCE", 2)
    monkeypatch.setattr("lazaretto.host.server.server_hall.TELL_EVERY", 0.02)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people = [await entered(hall, f"guest-{number}") for number in range(7)]
            heard: dict[str, list[HallView]] = {person.person.name: [] for person in people}
            for person in people:
                person.listen(heard[person.person.name].append)
            for text in ("one", "two", "three"):
                await people[0].say(text)
            await until(
                lambda: all(
                    each and each[-1].chat and each[-1].chat[-1].text == "three" for each in heard.values()
                )
            )
            assert all(len(each) <= 3 for each in heard.values())

    run(work)
