"""The one door to standard output and standard error: whatever passes is cleaned first.

Commands print with `write_out` and `write_err`. While a command runs, `safe_streams` also puts the door in
front of `sys.stdout` and `sys.stderr` themselves, so that texts of the argument parser, of Python's own
tracebacks, warnings and logs pass it too. For a terminal without Unicode they make everything ASCII
(`write_in_ascii`).

Of streams that were closed before the program started, input is empty, standard error takes everything and
keeps nothing, and writing on standard output fails, unless there is no standard error on which to say so.
"""

import errno
import os
import re
import sys
import textwrap
import time
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from io import StringIO, TextIOWrapper
from shutil import get_terminal_size
from typing import Any, NoReturn, TextIO, cast

MARKS = 8
"""The most combining marks on one letter; no script needs more."""

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_UNSEEN = (
    r"\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U00013430-\U0001345f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_JOINERS = "\u200c\u200d"
_STACKED = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u135f\u1712-\u1dff\u200c\u200d\u20d0-\u20f0\u2cef-\u2dff\u302a-\u302f"
    r"\u3099\u309a\ua66f-\ua6f1\ua802-\uabed\ud7b0-\ud7fb\ufb1e\ufe00-\ufe2f"
    rf"\U000101fd-\U0001e94a]{{{MARKS + 1},}}"
)
"""What may be many marks on a letter: characters of the blocks that have any."""
_APART = rf"[\x00-\x7f{_CONTROLS}{_UNSEEN}\u200c\u200d]"
_UNSAFE = re.compile(
    rf"[{_CONTROLS}{_UNSEEN}]"
    rf"|(?:(?<={_APART})|(?<![\s\S]))[\u200c\u200d]"
    rf"|[\u200c\u200d](?={_APART}|\Z)"
)


def clean(text: str) -> str:
    """Replace each unsafe character with a replacement character."""
    if text.isascii() and (text.isprintable() or _without_breaks(text).isprintable()):
        return text
    return _STACKED.sub(_few_marks, _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text))


def _without_breaks(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ")


def _few_marks(found: re.Match[str]) -> str:
    marks, kept = 0, []
    for each in found[0]:
        if each not in _JOINERS:
            marks = marks + 1 if _is_mark(each) else 0
        kept.append(each if marks <= MARKS or each in _JOINERS else "\N{REPLACEMENT CHARACTER}")
    return "".join(kept)


@cache
def _is_mark(letter: str) -> bool:
    """Whether a terminal draws a character into the cell of the one before."""
    hangul = "\u1160" <= letter <= "\u11ff" or "\ud7b0" <= letter <= "\ud7fb"
    return hangul or unicodedata.category(letter) in ("Mn", "Me")


def clean_line(text: str) -> str:
    """The same for a text that must stay on one line: line feeds and tabs become spaces."""
    return _without_breaks(clean(text))


ERASE = "\x1b[H\x1b[2J\x1b[3J"
"""Makes a terminal erase its screen and the lines above it."""

ENDLESS = 1_000_000
"""The columns of an output that is no terminal, whose lines need not be broken."""

AWAY = 100
"""So many blank lines move everything off a screen that cannot be erased."""

FULL = 0.05
"""Seconds until a full pipe is tried again."""


class SafeStream:
    """A text stream that cleans what is written; everything else is done by the stream behind it."""

    ascii_only = False
    """Whether other characters are replaced."""

    def __init__(self, behind: TextIO) -> None:
        self._behind = behind

    def write(self, text: str) -> int:
        """Write a text, cleaned."""
        self._behind.write(self.shown(text))
        return len(text)

    def shown(self, text: str) -> str:
        """The characters of a text that are written."""
        if not self.ascii_only or text.isascii():
            return clean(text)
        from lazaretto.tui.look.ascii_fallback import plain  # noqa: PLC0415  (most output needs none)

        return plain(clean(text))

    def writelines(self, lines: list[str]) -> None:
        """Write several texts, cleaned."""
        for line in lines:
            self.write(line)

    def clear(self, in_place: bool) -> None:
        """Erase what was written: in place on a terminal that can, with its memory; else by blank lines."""
        if isinstance(self._behind, SafeStream):
            self._behind.clear(in_place)
        else:
            self._behind.write(ERASE if in_place and self._behind.isatty() else "\n" * AWAY)

    @property
    def behind(self) -> TextIO:
        """The stream to which it writes."""
        return self._behind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._behind, name)


