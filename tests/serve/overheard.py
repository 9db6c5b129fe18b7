"""A server whose every packet to its clients is written down, so that two games can be compared by it."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules.run.views.view_types import DecisionView
from lazaretto.serve.accounts import Accounts
from lazaretto.serve.config import Config
from lazaretto.serve.hall_play import HallPlay
from lazaretto.serve.limits import Limits
from lazaretto.serve.monitoring import Metrics
from lazaretto.serve.run_server import reports
from tests.patience import PATIENCE
from tests.serve.served import Screen, Served, served
from tests.serve.still_clock import TICK, StillLoop, real_pause

CODE = "BCD-234"
SIZE = (100, 30)
LIMITS = Limits(reading_share=1e6, reading_burst=1e6, keys_per_second=1e6, resized_cells_per_second=1e9)
"""No limit that depends on how fast this machine is."""
QUIET = 3
"""How many looks in a row must find nothing to do before the clock moves on."""


class Tapped(Screen):
    """A client that keeps every packet as it came."""

    def __init__(self, width: int = SIZE[0], height: int = SIZE[1], drawn: bool = False) -> None:
        super().__init__(width, height)
        self.frames: list[bytes] = []
        self._drawn = drawn
        """Whether the client draws its screens itself; then what is sent is no text."""
        self.reader = asyncio.StreamReader()

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.frames.append(data)
        if self._drawn:
            self.reader.feed_data(data)
        else:
            super().data_received(data, datatype)

    def write(self, data: bytes) -> None:
        assert self.channel is not None
        self.channel.write(data)


def still_loop() -> StillLoop:
    """The loop that runs this."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop)
    return loop


class CountedThread(ThreadPoolExecutor):
    """The thread of a store; it knows whether somebody waits for it."""

    waiting = 0

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Any:
        self.waiting += 1
        found = super().submit(work, *arguments, **named)
        found.add_done_callback(self._done)
        return found

    def _done(self, _: object) -> None:
        self.waiting -= 1


@dataclass
class House:
    """A server, and everybody who is connected to it."""

    server: Served
    hall: ServerHall
    stores: CountedThread
    clients: dict[str, Tapped] = field(default_factory=dict)
    """Every session by a name of its own."""
    connections: dict[tuple[str, str], Any] = field(default_factory=dict)

    async def settle(self, ticks: int = 2) -> None:
        """Let everything happen that is under way, then move the clock."""
        for _ in range(ticks):
            await self._calm()
            still_loop().shown += TICK
        await self._calm()

    async def _calm(self) -> None:
        quiet, before = 0, -1
        while quiet < QUIET:
            await real_pause(0.002)
            now = sum(len(client.frames) for client in self.clients.values())
            busy = now != before or still_loop().busy or self._works()
            quiet, before = 0 if busy else quiet + 1, now

    def _works(self) -> bool:
        """Whether a process that runs rules, or the store, has something to do."""
        return bool(
            self.stores.waiting
            or self.hall.tasks.waiting
            or any(room._waiting for room in self.hall.pool.rooms)
        )

    async def see(self, what: str, holds: Any) -> None:
        """Move the clock on until something holds."""
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, f"{what} did not happen"
            await self.settle(1)

    async def _connected(self, person: str, username: str) -> Any:
        if (person, username) not in self.connections:
            number = sum(map(ord, person))
            if person not in (connection for connection, _ in self.connections):
                await self.server.know(number, person)
            self.connections[person, username] = await self.server.connect(number, username=username)
        return self.connections[person, username]

    async def screen(self, name: str, person: str, username: str = "", **more: Any) -> Tapped:
        """Open a session of a person: a full screen, or with `term=None` lines."""
        client = self.clients[name] = Tapped()
        connection = await self._connected(person, username or person)
        term = more.pop("term", "xterm-256color")
        await connection.create_session(
            lambda: client,
            request_pty=term is not None,
            term_type=term,
            term_size=SIZE if term else (),
            encoding=None,
            **more,
        )
        return client

    async def joined(self, name: str, person: str) -> RemoteHall:
        """Open a session of an app that draws its screens itself."""
        client = self.clients[name] = Tapped(drawn=True)
        connection = await self._connected(person, person)
        await connection.create_session(lambda: client, command="protocol", encoding=None)
        return await HallLine(client.reader, client).open()

    async def reported(self, command: str, person: str) -> None:
        """Run a read-only command; what it says is written down, too."""
        name = f"{command} {len(self.clients)}"
        client = self.clients[name] = Tapped()
        connection = await self._connected(person, person)
        await connection.create_session(lambda: client, command=command, encoding=None)
        await self.see(command, lambda: client.closed)


@asynccontextmanager
async def house(folder: Path, patch: pytest.MonkeyPatch, own: Path, bots: str) -> AsyncIterator[House]:
    """A server with a hall, and fixed codes."""
    patch.setattr("lazaretto.host.server.server_hall.new_table_code", lambda: CODE)
    patch.setattr(Metrics, "uptime", lambda _: 0.0)
    with CountedThread(1) as thread:
        store = thread.submit(SqliteStore, folder / "server.db").result()
        hall = ServerHall(store, folder / "packs", paths=[own], bots=bots, thread=thread)
        await hall.open()
        try:
            async with served(HallPlay(hall), Accounts(store, thread), LIMITS) as server:
                server.state.reports = reports(server.state, Config(), hall)
                try:
                    yield House(server, hall, thread)
                finally:
                    still_loop().go()
        finally:
            await hall.close()
            thread.submit(store.close).result()


@dataclass
class Player:
    """One who plays with an app of their own."""

    place: TableSeat
    client: SeatClient

    @classmethod
    async def at(cls, hall: RemoteHall, code: str = CODE) -> "Player":
        place = await hall.join(code)
        assert place is not None
        client = SeatClient(place.table.seats[0])
        await client.join()
        return cls(place, client)

    @property
    def decision(self) -> DecisionView:
        found = self.client.look().view.decision
        assert found is not None
        return found

    @property
    def asked(self) -> bool:
        return self.decision.seat == self.client.number

    def open(self) -> list[str]:
        return [option.key for option in self.decision.options if option.why_not is None]


def first_difference(one: list[bytes], two: list[bytes]) -> str:
    """Where two sessions differ, for people; empty if they do not."""
    if one == two:
        return ""
    for number, (left, right) in enumerate(zip(one, two, strict=False)):
        if left != right:
            at = next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), 0)
            cut = slice(max(0, at - 80), at + 160)
            return (
                f"packet {number} of {len(one)} and {len(two)}, "
                f"{len(left)} and {len(right)} bytes, at {at}:\n"
                f"  {left[cut]!r}\n  {right[cut]!r}"
            )
    more = (one if len(one) > len(two) else two)[min(len(one), len(two))]
    return f"{len(one)} and {len(two)} packets; the first one more is {more[:300]!r}"


__all__ = ["CODE", "PATIENCE", "House", "Player", "Tapped", "first_difference", "house"]
