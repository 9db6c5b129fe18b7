"""Checks the names in `reveals`: each is a pile, an attribute or a variable, or `choice`."""

from collections.abc import Iterator

from grammar import nodes
from rules.check.symbol_table import World
from rules.model.entities import Pile, Variable

CHOICE = "choice"
"""What a player chooses from a menu that hides choices from the others."""


def check_reveals(world: World, node: nodes.Reveals) -> None:
    """Report names of nothing that could be a secret."""
    for each in node.secrets:
        name = each.name
        if name.text == CHOICE and not each.owner:
            continue
        found = next((one for one in _named(world) if one.name == name.text), None)
        if found is None:
            world.unknown(name, {one.name for one in _named(world) if one.seen.word != "all"})
        else:
            world.uses.append((name, found))


def _named(world: World) -> Iterator[Pile | Variable]:
    yield from world.variables.values()
    yield from world.piles.values()
    for kind in world.kinds.values():
        yield from kind.variables.values()
        yield from kind.piles.values()
