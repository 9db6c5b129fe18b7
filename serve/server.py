"""Listens for SSH connections: the host key, who may log in, what they may open, and an orderly end."""

import asyncio
import os
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import asyncssh

from lazaretto.grammar.read_untrusted_files import read_bytes
from lazaretto.host.server.tables.table_codes import is_table_code
from lazaretto.rules.version_and_extras import version
from lazaretto.serve import messages as say
from lazaretto.serve.accounts import GUEST, PublicKey
from lazaretto.serve.allowance import network_of
from lazaretto.serve.process_setup import is_last
from lazaretto.serve.server_state import ServerState
from lazaretto.serve.session import Session

SOCKET_BUFFER = 65_536
"""Bytes that the system keeps in each direction: more would only be stale frames, or a flood."""
MOST_KEYS = 40
"""So many keys a client may offer or use."""
UNUSED = 60.0
"""Seconds after which a connection without a session is closed."""


class Connection(asyncssh.SSHServer):
    """The server's side of one connection."""

    _connection: asyncssh.SSHServerConnection

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._address = ""
        self._network = ""
        self._admitted = False
        self._logged_in = False
        self._offered: PublicKey | None = None
        """The key that the client used last; it counts only if the login then succeeds with it."""
        self._told = False
        self._tries = 0
        self._sessions: list[Session] = []
        self._unused: asyncio.TimerHandle | None = None

    # --- connecting ------------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Admit a client or not."""
        self._connection = conn
        server, metrics = self._server, self._server.metrics
        self._address = str((conn.get_extra_info("peername") or ("",))[0])
        self._network = network_of(self._address)
        metrics.connections_total += 1
        reason = self._refusal()
        if reason:
            metrics.connections_refused_total += 1
            server.log.note("connection_refused", address=self._address, reason=reason)
            conn.abort()
            return
        self._admitted = True
        server.clients.add(self)
        server.connections.add(self._network)
        server.half_open.add(self._network)
        metrics.connections_open += 1
        metrics.half_open += 1
        found: socket.socket | None = conn.get_extra_info("socket")
        if found is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER)
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BUFFER)
        server.intake.watch(conn, self._network)

    def _refusal(self) -> str:
        """Why this client is not admitted; empty if it is."""
        server, limits = self._server, self._server.limits
        if not server.logins.take(self._network):
            return "login_rate"
        if server.metrics.connections_open >= limits.connections:
            return "connections_in_all"
        found: socket.socket | None = self._connection.get_extra_info("socket")
        if found is not None and is_last(found.fileno()):
            return "files"
        if server.connections[self._network] >= limits.connections_per_address:
            return "connections"
        if server.half_open[self._network] >= limits.half_open_per_address:
            return "half_open"
        if server.metrics.half_open >= limits.half_open:
            return "half_open_in_all"
        return ""

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        if not self._admitted:
            return
        self._admitted = False
        self._server.clients.discard(self)
        self._server.connections.remove(self._network)
        self._server.metrics.connections_open -= 1
        if not self._logged_in:
            self._close_half()
        if self._unused is not None:
            self._unused.cancel()

    async def close(self) -> None:
        """Close the connection, because the server stops."""
        self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "")
        await self._connection.wait_closed()

    def _close_half(self) -> None:
        self._server.half_open.remove(self._network)
        self._server.metrics.half_open -= 1

    # --- logging in ------------------------------------------------------------------------------

    async def begin_auth(self, username: str) -> bool:
        """Whether the client has to log in; a guest who says so need not."""
        self._offered = None
        reason = await self._server.accounts.banned("", self._address)
        if reason is not None:
            self._server.log.note("connection_refused", address=self._address, reason=reason)
            self._connection.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, say.BANNED(reason=reason))
            return True
        return not (self._server.guests and username == GUEST)

    def public_key_auth_supported(self) -> bool:
        """Keys are how people log in."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do: it is its owner's name. The library checks that the client has its secret half."""
        self._tries += 1
        if self._tries > MOST_KEYS:
            return False
        text = key.export_public_key().decode("ascii", "replace").strip()
        self._offered = PublicKey(key.get_fingerprint(), text)
        return True

    def password_auth_supported(self) -> bool:
        """There are no passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Serves to tell a visitor without a key how to make one, or to let them in as a guest; once."""
        return not self._told

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """A text without a question."""
        self._told = True
        text = say.COMES_AS_GUEST() if self._server.guests else say.NEEDS_KEY()
        return "", str(text), "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Guests are let in where they are allowed; a key that was offered before does not count."""
        self._offered = None
        return self._server.guests

    def auth_completed(self) -> None:
        """The client has logged in, with the key that it used last or as a guest."""
        self._logged_in = True
        self._close_half()
        self._server.metrics.logins_total += 1
        self._unused = asyncio.get_running_loop().call_later(UNUSED, self._close_if_unused)

    def _close_if_unused(self) -> None:
        if not self._sessions:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "")

    # --- opening sessions ------------------------------------------------------------------------

    def session_requested(self) -> Any:
        """Open a session, unless this connection has too many, or its address has begun too many lately."""
        self._sessions = [each for each in self._sessions if each.open]
        if len(self._sessions) >= self._server.limits.sessions_per_person:
            return False
        if not self._server.channels.take(self._network):
            self._server.metrics.sessions_refused_total += 1
            return False
        wish = str(self._connection.get_extra_info("username", "")).upper()
        session = Session(
            self._server,
            self._offered,
            self._address,
            self._network,
            wish if is_table_code(wish) else "",
        )
        self._sessions.append(session)
        return session


