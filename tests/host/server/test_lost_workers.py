"""When a process that runs tables is lost, everybody gets their seat back without doing anything."""

import errno
import os
import signal
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import HallError, TableOrder, TableView, VoteKind
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.tables import hall_table
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers import worker_handle
from lazaretto.host.server.workers.pack_texts import unpack
from lazaretto.host.server.workers.worker_handle import WorkerLostError
from lazaretto.host.server.workers.worker_pool import WorkroomPool
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.host.table.stop_settings import Stops
from lazaretto.rules import ChoiceError, RuleError
from tests.host.server.halls import (
    DEADLY,
    STONES,
    asked,
    decision,
    entered,
    hall_in,
    play,
    run,
    seated,
    sit_all,
    table_for,
    until,
)

MOOR = TableOrder(STONES.parent / "moor", ("", ""), seed=5)
DEADLY_BOTS = "tests.host.server.deadly_rules:BOTS"


class Log:
    """What the operator reads."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.tasks = WatchedTasks(self._note)

    def _note(self, event: str, /, **facts: object) -> None:
        self.events.append({"event": event, **facts})

    def lost(self) -> list[tuple[object, object]]:
        """Why processes were lost, and what they worked for."""
        return [
            (event["why"], event["worked_for"]) for event in self.events if event["event"] == "worker_lost"
        ]


def lose(hall: ServerHall, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to the process that runs all tables."""
    (room,) = hall.pool.rooms
    os.kill(room.process_id, number)


async def restored(hall: ServerHall, *places: Place) -> None:
    """Wait until the tables of these people were lost and are there again."""
    await until(lambda: all("restored" in place.view.notice for place in places))
    await until(lambda: not any(place.view.notice for place in places))
    assert not [client for table in hall.tables.values() for client in table.clients if client.is_lost]


def test_everybody_gets_everything_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            again = await people[0].join(code)
            assert again is not None
            second = await seated(again)
            dora = await (await entered(hall, "dora")).watch(code)
            watcher = await seated(dora)
            shared = await (await entered(hall, "emil")).watch(code)
            await shared.propose(VoteKind.WATCH, "0")
            await places[0].vote(places[0].view.votes[0].number, True)
            shared.leave()
            emil = await hall.people[-1].watch(code, 0)
            looker = await seated(emil)
            await play(clients, Random(1), 5)
            while not asked(clients).look().inside:
                await play(clients, Random(1), 1)
            everybody = [*clients, second, watcher, looker]
            before = [client.look() for client in everybody]
            assert before[asked(clients).number].inside, "in the middle of a choice"
            heard: list[int] = []
            watcher.listen(lambda moments: heard.append(len(moments)))
            lose(hall)
            await restored(hall, *places, dora)
            await until(lambda: looker.look().view == before[-1].view)
            assert [client.look().view for client in everybody] == [sight.view for sight in before]
            await asked(clients).back()
            await play(clients, Random(2), 3)
            await until(lambda: len({tuple(client.look().view.log) for client in everybody}) == 1)
            assert heard[-1] > 0, "the watcher still follows each event"

    run(work)


def test_what_a_player_has_set_holds_after_a_loss(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(MOOR.folder, ("", "", ""), seed=5)
            people, code = await table_for(hall, "anna", "ben", "carl", order=order)
            await hall.tables[code].give(1, person=people[0].person)
            place = await people[0].join(code)
            carl = await people[2].join(code)
            assert place is not None and carl is not None
            clients = [SeatClient(seat) for seat in place.table.seats]
            other = await seated(carl)
            for client in clients:
                await client.join()
            await clients[0].talk("yes")
            await clients[0].stops(Stops((("Anything before the next turn?", "never"),)))
            before = [client.look() for client in (*clients, other)]
            bags = [pile.name for pile in clients[0].look().view.seats[1].piles]
            lose(hall)
            await restored(hall, place, carl)
            assert [client.look().view for client in (*clients, other)] == [sight.view for sight in before]
            assert [pile.name for pile in clients[0].look().view.seats[1].piles] == bags
            assert [client.look().secret for client in clients] == [sight.secret for sight in before[:2]]

    run(work)


def test_a_stopped_process_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_handle, "BEAT", 0.05)
    log = Log()

    async def work() -> None:
        async with hall_in(tmp_path, tasks=log.tasks) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            others, other = await table_for(hall, "dora", "emil")
            their, _ = await sit_all(others, other)
            lose(hall, signal.SIGSTOP)
            with pytest.raises(ChoiceError, match="being restored"):
                await play(clients, Random(1), 1)
            await restored(hall, *places, *their)
            await play(clients, Random(1), 3)

    run(work)
    assert [why for why, _ in log.lost()] == ["stopped"]


