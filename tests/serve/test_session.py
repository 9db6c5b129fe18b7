"""One session: its terminal, its end, and that it stays alone with its troubles."""

import asyncio
import gc
import re
import weakref
from typing import Any

from lazaretto.serve.accounts import Person
from lazaretto.serve.limits import Limits
from lazaretto.serve.server_state import LineMode
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.serve.served import served, until
from tests.serve.small_app import SmallApp, small


def test_keys_arrive_and_the_window_can_change() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection, size=(100, 30))
                await screen.shows("size 100 by 30")
                screen.type("aé\x1b[A\x1b")
                await screen.shows("4 typed aé<up>\N{REPLACEMENT CHARACTER}")
                for width in range(60, 90):
                    screen.resize(width, 24)
                await screen.shows("size 89 by 24")

    asyncio.run(script())


def test_a_size_beyond_reason_is_not_drawn_for() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection, size=(80, 24))
                await screen.shows("size 80 by 24")
                assert screen.channel is not None
                screen.channel.change_terminal_size(4_000_000_000, 4_000_000_000)
                await screen.sends("size 400 by 60")
                screen.channel.change_terminal_size(0, 0)
                await screen.shows("size 80 by 24")
                screen.type("\x1b[48;9999;9999;1;1t")
                screen.type("x")
                await screen.shows("1 typed x")
                assert "size 80 by 24" in screen.text

    asyncio.run(script())


def test_two_colour_depths_at_once() -> None:
    red = {"truecolor": b"38;2;254;1;1", "256": b"38;5;", "16": b"\x1b[31m", "none": b""}

    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                sessions = {
                    "truecolor": await at.open(connection, env={"COLORTERM": "truecolor"}),
                    "256": await at.open(connection),
                    "16": await at.open(connection, term="xterm"),
                    "none": await at.open(connection, env={"NO_COLOR": "1", "COLORTERM": "truecolor"}),
                }
                for screen in sessions.values():
                    await screen.shows("red")
                    screen.type("x")
                    await screen.shows("1 typed x")
        for depth, screen in sessions.items():
            assert red[depth] in screen.sent
            for other in ("truecolor", "256"):
                assert (red[other] in screen.sent) is (depth == other), depth
        assert re.search(rb"\x1b\[[\d;]*[34]\d[\d;]*m", sessions["none"].sent) is None

    asyncio.run(script())


def test_a_locale_without_unicode_gets_ascii() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection, env={"LANG": "C"})
                await screen.shows("hello")
                screen.type("é")
                await screen.shows("1 typed e")
                assert screen.sent.isascii()

    asyncio.run(script())


def test_a_crash_ends_one_session_with_a_sentence() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know(0)
            await at.know(1, "bruno")
            async with await at.connect(0) as one, await at.connect(1) as other:
                crashing, well = await at.open(one), await at.open(other)
                await crashing.shows("hello anna")
                await well.shows("hello bruno")
                crashing.type("\x06")
                assert await crashing.ends() == 1
                assert b"Your games are saved" in crashing.sent
                assert b"only the operator" not in crashing.sent
                assert b"Traceback" not in crashing.sent
                well.type("x")
                await well.shows("1 typed x")
                again = await at.open(one)
                await again.shows("hello anna")
            assert at.state.metrics.sessions_crashed_total == 1
            assert [each["person"] for each in at.noted("session_crashed")] == ["anna"]

    asyncio.run(script())


def test_a_guest_is_promised_nothing_when_a_session_ends() -> None:
    async def script() -> None:
        limits = Limits(guests_per_address=2)
        async with served(small, guests=True, limits=limits) as at:
            crashing = await at.open(await at.connect(None, "guest"))
            await crashing.shows("hello guest1")
            stopped = await at.open(await at.connect(None, "guest"))
            await stopped.shows("hello guest2")
            third = await at.open(await at.connect(None, "guest"))
            assert await third.ends() == 1
            assert "2 guests from your address are already here" in third.text
            crashing.type("\x06")
            assert await crashing.ends() == 1
            assert b"A server error ended your session. You can connect again" in crashing.sent
            await at.server.stop()
            await until("the session ends", lambda: stopped.closed)
            assert b"The server is stopping." in stopped.sent
            assert b"saved" not in crashing.sent + stopped.sent

    asyncio.run(script())


