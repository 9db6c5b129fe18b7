"""Checks questions about grids: the next place in a direction, and all places in it."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.expected_types import Demands
from lazaretto.rules.check.narrowing import written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.directions import DIRECTIONS
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import KindType, ManyType, OptionalType


def grid_question(
    node: nodes.Call, scope: Scope, world: World, expressions: Demands
) -> tree.Expression | None:
    """Check `step(place, direction)` and `line(place, direction)`."""
    place, direction = (expressions.meaning(each, scope, None) for each in node.arguments)
    if place is None or direction is None:
        return None
    for found, argument in zip((place, direction), node.arguments, strict=True):
        if isinstance(found.type, OptionalType):
            world.report(messages.optional(written(argument), argument.span))
            return None
    if not isinstance(place.type, KindType):
        world.report(messages.wrong_type(place.type, messages.sort("place"), node.arguments[0].span))
        return None
    grid = next((each for each in place.type.kind.lineage() if each.grid), None)
    if grid is None:
        if not world.guessing:
            world.report(messages.unclear("grid", node.arguments[0].span, kind=place.type.kind.name))
        return None
    if not isinstance(direction.type, KindType) or not _of_directions(direction.type.kind):
        world.report(messages.wrong_type(direction.type, messages.sort("direction"), node.arguments[1].span))
        return None
    arguments, found_type = (place, direction), KindType(grid)
    result = OptionalType(found_type) if node.name.text == "step" else ManyType(found_type)
    return tree.Graph(node.name.text, arguments, None, grid, result, node.span)


def _of_directions(kind: Kind) -> bool:
    """Whether all members of a kind are directions."""
    names = {each.ident for each in kind.members()}
    return kind.enumeration and bool(names) and names <= {*DIRECTIONS}
