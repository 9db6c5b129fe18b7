"""A scenario's folder in, a program out: from the cache where nothing has changed, else compiled anew.

The pipeline that reads texts is loaded only when it is needed; a game from the cache starts without it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grammar.diagnostics import Diagnostic
from grammar.source import Source
from rules import program_cache
from rules.run.game_setup import Program


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, or the mistakes that keep it from being one."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)


def load(folder: Path, *, switches: frozenset[str] = frozenset(), search: Sequence[Path] = ()) -> Loaded:
    """Load a scenario."""
    from rules.link.read_scenario import read_pack  # noqa: PLC0415

    pack, problems, sources = read_pack(folder, switches=switches, search=search, partial=True)
    if pack is None:
        return Loaded(None, problems, sources)
    mark = program_cache.mark_of(pack.digest)
    kept = None if problems else program_cache.find(mark)
    if kept is not None:
        return Loaded(Program(kept, folder), (), sources)
    from rules.build import compile_linked, link_pack  # noqa: PLC0415

    linked = link_pack(pack, sources, tests=False, problems=problems)
    tables = compile_linked(linked)
    if tables is None:
        return Loaded(None, linked.diagnostics, linked.sources)
    program_cache.keep(mark, tables)
    return Loaded(Program(tables, folder), (), sources)
