"""Runs an app on the terminal at the other end of an SSH channel.

Everything runs on the server's event loop, without threads or signals. What a client sends is bounded: it
cannot set a size beyond reason, and neither keys nor reports of its terminal reach the app faster than the
limits allow.
"""

import asyncio
import signal
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Literal, TextIO

from textual import events
from textual.driver import Driver
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from lazaretto.serve.allowance import Allowance
from lazaretto.serve.channel_output import ChannelOutput
from lazaretto.serve.terminal import Terminal, fit_size
from lazaretto.tui.terminal import terminal_capabilities
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.typed_input import TypedInput

_TYPED = (events.Key, events.MouseEvent, events.Paste)
_REPORTS = (events.AppFocus, events.AppBlur, TerminalSupportsSynchronizedOutput)
"""What a terminal may report by itself; its size comes from the client, never from what is typed."""

PIECE = 32
"""Bytes that are read at a time, so that others get their turn in between."""


class SshDriver(Driver):
    """Reads and writes one SSH channel."""

    _app: TerminalApp[Any]

    def __init__(
        self,
        app: TerminalApp[Any],
        mouse: bool,
        output: ChannelOutput,
        terminal: Terminal,
        allowance: Allowance,
        most_waiting: int,
        started: asyncio.Event,
    ) -> None:
        super().__init__(app, mouse=mouse, size=terminal.size)
        self._output = output
        self._terminal = terminal
        self._waiting = bytearray()
        self._most_waiting = most_waiting
        self._allowance = allowance
        self._input = TypedInput(app, self._loop, self._deliver, pace=allowance.after_key)
        self._listens = False
        self._next_read: asyncio.Handle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._frames: list[str] = []
        self._started = started
        """Set when the first frame has been sent."""

    # --- output ----------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Collect a part of a frame."""
        self._frames.append(data)

    def flush(self) -> None:
        """Send what was collected."""
        data, self._frames = "".join(self._frames), []
        self._output.write(data.encode("utf-8", "replace"))
        if self._listens:
            self._started.set()

    # --- input -----------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Take what was typed; of a flood, what is too much is thrown away."""
        if self._listens:
            self._waiting += data[: max(0, self._most_waiting - len(self._waiting))]
            if self._next_read is None:
                self._read()

    def _read(self) -> None:
        """Read a little of what was typed; some sequences take so long to read that the rest has to wait."""
        self._next_read = None
        piece = bytes(self._waiting[:PIECE])
        del self._waiting[:PIECE]
        begun = perf_counter()
        self._input.feed(piece)
        wait = self._allowance.after_reading(perf_counter() - begun)
        if self._waiting and self._listens:
            self._next_read = self._loop.call_later(wait, self._read)

    def resize(self, width: int, height: int) -> None:
        """Take a new size of the window; of many in a short time, the last one counts."""
        self._terminal.size = fit_size(width, height)
        if self._resizing is None:
            wait = self._allowance.before_drawing(*self._terminal.size)
            if wait > 0:
                self._resizing = self._loop.call_later(wait, self._resized)
            else:
                self._resized()

    def hang_up(self) -> None:
        """End the app because the client is gone."""
        self.disable_input()
        self._app.hang_up(signal.SIGHUP)

    def send_message(self, message: Message) -> None:
        """Post directly, because everything runs on the app's own event loop."""
        self._app.post_message(message)

    def _deliver(self, message: Message) -> None:
        if isinstance(message, events.MouseEvent) and not self._mouse:
            return
        if isinstance(message, _TYPED) or (isinstance(message, _REPORTS) and self._allowance.may_report()):
            self.process_message(message)

    def _resized(self) -> None:
        self._resizing = None
        self._app.resized(*self._terminal.size)

    # --- modes -----------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._output.send_frames_of(self._app)
        self.write(terminal_capabilities.enter(self._mouse))
        if self._terminal.environ.get("TERM_PROGRAM") != "Apple_Terminal":
            self.write(terminal_capabilities.ASK_SYNC)
        self.flush()
        self._listens = True
        self._resized()

    def disable_input(self) -> None:
        """Stop reading keys."""
        self._listens = False
        self._input.stop()
        self._waiting.clear()
        if self._next_read is not None:
            self._next_read.cancel()
            self._next_read = None
        if self._resizing is not None:
            self._resizing.cancel()
            self._resizing = None

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self.disable_input()
        self._output.send_frames_of(None)
        self.write(terminal_capabilities.leave(self._mouse))
        self.flush()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: it would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Save nothing: it would be saved on the server."""
