"""A server in this process, and clients that connect to it over real SSH."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

import asyncssh
import pyte

from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.serve.accounts import Accounts, Person, PublicKey
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.limits import Limits
from lazaretto.serve.server import Server
from lazaretto.serve.server_state import Hosted, LineMode, ServerState, SessionFactory
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.patience import PATIENCE

LOOK_AGAIN = 0.02

Seen = TypeVar("Seen")


class KeptAccounts(Accounts):
    """The accounts of a server whose store a test can look at and change."""

    def look(self, work: Callable[[SqliteStore], Seen]) -> Seen:
        """Do something with the store, in its thread."""
        return self._thread.submit(work, cast(SqliteStore, self._store)).result()

    def names(self) -> list[str]:
        return [person.name for person in self.look(lambda store: store.people.all())]


@contextmanager
def kept_accounts(kind: type[KeptAccounts] = KeptAccounts) -> Iterator[KeptAccounts]:
    """Accounts on a store of their own, which is gone at the end."""
    with TemporaryDirectory(prefix="lazaretto-") as folder, ThreadPoolExecutor(1, "store") as thread:
        store = thread.submit(SqliteStore, Path(folder) / "server.db").result()
        try:
            yield kind(store, thread)
        finally:
            thread.submit(store.close).result()


@cache
def key(number: int = 0) -> asyncssh.SSHKey:
    """A client's key; each number has its own."""
    return asyncssh.generate_private_key("ssh-ed25519")


def public(number: int = 0) -> PublicKey:
    return PublicKey(key(number).get_fingerprint(), key(number).export_public_key().decode().strip())


async def until(what: str, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(patience):
        try:
            while not holds():
                await asyncio.sleep(LOOK_AGAIN)
        except asyncio.CancelledError:
            raise AssertionError(f"{what} did not happen") from None


class Screen(asyncssh.SSHClientSession[bytes]):
    """A client with a terminal in memory."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.sent = bytearray()
        """Everything that the server sent."""
        self.errors = bytearray()
        self.closed = False
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        if datatype == asyncssh.EXTENDED_DATA_STDERR:
            self.errors += data
            return
        self.sent += data
        self._stream.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def type(self, text: str) -> None:
        assert self.channel is not None
        self.channel.write(text.encode())

    def resize(self, width: int, height: int) -> None:
        assert self.channel is not None
        self._screen.resize(height, width)
        self.channel.change_terminal_size(width, height)

    async def shows(self, text: str) -> None:
        try:
            await until(text, lambda: text in self.text)
        except AssertionError:
            raise AssertionError(f"{text!r} was not seen, but\n{self.text}") from None

    async def sends(self, text: str) -> None:
        try:
            await until(text, lambda: text.encode() in self.sent)
        except AssertionError:
            raise AssertionError(f"{text!r} was not sent, but\n{self.sent[-2000:].decode()}") from None

    async def ends(self) -> int:
        """Wait for the end; return the status."""
        assert self.channel is not None
        async with asyncio.timeout(PATIENCE):
            await self.channel.wait_closed()
        status = self.channel.get_exit_status()
        return -1 if status is None else status


@dataclass
class Served:
    """A running server."""

    server: Server
    state: ServerState
    accounts: Any
    """`KeptAccounts`, unless a test has given others."""
    port: int
    events: list[dict[str, Any]] = field(default_factory=list)
    connections: list[asyncssh.SSHClientConnection] = field(default_factory=list)

    async def close(self) -> None:
        for connection in self.connections:
            connection.abort()
            await connection.wait_closed()
        await self.server.stop()

    async def connect(
        self, number: int | None = 0, username: str = "anna", **more: Any
    ) -> asyncssh.SSHClientConnection:
        """Connect with a key, or without one; the connection is closed at the end."""
        connection = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            known_hosts=None,
            config=None,
            username=username,
            client_keys=[] if number is None else [key(number)],
            agent_path=None,
            **more,
        )
        self.connections.append(connection)
        return connection

    async def open(
        self,
        connection: asyncssh.SSHClientConnection,
        term: str | None = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        **more: Any,
    ) -> Screen:
        """Open a session."""
        screen = Screen(*size)
        await connection.create_session(
            lambda: screen,
            request_pty=term is not None,
            term_type=term,
            term_size=size if term else (),
            env=[f"{name}={value}" for name, value in (env or {}).items()],
            encoding=None,
            **more,
        )
        return screen

    async def know(self, number: int = 0, name: str = "anna") -> Person:
        """Give a key to a person, so that no name is asked."""
        person: Person = await self.accounts.enrol(name, public(number))
        return person

    def noted(self, event: str) -> list[dict[str, Any]]:
        return [each for each in self.events if each["event"] == event]


Made = Callable[[Person, Terminal], TerminalApp[Any] | LineMode]


def hosted(make: Made | SessionFactory) -> SessionFactory:
    """A factory of programs that need no preparation."""

    async def host(person: Person, terminal: Terminal) -> Hosted:
        made = make(person, terminal)
        return await made if isinstance(made, Awaitable) else Hosted(made)

    return host


@asynccontextmanager
async def served(
    factory: Made | SessionFactory,
    accounts: Accounts | None = None,
    limits: Limits | None = None,
    guests: bool = False,
    **more: Any,
) -> AsyncIterator[Served]:
    """Run a server until the end of the block."""
    events: list[dict[str, Any]] = []
    log = EventLog(lambda line: events.append(json.loads(line)))
    with nullcontext(accounts) if accounts else kept_accounts() as known:
        state = ServerState(known, hosted(factory), limits=limits or Limits(), guests=guests, log=log, **more)
        server = Server(state, key(-1))
        port = await server.start("127.0.0.1")
        at = Served(server, state, known, port, events)
        try:
            yield at
        finally:
            await at.close()
            await asyncio.sleep(LOOK_AGAIN)  # the sockets close
