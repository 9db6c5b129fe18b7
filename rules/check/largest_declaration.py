"""Finds the declaration that takes most of the state, for the report of a state that is too large."""

from collections import Counter

from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.check.state_layout import all_supplies, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model.entities import Kind


def largest_declaration(world: World, own: str | None) -> Span | None:
    """Return the place that adds most values to the state; places in the scenario `own` come first.

    A kind counts with all values that its members have; if it is declared in another scenario, the members
    that `own` adds to it count, at the first of them.
    """
    sizes: Counter[Span] = Counter()
    for variable in all_variables(world):
        sizes[variable.span] += _members(sizes, variable.owner, own, 1) if variable.owner else 1
    for supply in all_supplies(world):
        each = 2 + sum(kind.count for kind in supply.holders)
        sizes[supply.span] += each * supply.owners
        if supply.owner is not None:
            _members(sizes, supply.owner, own, each)
        for kind in supply.holders:
            _members(sizes, kind, own, supply.owners)
    del sizes[NOWHERE]
    places = [each for each in sizes if own is not None and _is_of(each, own)] or [*sizes]
    return max(places, key=lambda each: sizes[each], default=None)


def _members(sizes: Counter[Span], kind: Kind, own: str | None, each: int) -> int:
    """Count values for the members of a kind and its descendants; return how many members they have."""
    added = [member for member in kind.own if own is not None and _is_of(member.span, own)]
    if added and own is not None and not _is_of(kind.span, own):
        sizes[added[0].span] += each * len(added)
    else:
        sizes[kind.span] += each * len(kind.own)
    for child in kind.children:
        _members(sizes, child, own, each)
    return kind.count


def _is_of(span: Span, scenario: str) -> bool:
    return span.file.split("/")[0] == scenario
