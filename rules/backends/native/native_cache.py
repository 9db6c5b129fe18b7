"""Caches machine code on disk, by a mark of everything that it was compiled from.

Whoever could change a file of the cache would run code as this user: `grammar/cache_dir.py` checks who wrote
it. A digest in the file shows whether it is whole.
"""

import sysconfig
from collections.abc import Callable
from hashlib import sha256

from grammar.cache_dir import open_cached, write_cached
from rules.backends.native.compile_program import load_program
from rules.backends.native.instance import Imports, Instance
from rules.backends.native.load_foreign import ForeignCodeError
from rules.backends.native.native_code import Lane, NativeCode, from_bytes, to_bytes

_DIGEST = sha256().digest_size


def load_cached(
    mark: str, lane: Lane, make: Callable[[], NativeCode], imports: Imports
) -> tuple[NativeCode, Instance]:
    """Load a program from the cache; without one that can be loaded, make it and keep it.

    `mark` stands for the scenario and the engine, as `rules/program_cache.py` has it.

    Raises:
        ForeignCodeError: if it can be neither loaded nor made.
    """
    native = find(mark, lane)
    if native is not None:
        try:
            return native, load_program(native, imports)
        except ForeignCodeError:
            pass  # made by another version of wasmtime, or for another processor
    native = make()
    instance = load_program(native, imports)
    keep(mark, native)
    return native, instance


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
