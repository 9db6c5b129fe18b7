"""Deletes files of the cache that nobody has used for long, and the oldest ones if there is too much."""

import os
import time
from contextlib import suppress
from pathlib import Path

UNFINISHED = ".unfinished"
"""The ending of a file that is being written; a process that is killed leaves one."""

_ENDINGS = (".program", ".native", ".wasm", ".cc", ".json", UNFINISHED)
"""What files of the cache are called: whatever else lies in the folder, such as settings, stays."""

LONGEST_UNUSED = 90 * 24 * 3600
"""Seconds after which a file that nobody reads is deleted."""

MOST_BYTES = 200_000_000
"""The size of all files together beyond which those are deleted that were used longest ago."""


def prune(folder: Path, keep: str) -> None:
    """Delete old files of a folder, except one that was just written; errors do not matter.

    Another process may read, write or prune at the same time: each file can be made again, and whoever has
    one open can still read it.
    """
    files = sorted(_files(folder, keep))
    left = sum(size for _, size, _ in files)
    too_old = time.time() - LONGEST_UNUSED
    for used, size, path in files:
        if used >= too_old and left <= MOST_BYTES:
            break
        with suppress(OSError):
            os.unlink(path)
        left -= size


def _files(folder: Path, keep: str) -> list[tuple[float, int, str]]:
    """When each file was last used, its size and its path."""
    found: list[tuple[float, int, str]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process has deleted it
                if entry.name == keep or not entry.name.endswith(_ENDINGS):
                    continue
                if entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime, status.st_size, entry.path))
    return found
