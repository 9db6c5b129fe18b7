"""People who hang up at a bad moment, and guests who leave: nothing of them stays, nobody becomes them."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.server.hall_views import HallError, TableOrder, VoteKind
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import Person
from lazaretto.serve.accounts import Accounts
from lazaretto.serve.hall_play import HallPlay
from lazaretto.serve.terminal import Terminal
from tests.host.server.halls import STONES, entered, hall_in, person, run, until


@contextmanager
def busy(thread: ThreadPoolExecutor) -> Iterator[None]:
    """Let the thread of the store do nothing until the end of the block."""
    free = threading.Event()
    thread.submit(free.wait)
    try:
        yield
    finally:
        free.set()


async def guest(hall: ServerHall, name: str = "guest1") -> Person:
    return await hall.do(lambda store: store.people.add(name))


def test_who_hangs_up_while_they_come_in_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await person(hall, "anna")
            asked = asyncio.Event()

            async def never(self: Any) -> None:
                asked.set()
                await asyncio.Event().wait()

            monkeypatch.setattr("lazaretto.host.server.person_hall.PersonHall.read_invitations", never)
            coming = asyncio.ensure_future(HallPlay(hall)(anna, Terminal()))  # type: ignore[arg-type]
            await asked.wait()
            assert hall.here() == ("anna",)
            coming.cancel()
            await asyncio.wait([coming])
            assert not hall.people

    run(work)


def test_a_guest_who_hangs_up_while_they_get_a_name_is_forgotten(tmp_path: Path) -> None:
    async def work() -> None:
        with ThreadPoolExecutor(1) as thread:
            store = thread.submit(SqliteStore, tmp_path / "server.db").result()
            accounts = Accounts(store, thread)
            begun, adding = threading.Event(), accounts._add_guest

            def add() -> Any:
                begun.set()
                return adding()

            accounts._add_guest = add  # type: ignore[method-assign]
            with busy(thread):
                coming = asyncio.ensure_future(accounts.guest())
                await asyncio.sleep(0)
                coming.cancel()
                await asyncio.wait([coming])
            await asyncio.to_thread(begun.wait)
            await until(lambda: not thread.submit(store.people.all).result())
            staying = await accounts.guest()
            with busy(thread):
                leaving = asyncio.ensure_future(accounts.leave(staying))
                await asyncio.sleep(0)
                leaving.cancel()
                await asyncio.wait([leaving])
            await until(lambda: not thread.submit(store.people.all).result())
            thread.submit(store.close).result()

    run(work)


def test_guests_leave_their_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            waits = await anna.make(TableOrder(STONES, ("", "", "")))
            runs = await anna.make(TableOrder(STONES, ("", "")))
            visitor = await guest(hall)
            session = hall.enter(visitor)
            assert await session.join(waits) is None and await session.join(runs) is not None
            session.leave()
            tables = [hall.tables[waits], hall.tables[runs]]
            await until(lambda: not any(table.holds(visitor.id) for table in tables))
            await until(lambda: "guest1" in hall.tables[runs].talk.lines_for(())[-1].text)
            people = [each.name for each in await hall.do(lambda store: store.people.all())]
            assert people == ["anna"]
            assert await hall.do(lambda store: store.people.is_gone(visitor.id))

    run(work)


def test_a_name_that_gets_another_owner_brings_no_rights(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TableOrder(STONES, ("", "", "")))
            first = hall.enter(await guest(hall))
            await first.join(code)
            place = await ben.join(code)
            assert place is not None
            watcher = hall.enter(await guest(hall, "guest2"))
            await watcher.watch(code)
            await place.show_to("guest2", True)
            assert (await watcher.watch(code, seat=2)).shows == 2
            await place.propose(VoteKind.CLOSE)
            for leaving in (first, watcher):
                leaving.leave()
            await until(lambda: len(hall.tables[code].players()) == 2)
            await until(lambda: not hall.tables[code].holds(first.person.id))
            for name in ("guest1", "guest2"):
                while (other := await hall.do(lambda store: store.people.by_name(name))) is not None:  # noqa: B023
                    await asyncio.sleep(0.01)
                assert other is None
            second, third = hall.enter(await guest(hall)), hall.enter(await guest(hall, "guest2"))
            with pytest.raises(HallError, match="has not agreed"):
                await third.watch(code, seat=2)
            seat = await second.join(code)
            assert seat is not None
            with pytest.raises(HallError):
                await seat.vote(1, True)

    run(work)
