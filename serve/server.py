"""Listens for SSH connections: the host key, the options of the listener, and an orderly end."""

import asyncio
import os
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import asyncssh

from lazaretto.grammar.foreign_files import read_bytes
from lazaretto.rules.installation import version
from lazaretto.serve.connection import Connection
from lazaretto.serve.server_state import ServerState

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
        for each in sessions:
            each.close()
        await _within(FAREWELL, [each.ended() for each in sessions])
        await _within(FAREWELL, [each.close() for each in list(self.state.clients)])
        await self._listener.wait_closed()
        self._listener = None


async def _within(seconds: float, all_of: list[Coroutine[Any, Any, None]]) -> None:
    """Wait for all, but not for long."""
    if all_of:
        await asyncio.wait({asyncio.ensure_future(each) for each in all_of}, timeout=seconds)
