"""Fills the gaps in documentation: `{hand_limit}` becomes the number of that value before any change.

Words depend on such a number as in other texts: `{hand_limit|card|cards}`, `{hand_limit} {|card|cards}`.
"""

import re
from collections.abc import Iterator
from typing import Protocol

from lazaretto.grammar.source import Span
from lazaretto.rules.check.known_values import fixed_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors.checker_diagnostics import nothing_counted, unknown_in_documentation
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import NumberType

_GAP = re.compile(r"\{(?!\})(\w*)(?:\|([^{}|]*)\|([^{}|]*))?\}")
"""A name, two words, or both."""


class _Documented(Protocol):
    documentation: str
    span: Span


def fill_documentation(world: World) -> None:
    """Put the values into all documentation, and report gaps whose value is not known before the game."""
    told: set[tuple[str, int]] = set()
    for each in _documented(world):
        if "{" in each.documentation:
            each.documentation = _filled(world, each, told)


def _filled(world: World, each: _Documented, told: set[tuple[str, int]]) -> str:
    shown, number = "", 0

    def words_of(gap: re.Match[str]) -> str:
        nonlocal shown, number
        name, one, other = gap.groups()
        if name:
            shown, number = _known(world, name)
        place = each.span.file, each.span.line
        if not shown and place not in told:
            told.add(place)
            world.report(unknown_in_documentation(name, each.span) if name else nothing_counted(each.span))
        if one is None:
            return shown or gap[0]
        return one if number == 1 else other

    return _GAP.sub(words_of, each.documentation)


def _known(world: World, name: str) -> tuple[str, int]:
    """Return what a value or supply is, and the number, or how many members; empty if it is not known."""
    value, supply = world.values.get(name), world.supplies.get(name)
    if value is not None:
        shown = fixed_value(world, value)
        if isinstance(value.base, tree.ListOf):
            return shown, len(value.base.items)
        return shown, int(shown) if shown and isinstance(value.type, NumberType) else 1
    return (str(supply.size), supply.size) if supply is not None else ("", 0)


def _documented(world: World) -> Iterator[_Documented]:
    yield from world.written
    for kind in world.kinds.values():
        yield kind
        yield from kind.own
        yield from kind.variables.values()
        yield from kind.piles.values()
        yield from kind.supplies.values()
    for table in (world.variables, world.piles, world.supplies, world.tracks):
        yield from table.values()
    yield from world.values.values()
    yield from world.menus.values()
    yield from world.procedures.values()
    yield from world.actions
