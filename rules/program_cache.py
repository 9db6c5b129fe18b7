"""Caches compiled programs on disk, keyed by a hash of everything they were compiled from.

An entry is a pickle, which may run code when it is read: `grammar/cache_dir.py` checks who wrote it. The
cache may be deleted at any time; an unreadable entry is compiled again.
"""

import pickle
from typing import TYPE_CHECKING

from lazaretto.grammar.cache_dir import open_cached, write_cached
from lazaretto.rules.run.compiled_game import CompiledGame

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_game import NativeGame


def find(mark: str) -> CompiledGame | None:
    """Return a cached program."""
    found = _unpickled(f"{mark}.program")
    return found if isinstance(found, CompiledGame) else None


def has(mark: str) -> bool:
    """Whether a program is cached; it counts as used now."""
    file = open_cached(f"{mark}.program")
    if file is not None:
        file.close()
    return file is not None


def keep(mark: str, tables: CompiledGame) -> None:
    """Cache a program; a full or read-only disk is not an error."""
    write_cached(f"{mark}.program", pickle.dumps(tables, protocol=pickle.HIGHEST_PROTOCOL))


def find_native(mark: str) -> "NativeGame | None":
    """Return what Python must know of a cached game that is native code."""
    from lazaretto.rules.backends.native.native_game import NativeGame  # noqa: PLC0415

    found = _unpickled(f"{mark}.native")
    return found if isinstance(found, NativeGame) else None


def keep_native(mark: str, game: "NativeGame") -> None:
    """Cache what Python must know of a game that is native code."""
    data = pickle.dumps(game.without_code(), protocol=pickle.HIGHEST_PROTOCOL)
    write_cached(f"{mark}.native", data)


def _unpickled(name: str) -> object:
    file = open_cached(name)
    if file is None:
        return None
    try:
        with file:
            return pickle.load(file)
    except Exception:
        return None
