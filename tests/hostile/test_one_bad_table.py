"""One table that cannot be shown, and one task that dies, concern nobody else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.crash_report import only
from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables import table_summary, turn_limits
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.workers.scenario_reader import ScenarioReader
from tests.host.server.halls import STONES, entered, hall_in, run, until
from tests.host.server.test_watched_tasks import Told
from tests.hostile.visitors import visitor

WATCHES = ("operator_changes", "turn_limits")
ORDER = TableOrder(STONES, ("", "random"), seed=5)


def broken_for(code: list[str], whole: Callable[..., Any]) -> Callable[..., Any]:
    """What a function does for all tables but one."""

    def some(table: HallTable, *arguments: Any, **named: Any) -> Any:
        if table.code in code:
            raise OverflowError(code)
        return whole(table, *arguments, **named)

    return some


@pytest.mark.parametrize("function", ["_listing", "_view"])
def test_a_table_that_cannot_be_shown_is_closed_and_told_once(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.tasks.note = told = Told()
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            bad, good = await anna.make(ORDER), await anna.make(ORDER)
            place, other = await anna.join(bad), await anna.join(good)
            assert place is not None and other is not None
            heard: list[State] = []
            place.listen(TableHeard(lambda view: heard.append(view.listing.state), lambda _: None))
            broken: list[str] = [bad]
            monkeypatch.setattr(table_summary, function, broken_for(broken, getattr(table_summary, function)))
            hall.changed()
            for _ in range(3):
                hall.tables[bad].tell()
                await ben.say("hello")
                assert {table.code: table.state for table in anna.view.tables}[good] is State.RUNNING
                assert good in {table.code for table in ben.view.tables}
                assert other.view.listing.state is State.RUNNING
            assert [event for event, _ in told.events] == ["table_failed"] * len(told.events)
            assert {facts["table"] for _, facts in told.events} == {bad}
            assert len(told.events) <= 2 and "OverflowError" in told.events[0][1]["details"]
            assert heard == [State.CLOSED]
            assert place.view.notice == place.view.listing.outcome != ""
            if function == "_listing":
                assert {table.code: table.state for table in anna.view.tables}[bad] is State.CLOSED
                assert {table.code: table.state for table in ben.view.tables}[bad] is State.CLOSED
            broken.clear()  # it can be shown again
            hall.tables[bad].tell()
            assert heard == [State.CLOSED, State.RUNNING]
            assert {table.code: table.state for table in ben.view.tables}[bad] is State.RUNNING

    run(work)


def test_a_mistake_of_ours_is_told_without_its_file_which_the_log_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "the state"))

    async def fails(*_: object) -> None:
        with only(HallError, otherwise=HallError):
            raise KeyError("what only developers read")

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.tasks.note = told = Told()
            anna = await visitor(hall, "anna")
            monkeypatch.setattr(ScenarioReader, "load", fails)
            answer = await anna.call("load", folder="stones")
            assert answer.message == "Something went wrong inside the program (KeyError)"
            ((event, facts),) = told.events
            (crash,) = (tmp_path / "the state" / "lazaretto" / "crashes").iterdir()
            assert event == "call_failed" and str(crash) in str(facts["what"])
            assert "what only developers read" in crash.read_text()
            code = (await anna.call("make", order={"folder": "stones", "seats": ["", ""]})).value
            hall.tables[code].say_notice(str(facts["what"]))
            assert hall.tables[code].notice == answer.message

    run(work)


def test_a_listener_that_fails_keeps_nobody_from_hearing(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.tasks.note = told = Told()
            people = [await entered(hall, name) for name in ("anna", "ben", "carl")]
            code = await people[0].make(TableOrder(STONES, ("", ""), seed=5))
            assert await people[1].join(code) is not None
            places = [await people[0].join(code), await people[1].join(code), await people[2].watch(code)]
            heard: list[int] = []
            for number, (one, place) in enumerate(zip(people, places, strict=True)):

                def hear(_: object, number: int = number) -> None:
                    if number == 0:
                        raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")
                    heard.append(number)

                one.listen(hear)
                assert place is not None
                place.listen(TableHeard(hear, hear))
            assert places[2] is not None and places[1] is not None
            await places[1].say("hello")
            await until(lambda: {*heard} == {1, 2} and len(heard) >= 4)
            assert {event for event, _ in told.events} == {"task_failed"}
            assert {facts["person"] for _, facts in told.events} == {"anna"}

    run(work)


def test_one_table_does_not_stop_the_watch_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.tasks.note = told = Told()
            anna = await entered(hall, "anna")
            codes = [await anna.make(ORDER) for _ in range(3)]
            seen: list[str] = []
            whole = broken_for([codes[0]], lambda table, *_: seen.append(table.code))
            monkeypatch.setattr(turn_limits, "remind_of_turn", whole)
            for _ in range(3):
                await hall.look_at_limits()
            assert seen == codes[1:] * 3
            assert [(event, facts["table"]) for event, facts in told.events] == [("table_failed", codes[0])]

    run(work)


def test_the_watches_of_the_hall_begin_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.host.server.watched_tasks.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("lazaretto.host.server.server_hall.OFTEN", 0.01)
    monkeypatch.setattr("lazaretto.host.server.server_hall.CLOCK_OFTEN", 0.01)
    begun: list[str] = []

    def dies(name: str) -> Any:
        async def die(*_: object) -> None:
            begun.append(name)
            if begun.count(name) < 3:
                raise MemoryError(name)

        return die

    for name in ("catch_up", "look_at_limits"):
        monkeypatch.setattr(ServerHall, name, dies(name))

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            hall.tasks.note = told = Told()
            await until(lambda: all(hall.tasks.restarts[watch] == 2 for watch in WATCHES))
            assert {event for event, _ in told.events} == {"task_failed"}
            assert hall.tasks.failing == WATCHES
            anna = await entered(hall, "anna")
            assert await anna.make(ORDER)

    run(work)
