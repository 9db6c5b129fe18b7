"""Marks what the cache holds with the engine that made it."""

import os
import sys
from hashlib import sha256
from pathlib import Path

_HOUSE = Path(__file__).resolve().parent.parent
_PARTS = ("grammar", "rules")
"""The packages that turn texts into code."""


def engine_mark(digest: str = "") -> str:
    """Return a hash of the engine, and of what it works on."""
    mark = sha256()
    mark.update(repr((__name__, sys.version_info[:3], digest)).encode())
    for part in _PARTS:
        for folder, folders, files in os.walk(_HOUSE / part):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            mark.update(os.path.relpath(folder, _HOUSE).encode())
            for name in sorted(each for each in files if each.endswith((".py", ".lark"))):
                status = os.stat(f"{folder}/{name}")  # much faster than `Path` for hundreds of files
                mark.update(f"{name} {status.st_size} {status.st_mtime_ns}".encode())
    return mark.hexdigest()
