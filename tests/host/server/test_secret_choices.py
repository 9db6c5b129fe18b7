"""At a table of the hall nobody learns what others do in secret, and the first of several is served."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, TableOrder
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules import ChoiceError
from tests.host.server.halls import STONES, decision, hall_in, run, sit_all, table_for

MOOR = STONES.parent / "moor"


async def moor(hall: ServerHall, free_undo: bool = False) -> tuple[list[Place], list[SeatClient]]:
    """Anna, ben and carl on the moor; anna begins."""
    order = TableOrder(MOOR, ("", "", ""), seed=5, free_undo=free_undo)
    people, code = await table_for(hall, "anna", "ben", "carl", order=order)
    return await sit_all(people, code)


def keys(client: SeatClient) -> list[str]:
    return [option.key for option in decision(client).options if option.why_not is None]


async def to_moves(client: SeatClient) -> None:
    """Anna is done with what she does in secret."""
    await client.choose("sigh")
    await client.choose("sigh")


# --- secret choices ----------------------------------------------------------------------------


def test_a_secret_choice_sends_nothing_to_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, (anna, ben, _) = await moor(hall)
            told: list[object] = []
            places[1].listen(TableHeard(told.append, told.append))
            ben.listen(told.append)
            (await hall.find(places[0].code)).tell()
            await anna.choose("hope")
            assert not ben.look().inside and anna.look().inside
            await anna.back()
            await anna.choose("hope > Bog")
            await places[0].undo()
            await anna.choose("sigh")
            await asyncio.sleep(0.05)
            assert told == []
            assert "undoes a choice" not in str(places[1].view.chat)
            await anna.choose("sigh")
            await anna.choose("hum")
            assert told

    run(work)


def test_the_statistics_do_not_tell_whether_somebody_chose_in_secret(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            _, (anna, ben, _) = await moor(hall)
            found = [await ben.course()]
            for key in "hope > Bog", "sigh":
                await anna.choose(key)
                found.append(await ben.course())
            assert found[0] == found[1]
            await anna.choose("hum")
            await anna.choose("go on")
            assert decision(ben).seat == 1
            found = [await anna.course()]
            await ben.choose("sigh")
            found.append(await anna.course())
            assert found[0] == found[1] and found[0].turns == (0, 1, 2)
            assert all(len(series.values) == 3 for series in found[0].series)

    run(work)


@pytest.mark.parametrize("free_undo", [False, True])
def test_undoing_does_not_tell_whether_somebody_chose_in_secret(tmp_path: Path, free_undo: bool) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, (anna, ben, _) = await moor(hall, free_undo)
            refusals: set[str] = set()
            for key in "", "hope", "Bog", "sigh":
                if key:
                    await anna.choose(key)
                for ask in (places[1].undo, ben.back):
                    with pytest.raises((HallError, ChoiceError)) as found:
                        await ask()
                    refusals.add(str(found.value))
                assert places[1].view.votes == ()
            assert refusals == {
                "anna chooses in secret; only anna can undo something now",
                "there is no started action to cancel",
            }

    run(work)


def test_what_everybody_saw_is_undone_as_ever(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, (anna, ben, _) = await moor(hall)
            await to_moves(anna)
            await anna.choose("hum")
            before = ben.look().view
            await places[0].undo()
            assert ben.look().view != before
            assert places[1].view.chat[-1].text == "anna undoes a choice"

    run(work)


# --- interrupts --------------------------------------------------------------------------------


def test_whoever_holds_something_may_play_it_at_the_same_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            places, clients = await moor(hall)
            anna, ben, carl = clients
            await to_moves(anna)
            assert keys(ben) == keys(carl) == ["shine"]
            assert "shine" in keys(anna)
            shown = [seat.asked for seat in places[1].view.listing.seats]
            assert shown == [True, False, False], "who else may do something is not told"
            await ben.choose("shine")
            assert keys(ben) == [], "who holds nothing is offered nothing"
            assert keys(carl) == ["shine"]

    run(work)


def test_of_two_at_once_the_first_is_served_and_the_other_loses_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            _, (anna, ben, carl) = await moor(hall)
            await to_moves(anna)
            one, two = await asyncio.gather(ben.choose("shine"), carl.choose("shine"), return_exceptions=True)
            assert one is None
            assert isinstance(two, ChoiceError)
            assert "somebody else chose first" in str(two)
            assert [line.text for line in carl.look().view.log][-1] == "ben shines a torch."
            assert keys(carl) == ["shine"], "the torch is still there"
            await carl.choose("shine")
            assert keys(carl) == []

    run(work)


def test_a_choice_for_an_earlier_question_is_never_taken_for_another_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            _, (anna, ben, _) = await moor(hall)
            await to_moves(anna)
            await anna.choose("hum")
            assert keys(anna)[0] == "go on"
            one, two = await asyncio.gather(ben.choose("shine"), anna.choose("go on"), return_exceptions=True)
            assert one is None and isinstance(two, ChoiceError)
            assert decision(anna).seat == 0, "the window is still open"
            await anna.choose("go on")
            assert decision(anna).seat == 1

    run(work)
