"""Clients that send packets in floods, read nothing, or send what nobody needs: others hardly notice."""

import asyncio
import socket
from typing import Any

import asyncssh
import pytest

from lazaretto.host.server.call_budgets import DOUBLE, TokenBucket
from lazaretto.serve import fair_reading
from lazaretto.serve.limits import Limits
from tests.serve.served import Served, served, until
from tests.serve.small_app import SmallApp

UNKNOWN = 192
SPARE = Limits(wire_bytes_per_second=10**9, wire_burst=10**9, packets_share=10**6, packets_burst=10**6)
"""Limits that let a flood through, so that only its pieces are seen."""


def transport(at: Served) -> asyncio.Transport:
    """The server's end of the only connection."""
    (client,) = at.state.clients
    found: asyncio.Transport = client._connection._transport
    return found


def test_a_flood_is_read_in_pieces_and_everything_else_has_its_turn_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks, pieces = [0], [(0, 0)]
    receive = asyncssh.SSHServerConnection.data_received

    def received(self: Any, data: bytes, datatype: Any = None) -> None:
        pieces.append((ticks[0], len(data)))
        receive(self, data, datatype)

    async def tick() -> None:
        while True:
            ticks[0] += 1
            await asyncio.sleep(0)

    async def script() -> None:
        async with served(SmallApp, limits=SPARE) as at:
            connection = await at.connect()
            pieces.clear()
            clock = iter(range(10**9))
            monkeypatch.setattr(fair_reading, "thread_time", lambda: float(next(clock)))
            ticking = asyncio.get_running_loop().create_task(tick())
            for _ in range(1_000):
                connection.send_packet(UNKNOWN)
            await until("the flood is read", lambda: sum(size for _, size in pieces) > 30_000)
            turns, sizes = [turn for turn, _ in pieces], [size for _, size in pieces]
            ticking.cancel()
        assert max(sizes) <= 1_024
        assert len({*turns}) == len(turns), "two pieces were read in one turn"

    monkeypatch.setattr(asyncssh.SSHServerConnection, "data_received", received)
    asyncio.run(script())


def test_a_connection_whose_packets_cost_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        async with served(SmallApp, limits=Limits(packets_share=0.001, packets_burst=5.0)) as at:
            first, second = await at.connect(), await at.connect(1)
            clock = iter(range(10**9))
            monkeypatch.setattr(fair_reading, "thread_time", lambda: float(next(clock)))
            for _ in range(500):
                first.send_packet(UNKNOWN)
            await asyncio.wait_for(second.create_process("status"), 20)
            waits = [each for each in intake_of(at) if each._later is not None]
            assert len(waits) == 1

    asyncio.run(script())


