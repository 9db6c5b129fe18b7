"""A client that floods, stalls or sends garbage hurts only itself."""

import asyncio
import socket
import time
from random import Random
from typing import Any

import asyncssh
import pytest

from lazaretto.host.server.call_budgets import TokenBucket
from lazaretto.serve import messages
from lazaretto.serve.allowance import Buckets, network_of
from lazaretto.serve.limits import Limits
from lazaretto.serve.session import Session
from tests.patience import PATIENCE
from tests.serve.served import Screen, Served, served, until
from tests.serve.small_app import FRAMES, NOISE, SmallApp, small
from tests.soak import soak

BYTES = [each for each in range(256) if each not in b"q\x03\x06\x11"]
"""Every byte but the keys that end the small app."""


def session_of(at: Served, name: str) -> Session:
    """A person's only session."""
    (found,) = (
        session for session in at.state.sessions if session.person is not None and session.person.name == name
    )
    assert isinstance(found, Session)
    return found


def app_of(at: Served, name: str) -> SmallApp:
    """The app of a person's only session."""
    driver = session_of(at, name)._driver
    assert driver is not None
    app = driver._app
    assert isinstance(app, SmallApp)
    return app


async def latency(screen: Screen, count: int) -> float:
    """Seconds until a key is shown."""
    begun = time.perf_counter()
    screen.type("x")
    await until("the key", lambda: f"{count} typed" in screen.text)
    return time.perf_counter() - begun


def stop_reading(connection: asyncssh.SSHClientConnection) -> None:
    transport: Any = connection._transport
    transport.pause_reading()


def go_on_reading(connection: asyncssh.SSHClientConnection) -> None:
    transport: Any = connection._transport
    transport.resume_reading()


async def with_small_buffers(at: Served, number: int) -> asyncssh.SSHClientConnection:
    connection = await at.connect(number)
    connection.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    return connection


@pytest.mark.parametrize(
    "how",
    [pytest.param("channel", marks=soak), "socket"],  # what is not read ends up in the same buffer
)
def test_a_slow_reader_gets_the_last_frame_and_not_all_of_them(how: str) -> None:
    async def script() -> None:
        async with served(small, limits=Limits(pending_bytes=20_000)) as at:
            await at.know(0, "slow")
            await at.know(1, "well")
            slow = await with_small_buffers(at, 0)
            screen = await at.open(slow, size=(200, 60), window=40_000)
            other = await at.open(await at.connect(1))
            await screen.shows("hello slow")
            await other.shows("hello well")
            assert screen.channel is not None
            screen.type(NOISE)
            await until("the first frames", lambda: app_of(at, "slow").frames > 2)
            stop, go_on = (
                (screen.channel.pause_reading, screen.channel.resume_reading)
                if how == "channel"
                else (lambda: stop_reading(slow), lambda: go_on_reading(slow))
            )
            stop()
            app = app_of(at, "slow")
            await until("the last frame", lambda: app.frames == FRAMES)
            session = session_of(at, "slow")
            assert session._output.dropping
            assert session._output.pending < 20_000 + 2 * 200 * 60
            assert await latency(other, 1) < 1.0
            go_on()
            await until("the end of dropping", lambda: not session._output.dropping)
            assert len(screen.sent) < FRAMES * 200 * 60 * 0.8
            wanted = [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]
            await until(
                "the last frame", lambda: [each.rstrip() for each in screen.text.split("\n")] == wanted
            )

    asyncio.run(script())


def test_a_client_that_never_reads_is_disconnected() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(pending_bytes=20_000, stalled_seconds=0.5)) as at:
            await at.know()
            connection = await with_small_buffers(at, 0)
            screen = await at.open(connection, size=(200, 60))
            await screen.shows("hello")
            screen.type(NOISE)
            await until("the first frames", lambda: app_of(at, "anna").frames > 2)
            stop_reading(connection)
            await until("the end", lambda: not at.state.sessions)
            assert at.state.metrics.clients_stalled_total == 1
            assert at.noted("client_stalled")

    asyncio.run(script())


def test_a_client_that_answers_no_keepalive_is_disconnected() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(keepalive_seconds=0.1, keepalive_count=2)) as at:
            await at.know(0, "silent")
            await at.know(1, "well")
            silent = await at.connect(0)
            await (await at.open(silent)).shows("hello")
            other = await at.open(await at.connect(1))
            await other.shows("hello")
            stop_reading(silent)
            await until("its end", lambda: len(at.state.sessions) == 1)
            assert await latency(other, 1) < 10
            assert [each["person"] for each in at.noted("session_ended")] == ["silent"]

    asyncio.run(script())


def test_a_flood_of_keys_reaches_the_app_slowly() -> None:
    async def script() -> None:
        limits = Limits(keys_per_second=20, keys_burst=20)
        async with served(small, limits=limits) as at:
            await at.know(0, "flood")
            await at.know(1, "well")
            screen = await at.open(await at.connect(0))
            other = await at.open(await at.connect(1))
            await screen.shows("hello")
            await other.shows("hello")
            begun = time.monotonic()
            screen.type("abcdefghij" * 3000)
            slowest = max([await latency(other, each) for each in range(1, 11)])
            assert slowest < 1.0
            await asyncio.sleep(1.0)
            seconds = time.monotonic() - begun
            assert app_of(at, "flood").keys <= 20 + 20 * seconds + 5

    asyncio.run(script())


