"""Keeps the details of failures for developers: a few small files that only this user can read."""

import os
import time
from contextlib import suppress
from pathlib import Path

from lazaretto.grammar.user_folders import state_folder

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
    last = max((_number(each) for each in folder.glob("crash-*.txt")), default=0)
    return folder / f"crash-{last + 1:06d}-{time.strftime('%Y%m%d-%H%M%S')}.txt"


def _number(path: Path) -> int:
    number = path.name.split("-")[1]
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0


def _forget_old(folder: Path) -> None:
    for each in sorted(folder.glob("crash-*.txt"), key=_number)[:-KEPT]:
        with suppress(OSError):
            each.unlink()


def _cut(details: str) -> str:
    if len(details) <= LARGEST:
        return details
    return f"{details[: LARGEST // 2]}\n...\n{details[-LARGEST // 2 :]}"


def _printable(details: str) -> str:
    """Escape what a terminal would not show: somebody will print the file."""
    return "".join(each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in details)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
