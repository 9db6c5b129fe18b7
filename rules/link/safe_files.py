"""Reads one file of a folder, and nothing outside that folder."""

import os
import stat
from pathlib import Path

from grammar.diagnostics import Diagnostic
from grammar.source import Source, Span
from rules.link import messages

FILE = "scenario.toml"
"""The file that makes a folder a scenario."""

LARGEST = 1_000_000
"""The maximum size of a file in bytes, far above any real rules file."""


def read_file(
    folder: Path, file: str, shown: str, span: Span, most: int = LARGEST
) -> tuple[Source | None, Diagnostic | None]:
    """Return the text of a file in the folder under a display name, or the mistake, reported at `span`."""
    root = folder.resolve()
    try:
        path = (root / file).resolve()
        if path.parent != root and root not in path.parents:
            return None, messages.outside(span, file)
        with open(path, "rb", opener=open_at_once) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return None, messages.no_regular_file(span, file)
            data = stream.read(most + 1)
    except (OSError, RuntimeError, ValueError) as error:
        return None, messages.unreadable(span, file, getattr(error, "strerror", None) or str(error))
    if len(data) > most:
        return None, messages.too_large(span, file, most)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, messages.not_text(span, file, data.count(b"\n", 0, error.start) + 1)
    return Source(shown, text.replace("\r\n", "\n")), None


def open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting: a pipe without a writer would wait forever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
