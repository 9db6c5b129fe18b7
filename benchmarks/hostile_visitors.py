"""Misuses a server as a hostile visitor would: floods its full screens, or speaks its protocol.

Usage: python benchmarks/hostile_visitors.py {flood,protocol} PORT KEY CODE...

A visitor is a process of its own, so that its work delays nobody who is measured. It comes from an address of
its own, with one or two accounts. It prints a line when it has come in, and goes on until it gets SIGTERM.
Then it prints what it has done as JSON.
"""

import asyncio
import json
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any

import asyncssh

HOUSE = Path(__file__).resolve().parents[1]
ADDRESS = "127.0.0.2"
HEAD = Struct(">IcI")
"""The head of a frame: its length, its kind, the number of the call."""
AT_ONCE = 16
"""Calls of a channel that wait for their answers; the server takes twice as many."""
WATCHES = 150
"""Places from which one channel watches a table before it hangs up."""
AGAIN = 0.2
"""Seconds until a channel that was closed is opened again."""
ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""What codes of tables are made of."""
SIZE = (120, 40)

done: Counter[str] = Counter()
"""How often each thing was done, and how it was answered."""


async def connect(port: int, key: asyncssh.SSHKey) -> asyncssh.SSHClientConnection:
    """Log in."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(ADDRESS, 0),
        known_hosts=None,
        config=None,
        username="visitor",
        client_keys=[key],
        agent_path=None,
    )


def come_in() -> None:
    """Tell that the visitor has come in."""
    print("in", flush=True)


# --- speaking the protocol -------------------------------------------------------------------------


class Line:
    """A channel that speaks the protocol; of the answers it keeps only who waits for them."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self._process = process
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._reading = asyncio.create_task(self._read())

    async def call(self, method: str, to: int = 0, /, **arguments: Any) -> Any:
        """Make a call when few others wait; return its value, None if it was refused.

        Raises:
            ConnectionError: the channel is closed.
        """
        async with self._free:
            if self._reading.done():
                raise ConnectionError
            number = next(self._numbers)
            answer = self._waiting[number] = asyncio.get_running_loop().create_future()
            self._write(b"C", number, method, to, arguments)
            try:
                found = json.loads(await answer)
            finally:
                del self._waiting[number]
        done[f"{method}: {found.get('error') or 'answered'}"] += 1
        return found.get("value")

    def send(self, method: str, to: int, /, **arguments: Any) -> None:
        """Say something that nobody answers."""
        self._write(b"S", 0, method, to, arguments)
        done[f"{method}: sent"] += 1

    def close(self) -> None:
        """Hang up."""
        self._process.close()

    def _write(self, kind: bytes, number: int, method: str, to: int, arguments: dict[str, Any]) -> None:
        content = json.dumps({"to": to, "method": method, "arguments": arguments}).encode()
        self._process.stdin.write(HEAD.pack(len(content), kind, number) + content)

    async def _read(self) -> None:
        reader = self._process.stdout
        try:
            while True:
                length, kind, number = HEAD.unpack(await reader.readexactly(HEAD.size))
                content = await reader.readexactly(length)
                if kind == b"A" and number in self._waiting:
                    self._waiting[number].set_result(content)
        except (asyncio.IncompleteReadError, OSError, asyncssh.Error):
            pass
        finally:
            for each in self._waiting.values():
                if not each.done():
                    each.set_exception(ConnectionError())


Misuse = Callable[[Line, Random, Sequence[str]], Awaitable[None]]
"""What a channel is misused for, until it is closed; gets the codes of tables."""


async def all_at_once(calls: Iterator[Awaitable[Any]]) -> None:
    """Make calls without end, so many at once as a line has room for."""
    async with asyncio.TaskGroup() as group:
        running: set[asyncio.Task[Any]] = set()
        for call in calls:
            running.add(group.create_task(_awaited(call)))
            if len(running) >= AT_ONCE:
                _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)


async def _awaited(call: Awaitable[Any]) -> None:
    await call


def parts() -> dict[str, list[str]]:
    """The optional parts of each scenario; those of all others fit some, too."""
    found = {}
    for file in sorted(HOUSE.glob("scenarios/*/scenario.toml")):
        found[file.parent.name] = [*tomllib.loads(file.read_text(encoding="utf-8")).get("optional", {})]
    return found


async def load(line: Line, chance: Random, codes: Sequence[str]) -> None:
    """Load scenarios with any of their parts: each combination is another game to compile."""
    known = parts()
    every = sorted({part for each in known.values() for part in each})

    def loads() -> Iterator[Awaitable[Any]]:
        while True:
            name = chance.choice([*known])
            own = known[name] if chance.random() < 0.8 else every
            yield line.call("load", folder=name, switches=chance.sample(own, chance.randint(0, len(own))))

    await all_at_once(loads())


async def watch(line: Line, chance: Random, codes: Sequence[str]) -> None:
    """Watch one table again and again, then hang up."""
    code = chance.choice(codes)
    await asyncio.gather(*(line.call("watch", code=code) for _ in range(WATCHES)))
    line.close()
    done["watchers hung up"] += 1


async def keep(line: Line, chance: Random, codes: Sequence[str]) -> None:
    """Keep settings that are slow to read, wrong or huge; read what is kept."""
    hostile = [
        {"keys": ".".join("a" * 12_000) + " = 1"},
        {"keys": "\n".join(f"a{each}.b.c = 1" for each in range(1_000))},
        {"letters": "[" * 8_000},
        {"keys": "x = " + "[" * 8_000},
        {"keys": 'a = """' + "\\\n" * 8_000},
        {"layout": "nope"},
        {"theme": "x" * 100_000},
        {"names": ["x"] * 10_000},
        {"keys": "no toml at all"},
        {},
    ]
    while True:
        await line.call("keep", settings=chance.choice(hostile))
        await line.call("profile")
        await line.call("block", person=chance.choice(("player1", "\ud800", "x" * 10_000)), blocked=True)


