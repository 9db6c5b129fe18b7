"""The implementations of the seam that all its tests run against.

`local` returns the host's own objects. `wire` passes every call, answer and event through bytes, so anything
that is not plain data fails.
"""

from collections.abc import Callable
from typing import Any, cast

from lazaretto.host import LocalTable, OpenTable, Sitting, Table, TableInfo, messages as say, sit_down
from lazaretto.host.lobby.lobby_protocol import Lobby, Order
from lazaretto.host.wire.codec import first_message
from lazaretto.host.wire.wire_proxies import Client, Proxy, forwarded
from lazaretto.host.wire.wire_server import Greeting, Server
from tests.sitting import at_once

Seam = Callable[[Lobby], Lobby]


class WireLobby(Proxy):
    """A lobby at the other end."""

    side = "lobby"

    def __init__(self, client: Client, greeting: bytes) -> None:
        greeted: Greeting = first_message(greeting, Greeting, say.OTHER_VERSION)
        self.client, self.bots = client, greeted.bots

    scenarios = forwarded(Lobby.scenarios)
    kept = forwarded(Lobby.kept)
    load = forwarded(Lobby.load)
    standing = forwarded(Lobby.standing)
    rulebook = forwarded(Lobby.rulebook)
    preview = forwarded(Lobby.preview)
    open = forwarded(Lobby.open)
    campaigns = forwarded(Lobby.campaigns)
    go_on = forwarded(Lobby.go_on)
    holder = forwarded(Lobby.holder)
    resume = forwarded(Lobby.resume)
    replay = forwarded(Lobby.replay)
    what_if = forwarded(Lobby.what_if)
    statistics = forwarded(Lobby.statistics)
    find = forwarded(Lobby.find)
    delete = forwarded(Lobby.delete)
    rename = forwarded(Lobby.rename)
    keep = forwarded(Lobby.keep)


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
