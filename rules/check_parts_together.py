"""Checks whether optional parts of a scenario fit together: players may switch on several of them.

Parts that do not exclude each other are first switched on all at once. Only if that gives mistakes, they are
tried in pairs, to name the two that do not fit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Span
from lazaretto.rules.link.clash_diagnostics import parts_apart
from lazaretto.rules.link.manifest import Optional

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
            each for each in names if each not in group and all(_fit(parts, each, one) for one in group)
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