def test_who_comes_to_a_stopped_process_gets_a_seat_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_handle, "BEAT", 0.05)
    log = Log()

    async def work() -> None:
        async with hall_in(tmp_path, tasks=log.tasks) as hall:
            code = await (await entered(hall, "anna")).make(MOOR)
            ben = await entered(hall, "ben")
            lose(hall, signal.SIGSTOP)
            place = await ben.join(code)
            assert place is not None
            await seated(place)

    run(work)
    assert [why for why, _ in log.lost()] == ["stopped"]


def test_an_open_replay_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(STONES, ("", ""), {"start": "3"}, seed=5)
            people, code = await table_for(hall, "anna", "ben", order=order)
            places, clients = await sit_all(people, code)
            await play(clients, Random(1), 60)
            assert clients[0].look().outcome is not None
            at_table = await clients[0].replay()
            from_hall = (await people[1].replay(code)).replay
            frames = [await replay.frame(3, 0) for replay in (at_table, from_hall)]
            lose(hall)
            await restored(hall, *places)
            assert [await replay.frame(3, 0) for replay in (at_table, from_hall)] == frames
            assert await at_table.base(0) == await from_hall.base(0)
            for place in places:
                place.leave()
            monkeypatch.setattr(hall_table, "IDLE", 0.0)
            lose(hall)
            await until(lambda: len(hall.pool.rooms) == 1)
            assert await from_hall.frame(3, 0) == frames[1], "also where nobody is at the table"

    run(work)


