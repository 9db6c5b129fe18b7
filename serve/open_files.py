"""How many files the server may have open: every connection is one, and some are kept for everything else.

A server that has none left can read no file, start no process, and accept no connection to refuse it.
"""

import resource
from contextlib import suppress

from lazaretto.serve.limits import Limits

KEPT_FREE = 32
"""Files that no connection gets: for reading scenarios, new processes, backups, and connections that are
accepted to be closed at once."""
OTHERS = 64
"""Files that the server has open besides connections: the database, its processes, what it listens on."""


def most_files() -> int:
    """How many files this process may have open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most


def files_needed(limits: Limits, workers: int = 1) -> int:
    """How many files a server needs, so that its own limits are reached before that of the system."""
    return limits.connections + 2 * workers + OTHERS + KEPT_FREE


def allow_files(needed: int) -> bool:
    """Let this process open so many files, if the system's hard limit allows it; whether it may now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return most_files() >= needed


def is_last(number: int) -> bool:
    """Whether a new file, which gets the lowest free number, leaves none but those that are kept free."""
    return number >= most_files() - KEPT_FREE