def test_an_app_that_cannot_be_made_ends_one_session_with_a_sentence() -> None:
    def broken(person: Person, terminal: Terminal) -> TerminalApp[Any] | LineMode:
        raise RuntimeError("what only the operator may read")

    async def script() -> None:
        async with served(broken) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection)
                assert await screen.ends() == 1
                assert b"Your games are saved" in screen.sent
                assert b"only the operator" not in screen.sent
            assert "only the operator" in at.noted("session_crashed")[0]["details"]

    asyncio.run(script())


def test_a_lost_connection_ends_the_app_and_nothing_stays() -> None:
    apps: list[weakref.ref[TerminalApp[Any]]] = []

    def remembered(person: Person, terminal: Terminal) -> TerminalApp[Any] | LineMode:
        app = SmallApp(person, terminal)
        apps.append(weakref.ref(app))
        return app

    async def script() -> None:
        async with served(remembered) as at:
            await at.know()
            for number in range(6):
                connection = await at.connect()
                screen = await at.open(connection)
                await screen.shows("hello anna")
                screen.type("abc\x1b[97;1u")
                await screen.shows("4 typed abca")
                if number % 3 == 0:
                    connection.abort()
                elif number % 3 == 1:
                    assert screen.channel is not None
                    screen.channel.write_eof()
                    await screen.ends()
                else:
                    screen.type("q")
                    assert await screen.ends() == 0
                connection.close()
            await until("the sessions end", lambda: not at.state.sessions)
            assert at.state.metrics.sessions_open == 0
            assert len(at.state.people) == 0
            at.connections.clear()
            del connection, screen
            await until("the connections close", lambda: at.state.metrics.connections_open == 0)
            assert len(apps) == 6
            await until(
                "the apps are forgotten",
                lambda: gc.collect() >= 0 and not any(reference_type() for reference_type in apps),
            )

    asyncio.run(script())


def test_a_client_that_leaves_while_its_session_starts_leaves_nothing() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            for _ in range(5):
                connection = await at.connect()
                await at.open(connection)
                connection.abort()
            await until("the sessions end", lambda: not at.state.sessions)
            await until("the connections close", lambda: at.state.metrics.connections_open == 0)
            assert len(at.state.people) == 0
            async with await at.connect() as connection:
                await (await at.open(connection)).shows("hello anna")

    asyncio.run(script())


def test_a_server_that_stops_ends_its_sessions() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            connection = await at.connect()
            screen = await at.open(connection)
            lines, dumb = await at.open(connection, None), await at.open(connection, "dumb")
            await screen.shows("hello anna")
            await lines.sends("hello anna")
            await dumb.sends("hello anna")
            await at.server.stop()
            await until("the sessions end", lambda: screen.closed and lines.closed and dumb.closed)
            _, _, after = bytes(screen.sent).partition(b"\x1b[?1049l")
            assert b"The server is stopping. Your games are saved" in after
            assert b"The server is stopping. Your games are saved" in lines.errors
            assert b"The server is stopping. Your games are saved" in dumb.sent

    asyncio.run(script())


def test_line_mode_without_a_pty() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection, term=None)
                await screen.sends("hello anna\n")
                screen.type("one\r\ntwo\nthr\x1bee")
                assert screen.channel is not None
                screen.channel.write_eof()
                assert await screen.ends() == 0
                sent = screen.sent.decode()
                assert sent == "hello anna\nread 'one'\nread 'two'\nread 'thr\\x1bee'\ngoodbye\n"

    asyncio.run(script())


def test_line_mode_on_a_dumb_terminal_echoes_and_edits() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect() as connection:
                screen = await at.open(connection, term="dumb")
                await screen.sends("hello anna")
                screen.type("onx\x7fe\r")
                await screen.sends("onx\b \be\r\nread 'one'\r\n")
                screen.type("nothing of this\x15two\r")
                await screen.sends("read 'two'\r\n")
                screen.type("half\x04")
                assert await screen.ends() == 0
                assert screen.sent.endswith(b"goodbye\r\n")
                assert b"\x1b" not in screen.sent

    asyncio.run(script())


def test_a_new_person_gives_a_name_in_line_mode() -> None:
    async def script() -> None:
        async with served(small) as at, await at.connect() as connection:
            screen = await at.open(connection, term=None)
            await screen.sends("Your name:")
            screen.type("guest\nanna\n")
            await screen.sends("The name guest is not allowed")
            await screen.sends("hello anna")
            screen.type("fail\n")
            assert await screen.ends() == 1
            assert b"Your games are saved" in screen.errors

    asyncio.run(script())
