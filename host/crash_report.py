"""Turns an unexpected error into a sentence for the player and a crash file for developers.

Scenarios and records come from strangers. Whatever they trigger, a player reads a sentence and goes on; the
details are in the file.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host import messages as say
from host.record_store import put
from rules.find_scenarios import data_folder

FILE = "crash.txt"
"""The file in the player's folder; the latest crash replaces the one before."""

MOST = 100_000
"""The maximum length of a crash file in characters."""


def crash_file() -> Path:
    """The crash file of this user."""
    return data_folder() / FILE


def report(error: Exception) -> str:
    """Write the crash file; return the sentence for the player."""
    kind = type(error).__name__
    details = "".join(traceback.format_exception(error))[-MOST:]
    path = crash_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, details)
    except OSError:
        return say.UNEXPECTED(kind=kind)
    return say.UNEXPECTED_IN_FILE(kind=kind, path=path)


@contextmanager
def only(*documented: type[Exception], otherwise: type[Exception]) -> Iterator[None]:
    """Let only documented errors out; any other becomes `otherwise`, with a sentence and a crash file."""
    try:
        yield
    except documented:
        raise
    except Exception as error:
        raise otherwise(report(error)) from error
