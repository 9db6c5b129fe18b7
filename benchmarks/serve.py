"""Measures a server with many sessions over real SSH: response time to keys, bytes, processor time, memory.

Usage: python benchmarks/serve.py [--sessions 1,20,100,300] [--rate 40] [--seconds 20] [--json]
       python benchmarks/serve.py --sessions 100 --hostile [--rounds 3]

The server runs in a separate process; all clients run in this one. Every session shows a game of Pandemic for
four on a true-colour terminal of 120 by 40 cells, and somebody moves the cursor on its board. The response
time of a key ends with the first bytes of its repaint, which one packet carries. With `--hostile`, the same
is measured by turns without and beside hostile visitors (`benchmarks/hostile_visitors.py`): one floods full
screens, the other misuses the protocol. This is not a test: timings are unreliable on busy machines.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import Any

import asyncssh
import pyte

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.host.server.hall_views import TableOrder  # noqa: E402
from lazaretto.host.server.server_hall import ServerHall  # noqa: E402
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore  # noqa: E402
from lazaretto.host.server.store.store_rows import NewKey  # noqa: E402
from lazaretto.serve.config import BOTS  # noqa: E402
from lazaretto.serve.run_server import PACKS  # noqa: E402

SIZE = (120, 40)
ENVIRON = {"COLORTERM": "truecolor", "LANG": "C.UTF-8", "LAZARETTO_PACE": "off"}
AT_ONCE = 4
"""Clients that log in at the same time."""
SILENT = 2.0
"""Seconds after which a key counts as one without a repaint."""
HOSTILE = {"flood": 1, "protocol": 2}
"""How many accounts each sort of hostile visitor has."""
LEAVES = 3.0
"""Seconds until hostile visitors are forgotten."""
SEATS = 4
"""People at each table."""
MOVES = (b"\x1b[C", b"\x1b[D")
"""Right and left again: on the board, both move the cursor."""
SCENARIO = (HOUSE / "scenarios" / "pandemic").resolve()

LIMITS = """
address = "127.0.0.1"
status_port = 0
[limits]
sessions = 1000
connections_per_address = 1000
half_open = 1000
half_open_per_address = 1000
logins_per_second = 1000
logins_burst = 1000
channels_per_second = 1000
channels_burst = 1000
"""


class Client(asyncssh.SSHClientSession[bytes]):
    """One player."""

    def __init__(self) -> None:
        self.channel: Any = None
        self.news = asyncio.Event()
        self.received = 0
        self.asked = False
        """Whether the table waits for this player."""
        self.moves = cycle(MOVES)
        self._screen: pyte.Screen | None = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)

    def connection_made(self, chan: Any) -> None:
        """Get the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Count what the server sends; show it until the player sits at the table."""
        self.received += len(data)
        if self._screen is not None:
            self._stream.feed(data)
        self.news.set()

    async def until(self, *texts: str) -> None:
        """Wait until the screen shows one of these texts."""
        async with asyncio.timeout(120):
            while not any(map(self.sees, texts)):
                self.news.clear()
                await self.news.wait()

    def sees(self, text: str) -> bool:
        """Whether the screen shows a text."""
        return self._screen is not None and any(text in each for each in self._screen.display)

    def close_eyes(self) -> None:
        """Only count from now on: showing costs more than the server's work."""
        self._screen = None

    async def press(self, key: bytes, seconds: float = SILENT) -> float | None:
        """The seconds until the repaint begins; None if there is none."""
        self.news.clear()
        begun = time.perf_counter()
        try:
            self.channel.write(key)
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except (TimeoutError, BrokenPipeError):
            return None
        return time.perf_counter() - begun


