"""Reads what clients send, a little at a time, so that a flood of small packets keeps nobody waiting.

The library reads all that has come in one go: 64 KB can be two thousand packets, and many clients can send so
much at once. Here everything waits in a queue. Those who send little go first; then addresses take turns, and
so do the connections of an address. After a few milliseconds the rest of the server has its turn.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import thread_time
from typing import Any

import asyncssh

from lazaretto.host.server.call_budgets import Lateness, TokenBucket
from lazaretto.serve.channel_output import transport_of
from lazaretto.serve.limits import Limits

PIECE = 512
"""Bytes of one connection that are read at a time."""
TURN = 0.003
"""Seconds of reading after which everything else has its turn."""
MOST_WAITING = 32_768
"""Bytes of one connection that wait to be read; more has to wait in the client."""
LOOK_AGAIN = 0.05
"""Seconds between two looks whether a client that reads nothing has caught up."""


class Intake:
    """What all clients have sent, and was not read yet."""

    def __init__(self, limits: Limits, lateness: Lateness) -> None:
        self._limits, self._lateness = limits, lateness
        self._light: deque[Incoming] = deque()
        """Connections with a little to read."""
        self._lines: dict[str, deque[Incoming]] = {}
        """The others with something to read: addresses in turn, and the connections of each in turn."""
        self._turn: asyncio.Handle | None = None

    def watch(self, connection: asyncssh.SSHServerConnection, network: str) -> None:
        """Read what comes from a connection, instead of letting the library read it at once."""
        incoming = Incoming(connection, self._limits, self._lateness, lambda: self._ready(network, incoming))

    def _ready(self, network: str, incoming: "Incoming") -> None:
        if incoming.light:
            self._light.append(incoming)
        else:
            self._lines.setdefault(network, deque()).append(incoming)
        self._go_on_soon()

    def _go_on(self) -> None:
        self._turn = None
        begun = thread_time()
        while self._light or self._lines:
            if self._light:
                self._light.popleft().read()
            else:
                self._read_next()
            if thread_time() - begun > TURN:
                break
        self._go_on_soon()

    def _read_next(self) -> None:
        network, line = next(iter(self._lines.items()))
        del self._lines[network]
        incoming = line.popleft()
        if line:
            self._lines[network] = line
        incoming.read()

    def _go_on_soon(self) -> None:
        if (self._light or self._lines) and self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._go_on)


class Incoming:
    """What one client has sent."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        limits: Limits,
        lateness: Lateness,
        ready: Callable[[], None],
    ) -> None:
        """Take what comes; `ready` is called when there is something to read."""
        self._connection, self._limits, self._lateness, self._ready = connection, limits, lateness, ready
        self._bytes = TokenBucket(limits.wire_bytes_per_second, limits.wire_burst)
        self._seconds = TokenBucket(limits.packets_share, limits.packets_burst)
        self._waiting = bytearray()
        self._queued = self._ended = False
        self._later: asyncio.TimerHandle | None = None
        """Reads on when what was read so far is paid."""
        self._listening: asyncio.TimerHandle | None = None
        """Listens to the client again."""
        self._receive, self._end = connection.data_received, connection.eof_received
        connection.data_received = self._take  # type: ignore[method-assign]
        connection.eof_received = self._take_end  # type: ignore[assignment, method-assign]

    def _take(self, data: bytes, datatype: Any = None) -> None:
        """Take what has come."""
        self._waiting += data
        wait = self._bytes.owe(self._lateness.price(len(data)))
        if wait > 0 or not self._may_listen():
            self._listen_later(wait)
        self._queue()

    def _take_end(self) -> bool:
        """The client sends no more; what it has sent is read first."""
        self._ended = True
        if self._waiting:
            return True
        self._end()
        return False

    @property
    def light(self) -> bool:
        """Whether this client has sent little, now and lately."""
        return len(self._waiting) <= PIECE and self._seconds.has(self._limits.packets_burst / 2)

    def read(self) -> None:
        """Read a little, and wait for another turn if there is more."""
        self._queued = False
        if self._gone:
            self._waiting.clear()
            return
        piece = bytes(self._waiting[:PIECE])
        del self._waiting[:PIECE]
        begun = thread_time()
        self._receive(piece)
        self._seconds.owe(self._lateness.price(thread_time() - begun))
        if self._waiting:
            self._queue()
        else:
            self._finish()

    def _queue(self) -> None:
        """Wait for a turn to be read, which comes when what was read before is paid."""
        if not self._waiting or self._queued or self._later is not None:
            return
        wait = self._seconds.debt
        if wait > 0:
            self._later = asyncio.get_running_loop().call_later(wait, self._read_on)
        else:
            self._queued = True
            self._ready()

    def _read_on(self) -> None:
        self._later = None
        self._queue()

    def _finish(self) -> None:
        """All has been read: end the connection if the client has ended it."""
        transport = transport_of(self._connection)
        if self._ended and transport is not None:
            self._end()
            transport.close()

    # --- when to listen --------------------------------------------------------------------------

    @property
    def _gone(self) -> bool:
        transport = transport_of(self._connection)
        return transport is None or transport.is_closing()

    def _may_listen(self) -> bool:
        """Whether enough was read, by us and by the client: each packet may be answered."""
        transport = transport_of(self._connection)
        unread = 0 if transport is None else transport.get_write_buffer_size()
        return len(self._waiting) <= MOST_WAITING and unread <= self._limits.unread_bytes

    def _listen_later(self, wait: float) -> None:
        transport = transport_of(self._connection)
        if transport is not None and self._listening is None and not transport.is_closing():
            transport.pause_reading()
            self._listening = asyncio.get_running_loop().call_later(max(wait, LOOK_AGAIN), self._listen)

    def _listen(self) -> None:
        self._listening = None
        transport = transport_of(self._connection)
        if transport is None or transport.is_closing():
            return
        if self._may_listen():
            transport.resume_reading()
        else:
            self._listening = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._listen)