def test_a_process_that_does_not_start_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [True, True, False]
    start = WorkroomPool._started

    async def started(pool: WorkroomPool, *arguments: Any) -> Any:
        if fails.pop(0):
            raise WorkerLostError("no process")
        return await start(pool, *arguments)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            monkeypatch.setattr(WorkroomPool, "_started", started)
            monkeypatch.setattr("lazaretto.host.server.workers.worker_pool.FIRST_PAUSE", 0.05)
            lose(hall)
            await restored(hall, *places)
            await play(clients, Random(1), 3)

    run(work)
    assert not fails


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("socket.socketpair", OSError(errno.EMFILE, "Too many open files")),
        ("start_process", OSError(errno.EAGAIN, "Resource temporarily unavailable")),
        ("start_process", RuntimeError("can't start new thread")),
        ("asyncio.open_connection", MemoryError()),
    ],
)
def test_without_files_processes_threads_or_memory_it_is_tried_again(
    what: str, error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = attrgetter(what)(worker_handle)
    fails = [True, True]

    def lacking(*words: Any, **more: Any) -> Any:
        if fails:
            fails.pop()
            raise error
        return usual(*words, **more)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            monkeypatch.setattr("lazaretto.host.server.workers.worker_pool.FIRST_PAUSE", 0.05)
            monkeypatch.setattr(f"lazaretto.host.server.workers.worker_handle.{what}", lacking)
            lose(hall)
            await restored(hall, *places)
            await play(clients, Random(1), 3)

    run(work)
    assert not fails


@pytest.mark.parametrize(
    ("error", "notice"),
    [
        (HallError("another program is writing"), "another program is writing"),
        (OSError(errno.ENOSPC, "No space left on device"), "cannot be set up now"),
        (RuntimeError("can't start new thread"), "restored"),
    ],
)
def test_whatever_a_table_lacks_it_is_restored_later(
    error: Exception, notice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [True, True]
    log = Log()

    def lacking(*words: Any) -> Path:
        if fails:
            fails.pop()
            raise error
        return unpack(*words)

    async def work() -> None:
        async with hall_in(tmp_path, tasks=log.tasks) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            notices: list[str] = []
            places[0].listen(TableHeard(lambda view: notices.append(view.notice), lambda _: None))
            monkeypatch.setattr("lazaretto.host.server.server_hall.unpack", lacking)
            lose(hall)
            await restored(hall, *places)
            await play(clients, Random(1), 3)
            assert any(notice in each for each in notices)

    run(work)
    assert not fails
    failed = [event["event"] for event in log.events if event["event"].endswith("failed")]
    assert failed == ([] if isinstance(error, HallError) else ["table_failed"])


def test_one_seat_that_fails_keeps_nobody_from_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            table = hall.tables[code]
            again = table.clients[0].again
            fails = [RuleError("rules/it.rules:3:1: this fails")]

            async def failing() -> None:
                if fails:
                    raise fails.pop()
                await again()

            monkeypatch.setattr(table.clients[0], "again", failing)
            before = [client.look().view for client in clients]
            lose(hall)
            await until(lambda: "this fails" in places[1].view.notice)
            await until(lambda: not table.clients[0].is_lost)
            assert "this fails" in places[0].view.notice, "its people read where, until the game goes on"
            assert [client.look().view for client in clients] == before
            await play(clients, Random(1), 1)
            assert not places[0].view.notice

    run(work)


def test_updates_arrive_in_their_order(tmp_path: Path) -> None:
    """What happens while a client gets its seat back comes after the first state."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=MOOR)
            places, clients = await sit_all(people, code)
            await clients[1].stops(Stops((("Anything before the next turn?", "never"),)))
            await clients[1].talk("yes")
            told: list[list[tuple[bool, int]]] = [[], []]
            for seat_client in clients:
                (seat,) = [one for one in hall.tables[code].clients if one.viewer == seat_client.number]

                def heard(update: Any, client: SeatClient = seat_client) -> None:
                    told[client.number].append((update.whole, update.number))
                    client._told(update)

                seat._told = heard
            before = [seat_client._number for seat_client in clients]
            lose(hall)
            await restored(hall, *places)
            for updates, first in zip(told, before, strict=True):
                assert [whole for whole, _ in updates] == [True] + [False] * (len(updates) - 1)
                assert [number for _, number in updates] == [*range(first + 1, first + 1 + len(updates))]
            with pytest.raises(ChoiceError, match="somebody else chose first"):
                await clients[0].seat.choose("sigh", before[0])
            await clients[0].choose("sigh")

    run(work)


def test_a_table_that_costs_processes_their_life_is_given_up_alone(tmp_path: Path) -> None:
    log = Log()

    async def work() -> None:
        async with hall_in(tmp_path, bots=DEADLY_BOTS, tasks=log.tasks) as hall:
            others, other = await table_for(hall, "dora", "emil")
            their, clients = await sit_all(others, other)
            anna = await entered(hall, "anna")
            code = await anna.make(TableOrder(MOOR.folder, ("", ""), seed=DEADLY))
            ben = await entered(hall, "ben")
            with pytest.raises(HallError):
                await ben.join(code)
            await restored(hall, *their)
            await play(clients, Random(1), 2)
            notices: list[str] = []
            their[0].listen(TableHeard(lambda view: notices.append(view.notice), lambda _: None))
            for _ in range(2):
                with pytest.raises(HallError):
                    await anna.join(code)
            with pytest.raises(HallError, match="failed several times"):
                await anna.join(code)
            await play(clients, Random(2), 3)
            assert not any(notices), "others do not notice the second time"

    run(work)
    assert len(log.lost()) == 3 and {why for why, _ in log.lost()} == {"gone"}


def test_a_choice_that_kills_is_not_tried_again_and_the_table_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path, bots=DEADLY_BOTS) as hall:
            people, code = await table_for(hall, "anna", "ben", order=MOOR)
            places, (anna, ben) = await sit_all(people, code)
            await anna.choose("sigh")
            await anna.choose("sigh")
            for _ in range(2):
                with pytest.raises(ChoiceError, match="being restored"):
                    await anna.choose("hum")
                await restored(hall, *places)
            await anna.choose("walk > Bog")
            assert decision(ben).seat == 0
            assert not hall.pool.blame.is_given_up(code)

    run(work)


@pytest.mark.parametrize("meanwhile", [False, True])
def test_who_has_resigned_does_not_read_for_ever_that_the_table_is_restored(
    tmp_path: Path, meanwhile: bool
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", order=TableOrder(STONES, ("",)))
            (place,), _ = await sit_all(people, code)
            if not meanwhile:
                await place.resign()
            lose(hall)
            await until(lambda: not hall.tables[code].run.room)
            if meanwhile:
                await place.resign()
            await hall.tasks.finish()
            assert not place.view.notice

    run(work)


def test_everybody_sees_who_has_resigned_although_the_process_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=TableOrder(STONES, ("", ""), seed=5))
            (anna, ben), _ = await sit_all(people, code)
            told: list[TableView] = []
            anna.listen(TableHeard(told.append, lambda _: None))

            async def lost(*_: object) -> None:
                raise WorkerLostError

            monkeypatch.setattr(hall.tables[code].run, "ask", lost)
            with pytest.raises(WorkerLostError):
                await ben.resign()
            assert [seat.person for seat in told[-1].listing.seats] == ["anna", ""]

    run(work)
