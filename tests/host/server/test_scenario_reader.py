"""Scenarios are read in fair turns; what takes too long is refused for a while, ours never."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazaretto.grammar.cache_dir import SWITCH
from lazaretto.host.lobby.program_loader import KEPT
from lazaretto.host.server.hall_views import HallError, TableOrder
from lazaretto.host.server.tables.table_run import TableRun
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers import scenario_reader, worker_handle
from lazaretto.host.server.workers.local_workroom import LocalWorkroom
from lazaretto.host.server.workers.reading_worker import NICE
from lazaretto.host.server.workers.scenario_reader import MOST_WAITING, ScenarioReader
from lazaretto.host.server.workers.shared_cache import NAME
from lazaretto.host.server.workers.workroom_protocol import TableJob
from tests.host.server.halls import STONES, entered, hall_in, play, run, sit_all, table_for, until
from tests.host.server.unruly_worker import FACTS

ANNA, BEN = 1, 2
NONE: frozenset[str] = frozenset()
WELL, SPINS, DIES = (Path("/games") / each for each in ("well", "spins", "dies"))


@asynccontextmanager
async def reader_of(unruly: pytest.MonkeyPatch) -> AsyncIterator[tuple[ScenarioReader, list[str]]]:
    """A reader whose process misbehaves, and the events that it tells of."""
    unruly.setattr(scenario_reader, "MODULE", "tests.host.server.unruly_worker")
    unruly.setattr(worker_handle, "BEAT", 0.02)
    unruly.setattr(worker_handle, "LONGEST", 0.2)
    events: list[str] = []
    tasks = WatchedTasks(lambda event, /, **_: events.append(event))
    reader = ScenarioReader((), {}, tasks)
    try:
        yield reader, events
    finally:
        await reader.close()
        await tasks.finish()


class Clock:
    """The time, as the reader sees it."""

    def __init__(self, unruly: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        unruly.setattr(scenario_reader, "monotonic", lambda: self.now)


def test_what_takes_too_long_is_refused_for_a_while_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        clock = Clock(monkeypatch)
        async with reader_of(monkeypatch) as (reader, events):
            for seconds in (10.0, 20.0, 40.0):
                with pytest.raises(HallError, match="takes too long"):
                    await reader.load(ANNA, SPINS, NONE)
                begun = events.count("worker_lost")
                clock.now += seconds - 1
                with pytest.raises(HallError, match="takes too long"):
                    await reader.load(BEN, SPINS, NONE)
                assert events.count("worker_lost") == begun, "it was not even begun"
                assert await reader.load(BEN, WELL, NONE) == FACTS
                clock.now += 2
            assert events.count("scenario_too_slow") == 3

    run(work)


def test_other_parts_of_a_slow_scenario_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with reader_of(monkeypatch) as (reader, events):
            for parts in (NONE, frozenset({"more"})):
                with pytest.raises(HallError, match="takes too long"):
                    await reader.load(ANNA, SPINS, parts)
            assert events.count("worker_lost") == 2, "the second one was tried, too"

    run(work)


def test_what_comes_with_the_program_is_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario_reader, "built_in", lambda: SPINS.parent)
    monkeypatch.setattr(scenario_reader, "PATIENCE", 1.0)

    async def work() -> None:
        async with reader_of(monkeypatch) as (reader, events):
            for number in range(1, 3):
                with pytest.raises(HallError, match="takes too long"):
                    await reader.load(ANNA, SPINS, NONE)
                assert events.count("worker_lost") == number, "each time it was tried"

    run(work)


def test_a_process_that_dies_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with reader_of(monkeypatch) as (reader, events):
            with pytest.raises(HallError, match="does not answer"):
                await reader.load(ANNA, DIES, NONE)
            assert events.count("worker_lost") == scenario_reader.TRIES
            assert await reader.load(ANNA, WELL, NONE) == FACTS

    run(work)


def test_nobody_waits_for_more_than_one_load_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loads of a flood are read one at a time, in turn with those of others; too many are refused."""

    async def work() -> None:
        async with reader_of(monkeypatch) as (reader, events):
            done: list[str] = []

            async def load(who: int, name: str) -> None:
                await reader.load(who, WELL.parent / name, NONE)
                done.append(name)

            flood = [asyncio.ensure_future(load(ANNA, f"a{number}")) for number in range(64)]
            await asyncio.sleep(0)
            await load(BEN, "b")
            assert len(done) <= 3 and done[-1] == "b"
            found = await asyncio.gather(*flood, return_exceptions=True)
            refusals = [str(exception) for exception in found if isinstance(exception, Exception)]
            assert set(refusals) == {
                f"you are already opening {MOST_WAITING} games; wait until they have been read"
            }
            assert len(done) == MOST_WAITING + 2, "one was being read already"
            assert not events

    run(work)


