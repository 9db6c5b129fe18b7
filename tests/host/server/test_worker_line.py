"""A process that works for the hall is noticed if it stops, hangs, spins or sends rubbish."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server.workers import worker_handle
from lazaretto.host.server.workers.scenario_reader import RemoteReadingRoom
from lazaretto.host.server.workers.worker_handle import (
    Command,
    Condition,
    Fault,
    Look,
    Loss,
    Pulse,
    TooSlowError,
    WorkerLostError,
    WorkerStoppedError,
    look_at,
)
from tests.host.server.unruly_worker import FACTS
from tests.patience import PATIENCE

STUB = Command("tests.host.server.unruly_worker")


@asynccontextmanager
async def room_with(losses: list[Loss]) -> AsyncIterator[RemoteReadingRoom]:
    room = RemoteReadingRoom(STUB, lambda _, loss: losses.append(loss))
    await room.start()
    try:
        yield room
    finally:
        await room.stop()


def lost_by(folder: str) -> tuple[Loss, type[Exception]]:
    """Why a process is lost that reads a scenario, and what whoever waits for it gets."""
    losses: list[Loss] = []

    async def work() -> type[Exception]:
        async with room_with(losses) as room:
            assert await room.load(Path("well")) == FACTS
            other = asyncio.get_running_loop().create_task(room.load(Path(folder)))
            with pytest.raises(WorkerLostError) as error:
                async with asyncio.timeout(PATIENCE):
                    await other
            with pytest.raises(WorkerLostError):
                await room.load(Path("well"))
            process = room.process_id
            await room.stop()
            look = look_at(process)
            assert look is not None and look.condition is Condition.GONE
            return error.type

    error = asyncio.run(work())
    (loss,) = losses
    return loss, error


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_handle, "BEAT", 0.02)


@pytest.mark.parametrize(
    ("folder", "fault"),
    [
        ("dies", Fault.GONE),
        ("is stopped", Fault.STOPPED),
        ("hangs", Fault.HUNG),
        ("writes rubbish", Fault.RUBBISH),
        ("answers rubbish", Fault.RUBBISH),
        ("tells rubbish", Fault.RUBBISH),
        ("writes too much", Fault.RUBBISH),
        ("sends what it must not", Fault.RUBBISH),
    ],
)
def test_a_process_that_is_of_no_use_is_lost(folder: str, fault: Fault) -> None:
    loss, error = lost_by(folder)
    assert (loss.fault, error) == (fault, WorkerStoppedError if fault is Fault.STOPPED else WorkerLostError)
    (call,) = loss.calls
    assert call.arguments["folder"] == folder, "the call that it had not answered"


def test_work_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_handle, "LONGEST", 0.3)
    loss, error = lost_by("spins")
    assert (loss.fault, error) == (Fault.SLOW, TooSlowError)
    assert [call.arguments["folder"] for call in loss.calls] == ["spins"]


def test_a_process_that_works_without_answering_is_left_alone() -> None:
    losses: list[Loss] = []

    async def work() -> None:
        async with room_with(losses) as room:
            assert await room.load(Path("works without answering")) == FACTS
            assert await room.load(Path("well")) == FACTS

    asyncio.run(work())
    assert not losses


def test_a_refusal_is_no_rubbish() -> None:
    losses: list[Loss] = []

    async def work() -> None:
        async with room_with(losses) as room:
            with pytest.raises(LobbyError, match="it fails"):
                await room.load(Path("fails"))
            assert await room.load(Path("well")) == FACTS

    asyncio.run(work())
    assert not losses


def test_a_process_that_cannot_be_started_is_lost() -> None:
    async def work() -> None:
        room = RemoteReadingRoom(Command("no.such.module"), lambda _, __: None)
        with pytest.raises(WorkerLostError):
            async with asyncio.timeout(PATIENCE):
                await room.start()
        await room.stop()

    asyncio.run(work())


# --- the pulse ---------------------------------------------------------------------------------------


def judged(*looks: Look | None) -> list[Fault | None]:
    """What a silent process is taken for at each look."""
    found = iter(looks)
    beats = Pulse(lambda: next(found))
    beats.asked()
    return [beats.judge() for _ in looks]


def test_one_look_at_a_stopped_process_proves_nothing() -> None:
    stopped, working = Look(Condition.STOPPED, 1.0), Look(Condition.WORKING, 1.0)
    assert judged(stopped, working, stopped, stopped) == [None, None, None, Fault.STOPPED]


def test_a_process_that_waits_for_a_core_may_be_silent_for_ever() -> None:
    assert judged(*[Look(Condition.WORKING, 1.0)] * 1000) == [None] * 1000


def test_a_process_that_works_may_be_silent_for_some_seconds_of_its_own() -> None:
    looks = [Look(Condition.WORKING, 5.0 + number) for number in range(12)]
    assert judged(*looks) == [None] * 11 + [Fault.HUNG]
    assert worker_handle.WORKED == 10.0


def test_a_process_that_works_between_looks_is_no_sleeper() -> None:
    assert judged(*[Look(Condition.WAITING, number / 100) for number in range(50)]) == [None] * 50
    asleep = Look(Condition.WAITING, 1.0)
    assert judged(*[asleep] * 4) == [None, None, None, Fault.HUNG]


def test_a_process_that_answers_is_not_looked_at() -> None:
    beats = Pulse(lambda: pytest.fail("looked at"))
    beats.asked()
    beats.heard()
    assert beats.answered and beats.judge() is None


def test_where_nothing_can_be_seen_silence_counts() -> None:
    assert judged(*[None] * worker_handle.UNSEEN) == [None] * (worker_handle.UNSEEN - 1) + [Fault.HUNG]


def test_a_stopped_process_is_noticed_within_three_seconds() -> None:
    beats = 1 + 1 + max(worker_handle.STOPPED, 1 + worker_handle.WAITING)
    assert beats * worker_handle.BEAT <= 3.0


def test_the_system_shows_what_a_process_does() -> None:
    look = look_at(os.getpid())
    assert look is not None and look.condition is Condition.WORKING and look.seconds > 0
    gone = look_at(2**22 + 1)
    assert gone is not None and gone.condition is Condition.GONE
