"""What every process does first that helps a command: it leaves Ctrl-C to it, and ends when it ends."""

import os
import signal
from multiprocessing import parent_process
from threading import Thread


def begin() -> None:
    """Prepare a process that was started to help another one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End at once when the process that waits for results is gone, however it ended.

    The others would wait for work without end: each of them keeps the queue open for the others.
    """
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