def test_whoever_leaves_waits_for_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with reader_of(monkeypatch) as (reader, _):
            loads = [
                asyncio.ensure_future(reader.load(ANNA, WELL.parent / f"a{number}", NONE))
                for number in range(4)
            ]
            await asyncio.sleep(0)
            reader.forget(ANNA)
            found = await asyncio.gather(*loads, return_exceptions=True)
            assert [each for each in found if not isinstance(each, HallError)] == [FACTS]
            assert not reader._queue._jobs

    run(work)


# --- with real processes ------------------------------------------------------------------------------


def test_tables_open_from_the_cache_and_compile_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiled: list[bool] = []
    set_up = TableRun.set_up

    async def noted(table: TableRun) -> None:
        await set_up(table)
        assert table._job is not None
        compiled.append(table._job.compiles)

    monkeypatch.setattr(TableRun, "set_up", noted)
    order = TableOrder(STONES, ("", ""), seed=5, switches=frozenset({"hurry"}))

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=order)
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            assert compiled == [False], "it was compiled when the table was made"
            reading = hall.reader._room
            assert reading is not None
            lower = os.getpriority(os.PRIO_PROCESS, reading.process_id)
            assert lower == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        for path in (tmp_path / "cache" / "lazaretto").glob("*.program"):
            path.unlink()
        async with hall_in(tmp_path) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            assert any(compiled[1:]), "the hall had it compiled first"
            assert [*(tmp_path / "cache" / "lazaretto").glob("*.program")]

    run(work)


def test_without_a_cache_the_processes_share_programs_as_long_as_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, "off")
    own = tmp_path / "packs" / NAME

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            assert [*own.rglob("*.program")] and own.stat().st_mode & 0o777 == 0o700
        assert not own.exists()

    run(work)


def test_all_scenarios_are_compiled_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, str]] = []

    async def compile(
        _: Any, who: int, folder: Path, switches: frozenset[str], patient: bool = False
    ) -> None:
        asked.append((who, folder.name))
        if folder.name == "comb":
            raise HallError("it takes too long")

    monkeypatch.setattr(ScenarioReader, "compile", compile)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.compile_ahead()
            await until(lambda: not hall.tasks.waiting)
            found = [
                scenario.folder.name for scenario in await hall.reader.scenarios() if not scenario.problem
            ]
            assert asked == [(0, name) for name in found] and {"pandemic", "comb", "stones"} <= {*found}

    run(work)


def test_a_program_in_use_is_shared_and_never_pushed_out() -> None:
    def job(code: str, folder: Path) -> TableJob:
        return TableJob(code, folder, ("anna", "ben"), 5, compiles=True)

    async def work() -> None:
        room = LocalWorkroom({}, lambda _: None)
        games = [STONES.parent / name for name in ("moor", "meadow", "dusk", "errands", "noughts", "voyage")]
        for number, folder in enumerate((STONES, *games, STONES)):
            await room.open(job(f"T{number}", folder))
        running = [*room._tables.values()]
        assert running[0].table.program is running[-1].table.program
        running.clear()
        for code in list(room._tables):
            await room.close(code)
        gc.collect()
        assert len(room._in_use) <= KEPT + 1, "the thread that worked last may still hold one"

    run(work)
