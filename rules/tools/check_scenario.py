"""Checks a scenario for its author: mistakes in rules, tables, tests and guides, and warnings about the rest.

Each optional part is checked switched on, with its own tests, and together with the other parts: those that
do not exclude each other are first switched on all at once, and in pairs only if that gives mistakes. A
warning counts only if it holds with every choice of parts that includes its file; a secret must not be told
with any.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.build import TooDeepError, link, parse_once
from lazaretto.rules.flow.check_flows import LEAK, warnings_of as warnings_of_flows
from lazaretto.rules.guides.check_guides import mistakes_of_guides
from lazaretto.rules.link.manifest import Optional
from lazaretto.rules.link.messages import parts_apart
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.load_program import load
from lazaretto.rules.tools.scenario_tests import arrangements, with_parts
from lazaretto.rules.warn.warnings import warnings_of

MOST_TRIED = 40
"""How many sets of parts are tried; what is left is not tried."""

Link = Callable[[frozenset[str]], tuple[Diagnostic, ...]]
"""Returns the mistakes of the scenario with some of its parts switched on."""


def parts_that_do_not_fit(
    parts: Mapping[str, Optional], good: Iterable[str], place: Callable[[str], Span], link: Link
) -> Iterator[Diagnostic]:
    """Yield a mistake for each two of the `good` parts that break something only together.

    If three or more are needed for it, they are told as one mistake.
    """
    names = list(good)
    left = {(one, other): None for one, other in combinations(names, 2) if _fit(parts, one, other)}
    tried = 0
    while left and tried < MOST_TRIED:
        group = list(next(iter(left)))
        group += [
            name for name in names if name not in group and all(_fit(parts, name, one) for one in group)
        ]
        pairs = [pair for pair in combinations(sorted(group, key=names.index), 2) if pair in left]
        tried += 1
        broken = link(frozenset(group))
        found = False
        for pair in pairs:
            del left[pair]
            if broken and (len(group) == 2 or tried < MOST_TRIED):
                tried += len(group) > 2
                wrong = broken if len(group) == 2 else link(frozenset(pair))
                found = found or bool(wrong)
                if wrong:
                    yield parts_apart(place(pair[1]), pair, wrong)
        if broken and not found:
            yield parts_apart(place(group[-1]), group, broken)


def _fit(parts: Mapping[str, Optional], one: str, other: str) -> bool:
    return other not in parts[one].excludes and one not in parts[other].excludes


@dataclass(frozen=True, slots=True)
class Checkup:
    """What is wrong with a scenario, and what may be."""

    mistakes: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def check_scenario(
    folder: Path, *, switches: frozenset[str] = frozenset(), search: Sequence[Path] = ()
) -> Checkup:
    """Check a scenario with all its tests and parts."""
    pack, problems, read = read_pack(folder, switches=switches, search=search, partial=True)
    if pack is None:
        return Checkup(problems, (), read)
    sources = dict(read)
    mistakes: list[Diagnostic] = []
    warned: Counter[Diagnostic] = Counter()
    leaks: dict[tuple[Span, str], Diagnostic] = {}
    linked_files: list[set[str]] = []
    parsing = parse_once()
    good: list[str] = []
    own = None if pack.manifest.layer is not None else pack.manifest.name
    for arrangement in arrangements(pack, switches):
        linked = link(folder, arrangement.switches, search, parsing=parsing)
        sources.update(linked.sources)
        mistakes += linked.diagnostics
        if linked.diagnostics:
            continue
        if not arrangement.part:
            loaded = load(folder, switches=arrangement.switches, search=search, parsing=parsing)
            mistakes += loaded.diagnostics
        good += [arrangement.part] if arrangement.part else []
        linked_files.append({*linked.sources})
        try:
            rules = link(folder, arrangement.switches, search, tests=False, parsing=parsing)
            flows = warnings_of_flows(rules, own)
            leaks |= {(flow.span, flow.message): flow for flow in flows if flow.code == LEAK}
            others = (flow for flow in flows if flow.code != LEAK)
            warned.update(list(dict.fromkeys((*warnings_of(linked, pack), *others))))
        except TooDeepError as error:
            mistakes.append(error.diagnostic)

    def together(parts: frozenset[str]) -> tuple[Diagnostic, ...]:
        linked = link(folder, with_parts(pack, switches, parts), search, tests=False, parsing=parsing)
        sources.update(linked.sources)
        return linked.diagnostics

    places = {switch.name: switch.span for switch in pack.switches}
    mistakes += parts_that_do_not_fit(pack.manifest.optional, good, places.__getitem__, together)
    mistakes += [] if mistakes else mistakes_of_guides(folder, pack.manifest.name, search, sources)
    if mistakes:
        return Checkup(ordered(mistakes), (), sources)
    certain = _in_all_that_include_it(warned, linked_files)
    return Checkup((), ordered((*leaks.values(), *certain)), sources)


def _in_all_that_include_it(
    warned: Mapping[Diagnostic, int], linked_files: Sequence[Set[str]]
) -> Iterator[Diagnostic]:
    """Yield the warnings that were given with every choice of parts that includes their file."""
    for diagnostic, times in warned.items():
        if times == sum(diagnostic.span.file in files for files in linked_files):
            yield diagnostic
