"""Removes the files that killed processes leave in a folder of records, and nothing else.

A process writes to a folder only while it has the folder locked. So whoever holds that lock knows that no
live process is in the middle of writing; without locks only files of an earlier day are removed.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

from lazaretto.host.file_locks import folder_lock, open_lock, try_lock
from lazaretto.host.record_lock import ENDING as LOCK

NEW = ".new"
"""The ending of a file that is being written; it begins with a dot."""

A_DAY = 86_400.0


def remove_leftovers(folder: Path) -> None:
    """Remove files that were not written to their end, and lock files without an owner."""
    with suppress(OSError), folder_lock(folder, patience=0) as alone:
        for path in folder.iterdir():
            if path.name.startswith(".") and path.is_file() and not path.is_symlink():
                with suppress(OSError):
                    if (path.suffix == NEW and (alone or _is_old(path))) or (
                        path.suffix == LOCK and _is_free(path)
                    ):
                        path.unlink()


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > A_DAY


def _is_free(path: Path) -> bool:
    handle = open_lock(path)
    try:
        return try_lock(handle) is True
    finally:
        os.close(handle)
