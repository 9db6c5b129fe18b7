"""Loads the program of a scenario's folder: from the cache if nothing has changed, otherwise by compiling.

The parser, the checker and the compiler are imported only when needed; a cached game starts without them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.engine_mark import engine_mark
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source
from lazaretto.rules import program_cache
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.undisturbed import undisturbed

if TYPE_CHECKING:
    from lazaretto.rules.build import Parse

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


@undisturbed()
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
    kept = program_cache.find(mark) if mark is not None else None
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
        program_cache.keep(mark, tables)
    return Loaded(Program(tables, folder, (switches, tuple(search))), (), sources)


def keep(program: Program) -> None:
    """Cache a loaded program of the Python back end, unless it is cached."""
    mark = engine_mark(program.digest)
    if not program_cache.has(mark):
        program_cache.keep(mark, program.machine.tables)