@dataclass(slots=True)
class Figures:
    """What was measured with a number of sessions; times in milliseconds."""

    sessions: int
    keys: int = 0
    rate: float = 0.0
    silent: int = 0
    p50: float = 0.0
    p95: float = 0.0
    p99: float = 0.0
    worst: float = 0.0
    bytes_a_key: float = 0.0
    cpu_a_key: float = 0.0
    megabytes_a_session: float = 0.0
    idle_cpu_percent: float = 0.0
    first_frame: float = 0.0
    first_frame_p95: float = 0.0
    first_frame_kilobytes: float = 0.0
    calm_p95: float = 0.0
    """Without hostile visitors, measured by turns with the next."""
    hostile_p95: float = 0.0
    hostile_worst: float = 0.0
    hostile_did: dict[str, int] = field(default_factory=dict)
    to_last_of_four: float = 0.0


class Host:
    """The server process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "server.toml").write_text(LIMITS)
        words = ["serve", "--port", "0", "--data", str(folder), "--config", str(folder / "server.toml")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lazaretto", *words],
            cwd=HOUSE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("port ")[1].split(".")[0])

    def processes(self) -> list[int]:
        """The server and its workers."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        used = 0
        for process in self.processes():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
        return used / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory."""
        lines = [
            line
            for process in self.processes()
            for line in Path(f"/proc/{process}/status").read_text().splitlines()
        ]
        return sum(int(each.split()[1]) for each in lines if each.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(60)


async def prepare(folder: Path, keys: Sequence[asyncssh.SSHKey]) -> list[str]:
    """Give every key a person, and all seats at tables for four; return the code of each one's table."""
    store = SqliteStore(folder / DATABASE)
    people = [
        store.people.add(f"player{number}", NewKey(key.get_fingerprint(), key.export_public_key().decode()))
        for number, key in enumerate(keys)
    ]
    hall = ServerHall(store, folder / PACKS, bots=BOTS)
    await hall.open()
    codes: list[str] = []
    for first in range(0, len(people), SEATS):
        group = people[first : first + SEATS]
        seats = ("",) * len(group) + ("random",) * (SEATS - len(group))
        table = await hall.make(group[0], TableOrder(SCENARIO, seats, seed=3))
        for each in group[1:]:
            await table.take_seat(each, None)
        codes += [table.code] * len(group)
    await hall.close()
    return codes


