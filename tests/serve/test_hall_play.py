"""People meet in the hall over real SSH: on full screens, and with an app on their own machine."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import asyncssh

from lazaretto.host.server.admin import ban, delete_person
from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules.run.records.record_file import read
from lazaretto.serve.accounts import Accounts
from lazaretto.serve.hall_play import HallPlay
from lazaretto.serve.run_server import watch_bans
from tests.host.server.halls import PANDEMIC, STONES, play
from tests.patience import PATIENCE
from tests.serve.served import Served, served


@asynccontextmanager
async def hall_served(folder: Path, own: Path = STONES.parent) -> AsyncIterator[Served]:
    """A server with a hall, whose data are in a folder; `own` are the scenarios of the operator."""
    with ThreadPoolExecutor(1) as thread:
        store = thread.submit(SqliteStore, folder / "server.db").result()
        bots = "lazaretto.lab.playing.bots:BOTS"
        hall = ServerHall(store, folder / "packs", paths=[own], bots=bots, thread=thread)
        await hall.open()
        try:
            play = HallPlay(hall)
            async with served(play, Accounts(store, thread)) as server:
                server.state.export = play.export
                yield server
        finally:
            await hall.close()
            thread.submit(store.close).result()


class Drawn:
    """A client that draws its screens itself."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self._process = process
        self._reader = asyncio.StreamReader()
        self._pumping = asyncio.get_running_loop().create_task(self._pump())
        self.line = HallLine(self._reader, process.stdin)

    async def _pump(self) -> None:
        while data := await self._process.stdout.read(65536):
            self._reader.feed_data(data)
        self._reader.feed_eof()

    @classmethod
    async def open(cls, connection: asyncssh.SSHClientConnection) -> "tuple[Drawn, RemoteHall]":
        made = cls(await connection.create_process("protocol", encoding=None))
        return made, await made.line.open()


def test_one_on_a_full_screen_and_one_with_an_own_app_play_together(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path) as server:
            await server.know(0, "anna")
            await server.know(1, "ben")
            drawn, anna = await Drawn.open(await server.connect(0))
            code = await anna.make(TableOrder(PANDEMIC, ("", ""), seed=5))
            screen = await server.open(await server.connect(1, username=code), size=(120, 40))
            await screen.shows("ben")
            async with asyncio.timeout(PATIENCE):
                while (place := await anna.join(code)) is None:
                    await asyncio.sleep(0.05)
            client = SeatClient(place.table.seats[0])
            await client.join()
            await screen.shows("anna thinking" if client.look().view.decision.seat == 0 else "what do you do")  # type: ignore[union-attr]
            await place.say("hello ben")
            await screen.shows("hello ben")
            screen.type(",")
            screen.type("hello anna\r")
            async with asyncio.timeout(PATIENCE):
                while not any(line.text == "hello anna" for line in place.view.chat):
                    await asyncio.sleep(0.02)
            del drawn

    asyncio.run(work())


def test_a_seat_is_as_it_was_when_its_owner_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path) as server:
            await server.know(0, "anna")
            connection = await server.connect(0)
            _, anna = await Drawn.open(connection)
            code = await anna.make(TableOrder(STONES, ("", "random"), seed=5))
            place = await anna.join(code)
            assert place is not None
            client = SeatClient(place.table.seats[0])
            await client.join()
            await play([client, client], Random(1), 1)
            before = client.look().view
            connection.abort()
            _, again = await Drawn.open(await server.connect(0))
            back = await again.join(code)
            assert back is not None
            client = SeatClient(back.table.seats[0])
            await client.join()
            assert client.look().view == before

    asyncio.run(work())


def test_without_a_terminal_the_hall_is_read_and_played_line_by_line(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path) as server:
            await server.know(0, "anna")
            screen = await server.open(await server.connect(0), term=None)
            await screen.sends("anna")
            screen.type("new stones\n")
            await screen.sends("-")
            screen.type("who\n")
            await screen.sends("anna")
            screen.type("quit\n")
            assert await screen.ends() == 0

    asyncio.run(work())


def test_who_is_banned_while_playing_has_to_leave(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path) as server:
            await server.know(0, "anna")
            screen = await server.open(await server.connect(0))
            await screen.shows("you are anna")
            await server.know(1, "ben")
            other_screen = await server.open(await server.connect(1))
            await other_screen.shows("you are ben")
            other = SqliteStore(tmp_path / "server.db")
            ban(other, "anna", "was rude")
            other.close()
            watching = asyncio.get_running_loop().create_task(watch_bans(server.state))
            await screen.ends()
            assert server.noted("session_banned")
            assert not other_screen.closed
            other = SqliteStore(tmp_path / "server.db")
            delete_person(other, "ben")
            other.close()
            await other_screen.ends()
            assert "The operator has deleted your account here." in other_screen.text
            watching.cancel()

    asyncio.run(work())


def test_a_player_gets_a_finished_game_as_a_file(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_served(tmp_path) as server:
            await server.know(0, "anna")
            await server.know(1, "ben")
            _, anna = await Drawn.open(await server.connect(0))
            code = await anna.make(TableOrder(STONES, ("", "random"), seed=5))
            place = await anna.join(code)
            assert place is not None
            client = SeatClient(place.table.seats[0])
            await client.join()
            await play([client, client], Random(1), 500)

            async def exported(who: int, words: str) -> tuple[int | None, str, str]:
                done = await (await server.connect(who)).run(words)
                return done.exit_status, str(done.stdout), str(done.stderr)

            status, text, _ = await exported(0, f"export {code.lower()}")
            assert status == 0 and read(text, "game").outcome == client.look().outcome.reason  # type: ignore[union-attr]
            for who, words, why in (
                (1, f"export {code}", "Only those who played can export this game"),
                (1, "export XXX-222", "no table XXX-222"),
                (2, f"export {code}", "Your key is new here"),
                (0, "export", "has only these commands: export CODE"),
                (0, f"export {code} /etc/passwd", "has only these commands"),
            ):
                status, text, told = await exported(who, words)
                assert (status, text) == (1, "") and why in told

    asyncio.run(work())
