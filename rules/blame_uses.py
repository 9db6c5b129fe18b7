"""Finds used scenarios that declare the same names, and reports that first, at the `uses` line.

Two games that were not made for each other break each other in many places. None of them helps whoever used
both; all are told under the line that brought them together.
"""

from collections.abc import Mapping, Sequence

from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.source import Span
from lazaretto.rules.blame_mods import NEVER_CAUSED, TWICE
from lazaretto.rules.errors.blame_diagnostics import used_together
from lazaretto.rules.link.module_naming import Naming

_Pair = tuple[str, str]


def blame_uses(
    found: Sequence[Diagnostic], own: str, places: Mapping[str, Span], naming: Naming
) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes with those of clashing scenarios under the `uses` lines; None if none clash.

    `own` is the scenario that uses the others, `places` are its entries in `uses`.
    """
    clashes: dict[_Pair, list[Diagnostic]] = {}
    for each in found:
        pair = _clash(each, own, naming.uses)
        if pair is not None and entry_of(pair[1], places, naming.uses) is not None:
            clashes.setdefault(pair, []).append(each)
    if not clashes:
        return None
    told = {id(each) for clash in clashes.values() for each in clash}
    rest = [each for each in found if id(each) not in told]
    follows = [each for each in rest if _follows(each, own, {name for pair in clashes for name in pair})]
    made: list[Diagnostic] = []
    for number, ((one, other), clash) in enumerate(clashes.items()):
        span = entry_of(other, places, naming.uses)
        assert span is not None
        made.append(used_together(span, one, other, clash, follows if number == 0 else ()))
    return (*made, *ordered(each for each in rest if each not in follows))


def _follows(each: Diagnostic, own: str, clashing: set[str]) -> bool:
    """Whether a mistake in the files of others may be gone once two scenarios are no longer used together."""
    found = {span.file.partition("/")[0] for span in (each.span, *(other for other, _ in each.others))}
    return own not in found and (each.code not in NEVER_CAUSED or not found.isdisjoint(clashing))


def _clash(each: Diagnostic, own: str, uses: Mapping[str, frozenset[str]]) -> _Pair | None:
    """Return the two scenarios that declare the same, if neither builds on the other."""
    if each.code != TWICE or not each.others:
        return None
    one, other = (span.file.partition("/")[0] for span in (each.others[0][0], each.span))
    related = one in uses.get(other, ()) or other in uses.get(one, ())
    return None if own in (one, other) or related else (one, other)


def entry_of(name: str, places: Mapping[str, Span], uses: Mapping[str, frozenset[str]]) -> Span | None:
    """Return the entry that brings a scenario: its own, or that of one which builds on it."""
    brings = (span for entry, span in places.items() if name in uses.get(entry, ()))
    return places.get(name) or next(brings, None)
