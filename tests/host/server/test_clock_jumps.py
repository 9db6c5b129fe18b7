"""The machine's clock is set by years while games over days go on."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import LateRule, Pace, TableOrder
from lazaretto.host.server.store.store_rows import ClockRow
from lazaretto.host.server.tables.table_clock import (
    EARLIEST,
    LATEST,
    LEAST,
    ClockJumps,
    later,
    steady_seconds,
)
from tests.host.server.halls import STONES, hall_in, run, sit_all, table_for
from tests.host.server.test_watched_tasks import Told

DAYS = TableOrder(STONES, ("", ""), seed=5, pace=Pace.DAYS, hours=24, late=LateRule.REMIND)
YEARS = timedelta(days=4_000)


def test_a_sum_of_times_ends_where_calendars_end() -> None:
    now = datetime.now(UTC)
    assert later(now, timedelta(hours=1)) == now + timedelta(hours=1)
    for far in (timedelta.max, timedelta(days=365 * 9_000)):
        assert later(now, far) == LATEST
    for far in (timedelta.min, -timedelta(days=365 * 9_000)):
        assert later(now, far) == EARLIEST
    assert later(datetime.max.replace(tzinfo=UTC), timedelta(hours=1)) == LATEST
    for each in (EARLIEST, LATEST):
        assert each.astimezone().year in (1969, 1970, 8999, 9000)


def test_a_clock_that_somebody_sets_is_noticed() -> None:
    wall, steady = datetime(2030, 1, 1, tzinfo=UTC), 7.0
    jumps = ClockJumps(lambda: wall, lambda: steady)
    for seconds, steps, jump in (
        (30, 30, 0),
        (3_600, 3_600, 0),
        (30 + LEAST.total_seconds() / 2, 30, 0),
        (30 + YEARS.total_seconds(), 30, YEARS.total_seconds()),
        (30 - YEARS.total_seconds(), 30, -YEARS.total_seconds()),
        (30, 30, 0),
    ):
        wall += timedelta(seconds=seconds)
        steady += steps
        assert jumps.since_last() == timedelta(seconds=jump)


@pytest.mark.parametrize("jump", [YEARS, -YEARS])
def test_nobodys_time_is_over_because_the_clock_was_set(
    jump: timedelta, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            told = Told()
            hall.tasks.note = told
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            await sit_all(people, code)
            table = hall.tables[code]
            before = table.turn_ends()

            class Moved(datetime):
                @classmethod
                def now(cls, tz: tzinfo | None = None) -> "Moved":
                    return cls.fromtimestamp((datetime.now(tz) + jump).timestamp(), tz)

            for module in ("turn_limits", "table_clock"):
                monkeypatch.setattr(f"lazaretto.host.server.tables.{module}.datetime", Moved)
            await hall.look_at_limits(jump)
            assert before is not None and table.turn_ends() == later(before, jump)
            assert told.events == [("clock_set", {"seconds": round(jump.total_seconds())})]
            stored = await hall.do(lambda store: store.clocks.get(code))
            assert stored.turn_began == table.clock.row.turn_began == table.reminded

    run(work)


@pytest.mark.parametrize("jump", [timedelta(hours=30), timedelta(hours=-30)])
def test_a_turn_that_begins_right_after_the_clock_was_set_has_its_time(
    jump: timedelta, tmp_path: Path
) -> None:
    """The turn begins by the new clock, before anybody notices that it is new."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            await sit_all(people, code)
            table, since = hall.tables[code], steady_seconds()
            await table.begin_turn_again()
            began = table.clock.row.turn_began
            assert began is not None
            await hall.look_at_limits(jump, since)
            ends = table.turn_ends()
            assert ends is not None and timedelta() <= ends - later(began, timedelta(hours=24)) < LEAST
            hour = timedelta(hours=-1)
            await hall.look_at_limits(hour, steady_seconds())
            assert table.turn_ends() == later(ends, hour), "it is not taken for a new turn"

    run(work)


def test_a_turn_that_began_in_the_future_begins_now(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            await sit_all(people, code)
            ahead = ClockRow(datetime.now(UTC) + YEARS)
            await hall.do(lambda store: store.clocks.set(code, ahead))
        async with hall_in(tmp_path) as hall:
            await hall.look_at_limits()
            ends = hall.tables[code].turn_ends()
            assert ends is not None and ends - datetime.now(UTC) < timedelta(hours=24, minutes=1)

    run(work)


def test_a_pause_may_begin_and_end_on_different_calendars(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=DAYS)
            places, _ = await sit_all(people, code)
            table = hall.tables[code]
            for wrong in (YEARS * 500, -YEARS * 10):
                await places[0].pause(True)
                paused = table.clock.row.paused_at
                assert paused is not None
                table.clock.row = replace(table.clock.row, paused_at=later(paused, wrong))
                await places[0].pause(False)
                assert table.turn_ends() is not None

    run(work)
