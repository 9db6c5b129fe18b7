"""A campaign on a server: a table goes on where a finished one of the same people ended."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import HallError, HallView, TableOrder
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables.table_record_files import record_of
from lazaretto.host.server.tables.table_settings import read_order
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.host.wire.codec import encode
from tests.host.server.halls import STONES, asked, decision, entered, hall_in, run, sit_all, table_for

VOYAGE = STONES.parent / "voyage"
FIRST = ("sail > Reef", "wait", "chart", "wait")


def order(seats: int = 2, **others: str) -> TableOrder:
    return TableOrder(VOYAGE, ("",) * seats, seed=3, **others)  # type: ignore[arg-type]


async def play(clients: list[SeatClient], *choices: str) -> None:
    for choice in choices:
        await asked(clients).choose(choice)


async def finished(hall: ServerHall) -> str:
    """Play a first game to its end."""
    people, code = await table_for(hall, "anna", "ben", order=order())
    places, clients = await sit_all(people, code)
    with pytest.raises(HallError, match="is not over, so its campaign cannot continue"):
        await people[0].make(order(follows=code))
    await play(clients, *FIRST)
    assert clients[0].look().outcome is not None
    for place in places:
        place.leave()
    return code


def test_a_table_goes_on_with_a_campaign_also_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            first = await finished(hall)
            people, code = await table_for(hall, "anna", "ben", order=order(follows=first))
            (listed,) = [table for table in people[1].view.tables if table.code == code]
            assert listed.game == 2
            _, clients = await sit_all(people, code)
            await play(clients, "sail > Reef", "sail > Reef")
            closed = {option.key: option.why_not for option in decision(clients[0]).options}
            assert closed["chart"] == "Reef is charted already"
        async with hall_in(tmp_path) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            _, clients = await sit_all(people, code)
            await play(clients, "wait", "wait")
            outcome = clients[0].look().outcome
            assert outcome is not None and outcome.reason == "Nothing was charted"
            record = await hall.do(lambda store: record_of(store, code))
            assert record.kept["Island.Reef.charted"] == "yes" and record.outcome == "Nothing was charted"
            row = await hall.do(lambda store: store.tables.get(code))
            assert read_order(row.order).follows == first

    run(work)


def test_a_campaign_goes_on_with_the_same_game_and_people(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            first = await finished(hall)
            anna, carl = await entered(hall, "anna"), await entered(hall, "carl")
            with pytest.raises(HallError, match="you have no seat"):
                await carl.make(order(follows=first))
            with pytest.raises(HallError, match="another game or other seats"):
                await anna.make(order(3, follows=first))
            with pytest.raises(HallError, match="another game or other seats"):
                await anna.make(TableOrder(STONES, ("", ""), follows=first))
            with pytest.raises(HallError):
                await anna.make(order(follows="BCD-222"))
            await anna.make(order(follows=first.lower()))

    run(work)


def test_what_is_handed_on_reaches_no_client(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            first = await finished(hall)
            people, _ = await table_for(hall, "anna", "ben", order=order(follows=first))
            for person in people:
                assert b"Relic" not in encode(person.view, HallView)

    run(work)


def test_a_campaign_that_is_over_does_not_go_on(tmp_path: Path) -> None:
    folder = shutil.copytree(VOYAGE, tmp_path / "games" / "voyage")
    rules = folder / "voyage.rules"
    over = "\nvalue campaign_over() : flag = years = 1\n"
    rules.write_text(rules.read_text(encoding="utf-8") + over, encoding="utf-8")
    wanted = replace(order(), folder=folder)

    async def work() -> None:
        async with hall_in(tmp_path, folder.parent) as hall:
            people, code = await table_for(hall, "anna", "ben", order=wanted)
            _, clients = await sit_all(people, code)
            await play(clients, *FIRST)
            outcome = clients[0].look().outcome
            assert outcome is not None and outcome.ends_campaign
            with pytest.raises(HallError, match="this was the last game of the campaign"):
                await people[0].make(replace(wanted, follows=code))

    run(work)
