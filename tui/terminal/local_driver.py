"""Runs an app on the terminal in which this process was started.

Only this module, and `opening_screen` before it, change state of the whole process: the terminal's settings
and the signal handlers. Both are restored when the app ends. If the terminal closes, the app ends as if the
player had left.
"""

import contextlib
import os
import select
import signal
import termios
import threading
import tty
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from textual.driver import Driver
from textual.message import Message

from lazaretto.tui.terminal import terminal_capabilities
from lazaretto.tui.terminal.opening_screen import taken_over
from lazaretto.tui.terminal.typed_input import TypedInput

if TYPE_CHECKING:
    from lazaretto.tui.terminal.terminal_app import TerminalApp

LEAVING = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
"""The signals that end the app."""

PATIENCE = 2.0
"""Seconds to wait at the end for a terminal that no longer reads."""


class LocalDriver(Driver):
    """Reads and writes the standard input and output of this process."""

    _app: "TerminalApp[Any]"

    def __init__(
        self,
        app: "TerminalApp[Any]",
        *,
        debug: bool = False,
        mouse: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._in = 0
        self._out = 1
        with contextlib.suppress(OSError):
            self._size = size or os.get_terminal_size(self._out)
        known = terminal_capabilities.encoding()
        known = "utf-8" if known == "ascii" else known
        self._input = TypedInput(app, self._loop, self.process_message, known)
        self._writer: _Writer | None = None
        self._asleep = False
        """Whether the terminal was given back only until somebody wakes the process."""
        self._settings: list[Any] | None = None
        self._handlers: dict[int, Any] = {}

    @property
    def can_suspend(self) -> bool:
        """A local process can be suspended and resumed."""
        return True

    def write(self, data: str) -> None:
        """Queue bytes for the terminal; outside the full screen they are discarded."""
        if self._writer is not None:
            self._writer.queue.put(data)

    def send_message(self, message: Message) -> None:
        """Post directly, because everything runs on the app's own event loop."""
        self._app.post_message(message)

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._take_settings()
        self._writer = _Writer(self._out, partial(self._loop.call_soon_threadsafe, self._lost))
        self._writer.start()
        self.write(terminal_capabilities.enter(self._mouse))
        if os.environ.get("TERM_PROGRAM") != "Apple_Terminal":
            self.write(terminal_capabilities.ASK_SYNC)
        self._listen()
        self._measure()

    def disable_input(self) -> None:
        """Stop reading keys."""
        self._loop.remove_reader(self._in)
        self._input.stop()

    def stop_application_mode(self) -> None:
        """Restore the terminal's settings and contents."""
        self.disable_input()
        self.write(terminal_capabilities.leave(self._mouse))
        self._end_writer()
        if self._settings is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._in, termios.TCSAFLUSH, self._settings)
            self._settings = None

    def suspend_application_mode(self) -> None:
        """Restore the terminal temporarily; the signal handlers stay."""
        self.stop_application_mode()

    def close(self) -> None:
        """Restore the signal handlers."""
        for number, handler in self._handlers.items():
            self._loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._handlers.clear()

    def stop_process(self) -> None:
        """Suspend the whole process group, as the shell's suspend key does."""
        os.kill(0, signal.SIGTSTP)

    def _take_settings(self) -> None:
        """Switch to raw mode without echo; goes first, as it stops a process that is in the background."""
        with contextlib.suppress(termios.error):
            before = taken_over() or termios.tcgetattr(self._in)
            raw = [*before]
            raw[tty.IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
            raw[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
            raw[tty.CC] = [*before[tty.CC]]
            raw[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self._in, termios.TCSANOW, raw)
            self._settings = self._settings or before

    def _listen(self) -> None:
        try:
            self._loop.add_reader(self._in, self._read)
        except PermissionError:  # a regular file: it will never send a key
            self._lost()
        if self._handlers or threading.current_thread() is not threading.main_thread():
            return
        for number in LEAVING:
            self._handle(number, partial(self._app.hang_up, number))
        self._handle(signal.SIGTSTP, self._stop)
        self._handle(signal.SIGCONT, self._resume)
        self._handle(signal.SIGWINCH, self._measure)

    def _handle(self, number: signal.Signals, handler: Callable[[], None]) -> None:
        self._handlers[number] = signal.getsignal(number)
        self._loop.add_signal_handler(number, handler)

    def _stop(self) -> None:
        """Suspend until the shell resumes the process; SIGCONT then calls `_resume`."""
        if self._auto_restart:
            self.suspend_application_mode()
            self._asleep = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self) -> None:
        """Take over the terminal again and redraw everything.

        A terminal that closes wakes its programs, too; one that has given the terminal back leaves it alone.
        """
        if self._auto_restart and (self._asleep or self._writer is not None):
            self._asleep = False
            self._end_writer()
            self.start_application_mode()
            self._app.call_later(self._app.resumed)

    def _measure(self) -> None:
        with contextlib.suppress(OSError):
            self._app.resized(*os.get_terminal_size(self._out))

    def _read(self) -> None:
        try:
            data = os.read(self._in, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        self._input.feed(data)

    def _lost(self) -> None:
        """Exit because the terminal closed."""
        self.disable_input()
        self._app.hang_up(signal.SIGHUP)

    def _end_writer(self) -> None:
        if self._writer is not None:
            self._writer.queue.put(None)
            self._writer.join(PATIENCE)
            self._writer = None


class _Writer(threading.Thread):
    """Writes in a thread, so that a slow terminal does not block the app."""

    def __init__(self, out: int, lost: Callable[[], object]) -> None:
        super().__init__(name="terminal-writer", daemon=True)
        self.queue: SimpleQueue[str | None] = SimpleQueue()
        self._out = out
        self._lost = lost

    def run(self) -> None:
        """Write until the queue ends or the terminal closes."""
        while (data := self.queue.get()) is not None:
            try:
                self._write(data.encode("utf-8", "replace"))
            except OSError:
                with contextlib.suppress(RuntimeError):  # the event loop has closed too
                    self._lost()
                return

    def _write(self, left: bytes) -> None:
        while left:
            try:
                left = left[os.write(self._out, left) :]
            except BlockingIOError:  # another program has made the terminal non-blocking
                select.select([], [self._out], [])
