"""The hall on a Unix socket, and who is at its other end: for `lazaretto join --socket`."""

import asyncio
import grp
import hashlib
import os
import pwd
import socket
import stat
import struct
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh

from lazaretto.host.server.call_budgets import TokenBucket
from lazaretto.host.server.hall_line import NameNeededError, Visitor, read_visitor, refusal
from lazaretto.serve import messages as say
from lazaretto.serve.accounts import AccountError, Accounts, Person, PublicKey
from lazaretto.serve.channel_output import MOST_WAITING
from lazaretto.serve.hall_play import ProtocolChannel
from lazaretto.serve.name_app import settle
from lazaretto.serve.process_setup import is_last
from lazaretto.serve.server import BACKLOG
from lazaretto.serve.server_state import ServerState
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.terminal_app import TerminalApp

_CREDENTIALS = struct.Struct("3i")


def account_of(connection: socket.socket) -> int:
    """The number of the account at the other end.

    Raises:
        AccountError: the system does not say.
    """
    peer = getattr(socket, "SO_PEERCRED", None)
    try:
        if peer is None:
            raise AccountError(say.NO_PEER())
        _, account, _ = _CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, peer, _CREDENTIALS.size))
    except OSError:
        raise AccountError(say.NO_PEER()) from None
    return int(account)


def account_or_nobody(connection: socket.socket) -> int | None:
    """The number of the account at the other end; None if the system does not say."""
    try:
        return account_of(connection)
    except AccountError:
        return None


def trusted_accounts(names: tuple[str, ...]) -> frozenset[int]:
    """The accounts that may say who sits in front of them: these, our own, and root.

    Raises:
        KeyError: there is no such account.
    """
    return frozenset({0, os.geteuid(), *(pwd.getpwnam(name).pw_uid for name in names)})


def key_of(visitor: Visitor, account: int, trusted: frozenset[int]) -> tuple[PublicKey, str]:
    """What stands for the visitor in the accounts of the server, and the name to begin with.

    Raises:
        AccountError: the account may not speak for others, or what it says is no key.
    """
    if (visitor.person or visitor.key) and account not in trusted:
        raise AccountError(say.NOT_TRUSTED(account=_name(account)))
    if visitor.person:
        return _stands_for("person", visitor.person), visitor.person
    if not visitor.key:
        return _stands_for("account", _name(account)), _name(account)
    try:
        key = asyncssh.import_public_key(visitor.key)
    except (asyncssh.KeyImportError, ValueError):
        raise AccountError(say.NOT_A_KEY()) from None
    text = key.export_public_key().decode("ascii", "replace").strip()
    return PublicKey(key.get_fingerprint(), text), ""


async def identify(accounts: Accounts, key: PublicKey, name: str, answer: str) -> Person:
    """The person of a key; a new one gets the name they begin with, or the one they answered.

    Raises:
        NameNeededError: they are new, and have to say a name that is free.
        AccountError: they may not come in.
    """
    reason = await accounts.banned(key.fingerprint, "")
    if reason is not None:
        raise AccountError(say.BANNED(reason=reason))
    known = await accounts.who(key.fingerprint)
    if known is not None:
        return known
    if not answer and not name:
        raise NameNeededError(say.ABOUT_NAMES())
    try:
        return await settle(accounts, key, answer or name)
    except AccountError as error:
        known = await accounts.who(key.fingerprint)
        if known is not None:  # another session of the same person was faster
            return known
        raise NameNeededError(str(error)) from None


def _name(account: int) -> str:
    try:
        return pwd.getpwuid(account).pw_name
    except KeyError:
        return str(account)


def _stands_for(kind: str, name: str) -> PublicKey:
    """What the accounts keep for somebody who logs in elsewhere: it looks like a key that nobody can have."""
    text = f"{kind} {name}"
    digest = b64encode(hashlib.sha256(f"lazaretto {text}".encode()).digest()).decode().rstrip("=")
    return PublicKey(f"SHA256:{digest}", text)


CHUNK = 65_536
OWNER, GROUP = 0o600, 0o660
LOOK = 5.0
"""Seconds between two looks whether the socket still has its file."""
AT_ONCE = 4
"""Connections that are accepted before the first of them is looked at."""


