"""Who watches sees a seat with its owner's leave: late where there are secrets, until the owner ends it."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, TableOrder, VoteKind
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables import watched_seats
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.host.table.seat_protocol import TableInfo
from lazaretto.rules import ChoiceError, Ref, RuleError
from tests.host.server.halls import (
    PANDEMIC,
    decision,
    entered,
    hall_in,
    run,
    seated,
    sit_all,
    table_for,
    until,
)

SECRET = TableOrder(PANDEMIC, ("", ""), seed=5, options={"hands": "private"})


async def watched(
    hall: ServerHall, order: TableOrder | None = None
) -> tuple[list[Place], list[SeatClient], PersonHall, Place]:
    """Anna and ben play, and dora watches."""
    people, code = await table_for(hall, "anna", "ben", order=order)
    places, clients = await sit_all(people, code)
    dora = await entered(hall, "dora")
    return places, clients, dora, await dora.watch(code)


def hand(client: SeatClient, seat: int) -> list[object]:
    piles = client.look().view.seats[seat].piles
    return [piece for pile in piles if pile.name == "hand" for piece in pile.pieces]


def test_a_seat_is_seen_with_its_owners_leave_only(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), clients, dora, public = await watched(hall)
            with pytest.raises(HallError, match="has not agreed"):
                await dora.watch(anna.code, 0)
            await public.propose(VoteKind.WATCH, "0")
            (vote,) = anna.view.votes
            assert (vote.by, vote.asked, vote.about) == ("dora", ("anna",), "0")
            with pytest.raises(HallError, match="for others"):
                await ben.vote(vote.number, True)
            await anna.vote(vote.number, True)
            assert public.view.sees == 0 and anna.view.shown_to == ("dora",)
            with pytest.raises(HallError, match="has not agreed"):
                await dora.watch(anna.code, 1)
            place = await dora.watch(anna.code, 0)
            client = await seated(place)
            assert client.look().view == clients[0].look().view
            assert place.view.shows == 0 and client.closed

    run(work)


def test_who_looks_at_a_seat_cannot_play_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, clients, dora, _ = await watched(hall)
            asked = decision(clients[0]).seat
            await places[asked].show_to("dora", True)
            client = await seated(await dora.watch(places[0].code, asked))
            key = next(option.key for option in decision(client).options if option.why_not is None)
            asks = (
                client.choose(key),
                client.back(),
                client.undo(),
                client.ahead((key,)),
                client.travel((key,)),
            )
            for ask in asks:
                with pytest.raises(ChoiceError):
                    await ask
            assert await client.ways(Ref("City", "Atlanta")) == ()
            assert await client.journeys(Ref("City", "Chicago")) == ()
            assert await client.outlooks() == await client.outlooks(Ref("City", "Chicago")) == ()
            assert client.look().view == clients[asked].look().view

    run(work)


def test_where_there_are_secrets_it_comes_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_seats, "DELAY", 0.5)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, clients, dora, _ = await watched(hall, SECRET)
            asked = decision(clients[0]).seat
            owner = clients[asked]
            before = owner.look().view
            await places[asked].show_to("dora", True)
            place = await dora.watch(places[0].code, asked)
            coming = asyncio.get_running_loop().create_task(seated(place))
            await asyncio.sleep(0.2)
            await owner.choose("pass")
            assert not coming.done()
            client = await coming
            assert client.look().view == before, "it shows what was then"
            assert None not in hand(client, asked)
            await until(lambda: client.look().view == owner.look().view)

    run(work)


def test_the_owner_ends_it_at_any_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_seats, "DELAY", 0.3)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, clients, dora, public = await watched(hall, SECRET)
            asked = decision(clients[0]).seat
            owner, code = places[asked], places[0].code
            await owner.show_to("dora", True)
            client = await seated(place := await dora.watch(code, asked))
            seen = client.look().view
            told: list[int | None] = []
            place.listen(TableHeard(lambda view: told.append(view.sees), lambda _: None))
            await clients[asked].choose("pass")
            await owner.show_to("dora", False)
            await asyncio.sleep(0.5)
            assert client.look().view == seen, "not even what was on its way arrives"
            assert told[-1] is None and public.view.sees is None and owner.view.shown_to == ()
            with pytest.raises(HallError, match="has not agreed"):
                await dora.watch(code, asked)

            await owner.show_to("dora", True)
            coming = asyncio.get_running_loop().create_task(seated(await dora.watch(code, asked)))
            await asyncio.sleep(0.1)
            await owner.resign()
            with pytest.raises(Exception, match="has not agreed"):
                await coming

    run(work)


def test_leave_to_look_ends_with_its_owner_even_while_nobody_looks(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), _, dora, public = await watched(hall, SECRET)
            await anna.show_to("dora", True)
            anna.leave()
            await ben.propose(VoteKind.KICK, "anna")
            again = await (await entered(hall, "emil")).join(ben.code)
            assert again is not None and again.view.shown_to == () and public.view.sees is None
            with pytest.raises(HallError, match="has not agreed"):
                await dora.watch(ben.code, 0)

    run(work)


def test_only_who_watches_is_shown_something(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), _, _, public = await watched(hall)
            with pytest.raises(HallError, match="nobody called ben is watching"):
                await anna.show_to("ben", True)
            with pytest.raises(HallError, match="no seat"):
                await public.show_to("anna", True)
            for about in ("7", "x", ""):
                with pytest.raises(HallError, match="whose owner is here"):
                    await public.propose(VoteKind.WATCH, about)
            with pytest.raises(HallError, match="a spectator can only"):
                await ben.propose(VoteKind.WATCH, "0")

    run(work)


def test_whoever_is_shown_another_seat_sees_the_first_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_seats, "DELAY", 0.0)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), clients, dora, _ = await watched(hall, SECRET)
            await anna.show_to("dora", True)
            place = await dora.watch(anna.code, 0)
            looking = await seated(place)
            before = looking.look().view
            await ben.show_to("dora", True)
            assert anna.view.shown_to == () and ben.view.shown_to == ("dora",)
            seat = decision(clients[0]).seat
            await clients[seat].choose("pass")
            await until(lambda: clients[0].look().view != before)
            with pytest.raises(ChoiceError):
                await place.table.seats[0].course()
            assert looking.look().view == before, "anna could not end it any more"

    run(work)


def test_a_player_looks_at_no_seat_that_was_shown_to_a_spectator(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, ben), _, dora, _ = await watched(hall)
            await anna.show_to("dora", True)
            place = await dora.watch(anna.code, 0)
            await ben.resign()
            assert await dora.join(anna.code) is not None
            assert anna.view.shown_to == ()
            with pytest.raises(RuleError):
                await seated(place)
            with pytest.raises(HallError, match="has not agreed"):
                await dora.watch(anna.code, 0)

    run(work)


def test_leave_that_ends_while_somebody_comes_is_no_leave(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            (anna, _), _, dora, _ = await watched(hall)
            await anna.show_to("dora", True)
            run_, table = hall.tables[anna.code].run, hall.tables[anna.code]
            found, goes_on = await run_.info(0), asyncio.Event()

            async def slow(_: int) -> TableInfo:
                await goes_on.wait()
                return found

            table.run.info = slow  # type: ignore[assignment, method-assign]
            coming = asyncio.ensure_future(dora.watch(anna.code, 0))
            await asyncio.sleep(0)
            await anna.show_to("dora", False)
            goes_on.set()
            with pytest.raises(HallError, match="has not agreed"):
                await coming

    run(work)