def write_out(text: str = "", end: str = "\n") -> None:
    """Print on standard output.

    Raises:
        OSError: nobody reads it any more, or the disk is full.
    """
    sys.stdout.write(f"{clean(text)}{end}")


def flush_out() -> None:
    """Send what was printed now, because the program goes on for long."""
    sys.stdout.flush()


def write_err(text: str) -> None:
    """Print on standard error; if that fails, there is nobody left to tell."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{clean(text)}\n")
        sys.stderr.flush()


def out_width(usual: int = 80) -> int:
    """The number of columns for what is printed: those of the terminal, or of COLUMNS, or the usual ones."""
    return get_terminal_size((usual, 24)).columns


def write_broken(text: str, first: str = "", rest: str = "") -> None:
    """Print a text in as many lines as it needs on a terminal; a pipe gets it in one.

    `first` and `rest` come before the first line and the others.
    """
    room = out_width(usual=ENDLESS) - max(len(first), len(rest)) - 1
    for number, line in enumerate(textwrap.wrap(clean(text), max(1, room)) or [""]):
        write_out(f"{rest if number else first}{line}")


def write_in_ascii(wanted: bool) -> None:
    """Say whether the standard streams get ASCII only from now on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, SafeStream):
            stream.ascii_only = wanted


def write_document(text: str) -> None:
    """Write what other programs read, such as a page or a table: it keeps its letters on any terminal."""
    write_in_ascii(False)
    write_out(text, end="")


def out_has(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    if isinstance(sys.stdout, SafeStream) and sys.stdout.ascii_only:
        return text.isascii()
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def err_is_terminal() -> bool:
    """Whether somebody may watch standard error."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def send_out(line: str) -> None:
    """Write a line to standard output past its buffer: a thread that waits here for a reader stops no other.

    Raises:
        OSError, ValueError: nobody reads it any more, the disk is full, or the stream is closed.
    """
    _send(sys.stdout, line)


def send_err(line: str) -> None:
    """Write a line to standard error in the same way."""
    _send(sys.stderr, line)


def _send(stream: TextIO, text: str) -> None:
    line = f"{stream.shown(text) if isinstance(stream, SafeStream) else clean(text)}\n"
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # it is no file
        stream.write(line)
        return
    rest = line.encode(getattr(stream, "encoding", None) or "utf-8", "replace")
    while rest:
        try:
            rest = rest[os.write(number, rest) :]
        except BlockingIOError:  # somebody who has the same pipe does not want to wait for its reader
            time.sleep(FULL)


def write_status(text: str) -> None:
    """Replace the last line on the terminal behind standard error; an empty text leaves nothing."""
    behind: Any = sys.stderr
    text = clean(text)
    while isinstance(behind, SafeStream):
        behind, text = behind.behind, behind.shown(text)
    with suppress(OSError, ValueError):
        behind.write(f"\r{text}\x1b[K")
        behind.flush()


@contextmanager
def safe_streams() -> Iterator[None]:
    """Put the door in front of the standard streams, and something harmless in place of closed ones."""
    before = sys.stdin, sys.stdout, sys.stderr
    _reserve_numbers()
    with ExitStack() as opened:
        closed = sys.stdout is None and sys.stderr is not None
        streams = (sys.stdin, _ClosedStream() if closed else sys.stdout, sys.stderr)
        typed, out, err = (_open(opened, *each) for each in zip(streams, ("r", "w", "w"), strict=True))
        sys.stdin = typed
        sys.stdout, sys.stderr = cast("TextIO", SafeStream(out)), cast("TextIO", SafeStream(err))
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


class _ClosedStream(StringIO):
    """Standard output if it was closed when the program started."""

    def write(self, text: str) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _open(opened: ExitStack, stream: TextIO | None, mode: str) -> TextIO:
    """A stream in which a character that its encoding does not have is no error."""
    if stream is None:  # it was closed when Python started
        stream = cast("TextIO", opened.enter_context(open(os.devnull, mode)))  # noqa: SIM115
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def discard_output() -> None:
    """Throw away what is still in the buffer of standard output, or Python would write it at the exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _reserve_numbers() -> None:
    """Occupy closed standard streams, so that no other file gets their number and what is meant for them."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # the system gives out the lowest free number
