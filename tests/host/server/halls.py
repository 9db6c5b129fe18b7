"""A hall with people in it, on a real store and with a real process that runs the rules."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from lazaretto.host.server.call_gate import gated
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import NewKey, Person
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules.link.find_scenarios import built_in
from lazaretto.rules.run.views.view_types import DecisionView
from tests.patience import PATIENCE

PANDEMIC = built_in() / "pandemic"
STONES = Path(__file__).resolve().parents[2] / "data" / "stones"
DEADLY = 666
"""The seed of a table whose set-up ends the process, in one with the bots of `deadly_rules`."""


@asynccontextmanager
async def hall_in(
    folder: Path, own: Path = STONES.parent, bots: str = "lazaretto.lab.playing.bots:BOTS", **more: Any
) -> AsyncIterator[ServerHall]:
    """A hall whose data are in a folder; it is closed at the end as a server closes it."""
    hall = ServerHall(SqliteStore(folder / "server.db"), folder / "packs", paths=[own], bots=bots, **more)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


async def person(hall: ServerHall, name: str) -> Person:
    """A person with a key."""
    found = await hall.do(lambda store: store.people.by_name(name))
    if found is None:
        key = NewKey(f"SHA256:{name.encode().hex():0<43}"[:50], f"ssh-ed25519 {name}")
        found = await hall.do(lambda store: store.people.add(name, key))
    return found


async def entered(hall: ServerHall, name: str) -> PersonHall:
    """A person who has come in."""
    return hall.enter(await person(hall, name))


def behind_gate(person: PersonHall) -> Hall:
    """The hall of a person as their screens and clients have it."""
    return gated(person, person.payer, person._hall.tasks)


async def seated(place: Place) -> SeatClient:
    """The client of the first seat of a place."""
    client = SeatClient(place.table.seats[0])
    await client.join()
    return client


async def table_for(
    hall: ServerHall, *names: str, order: TableOrder | None = None
) -> tuple[list[PersonHall], str]:
    """A table at which some people have taken all seats."""
    people = [await entered(hall, name) for name in names]
    code = await people[0].make(order or TableOrder(PANDEMIC, ("",) * len(names), seed=5))
    for person_hall in people[1:]:
        place = await person_hall.join(code)
        if place is not None:
            place.leave()
    return people, code


async def sit_all(people: list[PersonHall], code: str) -> tuple[list[Place], list[SeatClient]]:
    """Everybody goes to the table."""
    places: list[Place] = []
    for hall in people:
        place = await hall.join(code)
        assert place is not None
        places.append(place)
    return places, [await seated(each) for each in places]


def decision(client: SeatClient) -> DecisionView:
    """What the table waits for."""
    found = client.look().view.decision
    assert found is not None
    return found


def asked(clients: list[SeatClient]) -> SeatClient:
    """The client whose turn it is."""
    return clients[decision(clients[0]).seat]


async def play(clients: list[SeatClient], chance: Random, times: int) -> None:
    """Answer some questions by chance, with the first steps of open options."""
    for _ in range(times):
        if clients[0].look().outcome is not None:
            return
        seat = asked(clients)
        options = [option for option in decision(seat).options if option.why_not is None]
        await seat.choose(chance.choice(options).key)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test on an event loop."""

    async def whole() -> None:
        await work()

    asyncio.run(whole())