async def guess(line: Line, chance: Random, codes: Sequence[str]) -> None:
    """Guess the codes of tables."""

    def guesses() -> Iterator[Awaitable[Any]]:
        while True:
            code = "-".join("".join(chance.choices(ALPHABET, k=3)) for _ in range(2))
            yield line.call(chance.choice(("join", "watch", "replay", "record")), code=code)

    await all_at_once(guesses())


async def disturb(line: Line, chance: Random, codes: Sequence[str]) -> None:
    """Make a table, then pause, vote, talk, point and show there without end; and talk in the hall."""
    order = {"folder": "pandemic", "seats": ["", "random"], "pace": "days", "hours": 10**30}
    await line.call("make", order=order)
    code = await line.call("make", order={**order, "hours": 24})
    place = None if code is None else await line.call("join", code=code)
    to = 0 if place is None else place["to"]
    text = "<\x1b[2J" + "words " * 300

    def troubles() -> Iterator[Awaitable[Any]]:
        for number in count():
            yield line.call("pause", to, paused=number % 2 == 0)
            yield line.call("propose", to, kind="take_over", about=text)
            yield line.call("propose", to, kind="close", about="")
            yield line.call("vote", to, number=number, agree=True)
            yield line.call("say", to, text=text, side="")
            yield line.call("show_to", to, person=text[:200], shown=True)
            yield line.call("signal", to, name="hurry")
            yield line.call("undo", to)
            yield line.call("say", text=text, table="")
            yield line.call("invite", code=code or "BCD-234", person=f"player{number % 100}")
            line.send("look_at_lists", 0, looking=number % 2 == 0)
            line.send("point", to, ref={"kind": "x" * 1_000, "name": "y"})

    await all_at_once(troubles())


CHANNELS: tuple[Misuse, ...] = (load, watch, keep, disturb)
"""What one account does at once, each on a channel; the other does the last of these, too."""
OTHER: tuple[Misuse, ...] = (load, watch, guess, guess)


async def misuse(
    connection: asyncssh.SSHClientConnection, what: Misuse, codes: Sequence[str], seed: int
) -> None:
    """Misuse channels of a connection, one after the other."""
    chance = Random(seed)
    while True:
        try:
            process = await connection.create_process("protocol", encoding=None)
        except asyncssh.ChannelOpenError:
            done["channels refused"] += 1
        else:
            line = Line(process)
            with suppress(ConnectionError, BrokenPipeError, ExceptionGroup):
                await what(line, chance, codes)
            done["channels closed"] += 1
            line.close()
        await asyncio.sleep(AGAIN)


async def protocol(port: int, keys: Sequence[asyncssh.SSHKey], codes: Sequence[str]) -> None:
    """Speak the protocol with two accounts, on as many channels as they may have."""
    seed = count(1)
    async with asyncio.TaskGroup() as group:
        for key, channels in zip(keys, (CHANNELS, OTHER), strict=True):
            connection = await connect(port, key)
            for what in channels:
                group.create_task(misuse(connection, what, codes, next(seed)))
        come_in()


# --- flooding full screens -------------------------------------------------------------------------


class Deaf(asyncssh.SSHClientSession[bytes]):
    """A full screen whose frames nobody looks at."""

    channel: "asyncssh.SSHClientChannel[bytes]"

    def connection_made(self, chan: Any) -> None:
        """Get the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Count what the server sends."""
        done["bytes received"] += len(data)


async def flood(port: int, keys: Sequence[asyncssh.SSHKey], codes: Sequence[str]) -> None:
    """Send keys, sizes and garbage without end, stop reading, and leave connections half open."""
    chance = Random(2)
    connection = await connect(port, keys[0])
    screens = [
        await connection.create_session(Deaf, term_type="xterm-256color", term_size=SIZE, encoding=None)
        for _ in range(3)
    ]
    (typing, _), (storm, _), (deaf, _) = screens
    half = [await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0)) for _ in range(20)]
    garbage = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
    garbage[1].write(chance.randbytes(1_000_000))
    deaf.pause_reading()
    come_in()
    while True:
        for channel in (typing, deaf):
            if not channel.is_closing():
                channel.write(bytes(chance.choices(b"abcdefgh\x1b[1;5\t", k=500)))
                done["keys sent"] += 500
        if not storm.is_closing():
            storm.change_terminal_size(chance.randint(80, 500), chance.randint(24, 200))
            done["sizes sent"] += 1
        done["half open"] = len(half)
        await asyncio.sleep(0.02)


KINDS = {"flood": flood, "protocol": protocol}


async def run(kind: str, port: int, keys: Sequence[asyncssh.SSHKey], codes: Sequence[str]) -> None:
    """Go on until the process is told to end."""
    ending = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.set)
    work = asyncio.create_task(KINDS[kind](port, keys, codes))
    told = asyncio.create_task(ending.wait())
    await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
    if work.done():
        await work
    print(json.dumps(dict(sorted(done.items()))), flush=True)


def main() -> None:
    """Be a hostile visitor."""
    kind, port, keys, *codes = sys.argv[1:]
    asyncssh.set_log_level("CRITICAL")
    found = asyncssh.read_private_key_list(keys)
    asyncio.run(run(kind, int(port), found, codes))


if __name__ == "__main__":
    main()
