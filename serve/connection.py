"""One SSH connection: who may connect, how they log in, and what they may open.

People log in with a public key, or as a guest where the operator allows it. Nobody logs in with a password.
Only sessions can be opened: no forwarding, no tunnels, no files.
"""

import asyncio
import socket
from typing import Any

import asyncssh

from lazaretto.host.server.table_codes import is_table_code
from lazaretto.serve import messages as say
from lazaretto.serve.accounts import GUEST, PublicKey
from lazaretto.serve.open_files import is_last
from lazaretto.serve.rate_limits import network_of
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
