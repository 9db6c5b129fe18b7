"""Which signals stop a server, and which mean nothing to it."""

import asyncio
import signal
from collections.abc import Callable

STOP = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
OF_TERMINALS = (signal.SIGINT, signal.SIGHUP)
"""Whoever starts the server may have turned these off: `nohup`, or a shell that runs it in the background."""
NOTHING = (signal.SIGUSR1, signal.SIGUSR2)
"""Other servers open their log again; this one has none that it could open, and must not end."""


def stop_on_signals(ending: asyncio.Event, stop_starting: Callable[[], None]) -> None:
    """Let signals set an event; what still starts then starts nothing more."""

    def stop() -> None:
        ending.set()
        stop_starting()

    loop = asyncio.get_running_loop()
    for number in STOP:
        if number not in OF_TERMINALS or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop)
    for number in NOTHING:
        loop.add_signal_handler(number, lambda: None)
