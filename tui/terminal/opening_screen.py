"""Shows at once that a game opens: until its app is loaded takes a moment, on a slow machine many seconds.

What is typed meanwhile does not appear on the screen; the app gets it. If nothing comes of the app, the
terminal is as it was.
"""

import contextlib
import os
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Any

IN, OUT = 0, 1
NAME = "Lazaretto"
STATUS = 128 + signal.SIGTERM

_before: list[Any] | None = None
"""The settings of the terminal before the opening screen, until the app takes over."""


@contextlib.contextmanager
def opening_screen() -> Iterator[None]:
    """Show the opening screen until the app takes over the terminal, or until the end of the block."""
    global _before
    try:
        _before = termios.tcgetattr(IN)
        quiet = [*_before]
        quiet[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(IN, termios.TCSANOW, quiet)
    except termios.error:  # it cannot be changed, so the app will not change it either
        _before = None
        yield
        return
    ended = signal.signal(signal.SIGTERM, lambda *_: sys.exit(STATUS))
    _show(f"\x1b[?1049h\x1b[?25l\x1b[2J{_name()}")
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, ended)
        if _before is not None:
            _show("\x1b[?1049l\x1b[?25h")
            with contextlib.suppress(termios.error):
                termios.tcsetattr(IN, termios.TCSANOW, _before)
            _before = None


def taken_over() -> list[Any] | None:
    """Return the settings from before the opening screen, if it is shown; now the app restores them."""
    global _before
    settings, _before = _before, None
    return settings


def _name() -> str:
    """The name in the middle of the window."""
    try:
        columns, rows = os.get_terminal_size(OUT)
    except OSError:
        return ""
    return f"\x1b[{rows // 2 + 1};{max(1, (columns - len(NAME)) // 2 + 1)}H\x1b[1m{NAME}\x1b[m"


def _show(data: str) -> None:
    with contextlib.suppress(OSError):
        os.write(OUT, data.encode())
