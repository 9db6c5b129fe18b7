"""Reads files that a stranger may have put there: regular ones of a bounded size, and never waits for one.

A pipe without a writer would block whoever opens it, a device may never end or do something when it is
opened, and a link may lead to a file that is none of the stranger's business. Every file whose contents
others may have written is read here; a test finds code that opens one in any other way. JSON that a stranger
may have written is parsed here too: whatever is wrong with it is a `ValueError`.
"""

import json
import os
import stat
from pathlib import Path
from typing import Any

from lazaretto.grammar import file_messages as say

_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_WIDEST = 4
"""The most bytes of a character in UTF-8."""


class ForeignFileError(OSError):
    """A file is not read, whatever is in it; the message is a sentence about it."""


class NotRegularError(ForeignFileError):
    """It is a folder, a pipe, a socket or a device."""


class OutsideError(ForeignFileError):
    """It is a link that leads out of its folder."""


class TooLargeError(ForeignFileError):
    """It is larger than such a file may be."""


def read_bytes(path: Path, most: int, inside: Path | None = None) -> bytes:
    """Return the content of a regular file of at most so many bytes.

    With `inside`, the file must be in that folder or below it, also behind links. It is left out only for a
    file that the user or the operator names or keeps: that may be a link to anywhere.

    Raises:
        ForeignFileError: it is no such file.
        OSError: there is none, or the system refuses.
    """
    try:
        real = path if inside is None else _inside(path, inside)
        _check(os.stat(real), most)
        with open(real, "rb", opener=_open_at_once if inside is None else _open_no_link) as stream:
            _check(os.fstat(stream.fileno()), most)  # another file may have been put there in between
            data = stream.read(most + 1) or b""
    except ValueError:
        raise ForeignFileError(say.NO_PATH()) from None
    except RuntimeError:
        raise ForeignFileError(say.LINKS_IN_CIRCLE()) from None
    if len(data) > most:
        raise TooLargeError(say.TOO_LARGE(most=most))
    return data


def read_text(path: Path, most: int, inside: Path | None = None, errors: str = "strict") -> str:
    """Return the text of a regular file of at most so many characters, without a byte order mark.

    Raises:
        ForeignFileError: it is no such file.
        OSError: there is none, or the system refuses.
        UnicodeDecodeError: it is not UTF-8.
    """
    text = read_bytes(path, most * _WIDEST, inside).decode("utf-8-sig", errors)
    if len(text) > most:
        raise TooLargeError(say.TOO_LARGE(most=most))
    return text.replace("\r\n", "\n")


def path_to_write(path: Path, inside: Path) -> Path:
    """Return where to write a file of a folder that a stranger may have filled.

    Raises:
        ForeignFileError: something else than a file is there, or a link that leads out of the folder.
    """
    try:
        real = _inside(path, inside)
    except RuntimeError:
        raise ForeignFileError(say.LINKS_IN_CIRCLE()) from None
    if real.exists() and not real.is_file():
        raise NotRegularError(say.NOT_REGULAR())
    return real


def _inside(path: Path, folder: Path) -> Path:
    """The path without links, if it is inside a folder."""
    root, real = folder.resolve(), path.resolve()
    if root not in real.parents:
        raise OutsideError(say.OUTSIDE())
    return real


def _check(status: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        return  # opening it says so in the words of the system
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError(say.NOT_REGULAR())
    if status.st_size > most:
        raise TooLargeError(say.TOO_LARGE(most=most))


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting."""
    return os.open(path, flags | _FLAGS)


def _open_no_link(path: str, flags: int) -> int:
    """Open a file without waiting, unless somebody has put a link in its place."""
    return os.open(path, flags | _FLAGS | _NO_LINK)


def parse_json(text: str | bytes) -> Any:
    """Return the value of a text, in time and memory linear in its length.

    Raises:
        ValueError: it is not JSON, or nests too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(say.NESTED_TOO_DEEP()) from None
