"""Loads the program of a scenario's folder: from the cache if nothing has changed, otherwise by compiling.

The parser, the checker and the compiler are imported only when needed; a cached game starts without them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from grammar.diagnostics import Diagnostic
from grammar.engine_mark import engine_mark
from grammar.node_dataclass import value
from grammar.source import Source
from rules import program_cache
from rules.run.game_setup import Program
from rules.undisturbed import undisturbed

PYTHON = "python"
"""The default back end."""


@value
class Loaded:
    """A program, or the mistakes that prevent one."""

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
) -> Loaded:
    """Load a scenario for a back end. Only programs of the Python back end are cached."""
    from rules.link.read_scenario import read_texts  # noqa: PLC0415

    texts = read_texts(folder, switches=switches, search=search)
    digest = texts.digest if backend == PYTHON else None
    mark = engine_mark(digest) if digest is not None else None
    kept = program_cache.find(mark) if mark is not None else None
    if kept is not None:
        return Loaded(Program(kept, folder, (switches, tuple(search))), (), texts.sources)
    pack, problems, sources = texts.parsed(partial=True)
    if pack is None:
        return Loaded(None, problems, sources)
    from rules.backends import backend_named  # noqa: PLC0415
    from rules.build import TooDeepError, compile_linked, link_pack  # noqa: PLC0415

    linked = link_pack(pack, sources, tests=False, problems=problems)
    try:
        tables = compile_linked(linked, backend_named(backend))
    except TooDeepError as error:
        return Loaded(None, (error.diagnostic,), linked.sources)
    if tables is None:
        return Loaded(None, linked.diagnostics, linked.sources)
    if mark is not None:
        program_cache.keep(mark, tables)
    return Loaded(Program(tables, folder, (switches, tuple(search))), (), sources)
