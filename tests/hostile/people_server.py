"""The server that `people` visit, as a process of its own: through a socket or over SSH, killed at any time.

    python -m tests.hostile.people_server FOLDER rich

runs that process on the files of a folder; a second socket lets the test wait for what nobody waits for.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import asyncssh

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_line import Visitor
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_rows import NewKey
from lazaretto.host.server.workers.worker_pool import MODULE
from lazaretto.host.wire.codec import VERSION, encode
from lazaretto.host.wire.frames import Frame, Kind, packed
from lazaretto.serve import event_log
from lazaretto.serve.__main__ import main as serve
from lazaretto.serve.socket_server import key_of, trusted_accounts
from tests.hostile.people_games import write_wharf
from tests.hostile.people_house import HELD, STONES, circumstances
from tests.hostile.people_wire import Heard, HungUpError, Session
from tests.hostile.server_kills import ROOT, free_port
from tests.hostile.ssh_evening import processes_of

STARTED = 120.0
OVER_SSH = 3
"""So many of the people come over SSH, the others through the socket."""
BAD = {"task_failed", "error", "crash", "app_failed"}
CONFIG = """
status_port = 0
address = "127.0.0.1"
socket = "socket"
scenarios = ["games"]
[limits]
sessions_per_person = 30
connections_per_address = 100
half_open_per_address = 100
logins_per_second = 1000.0
logins_burst = 1000.0
channels_per_second = 1000.0
channels_burst = 1000.0
wire_bytes_per_second = 1e9
wire_burst = 1e9
"""


class ServerHouse:
    """A server in a folder, and how to come in; see `House`."""

    remote = True

    def __init__(
        self, folder: Path, limits: HallLimits, problem: Callable[[str, str], None], *, rich: bool
    ) -> None:
        self._folder, self._problem, self._rich = folder, problem, rich
        self._data = folder / "data"
        self._data.mkdir(mode=0o700)
        write_wharf(folder / "games")
        (folder / "games" / "stones").symlink_to(STONES)
        bounds = "".join(f"{field.name} = {getattr(limits, field.name)}\n" for field in fields(HallLimits))
        (folder / "server.toml").write_text(CONFIG + bounds)
        self._keys: dict[str, asyncssh.SSHKey] = {}
        self._process: asyncio.subprocess.Process
        self._port = self._numbers = self._read = 0
        self._pumping: set[asyncio.Task[None]] = set()
        self._sessions: set[Session] = set()
        self.held: list[int] = []
        SqliteStore(self._data / DATABASE).close()
        self.store = SqliteStore(self._data / DATABASE, maintain=False)

    async def open(self) -> None:
        """Start the server."""
        self._port = free_port()
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.hostile.people_server", str(self._folder)),
                *("rich" if self._rich else "poor", str(self._port)),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(STARTED):
            while b"Connect with" not in await self._process.stdout.readline():
                assert self._process.returncode is None, "the server does not start"

    async def close(self, *, kill: bool = False) -> None:
        """End the server: as its operator does, or with SIGKILL."""
        if kill:
            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.terminate()
        async with asyncio.timeout(STARTED):
            await self._process.wait()
        for task in list(self._pumping):
            await task
        self._sessions.clear()
        self.read_log()

    def read_log(self) -> None:
        """Look for what must not be in the log of the server."""
        with (self._folder / "log").open("rb") as log:
            log.seek(self._read)
            lines = log.readlines()
            self._read = log.tell()
        for line in lines:
            with suppress(ValueError):
                facts = json.loads(line)
                if facts.get("event") == "loop_held":
                    self.held.append(facts["milliseconds"])
                    if facts["processor_milliseconds"] > HELD:
                        self._problem("held", f"the loop was held: {facts}")
                elif facts.get("event") in BAD:
                    self._problem(facts["event"], str(facts))

    def add(self, name: str, number: int) -> str:
        """Make somebody known; return the fingerprint of their key."""
        if number < OVER_SSH:
            key = self._keys[name] = asyncssh.generate_private_key("ssh-ed25519")
            new = NewKey(key.get_fingerprint(), key.export_public_key().decode().strip())
        else:
            known, _ = key_of(Visitor(VERSION, person=name), os.geteuid(), trusted_accounts(()))
            new = NewKey(known.fingerprint, known.text)
        self.store.people.add(name, new)
        return new.fingerprint

    async def connect(self, name: str, heard: Heard) -> Session:
        """Let somebody in."""
        self._numbers += 1
        if name in self._keys:
            session = await self._over_ssh(name, heard)
        else:
            session = await self._through_socket(name, heard)
        self._sessions.add(session)
        async with asyncio.timeout(STARTED):
            greeted = await session.greeted
        assert "error" not in greeted, greeted
        return session

    async def _through_socket(self, name: str, heard: Heard) -> Session:
        reader, writer = await asyncio.open_unix_connection(str(self._folder / "socket"))
        session = Session(name, self._numbers, writer.write, heard)
        writer.write(packed(Frame(Kind.GREETING, encode(Visitor(VERSION, person=name), Visitor))))
        self._pump(session, lambda: reader.read(65_536))
        session.hang_up = self._hanging_up(session, writer.close)
        return session

    async def _over_ssh(self, name: str, heard: Heard) -> Session:
        connection = await asyncssh.connect(
            "127.0.0.1",
            self._port,
            known_hosts=None,
            config=None,
            username=name,
            client_keys=[self._keys[name]],
            agent_path=None,
        )
        process = await connection.create_process("protocol", encoding=None)
        session = Session(name, self._numbers, process.stdin.write, heard)
        self._pump(session, lambda: process.stdout.read(65_536))
        session.hang_up = self._hanging_up(session, connection.abort)
        return session

    def _pump(self, session: Session, read: Callable[[], Coroutine[Any, Any, bytes]]) -> None:
        async def pump() -> None:
            with suppress(asyncssh.Error, OSError, HungUpError):
                while data := await read():
                    session.feed(data)
            session.end()

        task = asyncio.get_running_loop().create_task(pump())
        self._pumping.add(task)
        task.add_done_callback(self._pumping.discard)

    def _hanging_up(
        self, session: Session, close: Callable[[], None]
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        async def hang_up() -> None:
            close()
            await session.ended.wait()
            self._sessions.discard(session)
            await self.finish()

        return hang_up

    async def finish(self) -> None:
        """Wait until the server knows who is gone, and has done what nobody waits for any more."""
        await self._tell(f"finish {sum(not session.ended.is_set() for session in self._sessions)}")

    async def catch_up(self) -> None:
        """Let the server read at once what the operator has changed."""
        await self._tell("catch_up 0")

    async def _tell(self, what: str) -> None:
        reader, writer = await asyncio.open_unix_connection(str(self._folder / "control"))
        writer.write(f"{what}\n".encode())
        async with asyncio.timeout(STARTED):
            answer = await reader.readline()
        writer.close()
        assert answer == b"done\n", answer
        self.read_log()

    def signal(self, number: signal.Signals) -> list[int]:
        """Send a signal to the processes that run the rules; return which these are."""
        workers = list(processes_of(self._process.pid, MODULE))
        for worker in workers:
            os.kill(worker, number)
        return workers


# --- in the server's process -------------------------------------------------------------------------


async def _listen(hall: ServerHall, path: Path) -> None:
    """Let the test wait for what nobody waits for."""

    async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        what, _, number = (await reader.readline()).decode().strip().partition(" ")
        if what == "catch_up":
            await hall.catch_up()
        else:
            while len(hall.people) != int(number):
                await asyncio.sleep(0.002)
            await hall.tasks.finish()
        writer.write(b"done\n")
        writer.close()

    path.unlink(missing_ok=True)
    await asyncio.start_unix_server(met, str(path))


def main(folder: Path, rich: str, port: str) -> int:
    """Run the server."""
    usual = ServerHall.open

    async def opened(hall: ServerHall) -> None:
        await usual(hall)
        await _listen(hall, folder / "control")

    def crashed(details: str) -> None:
        sys.stderr.write(json.dumps({"event": "crash", "details": details}) + "\n")
        sys.stderr.flush()

    setattr(ServerHall, "open", opened)  # noqa: B010
    event_log.FEW = 10**9
    with circumstances(rich=rich == "rich", crashed=crashed):
        given = ["--data", str(folder / "data"), "--config", str(folder / "server.toml"), "--port", port]
        return serve(["serve", *given])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