async def connect(port: int, key: asyncssh.SSHKey, user: str = "player") -> asyncssh.SSHClientConnection:
    """Log in."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        known_hosts=None,
        config=None,
        username=user,
        client_keys=[key],
        agent_path=None,
    )


async def open_session(connection: asyncssh.SSHClientConnection) -> Client:
    """Open a session."""
    client = Client()
    await connection.create_session(
        lambda: client,
        term_type="xterm-256color",
        term_size=SIZE,
        env=[f"{name}={value}" for name, value in ENVIRON.items()],
        encoding=None,
    )
    return client


async def sit(port: int, key: asyncssh.SSHKey, code: str) -> tuple[Client, float, int]:
    """Log in and go to a table; return also the time and bytes of the first frame."""
    connection = await connect(port, key, code)
    begun = time.perf_counter()
    client = await open_session(connection)
    await client.until("you are", "Tracks")  # the hall, or the table at once
    first, size = time.perf_counter() - begun, client.received
    await client.until("Tracks")
    await asyncio.sleep(1)
    client.asked = client.sees("what do you do?")
    if client.sees("Tab board"):
        client.channel.write(b"\t")
        await asyncio.sleep(0.5)
    client.close_eyes()
    return client, first, size


async def spread(clients: Sequence[Client]) -> list[float]:
    """The milliseconds from a choice to the last of the screens at its table, for each full table."""
    found: list[float] = []
    for first in range(0, len(clients) - SEATS + 1, SEATS):
        group = clients[first : first + SEATS]
        asked = next((each for each in group if each.asked), None)
        if asked is None:
            continue
        asked.channel.write(b"\t")
        await asyncio.sleep(0.3)
        for each in group:
            each.news.clear()
        begun = time.perf_counter()
        asked.channel.write(b"p")
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENT):
                await asyncio.gather(*(each.news.wait() for each in group))
                found.append((time.perf_counter() - begun) * 1000)
    return found


async def type_keys(
    clients: Sequence[Client], rate: float, seconds: float, figures: Figures, without: float | None = None
) -> list[float]:
    """Press keys everywhere, so many a second in all; return the times.

    For a key without a repaint, that is the time `without`, if it is given.
    """
    chance = Random(1)
    times: list[float] = []
    silent = 0
    busy: set[Client] = set()

    async def one(client: Client) -> None:
        nonlocal silent
        try:
            took = await client.press(next(client.moves))
        finally:
            busy.discard(client)
        if took is None:
            silent += 1
        else:
            times.append(took * 1000)

    running: set[asyncio.Task[None]] = set()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        free = [each for each in clients if each not in busy]
        if free:
            client = chance.choice(free)
            busy.add(client)
            task = asyncio.create_task(one(client))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.sleep(chance.expovariate(rate))
    if running:
        await asyncio.wait(running)
    figures.silent += silent
    return times if without is None else [*times, *[without] * silent]


@asynccontextmanager
async def hostile_visitors(
    host: Host, keys: Sequence[asyncssh.SSHKey], codes: Sequence[str], kinds: Sequence[str]
) -> AsyncIterator[list[dict[str, int]]]:
    """Let hostile visitors in until the end of the block; then tell what each has done.

    They give way to the server: visitors compute on machines of their own.
    """
    told: list[dict[str, int]] = []
    script = Path(__file__).with_name("hostile_visitors.py")
    visitors: list[asyncio.subprocess.Process] = []
    free = iter(keys)
    for kind in kinds:
        own = [*islice(free, HOSTILE[kind])]
        file = host.folder / kind
        file.write_bytes(b"".join(each.export_private_key() for each in own))
        words = [str(script), kind, str(host.port), str(file), *codes]
        visitors.append(
            await asyncio.create_subprocess_exec(
                "nice", "-n", "10", sys.executable, *words, stdout=asyncio.subprocess.PIPE
            )
        )
    for visitor in visitors:
        assert visitor.stdout is not None
        assert await visitor.stdout.readline() == b"in\n"
    yield told
    for visitor in visitors:
        visitor.terminate()
        told.append(json.loads((await visitor.communicate())[0]))


async def compare(
    host: Host,
    clients: Sequence[Client],
    keys: Sequence[asyncssh.SSHKey],
    codes: Sequence[str],
    rate: float,
    arguments: argparse.Namespace,
    figures: Figures,
) -> None:
    """Measure by turns without and beside hostile visitors; a key without a repaint counts as a slow one."""
    calm: list[float] = []
    beside: list[float] = []
    done: Counter[str] = Counter()
    for _ in range(arguments.rounds):
        calm += await type_keys(clients, rate, arguments.seconds, figures, SILENT * 1000)
        async with hostile_visitors(host, keys, sorted({*codes}), arguments.visitors) as told:
            beside += await type_keys(clients, rate, arguments.seconds, figures, SILENT * 1000)
        for each in told:
            done.update(each)
        await asyncio.sleep(LEAVES)
    figures.calm_p95, figures.hostile_p95 = (quantiles(each, n=20)[-1] for each in (calm, beside))
    figures.hostile_worst = max(beside)
    figures.hostile_did = dict(sorted(done.items()))


async def measure(
    host: Host, keys: Sequence[asyncssh.SSHKey], codes: Sequence[str], arguments: argparse.Namespace
) -> list[Figures]:
    """Open more and more sessions, and measure at each wanted number."""
    found: list[Figures] = []
    clients: list[Client] = []
    placed: dict[asyncssh.SSHKey, Client] = {}
    base = host.megabytes()
    for number in arguments.sessions:
        figures = Figures(number)
        firsts: list[float] = []
        sizes: list[int] = []
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(
            key: asyncssh.SSHKey, code: str, firsts: list[float] = firsts, sizes: list[int] = sizes
        ) -> None:
            async with gate:  # noqa: B023
                client, first, size = await sit(host.port, key, code)
            placed[key] = client
            firsts.append(first * 1000)
            sizes.append(size)

        missing = slice(len(clients), number)
        await asyncio.gather(*map(one, keys[missing], codes[missing]))
        clients += [placed[key] for key in keys[missing]]
        await asyncio.sleep(2)
        figures.first_frame = mean(firsts)
        figures.first_frame_p95 = max(firsts) if len(firsts) < 20 else quantiles(firsts, n=20)[-1]
        figures.first_frame_kilobytes = mean(sizes) / 1024
        figures.megabytes_a_session = (host.megabytes() - base) / number
        before = host.cpu()
        await asyncio.sleep(arguments.seconds / 2)
        figures.idle_cpu_percent = (host.cpu() - before) / (arguments.seconds / 2) * 100
        rate = min(arguments.rate, 10.0 * number)
        received, before = sum(each.received for each in clients), host.cpu()
        times = await type_keys(clients, rate, arguments.seconds, figures)
        figures.keys = len(times) + figures.silent
        figures.rate = figures.keys / arguments.seconds
        figures.cpu_a_key = (host.cpu() - before) / max(1, figures.keys) * 1000
        figures.bytes_a_key = (sum(each.received for each in clients) - received) / max(1, figures.keys)
        cuts = quantiles(times or [0.0, 0.0], n=100)
        figures.p50, figures.p95, figures.p99, figures.worst = (
            cuts[49],
            cuts[94],
            cuts[98],
            max(times, default=0.0),
        )
        if arguments.hostile:
            await compare(host, clients, keys[-sum(HOSTILE.values()) :], codes, rate, arguments, figures)
        found.append(figures)
        if number == arguments.sessions[-1]:
            spreads = await spread(clients)
            figures.to_last_of_four = (
                max(spreads, default=0.0) if len(spreads) < 20 else quantiles(spreads, n=20)[-1]
            )
        if not arguments.json:
            show(figures)
    return found


def show(figures: Figures) -> None:
    """Print the figures of one number of sessions."""
    print(f"{figures.sessions} sessions, {figures.rate:.0f} keys a second together")
    print(
        f"  a key: p50 {figures.p50:.0f} ms, p95 {figures.p95:.0f} ms, p99 {figures.p99:.0f} ms, worst "
        f"{figures.worst:.0f} ms; {figures.bytes_a_key:.0f} bytes, {figures.cpu_a_key:.1f} ms processor"
    )
    print(
        f"  a session: {figures.megabytes_a_session:.1f} MB; first frame after {figures.first_frame:.0f} ms "
        f"(p95 {figures.first_frame_p95:.0f} ms), {figures.first_frame_kilobytes:.0f} KB"
    )
    print(f"  idle: {figures.idle_cpu_percent:.1f} % of a core; keys without a repaint: {figures.silent}")
    if figures.to_last_of_four:
        print(f"  from a choice to the last of four screens: {figures.to_last_of_four:.0f} ms")
    if figures.hostile_p95:
        print(
            f"  without hostile visitors: p95 {figures.calm_p95:.0f} ms; beside them: "
            f"p95 {figures.hostile_p95:.0f} ms, worst {figures.hostile_worst:.0f} ms; raised by "
            f"{(figures.hostile_p95 / figures.calm_p95 - 1) * 100:.0f} %"
        )
        print(f"  they did: {figures.hostile_did}")
    sys.stdout.flush()


def _numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",")]


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--sessions", type=lambda text: [*map(int, text.split(","))], default=[1, 20, 100, 300]
    )
    parser.add_argument("--rate", type=float, default=40.0, help="keys a second in all sessions together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hostile", action="store_true", help="also beside hostile visitors")
    parser.add_argument("--visitors", nargs="+", choices=[*HOSTILE], default=[*HOSTILE])
    parser.add_argument("--rounds", type=int, default=3, help="so often by turns without and beside them")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    accounts = sum(HOSTILE.values())
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(max(arguments.sessions) + accounts)]
    asyncssh.set_log_level("CRITICAL")
    with tempfile.TemporaryDirectory() as folder:
        codes = asyncio.run(prepare(Path(folder), keys))
        host = Host(Path(folder))
        try:
            found = asyncio.run(measure(host, keys, codes, arguments))
        finally:
            host.stop()
    if arguments.json:
        print(json.dumps([asdict(each) for each in found], indent=2))


if __name__ == "__main__":
    main()
