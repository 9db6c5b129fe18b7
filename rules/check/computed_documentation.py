"""Fills the gaps in documentation: `{hand_limit}` becomes the number of that value before any change."""

import re
from collections.abc import Iterator
from typing import Protocol

from grammar.source import Span
from rules.check.known_values import fixed_value
from rules.check.symbol_table import World
from rules.errors.checker_diagnostics import unknown_in_documentation

_GAP = re.compile(r"\{(\w+)\}")


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
    def value_of(gap: re.Match[str]) -> str:
        found = _known(world, gap[1])
        place = each.span.file, each.span.line
        if not found and place not in told:
            told.add(place)
            world.report(unknown_in_documentation(gap[1], each.span))
        return found or gap[0]

    return _GAP.sub(value_of, each.documentation)


def _known(world: World, name: str) -> str:
    value, supply = world.values.get(name), world.supplies.get(name)
    if value is not None:
        return fixed_value(world, value)
    return str(supply.size) if supply is not None else ""


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