HOST_KEY = "host_key"
LARGEST_KEY = 100_000
"""The maximum size of its file in bytes."""
RECEIVE_WINDOW = 65_536
"""Bytes that a client may send on a channel before they are read."""
BACKLOG = 100
"""Connections that wait in the system until they are accepted."""
KEY_EXCHANGES = "*25519-*,ecdh-sha2-nistp*"
"""The ways to agree on keys: those that take a millisecond. A client may begin anew as often as it likes, and
the others stop everybody else meanwhile: `rsa2048-sha256` for 300 ms, `diffie-hellman-group18` for 50 ms."""
COMPRESSIONS = "none"
"""Compressed, a client could send a thousand times what the limits allow, and 60 MB in one packet."""
AT_ONCE = 4
"""Connections that are accepted before the first of them is looked at: they take files that others need, and
if there are no files, asyncio reports each failure and tries each again."""
FAREWELL = 5.0
"""Seconds that sessions get to end when the server stops."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key by which clients know this server; made at the first start, readable by its owner only.

    Raises:
        OSError: the file cannot be read or written.
        asyncssh.KeyImportError: the file holds something else.
    """
    path = folder / HOST_KEY
    if path.exists():
        return asyncssh.import_private_key(read_bytes(path, LARGEST_KEY))
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    key = asyncssh.generate_private_key("ssh-ed25519", comment="lazaretto")
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with open(new, "wb", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, 0o600)) as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    return key


class Server:
    """One listener and its sessions."""

    def __init__(self, state: ServerState, key: asyncssh.SSHKey) -> None:
        self.state = state
        self._key = key
        self._listener: asyncssh.SSHAcceptor | None = None

    async def start(self, host: str = "", port: int = 0) -> int:
        """Listen; return the port, which the system chooses if none is given.

        Raises:
            OSError: the address is in use or not allowed.
        """
        limits = self.state.limits
        asyncssh.set_log_level("CRITICAL")  # what clients do wrong is in our own log
        self._listener = await asyncssh.listen(
            host,
            port,
            server_factory=lambda: Connection(self.state),
            server_host_keys=[self._key],
            server_version=f"Lazaretto_{version()}",
            backlog=AT_ONCE,
            encoding=None,
            line_editor=False,
            window=RECEIVE_WINDOW,
            login_timeout=limits.login_seconds,
            kex_algs=KEY_EXCHANGES,
            compression_algs=COMPRESSIONS,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            password_auth=False,
            host_based_auth=False,
            gss_kex=False,
            gss_auth=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
        )
        for each in self._listener.sockets:
            with socket.socket(fileno=os.dup(each.fileno())) as same:
                same.listen(BACKLOG)
        return self._listener.get_port()

    @property
    def fingerprint(self) -> str:
        """What clients show when they connect for the first time."""
        return self._key.get_fingerprint()

    async def stop(self) -> None:
        """Take no more connections, end the sessions, and close everything."""
        if self._listener is None:
            return
        self._listener.close()
        sessions = list(self.state.sessions)
        for session in sessions:
            session.close()
        await _within(FAREWELL, [session.ended() for session in sessions])
        await _within(FAREWELL, [client.close() for client in list(self.state.clients)])
        await self._listener.wait_closed()
        self._listener = None


async def _within(seconds: float, all_of: list[Coroutine[Any, Any, None]]) -> None:
    """Wait for all, but not for long."""
    if all_of:
        await asyncio.wait({asyncio.ensure_future(coroutine) for coroutine in all_of}, timeout=seconds)
