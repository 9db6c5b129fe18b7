"""Writes what the server says in a thread of its own: a reader that stops reading would stop everybody.

Standard output and standard error are often a pipe: to a service manager, a pager, a terminal. If it is full,
whoever writes to it waits. Here only this thread does; what comes meanwhile is kept, and lost beyond a bound.
"""

from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread

from lazaretto.tui.safe_output import send_err, send_out

MOST_WAITING = 1_000
"""Lines that wait for a reader; more are lost, and counted."""
LAST = 2.0
"""Seconds that the last lines get when the server ends."""


class OutputThread:
    """Writes lines to one stream, from any thread, without waiting."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._lost = 0
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Write a line soon."""
        with self._lock:
            if self._lines.qsize() >= MOST_WAITING:
                self._lost += 1
            else:
                self._lines.put(line)

    def take_lost(self) -> int:
        """How many lines were lost since the last call; nothing as long as there is no room to say so."""
        with self._lock:
            if self._lines.qsize() >= MOST_WAITING:
                return 0
            lost, self._lost = self._lost, 0
            return lost

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        self._lines.put(None)
        self._thread.join(LAST)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            with suppress(OSError, ValueError):  # nobody is left to tell
                self._send(line)


class Outputs:
    """The standard streams of the server; one that nobody reads does not hold the other one."""

    def __init__(self) -> None:
        self._out, self._err = OutputThread(send_out), OutputThread(send_err)
        self.say, self.log = self._out.write, self._err.write
        self.take_lost = self._err.take_lost

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        self._out.close()
        self._err.close()
