"""A vote ends with what it is about: with who proposed it, who is asked, and the owner of a seat."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, Presence, TableOrder, TableView, VoteKind
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.table.seat_protocol import TableInfo
from lazaretto.rules import ChoiceError
from tests.host.server.halls import STONES, entered, hall_in, play, run, sit_all, table_for

NAMES = ("anna", "ben", "carl")


async def three(hall: ServerHall) -> tuple[list[PersonHall], list[Place], str]:
    """Three people play."""
    people, code = await table_for(hall, *NAMES, order=TableOrder(STONES, ("", "", ""), seed=5))
    places, _ = await sit_all(people, code)
    return people, places, code


def test_no_bot_stands_in_for_somebody_who_is_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, (anna, ben, carl), code = await three(hall)
            carl.leave()
            await anna.propose(VoteKind.TAKE_OVER, f"02 {hall.bots[-1]}")
            (vote,) = ben.view.votes
            assert (vote.asked, vote.about) == (("ben",), f"2 {hall.bots[-1]}")
            await people[2].join(code)
            assert ben.view.votes == ()
            with pytest.raises(HallError, match="over"):
                await ben.vote(vote.number, True)
            assert ben.view.listing.seats[2].presence is Presence.HERE

    run(work)


def test_nor_for_somebody_who_comes_back_while_it_is_done(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, (anna, ben, carl), code = await three(hall)
            carl.leave()
            await anna.propose(VoteKind.TAKE_OVER, f"2 {hall.bots[-1]}")
            table = hall.tables[code]
            async with table.seating:
                agreed = asyncio.ensure_future(ben.vote(1, True))
                await asyncio.sleep(0)
                await people[2].join(code)
            with pytest.raises(HallError, match="carl is back"):
                await agreed
            assert not table.standing_in

    run(work)


def test_nor_for_somebody_who_comes_back_while_the_table_is_restored(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, (anna, ben, carl), code = await three(hall)
            carl.leave()
            await anna.propose(VoteKind.TAKE_OVER, f"2 {hall.bots[-1]}")
            table = hall.tables[code]
            found, goes_on = await table.run.info(0), asyncio.Event()

            async def slow(who: int) -> TableInfo:
                if who == 0:
                    await goes_on.wait()
                return found

            table.run.info = slow  # type: ignore[method-assign]
            agreed = asyncio.ensure_future(ben.vote(1, True))
            await asyncio.sleep(0)
            await people[2].join(code)
            goes_on.set()
            with pytest.raises(HallError, match="carl is back"):
                await agreed
            assert not table.standing_in

    run(work)


def test_whoever_takes_a_seat_keeps_it_whatever_was_agreed_before(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            _, (anna, ben, carl), code = await three(hall)
            await carl.resign()
            await anna.propose(VoteKind.TAKE_OVER, f"2 {hall.bots[-1]}")
            dora = await (await entered(hall, "dora")).join(code)
            assert dora is not None and dora.view.votes == ()
            with pytest.raises(HallError, match="over"):
                await ben.vote(1, True)
            assert ben.view.listing.seats[2].presence is Presence.HERE

    run(work)


@pytest.mark.parametrize("gone", [0, 1], ids=["who proposed it", "who was asked"])
def test_a_vote_that_nobody_can_finish_is_over(tmp_path: Path, gone: int) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            _, places, _ = await three(hall)
            await places[0].propose(VoteKind.CLOSE)
            await places[gone].resign()
            assert not places[2].view.votes
            await places[2].propose(VoteKind.CLOSE)
            assert [vote.by for vote in places[2].view.votes] == ["carl"]

    run(work)


def test_those_who_watch_use_up_no_votes_of_those_who_play(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.limits = type(hall.limits)(votes_per_table=3)
            _, (anna, ben, _), code = await three(hall)
            watching = [await (await entered(hall, name)).watch(code) for name in ("dora", "emil")]
            for seat in ("0", "1", "2"):
                await watching[0].propose(VoteKind.WATCH, seat)
            for text in ("00", "000", "001"):
                with pytest.raises(HallError, match=r"already being asked|too many votes"):
                    await watching[1].propose(VoteKind.WATCH, text)
            await anna.propose(VoteKind.CLOSE)
            watching[0].leave()
            assert [vote.kind for vote in ben.view.votes] == [VoteKind.CLOSE]

    run(work)


def test_everybody_is_told_that_a_vote_is_over_from_which_nothing_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            (anna, ben), clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            await anna.undo()
            (vote,) = ben.view.votes
            assert vote.asked == ("ben",)

            async def refuse() -> None:
                raise ChoiceError("something was revealed")

            monkeypatch.setattr(hall.tables[code], "undo", refuse)
            told: list[TableView] = []
            anna.listen(TableHeard(told.append, lambda _: None))
            with pytest.raises(HallError, match="revealed"):
                await ben.vote(vote.number, True)
            assert [table.votes for table in told] == [()]

    run(work)