def test_packets_of_a_flood_are_dearer_on_a_late_server(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [asyncio.run(pieces_read(late, monkeypatch)) for late in (0.0, DOUBLE, 1.0)]
    assert found == [6, 3, 1]


async def pieces_read(late: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pieces of a flood are read before the rest waits; to read each takes a second."""
    limits = Limits(packets_share=0.001, packets_burst=5.5)
    async with served(SmallApp, limits=limits) as at:
        connection = await at.connect()
        (incoming,) = intake_of(at)
        await until("it has sent all", lambda: not incoming._waiting)
        incoming._seconds = TokenBucket(0.001, 5.5)
        at.state.lateness.beat(1.0, late)
        pieces, receive = [0], incoming._receive

        def received(data: bytes, datatype: Any = None) -> None:
            pieces[0] += 1
            receive(data)

        incoming._receive = received
        clock = iter(range(10**9))
        monkeypatch.setattr(fair_reading, "thread_time", lambda: float(next(clock)))
        for _ in range(500):
            connection.send_packet(UNKNOWN)
        await until("the rest waits", lambda: incoming._later is not None)
        monkeypatch.undo()
        return pieces[0]


def intake_of(at: Served) -> list[fair_reading.Incoming]:
    """What comes from each connection."""
    return [client._connection.data_received.__self__ for client in at.state.clients]


def test_who_sends_little_is_read_before_a_flood() -> None:
    """Otherwise everybody waits for a piece of each connection of the flood, again and again."""

    async def script() -> None:
        async with served(SmallApp) as at:
            connections = [await at.connect(number) for number in range(3)]
            order: list[int] = []
            for number, incoming in enumerate(sorted(intake_of(at), key=order_of(connections))):
                receive = incoming._receive

                def received(
                    data: bytes, datatype: Any = None, number: int = number, receive: Any = receive
                ) -> None:
                    order.append(number)
                    receive(data)

                incoming._receive = received
                incoming._take(b"" if number == 2 else bytes(4 * fair_reading.PIECE))  # rubbish of any sort
            last = sorted(intake_of(at), key=order_of(connections))[2]
            last._take(bytes(10))
            await until("all were read", lambda: {*order} == {0, 1, 2})
            assert order[0] == 2, order

    asyncio.run(script())


def order_of(connections: list[asyncssh.SSHClientConnection]) -> Any:
    """The number of the client at the other end of what comes in."""
    ports = [connection.get_extra_info("sockname")[1] for connection in connections]
    return lambda incoming: ports.index(incoming._connection.get_extra_info("peername")[1])


def test_a_client_that_reads_nothing_is_not_listened_to() -> None:
    """Each packet is answered, so the answers would fill the server's memory."""

    async def script() -> None:
        limits = Limits(wire_bytes_per_second=10**9, wire_burst=10**9, unread_bytes=10_000)
        async with served(SmallApp, limits=limits) as at:
            narrow = socket.socket()
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            narrow.setblocking(False)
            await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", at.port))
            connection = await at.connect(sock=narrow)
            connection._transport.pause_reading()  # type: ignore[union-attr]
            end = transport(at)
            end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)

            async def flood() -> None:
                while True:
                    if connection._transport.get_write_buffer_size() < 65_536:  # type: ignore[union-attr]
                        connection.send_packet(UNKNOWN)
                    await asyncio.sleep(0)

            flooding = asyncio.get_running_loop().create_task(flood())
            await until("the server stops listening", lambda: end.get_write_buffer_size() > 10_000)
            await until("the server stops listening", lambda: not end.is_reading())
            flooding.cancel()
            assert end.get_write_buffer_size() < 100_000
            connection._transport.resume_reading()  # type: ignore[union-attr]
            await until("the server listens again", end.is_reading)

    asyncio.run(script())


def test_what_a_client_sends_before_it_hangs_up_is_read() -> None:
    async def script() -> None:
        async with served(SmallApp, limits=SPARE) as at:
            await at.know()
            connection = await at.connect()
            read: list[bytes] = []
            incoming = intake_of(at)[0]
            receive = incoming._receive

            def received(data: bytes, datatype: Any = None) -> None:
                read.append(data)
                receive(data)

            incoming._receive = received
            for _ in range(1_000):
                connection.send_packet(UNKNOWN)
            connection._transport.write_eof()  # type: ignore[union-attr]
            await until("the server hangs up", lambda: not at.state.clients)
            assert sum(map(len, read)) > 30_000

    asyncio.run(script())


def test_variables_that_mean_nothing_are_not_kept() -> None:
    async def script() -> None:
        async with served(SmallApp) as at:
            connection = await at.connect()
            await at.know()
            flood = {f"JUNK{number}": "x" * 50 for number in range(200)}
            screen = await at.open(connection, env={**flood, "LC_ALL": "C" * 10_000})
            await screen.shows("hello anna")
            (session,) = at.state.sessions
            kept = session._channel._env  # type: ignore[attr-defined]
            assert [*kept] == [b"LC_ALL"] and len(kept[b"LC_ALL"]) < 1_000

    asyncio.run(script())
