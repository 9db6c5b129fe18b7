"""Turns an unexpected error into a sentence for the player and a crash file for developers.

Scenarios and records come from strangers. Whatever they trigger, a player reads a sentence and goes on; the
details are in the file.
"""

import os
import re
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lazaretto.grammar.xdg_folders import state_folder
from lazaretto.host import messages as say

FOLDER = "crashes"
KEPT = 20
"""How many files are kept; the oldest goes first."""

LARGEST = 200_000
"""The most characters of one file: the beginning and the end of longer details."""


def keep_crash(details: str) -> Path | None:
    """Write the details of a failure to a new file; None if that is not possible."""
    try:
        folder = state_folder() / FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = _fresh(folder)
        with open(path, "w", encoding="utf-8", errors="replace", opener=_opener) as file:
            file.write(_printable(_cut(details)))
    except (OSError, RuntimeError):
        return None
    _forget_old(folder)
    return path


def _fresh(folder: Path) -> Path:
    """A name that sorts after all others; the time alone would not do if the clock is set back."""
    last = max((_number(path) for path in folder.glob("crash-*.txt")), default=0)
    return folder / f"crash-{last + 1:06d}-{time.strftime('%Y%m%d-%H%M%S')}.txt"


def _number(path: Path) -> int:
    number = path.name.split("-")[1]
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0


def _forget_old(folder: Path) -> None:
    for path in sorted(folder.glob("crash-*.txt"), key=_number)[:-KEPT]:
        with suppress(OSError):
            path.unlink()


def _cut(details: str) -> str:
    if len(details) <= LARGEST:
        return details
    return f"{details[: LARGEST // 2]}\n...\n{details[-LARGEST // 2 :]}"


def _printable(details: str) -> str:
    """Escape what a terminal would not show: somebody will print the file."""
    return "".join(
        detail if detail.isprintable() or detail == "\n" else ascii(detail)[1:-1] for detail in details
    )


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)


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
