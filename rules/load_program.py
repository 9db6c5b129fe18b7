"""Loads the program of a scenario's folder: from the cache if nothing has changed, otherwise by compiling.

A cached program is keyed by a hash of everything it was compiled from. It is a pickle, which may run code
when it is read: `grammar/cache_dir.py` checks who wrote it. The cache may be deleted at any time; an
unreadable entry is compiled again.

The parser, the checker and the compiler are imported only when needed; a cached game starts without them.
"""

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.grammar.cache_dir import engine_mark, open_cached, write_cached
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source
from lazaretto.rules.pause_garbage_collection import collection_paused
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.game_setup import Program

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import NativeGame
    from lazaretto.rules.build import Parse


def cached_tables(mark: str) -> CompiledGame | None:
    """Return a cached program."""
    found = _unpickled(f"{mark}.program")
    return found if isinstance(found, CompiledGame) else None


def _is_cached(mark: str) -> bool:
    """Whether a program is cached; it counts as used now."""
    file = open_cached(f"{mark}.program")
    if file is not None:
        file.close()
    return file is not None


def _keep_tables(mark: str, tables: CompiledGame) -> None:
    """Cache a program; a full or read-only disk is not an error."""
    write_cached(f"{mark}.program", pickle.dumps(tables, protocol=pickle.HIGHEST_PROTOCOL))


def cached_native(mark: str) -> "NativeGame | None":
    """Return what Python must know of a cached game that is native code."""
    from lazaretto.rules.backends.native.native_code import NativeGame  # noqa: PLC0415

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


PYTHON = "python"
"""The default back end."""


class Compiling(Enum):
    """Whether a program is compiled that is not cached."""

    KEPT = "kept"
    """It is, and it is cached from then on."""
    UNKEPT = "unkept"
    """It is; somebody may only have tried out which parts there are."""
    NEVER = "never"


@value
class Loaded:
    """A program, or the mistakes that prevent one; neither if it is not cached and was not compiled."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)


@collection_paused()
def load(
    folder: Path,
    *,
    switches: frozenset[str] = frozenset(),
    search: Sequence[Path] = (),
    backend: str = PYTHON,
    compiling: Compiling = Compiling.KEPT,
    known: Program | None = None,
    parsing: "Parse | None" = None,
) -> Loaded:
    """Load a scenario for a back end. Only programs of the Python back end are cached.

    A `known` program is returned as it is if the texts are still those that it was made from.
    Who parses the same texts anyway passes a `parsing` that remembers them.
    """
    from lazaretto.rules.link.read_scenario import read_texts  # noqa: PLC0415

    texts = read_texts(folder, switches=switches, search=search)
    digest = texts.digest if backend == PYTHON else None
    if known is not None and digest == known.digest:
        return Loaded(known, (), texts.sources)
    mark = engine_mark(digest) if digest is not None else None
    kept = cached_tables(mark) if mark is not None else None
    if kept is not None:
        return Loaded(Program(kept, folder, (switches, tuple(search))), (), texts.sources)
    if compiling is Compiling.NEVER and texts.digest is not None:
        return Loaded(None, (), texts.sources)
    pack, problems, sources = texts.parsed(partial=True)
    if pack is None:
        return Loaded(None, problems, sources)
    from lazaretto.rules.backends import backend_named  # noqa: PLC0415
    from lazaretto.rules.build import TooDeepError, compile_linked, link_pack  # noqa: PLC0415

    linked = link_pack(pack, sources, tests=False, problems=problems, parsing=parsing)
    try:
        tables = compile_linked(linked, backend_named(backend))
    except TooDeepError as error:
        return Loaded(None, (error.diagnostic,), linked.sources)
    if tables is None:
        return Loaded(None, linked.diagnostics, linked.sources)
    if mark is not None and compiling is Compiling.KEPT:
        _keep_tables(mark, tables)
    return Loaded(Program(tables, folder, (switches, tuple(search))), (), sources)


def keep(program: Program) -> None:
    """Cache a loaded program of the Python back end, unless it is cached."""
    mark = engine_mark(program.digest)
    if not _is_cached(mark):
        _keep_tables(mark, program.machine.tables)