def test_garbage_does_no_harm() -> None:
    """Random bytes, half sequences, an endless paste: the app goes on, and others do not notice."""

    async def script() -> None:
        chance = Random(1)
        async with served(
            small, limits=Limits(typed_waiting=200_000, reading_share=1, keys_per_second=1000)
        ) as at:
            await at.know(0, "noisy")
            await at.know(1, "well")
            screen = await at.open(await at.connect(0))
            other = await at.open(await at.connect(1))
            await screen.shows("hello")
            await other.shows("hello")
            assert screen.channel is not None
            for piece in (
                b"\x1b[200~" + b"a" * 50_000,
                b"\x1b[99999999999u\x1b[1;1;1u\x1b[<0;99999999;99999999M\x1b[999999999;1~",
                b"\x1b]" * 2000,
                b"\xff\xfe\x80" * 2000,
                *(bytes(chance.choices(BYTES, k=200)) for _ in range(100)),
            ):
                screen.channel.write(piece)
                await asyncio.sleep(0.002)
            app = app_of(at, "noisy")
            await until("some of it is read", lambda: app.keys > 100)
            screen.channel.write(b"\x1b[201~")
            assert await latency(other, 1) < 1.0
            await asyncio.sleep(0.3)
            assert at.state.metrics.sessions_crashed_total == 0
            assert len(at.state.sessions) == 2

    asyncio.run(script())


def test_bytes_beyond_the_limit_wait_in_the_client() -> None:
    async def script() -> None:
        limits = Limits(wire_bytes_per_second=200_000, wire_burst=20_000)
        async with served(small, limits=limits) as at:
            await at.know()
            screen = await at.open(await at.connect())
            await screen.shows("hello")
            before = at.state.metrics.bytes_received_total
            begun = time.monotonic()
            for _ in range(400):
                screen.type("\x00" * 1000)
            await until("all of it", lambda: at.state.metrics.bytes_received_total - before >= 400_000)
            assert time.monotonic() - begun > 1.0

    asyncio.run(script())


def test_a_storm_of_sizes_is_drawn_for_now_and_then() -> None:
    async def script() -> None:
        async with served(
            small, limits=Limits(resized_cells_per_second=12_000, resized_cells_burst=6_000)
        ) as at:
            await at.know()
            screen = await at.open(await at.connect())
            await screen.shows("hello")
            before = len(screen.sent)
            for each in range(20):
                screen.resize(100 + each, 30)
                await asyncio.sleep(0.06)
            await screen.shows("size 119 by 30")
            assert len(screen.sent) - before < 12 * 120 * 30

    asyncio.run(script())


def test_a_person_has_only_so_many_sessions() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(sessions_per_person=2)) as at:
            await at.know()
            first = await at.open(await at.connect())
            await first.shows("hello")
            await (await at.open(await at.connect())).shows("hello")
            third = await at.open(await at.connect())
            assert await third.ends() == 1
            assert "You already have 2 sessions open" in third.text
            assert messages.TOO_MANY_OF_YOURS(most=1).startswith("You already have 1 session open.")
            first.type("q")
            await first.ends()
            await (await at.open(await at.connect())).shows("hello")

    asyncio.run(script())


def test_one_connection_has_only_so_many_sessions() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(sessions_per_person=2)) as at:
            connection = await at.connect()
            for _ in range(2):
                await at.open(connection)
            with pytest.raises(asyncssh.ChannelOpenError):
                await at.open(connection)

    asyncio.run(script())


def test_a_full_server_says_so() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(sessions=1), guests=True) as at:
            await at.know()
            await (await at.open(await at.connect())).shows("hello")
            screen = await at.open(await at.connect(None, "guest"))
            assert await screen.ends() == 1
            assert "The server is full" in screen.text

    asyncio.run(script())


async def gives_up(at: Served) -> None:
    with pytest.raises((asyncssh.Error, OSError)):
        await at.connect()


def test_logins_come_at_a_limited_rate() -> None:
    async def script() -> None:
        async with served(small, limits=Limits(logins_per_second=0.01, logins_burst=3)) as at:
            for _ in range(3):
                (await at.connect()).close()
            await gives_up(at)
            assert at.noted("connection_refused")[0]["reason"] == "login_rate"

    asyncio.run(script())


def test_half_open_connections_are_few_and_short() -> None:
    async def script() -> None:
        limits = Limits(half_open_per_address=3, login_seconds=0.5)
        async with served(small, limits=limits) as at:
            half = [await asyncio.open_connection("127.0.0.1", at.port) for _ in range(5)]
            await until("three half-open ones", lambda: at.state.metrics.half_open == 3)
            assert at.state.metrics.connections_refused_total == 2
            await gives_up(at)
            await until("their end", lambda: at.state.metrics.half_open == 0)
            await at.connect()
            for _, writer in half:
                writer.close()

    asyncio.run(script())


def test_garbage_instead_of_a_login_closes_the_connection() -> None:
    async def script() -> None:
        async with served(small) as at:
            reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
            writer.write(Random(1).randbytes(1_000_000))
            await until("the end", lambda: reader.at_eof() or at.state.metrics.connections_open == 0)
            writer.close()
            await until("the end", lambda: at.state.metrics.connections_open == 0)
            await at.connect()

    asyncio.run(script())


def test_a_connection_that_opens_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.serve.server.UNUSED", 0.2)

    async def script() -> None:
        async with served(small) as at:
            connection = await at.connect()
            async with asyncio.timeout(PATIENCE):
                await connection.wait_closed()

    asyncio.run(script())


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = TokenBucket(2, 4, lambda: now)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert bucket.owe(3) == pytest.approx(1.5)
    now = 100.0
    assert bucket.full


def test_full_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.serve.allowance.MOST_KEPT", 10)
    now = 0.0
    buckets = Buckets(1, 1, lambda: now)
    for each in range(11):
        assert buckets.take(str(each))
    now = 2.0
    assert buckets.take("new")
    assert len(buckets) == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_an_address_stands_for_its_client(address: str, network: str) -> None:
    assert network_of(address) == network
