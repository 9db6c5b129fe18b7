"""Caches compiled programs on disk, keyed by a hash of everything they were compiled from.

The cache may be deleted at any time; an unreadable entry is compiled again.
"""

import os
import pickle
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from grammar.cache_dir import cache_file, cache_folder
from rules.run.compiled_game import CompiledGame

_HOUSE = Path(__file__).resolve().parent.parent


def mark_of(digest: str) -> str:
    """Return a hash of a scenario's contents and of the engine that compiles it."""
    mark = sha256()
    mark.update(repr((sys.version_info[:3], digest)).encode())
    for part in ("grammar", "rules"):
        for path in sorted((_HOUSE / part).rglob("*")):
            if path.suffix in {".py", ".lark"}:
                status = path.stat()
                mark.update(f"{path.parent.name}/{path.name} {status.st_size} {status.st_mtime_ns}".encode())
    return mark.hexdigest()


def find(mark: str) -> CompiledGame | None:
    """Return a cached program."""
    try:
        with (cache_folder() / f"{mark}.program").open("rb") as file:
            found = pickle.load(file)
    except Exception:
        return None
    return found if isinstance(found, CompiledGame) else None


def keep(mark: str, tables: CompiledGame) -> None:
    """Cache a program; a full or read-only disk is not an error."""
    path = cache_file(f"{mark}.program")
    if path is None:
        return
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            pickle.dump(tables, file, protocol=pickle.HIGHEST_PROTOCOL)
        os.replace(file.name, path)
    except OSError:
        return
