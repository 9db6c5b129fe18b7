"""A pause and the time of a turn outlive the server."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazaretto.host.server.admin import delete_person
from lazaretto.host.server.hall_views import HallError, LateRule, Pace, TableOrder
from lazaretto.host.server.store.schema import MIGRATIONS
from lazaretto.host.server.store.sqlite_database import open_database
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_protocol import InvalidError, MissingRowError, ServerStore
from lazaretto.host.server.store.store_rows import ClockRow
from lazaretto.host.server.tables.turn_limits import (
    Reminder,
    Why,
    be_late,
    is_late,
    remind_of_turn,
)
from lazaretto.rules import ChoiceError
from tests.host.server.conftest import Opener
from tests.host.server.halls import STONES, asked, entered, hall_in, play, run, sit_all, table_for
from tests.host.server.stores import CODE, START, key, make_table
from tests.patience import PATIENCE

DAYS = TableOrder(STONES, ("", ""), seed=5, pace=Pace.DAYS, hours=24, late=LateRule.REMIND)


# --- the store -----------------------------------------------------------------------------------


def test_a_clock_is_kept(opener: Opener) -> None:
    store = opener()
    anna = store.people.add("anna", key("a"))
    make_table(store, CODE, anna.id)
    assert store.clocks.get(CODE) == ClockRow()
    paused = ClockRow(START, anna.id, START + timedelta(hours=1), "somebody")
    store.clocks.set(CODE, paused)
    assert opener().clocks.get(CODE) == ClockRow(START, anna.id, paused.paused_at, "anna")
    delete_person(store, "anna")
    assert store.clocks.get(CODE).name == ""
    store.clocks.set(CODE, store.clocks.get(CODE))
    store.clocks.set(CODE, ClockRow(START))
    assert opener().clocks.get(CODE) == ClockRow(START)


def test_a_clock_needs_a_table_a_person_and_a_time(store: ServerStore) -> None:
    with pytest.raises(MissingRowError):
        store.clocks.set(CODE, ClockRow(START))
    make_table(store, CODE, None)
    with pytest.raises(MissingRowError):
        store.clocks.set(CODE, ClockRow(START, 17, START))
    with pytest.raises(InvalidError):
        store.clocks.set(CODE, ClockRow(START, None, START))
    assert store.clocks.get(CODE) == ClockRow()


def test_running_tables_of_an_older_database_get_a_clock(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    open_database(path, migrations=MIGRATIONS[:1]).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for code, state in ((CODE, "running"), ("XWV-987", "over")):
            connection.execute(
                "INSERT INTO tables VALUES (?, 's', 't', '{}', NULL, 0, NULL, ?, 'days', 'open', '')",
                (code, state),
            )
    with closing(SqliteStore(path)) as store:
        began = store.clocks.get(CODE).turn_began
        assert began is not None and abs(datetime.now(UTC) - began) < timedelta(minutes=1)
        assert store.clocks.get("XWV-987") == ClockRow()


# --- the hall ------------------------------------------------------------------------------------


def test_a_pause_outlives_the_server(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            places, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            await places[0].pause(True)
        async with hall_in(tmp_path) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            places, clients = await sit_all(people, code)
            assert places[1].view.paused and "anna has paused the table" in places[1].view.notice
            with pytest.raises(ChoiceError, match="anna has paused the table"):
                await play(clients, Random(2), 1)
            with pytest.raises(HallError, match="anna has paused the table"):
                await places[0].undo()
            await places[1].pause(False)
            await play(clients, Random(2), 1)
        async with hall_in(tmp_path) as hall:
            places, _ = await sit_all([await entered(hall, "anna")], code)
            assert not places[0].view.paused

    run(work)


def test_the_time_of_a_turn_goes_on_over_a_start_of_the_server(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 1)
            ends = hall.tables[code].turn_ends()
            assert ends is not None
        async with hall_in(tmp_path) as hall:
            assert hall.tables[code].turn_ends() == ends
            assert is_late(hall.tables[code], ends + timedelta(seconds=1))
            assert not is_late(hall.tables[code], ends - timedelta(seconds=1))

    run(work)


def test_the_time_begins_anew_when_somebody_else_is_asked_and_not_before(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            _, clients = await sit_all(people, code)
            table = hall.tables[code]
            first, began = asked(clients), table.clock.row.turn_began
            while asked(clients) is first:
                assert table.clock.row.turn_began == began
                await play(clients, Random(1), 1)
            assert table.clock.row.turn_began != began
            stored = await hall.do(lambda store: store.clocks.get(code))
            assert stored == table.clock.row

    run(work)


def test_a_pause_is_not_counted_as_time_of_a_turn(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            places, _ = await sit_all(people, code)
            table = hall.tables[code]
            ends = table.turn_ends()
            assert ends is not None
            await places[0].pause(True)
            assert table.turn_ends() is None and not is_late(table, ends + timedelta(days=9))
            paused = table.clock.row.paused_at
            assert paused is not None
            table.clock.row = ClockRow(table.clock.row.turn_began, 1, paused - timedelta(hours=5), "anna")
            await places[0].pause(False)
            again = table.turn_ends()
            assert again is not None
            assert timedelta(hours=5) <= again - ends < timedelta(hours=5, minutes=1)

    run(work)


def test_nobody_is_late_twice_for_the_same_time(tmp_path: Path) -> None:
    told: list[str] = []

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            await sit_all(people, code)
            table = hall.tables[code]
            late = datetime.now(UTC) - timedelta(hours=30)
            await hall.do(lambda store: store.clocks.set(code, ClockRow(late)))
        async with hall_in(tmp_path) as hall:
            table = hall.tables[code]
            await table.look()
            assert is_late(table, datetime.now(UTC))
            await be_late(table, hall.bots, lambda reminder: told.append(reminder.person))
            assert len(told) == 1 and not is_late(table, datetime.now(UTC))
        async with hall_in(tmp_path) as hall:
            assert not is_late(hall.tables[code], datetime.now(UTC))

    run(work)


def test_everybody_sees_when_the_turn_ends_and_what_happens_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=replace(DAYS, free_undo=True))
            places, _ = await sit_all(people, code)
            carl = await entered(hall, "carl")
            ends = hall.tables[code].turn_ends()
            assert ends is not None
            for listing in (carl.view.tables[0], people[0].view.tables[0], places[1].view.listing):
                assert (listing.ends, listing.hours, listing.late) == (ends, 24, LateRule.REMIND)
                assert listing.free_undo
            await places[0].pause(True)
            assert carl.view.tables[0].ends is None
            live = await people[0].make(TableOrder(STONES, ("", "random"), seed=5))
            assert next(table for table in people[0].view.tables if table.code == live).ends is None

    run(work)


def test_who_is_away_is_reminded_once_a_turn(tmp_path: Path) -> None:
    told: list[Reminder] = []

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            _, clients = await sit_all(people, code)
            table = hall.tables[code]
            waited = asked(clients).name
            remind_of_turn(table, {"anna", "ben"}, told.append)
            assert told == [], "both are connected"
            remind_of_turn(table, set(), told.append)
            assert told == [], "they were connected when the turn began"
            table.reminded = None
            for _ in range(3):
                remind_of_turn(table, {"anna", "ben"} - {waited}, told.append)
            assert told == [Reminder(waited, code, "Stones", Why.TURN, table.turn_ends())]
            while asked(clients).name == waited:
                await play(clients, Random(1), 1)
            remind_of_turn(table, set(), told.append)
            assert [reminder.person for reminder in told] == [waited, asked(clients).name]
            live = await people[0].make(TableOrder(STONES, ("", "random"), seed=5))
            remind_of_turn(hall.tables[live], set(), told.append)
            assert len(told) == 2
        async with hall_in(tmp_path) as hall:
            await hall.tables[code].look()
            remind_of_turn(hall.tables[code], set(), told.append)
            assert len(told) == 2, "nobody is reminded again after a start of the server"

    run(work)


def test_a_pause_and_a_new_turn_at_the_same_time_do_not_undo_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            places, clients = await sit_all(people, code)
            table, stored, slow = hall.tables[code], asyncio.Event(), asyncio.Event()
            began = table.clock.row.turn_began
            usual = hall.do

            async def slowly(task: Any) -> Any:
                before = await usual(lambda store: store.choices.last(code))
                found = await usual(task)
                if await usual(lambda store: store.choices.last(code)) > before:
                    stored.set()
                    await slow.wait()
                return found

            monkeypatch.setattr(hall, "do", slowly)
            asking = asked(clients)
            while asked(clients) is asking:
                choosing = asyncio.ensure_future(play(clients, Random(1), 1))
                await asyncio.wait_for(stored.wait(), PATIENCE)
                pausing = asyncio.ensure_future(places[0].pause(True))
                await asyncio.sleep(0.05)
                slow.set()
                await choosing
                await pausing
                assert table.clock.paused
                assert await usual(lambda store: store.clocks.get(code)) == table.clock.row
                await places[0].pause(False)
                stored.clear()
                slow.clear()
            assert table.clock.row.turn_began != began
            monkeypatch.undo()

    run(work)
