"""Checks a scenario for secrets that its rules tell; only `lazaretto check` and tests ask for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.source import Source
from lazaretto.rules.arrangements import arrangements
from lazaretto.rules.build import Linked, link, parse_once
from lazaretto.rules.flow import messages
from lazaretto.rules.flow.describe import described, near, too_much, unused
from lazaretto.rules.flow.effort import MOST
from lazaretto.rules.flow.find_leaks import Leak, find_leaks
from lazaretto.rules.flow.labels import Secret
from lazaretto.rules.flow.marks import Mark, marks_in
from lazaretto.rules.flow.own_lines import at_own_lines
from lazaretto.rules.link.read_scenario import read_pack


@dataclass(frozen=True, slots=True)
class Flows:
    """The warnings about a scenario, and the texts they are about."""

    warnings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def flow_warnings(
    folder: Path, *, switches: frozenset[str] = frozenset(), search: Sequence[Path] = ()
) -> Flows:
    """Check a scenario, and each of its optional parts switched on; nothing is said if it has mistakes.

    A mark has no use if it has none with any choice of parts.
    """
    pack, problems, read = read_pack(folder, switches=switches, search=search, partial=True)
    if pack is None or problems:
        return Flows((), read)
    own = None if pack.manifest.layer is not None else pack.manifest.name
    sources = dict(read)
    told: dict[Diagnostic, int] = {}
    files: list[set[str]] = []
    parsing = parse_once()
    for arrangement in arrangements(pack, switches):
        linked = link(folder, arrangement.switches, search, tests=False, parsing=parsing)
        sources.update(linked.sources)
        files.append({*linked.sources})
        for each in warnings_of(linked, own):
            told[each] = told.get(each, 0) + 1
    unused = messages.UNUSED.code
    found = (
        each
        for each, times in told.items()
        if each.code != unused or times == sum(each.span.file in some for some in files)
    )
    return Flows(ordered(found), sources)


def warnings_of(linked: Linked, own: str | None = None, most: int = MOST) -> tuple[Diagnostic, ...]:
    """Return the warnings about a linked game.

    With the name of a scenario, also about marks in its own modules that have no use. A layer has no such
    name: what it hides depends on the games that use it. `most` bounds the work.
    """
    if linked.checked is None or linked.diagnostics or linked.composed is None:
        return ()
    marks = marks_in(linked.composed.placed, linked.composed.aliases)
    told: dict[object, Leak] = {}
    world = linked.checked.world
    result = find_leaks(world, most)
    for leak in sorted(result.leaks, key=_order):
        if not _meant(leak, marks):
            entity = leak.demand.atom.entity if isinstance(leak.demand.atom, Secret) else None
            told.setdefault((leak.origin.span, entity), leak)
    found = [described(each) for each in told.values()]
    if own is not None:
        found = at_own_lines(found, own)
    if not result.complete:
        found.append(too_much(world.procedures["game"].span))
    elif own is not None:
        found += [
            unused(each) for each in marks if not each.used and each.node.span.file.startswith(f"{own}/")
        ]
    return ordered(found)


def _order(leak: Leak) -> tuple[object, ...]:
    return leak.origin.span, not near(leak), leak.sink.span, leak.sink.word


def _meant(leak: Leak, marks: list[Mark]) -> bool:
    """Whether an author says that this is told on purpose, where it is read, passed on or told."""
    places = (leak.origin.span, leak.sink.span, *(way.span for way in leak.origin.via))
    found = [
        mark for mark in marks if mark.names(leak.demand.atom) and any(mark.covers(each) for each in places)
    ]
    for mark in found:
        mark.used = True
    return bool(found)
