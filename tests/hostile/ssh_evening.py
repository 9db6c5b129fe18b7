"""A server as a process of its own, and people who speak its protocol over SSH."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_rows import NewKey
from tests.hostile.server_kills import ROOT, Client, free_port

STARTED = 120.0
"""Seconds within which a server must be there."""
SETTINGS = 'status_port = 0\naddress = "127.0.0.1"\n'


class Evening:
    """A running server and its people."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.people = [Client(name, asyncssh.generate_private_key("ssh-ed25519")) for name in names]
        self.lines: list[HallLine] = []
        """The line of each of them."""
        self.data = folder / "data"
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    @property
    def process(self) -> int:
        """The number of the server's process."""
        assert self._process is not None
        return self._process.pid

    def store(self) -> SqliteStore:
        """What the server stores; whoever opens it closes it."""
        return SqliteStore(self.data / DATABASE)

    def events(self) -> list[dict[str, Any]]:
        """What the server has logged."""
        return [json.loads(line) for line in (self._folder / "log").read_text().splitlines()]

    async def start(self) -> None:
        """Start the server, and let everybody come in."""
        self.data.mkdir(mode=0o700)
        store = self.store()
        for person in self.people:
            public = person.key.export_public_key().decode().strip()
            store.people.add(person.name, NewKey(person.key.get_fingerprint(), public))
        store.close()
        (self._folder / "server.toml").write_text(SETTINGS)
        port = free_port()
        with (self._folder / "log").open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "lazaretto", "serve", "--port", str(port)),
                *("--data", str(self.data), "--config", str(self._folder / "server.toml")),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(STARTED):
            while b"Connect with" not in await self._process.stdout.readline():
                assert self._process.returncode is None, "the server does not start"
            self.lines = [await person.connect(port) for person in self.people]

    async def stop(self) -> None:
        """End the server."""
        for person in self.people:
            if person.connection is not None:
                person.connection.abort()
        if self._process is not None:
            self._process.terminate()
            await self._process.wait()


@asynccontextmanager
async def evening(folder: Path, *names: str) -> AsyncIterator[Evening]:
    """A server in a folder, with people of these names."""
    found = Evening(folder, *names)
    try:
        await found.start()
        yield found
    finally:
        await found.stop()


def processes_of(server: int, module: str) -> Iterator[int]:
    """Yield the processes that a server has started with a module."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
        if parent == server and module.encode() in words:
            yield int(folder.name)