class SocketServer:
    """Listens on a socket; every connection is a session."""

    def __init__(self, state: ServerState, trusted: frozenset[int]) -> None:
        self._state, self._trusted = state, trusted
        self._server: asyncio.Server | None = None
        self._path: Path | None = None
        self._group = ""
        self._unknown: set[SocketSession] = set()
        """The clients that have not said yet who they are."""

    async def start(self, path: Path, group: str = "") -> None:
        """Listen; only the owner may connect, and the group if one is given.

        Raises:
            OSError: the socket cannot be made, or something else is there.
            KeyError: there is no such group.
        """
        number = grp.getgrnam(group).gr_gid if group else -1
        with suppress(FileNotFoundError):
            if not stat.S_ISSOCK(path.lstat().st_mode):
                raise FileExistsError(None, say.NOT_A_SOCKET())
            path.unlink()  # of a server that was killed: only one uses these data
        listener = socket.socket(socket.AF_UNIX)
        try:
            before = os.umask(0o177)
            try:
                listener.bind(str(path))
            finally:
                os.umask(before)
            if group:
                os.chown(path, -1, number)
            path.chmod(GROUP if group else OWNER)
            self._server = await asyncio.start_unix_server(self._met, sock=listener, backlog=AT_ONCE)
            listener.listen(BACKLOG)
        except BaseException:
            listener.close()
            raise
        self._path, self._group = path, group

    async def watch(self) -> None:
        """Make the socket again if somebody has removed its file, until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            if self._server is not None and self._path is not None and not os.path.lexists(self._path):
                self._state.log.note("socket_missing", path=str(self._path))
                self._server.close()
                await self.start(self._path, self._group)

    async def stop(self) -> None:
        """Take no more connections; the sessions end with those of the server."""
        if self._server is not None and self._path is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)
            self._server = None

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = SocketSession(self._state, reader, writer)
        self._unknown.add(session)
        try:
            last = is_last(writer.get_extra_info("socket").fileno())
            if not last and self._has_room(session):
                await session.run(self._trusted, lambda: self._unknown.discard(session))
        finally:
            self._unknown.discard(session)
            writer.close()

    def _has_room(self, session: "SocketSession") -> bool:
        """Whether there are not too many clients who have not said who they are, also of one account."""
        limits, account = self._state.limits, session.account
        same = sum(socket_session.account == account for socket_session in self._unknown)
        most = limits.half_open if account in self._trusted else limits.half_open_per_address
        return len(self._unknown) <= limits.half_open and same <= most


class SocketSession:
    """One client on the socket."""

    def __init__(
        self, state: ServerState, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._state, self._reader, self._writer = state, reader, writer
        self.account = account_or_nobody(writer.get_extra_info("socket"))
        """The number of the account at the other end; None if the system does not say."""
        self._key: PublicKey | None = None
        self._done = asyncio.Event()
        self._listens = asyncio.Event()
        self._listens.set()
        self.person: Person | None = None
        """Who is there, once that is known."""

    async def run(self, trusted: frozenset[int], known: Callable[[], None]) -> None:
        """Let the client in, call `known`, and answer the client until it leaves."""
        state = self._state
        try:
            self.person = await self._identify(trusted)
            known()
            place = f"person:{self.person.id}"
            if state.people[place] >= state.limits.sessions_per_person:
                raise AccountError(say.TOO_MANY_OF_YOURS(most=state.limits.sessions_per_person))
            if len(state.sessions) >= state.limits.sessions:
                raise AccountError(say.FULL())
        except (NameNeededError, AccountError, ValueError, TimeoutError) as error:
            if not isinstance(error, NameNeededError):
                state.metrics.sessions_refused_total += 1
                self._note("session_refused", reason=str(error))
            self._writer.write(refusal(error))
            return
        state.people.enter(place)
        state.sessions.add(self)
        state.metrics.sessions_open += 1
        state.metrics.sessions_total += 1
        self._note("session_started")
        try:
            await self._answer()
        finally:
            state.people.leave(place)
            state.sessions.discard(self)
            state.metrics.sessions_open -= 1
            state.janitor.session_ended()
            self._done.set()
            self._note("session_ended")

    async def _identify(self, trusted: frozenset[int]) -> Person:
        account = account_of(self._writer.get_extra_info("socket"))
        async with asyncio.timeout(self._state.limits.login_seconds):
            visitor: Visitor = await read_visitor(self._reader)
        self._key, name = key_of(visitor, account, trusted)
        return await identify(self._state.accounts, self._key, name, visitor.answer)

    async def _answer(self) -> None:
        assert self.person is not None
        hosted = await self._state.factory(self.person, Terminal(protocol=True))
        channel = ProtocolChannel(self, self)
        pumping = asyncio.get_running_loop().create_task(self._pump(channel))
        try:
            assert not isinstance(hosted.program, TerminalApp)
            await hosted.program.run(channel)
        finally:
            pumping.cancel()
            hosted.close()

    async def _pump(self, channel: ProtocolChannel) -> None:
        """Read what the client sends, at a limited rate: what comes faster waits on its side."""
        limits = self._state.limits
        bucket = TokenBucket(limits.wire_bytes_per_second, limits.wire_burst)
        try:
            while data := await self._reader.read(CHUNK):
                self._state.metrics.bytes_received_total += len(data)
                channel.feed(data)
                await asyncio.sleep(bucket.owe(len(data)))
                await self._listens.wait()
        except ConnectionError:
            pass
        finally:
            channel.end()

    def pause_reading(self) -> None:
        """Let the client keep what it sends."""
        self._listens.clear()

    def resume_reading(self) -> None:
        """Take it again."""
        self._listens.set()

    def write(self, data: bytes) -> None:
        """Send bytes; a client that reads nothing is disconnected."""
        if self._writer.is_closing():
            return
        self._state.metrics.bytes_sent_total += len(data)
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > MOST_WAITING:
            self._state.metrics.clients_stalled_total += 1
            self._note("client_stalled")
            self._writer.transport.abort()

    # --- as every session ------------------------------------------------------------------------

    def close(self) -> None:
        """End the session from the server's side."""
        self._writer.transport.abort()

    async def ended(self) -> None:
        """Wait until the session has ended."""
        await self._done.wait()

    @property
    def client(self) -> tuple[str, str]:
        """The fingerprint of the key; who comes through the socket has no address."""
        return "" if self._key is None else self._key.fingerprint, ""

    def leave_banned(self, reason: str) -> None:
        """End the session, because its key has been banned since it began."""
        self._note("session_banned", reason=reason)
        self.close()

    def leave_deleted(self) -> None:
        """End the session, because the operator has deleted its person."""
        self._note("session_deleted")
        self.close()

    def leave_keyless(self) -> None:
        """End the session, because its person has removed its key."""
        self._note("session_key_removed")
        self.close()

    def _note(self, event: str, **facts: object) -> None:
        person = None if self.person is None else self.person.name
        key = None if self._key is None else self._key.fingerprint
        self._state.log.note(event, address="socket", key=key, person=person, **facts)
