"""Deals with conflicts between rules of used scenarios, which only the scenario that uses them can decide.

Each shows the entry of `uses` that brought them together. While a `prefer` line of that scenario is wrong,
they wait: the line may decide them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.errors.order_diagnostics import used_here
from lazaretto.rules.link.module_naming import Naming

CONFLICTS = frozenset({"R019", "R026", "R045", "R071"})
"""Two rules meet, and which one wins is not said."""


def undecided(
    found: Iterable[Diagnostic],
    problems: Sequence[Diagnostic],
    own: str,
    places: Mapping[str, Span],
    naming: Naming,
    sources: Mapping[str, Source],
) -> tuple[Diagnostic, ...]:
    """Return the mistakes, conflicts of others with their `uses` line or left out until `prefer` is right.

    `problems` are the mistakes found before the rules were checked, `places` the entries of `uses`.
    """
    found = tuple(found)
    wait = any(_in_preference(each.span, own, sources) for each in (*problems, *found))
    told = (_shown(each, own, places, naming.uses) for each in found)
    return tuple(each for each, conflict in told if not (conflict and wait))


def _in_preference(span: Span, own: str, sources: Mapping[str, Source]) -> bool:
    source = sources.get(span.file)
    return (
        source is not None
        and span.file.partition("/")[0] == own
        and source.line(span.line).split()[:1] == ["prefer"]
    )


def _shown(
    each: Diagnostic, own: str, places: Mapping[str, Span], uses: Mapping[str, frozenset[str]]
) -> tuple[Diagnostic, bool]:
    """Return a mistake as it is told, and whether it is a conflict of two others."""
    if each.code not in CONFLICTS or not each.others:
        return each, False
    one, other = (span.file.partition("/")[0] for span in (each.others[0][0], each.span))
    if own in (one, other) or one == other or one in uses.get(other, ()) or other in uses.get(one, ()):
        return each, False
    entry = places.get(other) or next(
        (span for name, span in places.items() if other in uses.get(name, ())), None
    )
    if entry is None:
        return each, True
    return replace(each, others=(*each.others, (entry, used_here(other)))), True
