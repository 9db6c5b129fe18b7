"""The implementations of the seam that all its tests run against.

`local` returns the host's own objects. `wire` passes every call, answer and event through bytes, so anything
that is not plain data fails.
"""

from collections.abc import Callable
from typing import Any, cast

from lazaretto.host import LocalTable, OpenTable, Sitting, Table, TableInfo, sit_down
from lazaretto.host.lobby.lobby_protocol import Lobby, Order
from lazaretto.host.wire.wire_proxies import Client, WireLobby
from lazaretto.host.wire.wire_server import Server
from tests.sitting import at_once

Seam = Callable[[Lobby], Lobby]


class MemoryLine:
    """A connection whose two ends are in this process."""

    def __init__(self, lobby: Lobby) -> None:
        self.client = Client(self)
        self.server = Server(lobby, self._push)
        self.pushed: list[bytes] = []

    def lobby(self) -> WireLobby:
        return WireLobby(self.client, self.server.greeting)

    async def ask(self, message: bytes) -> bytes:
        assert isinstance(message, bytes)
        answer = await self.server.answer(message)
        assert isinstance(answer, bytes)
        return answer

    def send(self, message: bytes) -> None:
        assert isinstance(message, bytes)
        self.server.heed(message)

    def _push(self, message: bytes) -> None:
        assert isinstance(message, bytes)
        self.pushed.append(message)
        self.client.heed(message)


def local(lobby: Lobby) -> Lobby:
    return lobby


def wire(lobby: Lobby) -> Lobby:
    return MemoryLine(lobby).lobby()


SEAMS: dict[str, Seam] = {"local": local, "wire": wire}


class OneTable:
    """A lobby with one table, for tests that set it up themselves."""

    bots = ()

    def __init__(self, table: OpenTable) -> None:
        self._table = table

    async def open(self, order: Order) -> OpenTable:
        return self._table


def table_through(seam: Seam, table: LocalTable, program: Any) -> OpenTable:
    """Return a table as seen from the other side of a seam."""
    info = TableInfo(program.title, table.name, table.place, program.coast, program.rulebook())
    lobby = seam(cast(Lobby, OneTable(OpenTable(info, table.seats))))
    return at_once(lobby.open(Order(program.folder, ("anna",), 1)))


def sat_down(seam: Seam, table: Table, local: LocalTable | None = None) -> tuple[LocalTable, Sitting]:
    """Return a table, and its seats on the other side of a seam."""
    made = local or LocalTable(table)
    return made, at_once(sit_down(table_through(seam, made, table.program)))
