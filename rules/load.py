"""From a scenario's folder to a program that can be played: read, parse, compose, check, compile, or cache."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grammar.diagnostics import Diagnostic, ordered
from grammar.source import Source
from rules.check.check import Checked, check
from rules.compile.program import Head, compile_program
from rules.link.modules import compose
from rules.link.pack import read_pack
from rules.run.program import Program, SwitchInfo


@dataclass(frozen=True, slots=True)
class Linked:
    """Everything known of a game before it is compiled."""

    checked: Checked | None
    head: Head | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    modules: tuple[object, ...] = ()


def link(folder: Path, switches: frozenset[str] = frozenset(), search: Sequence[Path] = ()) -> Linked:
    """Read and check a scenario."""
    from grammar.parser import parse  # noqa: PLC0415

    pack, problems, sources = read_pack(folder, switches=switches, search=search)
    if pack is None:
        return Linked(None, None, ordered(problems), sources)
    modules = []
    for name, source in pack.texts:
        module, found = parse(source, name)
        modules.append(module)
        problems = (*problems, *found)
    if problems:
        return Linked(None, None, ordered(problems), sources)
    composed = compose(modules, pack.rows)
    checked = check(composed, pack.manifest.players[1])
    manifest = pack.manifest
    head = Head(
        manifest.name,
        manifest.title,
        manifest.description,
        (manifest.players[0], manifest.players[1]),
        pack.digest,
        tuple(sorted(switches)),
        tuple(
            SwitchInfo(name, each.title, each.default) for name, each in manifest.optional.items()
        ),
    )
    return Linked(checked, head, checked.diagnostics, sources, tuple(modules))


def compile_linked(linked: Linked) -> Program | None:
    """Compile what was linked without mistakes."""
    if linked.checked is None or linked.head is None or linked.diagnostics:
        return None
    return compile_program(linked.checked, linked.head)
