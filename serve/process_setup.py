"""What the server sets for its process: how many files may be open, and a harmless environment.

Every connection is an open file, and some are kept for everything else: a server that has none left can read
no file, start no process, and accept no connection to refuse it.
"""

import resource
from collections.abc import MutableMapping
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


_PREFIXES = ("TEXTUAL", "LAZARETTO_")
_NAMES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "ESCDELAY",
    "TERM_PROGRAM",
    "LC_TERMINAL",
)
_KEPT = ("LAZARETTO_CACHE",)
"""Says where files are, not how anything looks."""

_SET = {
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "ESCDELAY": "150",  # milliseconds: over a bad link, an arrow key may arrive in two parts
}


def scrub(environ: MutableMapping[str, str]) -> None:
    """Remove what belongs to the operator's terminal, and set what all sessions need."""
    for name in [*environ]:
        if name not in _KEPT and (name.startswith(_PREFIXES) or name in _NAMES):
            del environ[name]
    environ.update(_SET)
