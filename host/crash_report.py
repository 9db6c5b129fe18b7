"""Turns an unexpected error into a sentence for the player and a crash file for developers.

Scenarios and records come from strangers. Whatever they trigger, a player reads a sentence and goes on; the
details are in the file.
"""

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from lazaretto.host import messages as say
from lazaretto.host.crash_files import keep_crash

_IN_FILE = re.compile(
    re.escape(say.UNEXPECTED_IN_FILE.sentence)
    .replace(re.escape("{kind}"), r"(?P<kind>\w+)")
    .replace(re.escape("{path}"), r".*/crash-[\w-]+\.txt")
)


def report(error: Exception) -> str:
    """Write a crash file; return the sentence for the player."""
    kind = type(error).__name__
    path = keep_crash("".join(traceback.format_exception(error)))
    if path is None:
        return say.UNEXPECTED(kind=kind)
    return say.UNEXPECTED_IN_FILE(kind=kind, path=path)


def is_reported(text: str) -> bool:
    """Whether a message tells of an error that nobody expected: no rule has failed, but the program."""
    return say.UNEXPECTED.sentence.partition(" (")[0] in text


def without_file(text: str) -> str:
    """A message as somebody reads it who plays elsewhere: without the name of a file of this machine."""
    return _IN_FILE.sub(lambda found: say.UNEXPECTED(kind=found["kind"]), text)


@contextmanager
def only(*documented: type[Exception], otherwise: type[Exception]) -> Iterator[None]:
    """Let only documented errors out; any other becomes `otherwise`, with a sentence and a crash file."""
    try:
        yield
    except documented:
        raise
    except Exception as error:
        raise otherwise(report(error)) from error
