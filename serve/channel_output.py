"""What is sent on one channel, with a bound on what waits for a client that does not read.

Beyond the bound, the app is asked to drop frames; it sends the difference when the client has caught up. A
client that reads nothing at all for a while is disconnected.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from asyncssh import SSHServerChannel, SSHServerConnection

from lazaretto.serve.limits import Limits
from lazaretto.tui.terminal.terminal_app import TerminalApp

MOST_WAITING = 8 * 1024 * 1024
"""With so many bytes that a client does not read, it is disconnected at once."""
LOOK_AGAIN = 0.1
"""Seconds between two looks at what still waits for a client."""


def transport_of(connection: SSHServerConnection) -> asyncio.Transport | None:
    """The socket of a connection; the library keeps it private. None after it has closed."""
    transport: asyncio.Transport | None = connection._transport
    return transport


class ChannelOutput:
    """The outgoing half of a channel."""

    def __init__(
        self,
        channel: "SSHServerChannel[bytes]",
        limits: Limits,
        count: Callable[[int], None],
        stalled: Callable[[], None],
    ) -> None:
        self._channel = channel
        self._connection: SSHServerConnection = channel.get_extra_info("connection")
        self._limits = limits
        self._count = count
        self._stalled = stalled
        """Called when the client has read nothing for too long, before it is disconnected."""
        self._holding: TerminalApp[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._least = 0
        self._since = 0.0
        self.dropping = False
        """Whether the client does not keep up."""

    def send_frames_of(self, app: TerminalApp[Any] | None) -> None:
        """Ask this app to drop frames when the client does not keep up."""
        self._holding = app
        if app is not None and self.dropping:
            app.hold_frames()

    def write(self, data: bytes) -> None:
        """Send bytes; after the channel has closed they are discarded."""
        if not data or self._channel.is_closing():
            return
        if self.pending > MOST_WAITING:
            self._stalled()
            self._connection.abort()
            return
        self._count(len(data))
        self._channel.write(data)
        if not self.dropping and self.pending > self._limits.pending_bytes:
            self.dropping = True
            self._least, self._since = self.pending, time.monotonic()
            if self._holding is not None:
                self._holding.hold_frames()
            self._timer = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._look)

    @property
    def pending(self) -> int:
        """How many bytes wait for the client, in the channel and in its connection."""
        transport = transport_of(self._connection)
        waiting = 0 if transport is None else transport.get_write_buffer_size()
        return waiting + self._channel.get_write_buffer_size()

    def close(self) -> None:
        """Stop looking after the client."""
        self._holding = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        pending = self.pending
        if pending <= self._limits.pending_bytes // 4 or self._channel.is_closing():
            self.dropping = False
            if self._holding is not None:
                self._holding.release_frames()
            return
        if pending < self._least:
            self._least, self._since = pending, time.monotonic()
        elif time.monotonic() - self._since > self._limits.stalled_seconds:
            self._stalled()
            self._connection.abort()
            return
        self._timer = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._look)


def extra(channel: "SSHServerChannel[bytes]", name: str) -> Any:
    """A fact about the connection of a channel."""
    return channel.get_extra_info("connection").get_extra_info(name)
