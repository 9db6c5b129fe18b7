"""Caches machine code on disk, by a mark of everything that it was compiled from.

Whoever could change a file of the cache would run code as this user: `grammar/cache_dir.py` checks who wrote
it. A digest in the file shows whether it is whole.
"""

import sysconfig
from hashlib import sha256

from lazaretto.grammar.cache_dir import open_cached, write_cached
from lazaretto.rules.backends.native.native_code import Lane, NativeCode, from_bytes, to_bytes

_DIGEST = sha256().digest_size


def is_kept(mark: str, lane: Lane) -> bool:
    """Whether there is machine code in the cache."""
    file = open_cached(_name(mark, lane))
    if file is not None:
        file.close()
    return file is not None


def find(mark: str, lane: Lane) -> NativeCode | None:
    """Return machine code from the cache."""
    file = open_cached(_name(mark, lane))
    if file is None:
        return None
    with file:
        whole = file.read()
    if sha256(whole[_DIGEST:]).digest() != whole[:_DIGEST]:
        return None
    return from_bytes(whole[_DIGEST:])


def keep(mark: str, native: NativeCode) -> None:
    """Cache machine code; a full or read-only disk is not an error."""
    whole = to_bytes(native)
    write_cached(_name(mark, native.lane), sha256(whole).digest() + whole)


def _name(mark: str, lane: Lane) -> str:
    return f"{mark}-{sysconfig.get_platform()}.{lane}"
