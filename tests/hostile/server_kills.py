"""Kills a server at random moments while people play on it over SSH, and checks that nothing is lost.

    python -m tests.hostile.server_kills --kills 200 --seed 1 --json kills.json

After each kill the store holds every choice and every line of chat that was acknowledged, in this order. The
next start goes on: everybody gets their seat back, and the table asks what it asked before.
"""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import asyncssh

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.record_store import StoreError
from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_rows import NewKey, choices_left
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules import ChoiceError, RuleError
from lazaretto.rules.link.find_scenarios import built_in
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary

ROOT = Path(__file__).resolve().parents[2]
TABLES = 10
"""Tables with two people each."""
STARTED = 60.0
"""Seconds within which a server must be there, and everybody must have their seats."""
LONGEST = 1.5
"""Seconds after which a server is killed at the latest."""
GAMES = ("pandemic", "iberia", "the_cure", "on_the_brink")
LIMITS = """
status_port = 0
workers = 2
[limits]
connections_per_address = 200
half_open_per_address = 100
logins_per_second = 1000.0
logins_burst = 1000.0
channels_per_second = 1000.0
channels_burst = 1000.0
"""


@dataclass(slots=True)
class Client:
    """One person with an app on their own machine."""

    name: str
    key: asyncssh.SSHKey
    code: str = ""
    connection: asyncssh.SSHClientConnection | None = None
    place: TableSeat | None = None
    seat: SeatClient | None = None
    acknowledged: list[str] = field(default_factory=list)
    """The keys of the choices that the server has acknowledged, in their order."""
    said: list[str] = field(default_factory=list)
    """The lines of chat that the server has acknowledged."""

    async def connect(self, port: int) -> HallLine:
        """Log in; the line speaks the protocol of the hall."""
        self.connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            known_hosts=None,
            config=None,
            username=self.name,
            client_keys=[self.key],
            agent_path=None,
        )
        process = await self.connection.create_process("protocol", encoding=None)
        reader = asyncio.StreamReader()

        async def pump() -> None:
            with suppress(asyncssh.Error, OSError):
                while data := await process.stdout.read(65_536):
                    reader.feed_data(data)
            reader.feed_eof()

        self._pumping = asyncio.get_running_loop().create_task(pump())
        line = HallLine(reader, process.stdin)
        await line.open()
        return line

    _pumping: "asyncio.Task[None] | None" = None

    async def sit(self, line: HallLine) -> None:
        """Take the seat again."""
        self.place = await line.hall.join(self.code)
        assert self.place is not None, "the table has not begun"
        self.seat = SeatClient(self.place.table.seats[0])
        await self.seat.join()

    async def play(self, chance: Random) -> None:
        """Choose and talk until the server is gone."""
        assert self.seat is not None and self.place is not None
        with suppress(LobbyError, asyncssh.Error, OSError):
            while True:
                await self._act(chance)
                await asyncio.sleep(chance.random() * 0.05)

    async def _act(self, chance: Random) -> None:
        assert self.seat is not None and self.place is not None
        if chance.random() < 0.05:
            text = f"{self.name} {chance.randrange(10**9)}"
            with suppress(HallError):
                await self.place.say(text)
                self.said.append(text)
        decision = self.seat.look().view.decision
        if decision is None or decision.seat != self.seat.number or decision.form is None:
            return
        options = [option for option in decision.options if option.why_not is None]
        if options:
            key = chance.choice(options).key
            with suppress(ChoiceError, RuleError, StoreError):
                await self.seat.choose(key)
                self.acknowledged.append(key)


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Stand:
    """A server that is started and killed, and its people."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder, self._chance = folder, chance
        self._config = folder / "server.toml"
        self._config.write_text(LIMITS)
        self._process: asyncio.subprocess.Process | None = None
        self._port = 0
        self.clients = [
            Client(f"p{number}", asyncssh.generate_private_key("ssh-ed25519")) for number in range(2 * TABLES)
        ]
        self.checked = 0
        """Choices that were compared after a kill."""

    def enrol(self) -> None:
        """Make everybody known, so that no name is asked."""
        store = SqliteStore(self._folder / "data" / DATABASE)
        for client in self.clients:
            store.people.add(
                client.name,
                NewKey(client.key.get_fingerprint(), client.key.export_public_key().decode().strip()),
            )
        store.close()

    async def start(self) -> None:
        """Start the server, and bring everybody to their seats."""
        self._port = free_port()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "lazaretto", "serve", "--port", str(self._port)),
            *("--data", str(self._folder / "data"), "--config", str(self._config)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=ROOT,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(STARTED):
            while b"Connect with" not in await self._process.stdout.readline():
                assert self._process.returncode is None, "the server does not start"
            lines = await asyncio.gather(*(client.connect(self._port) for client in self.clients))
            await self._find_tables(lines)
            await asyncio.gather(*map(Client.sit, self.clients, lines))

    async def _find_tables(self, lines: Sequence[HallLine]) -> None:
        """Make new tables for those who have none that goes on."""
        for number in range(0, len(self.clients), 2):
            pair, (first, second) = self.clients[number : number + 2], lines[number : number + 2]
            mine = {table.code: table.state for table in first.hall.view.tables if table.yours}
            if not pair[0].code or mine.get(pair[0].code) is not State.RUNNING:
                folder = built_in() / self._chance.choice(GAMES)
                code = await first.hall.make(TableOrder(folder, ("", ""), seed=self._chance.randrange(10**6)))
                for client in pair:
                    client.code, client.acknowledged, client.said = code, [], []
                place = await second.hall.join(code)
                if place is not None:
                    place.leave()

    async def kill(self) -> None:
        """Let everybody play for a moment, and kill the server."""
        assert self._process is not None
        playing = asyncio.gather(*(client.play(self._chance) for client in self.clients))
        await asyncio.sleep(self._chance.random() * LONGEST)
        os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        async with asyncio.timeout(STARTED):
            await playing
        for client in self.clients:
            if client.connection is not None:
                client.connection.abort()

    def check(self) -> None:
        """Compare what is stored with what was acknowledged.

        Raises:
            AssertionError: something is lost.
        """
        store = SqliteStore(self._folder / "data" / DATABASE)
        try:
            for number in range(0, len(self.clients), 2):
                pair = self.clients[number : number + 2]
                code = pair[0].code
                kept = choices_left(store.choices.all(code))
                lines = {line.text for line in store.chat.lines(code)}
                for seat, client in enumerate(pair):
                    assert {*client.said} <= lines, f"{code}: a line of chat is lost"
                    mine = [word for row in kept if row.seat == seat for word in row.key.split(" > ")]
                    assert _in_order(client.acknowledged, mine), (
                        f"{code}: {client.acknowledged} is not in {mine}"
                    )
                    self.checked += len(client.acknowledged)
        finally:
            store.close()


def _in_order(some: Sequence[str], all_: Sequence[str]) -> bool:
    """Whether all words of one list are in the other, in their order; forced steps are between them."""
    rest = iter(all_)
    return all(any(word == each for each in rest) for word in some)


def piece(seed: int, numbers: range) -> Tally:
    """Kill one server some times."""
    tally, chance = Tally(), Random(f"{seed}/{numbers[0]}")
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "data").mkdir(mode=0o700)
        stand = Stand(Path(home), chance)
        stand.enrol()

        async def whole() -> None:
            for number in numbers:
                tally.count("kills", "server")
                try:
                    await stand.start()
                    await stand.kill()
                    stand.check()
                except Exception as error:  # whatever it is, it is counted, and the next kill follows
                    tally.problem("server", f"kill {number} of seed {seed}: {error!r}")

        asyncio.run(whole())
        tally.count("choices checked", "server", stand.checked)
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Kill as often as asked and print a summary."""
    given, begun = arguments("kills", 10, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, 50)
    return finish(summary("server kills", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
