"""Checks calls of the built-in functions: counting, seats, map queries, and directions on grids."""

from lazaretto.grammar import nodes
from lazaretto.grammar.message import with_commas
from lazaretto.rules.check.expected_types import Demands, written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.directions import DIRECTIONS
from lazaretto.rules.model.entities import (
    FLAG,
    NUMBER,
    Kind,
    KindType,
    ManyType,
    OptionalType,
    Type,
    fits,
    item_of,
    join,
)


def _grid_question(
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
    grid = next((kind for kind in place.type.kind.lineage() if kind.grid), None)
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
    names = {member.ident for member in kind.members()}
    return kind.enumeration and bool(names) and names <= {*DIRECTIONS}


BUILT_IN = {
    "abs": 1,
    "count": 1,
    "joined": 2,
    "min": 2,
    "max": 2,
    "next": 1,
    "nth": 2,
    "position": 1,
    "neighbours": 1,
    "reach": 1,
    "distance": 2,
    "connected": 1,
    "links": 1,
    "ends": 1,
    "across": 2,
    "areas": 1,
    "members": 1,
    "step": 2,
    "line": 2,
}


class Questions:
    """Checks calls of built-in functions."""

    def __init__(self, world: World, expressions: Demands) -> None:
        self.world = world
        self.expressions = expressions

    def ask(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """Check a call of a built-in function."""
        name, span = node.name.text, node.span
        wanted = BUILT_IN[name]
        if len(node.arguments) != wanted:
            self.world.report(messages.arity(name, wanted, len(node.arguments), span, ["..."] * wanted))
            return None
        if name == "count":
            many = self.expressions.many(node.arguments[0], scope)
            return tree.BuiltIn("count", (many,), NUMBER, span) if many else None
        if name in {"nth", "joined"}:
            return self._of_lists(node, scope)
        if name == "abs":
            number = self.expressions.check(node.arguments[0], scope, NUMBER)
            return tree.BuiltIn(name, (number,), NUMBER, span) if number else None
        if name in {"min", "max"}:
            low, high = (self.expressions.check(argument, scope, NUMBER) for argument in node.arguments)
            return tree.BuiltIn(name, (low, high), NUMBER, span) if low and high else None
        if name == "next":
            kind = KindType(self.world.player)
            seat = self.expressions.check(node.arguments[0], scope, kind)
            return tree.BuiltIn("next", (seat,), kind, span) if seat else None
        if name == "position":
            track = self.expressions.meaning(node.arguments[0], scope, None)
            if isinstance(track, tree.TrackValue):
                return tree.TrackPosition(track.track, NUMBER, span)
            if track is not None:
                self.world.report(messages.wrong_type(track.type, "track", span))
            return None
        if name in {"step", "line"}:
            return _grid_question(node, scope, self.world, self.expressions)
        return self._graph(node, scope)

    def _of_lists(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """Check `nth` and `joined`."""
        first, second = node.arguments
        many = self.expressions.many(first, scope)
        if node.name.text == "nth":
            number = self.expressions.check(second, scope, NUMBER) if many is not None else None
            item = item_of(many.type) if many is not None else None
            if many is not None and item is None:
                self.world.report(messages.always_empty(first.span))
            if many is None or number is None or item is None:
                return None
            return tree.BuiltIn("nth", (many, number), item, node.span)
        other = self.expressions.many(second, scope)
        if many is None or other is None:
            return None
        kind = join(many.type, other.type)
        if kind is None:
            self.world.report(messages.wrong_type(other.type, many.type, second.span))
            return None
        kind = ManyType(item_of(kind))
        self.world.may_repeat(kind.item)
        return tree.BuiltIn("joined", (many, other), kind, node.span)

    def _graph(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        name, span, world = node.name.text, node.span, self.world
        checked = [self.expressions.meaning(argument, scope, None) for argument in node.arguments]
        arguments = tuple(each for each in checked if each is not None)
        if len(arguments) != len(checked):
            return None
        first = arguments[0].type
        plain = item_of(first) if name == "connected" else first
        if isinstance(plain, OptionalType):
            world.report(messages.optional(written(node.arguments[0]), node.arguments[0].span))
            return None
        if not isinstance(plain, KindType):
            world.report(messages.wrong_type(first, messages.sort("place"), node.arguments[0].span))
            return None
        kind = plain.kind
        if name in {"ends", "across"}:
            if kind.links is None:
                world.report(messages.wrong_type(kind.name, "link", node.arguments[0].span))
                return None
            place = KindType(kind.links)
            if name == "across" and not fits(arguments[1].type, place):
                world.report(messages.wrong_type(arguments[1].type, place, node.arguments[1].span))
                return None
            return tree.Graph(name, arguments, None, kind, ManyType(place) if name == "ends" else place, span)
        if name == "members":
            if kind.area_of is None:
                world.report(messages.wrong_type(kind.name, "area", node.arguments[0].span))
                return None
            return tree.Graph(name, arguments, None, kind, ManyType(KindType(kind.area_of)), span)
        if name == "areas":
            areas = world.area_kinds(kind)
            if len(areas) != 1 and world.guessing:
                return None
            if len(areas) != 1:
                world.report(
                    messages.unclear(
                        "area",
                        span,
                        kind=kind.name,
                    )
                )
                return None
            return tree.Graph(name, arguments, None, areas[0], ManyType(KindType(areas[0])), span)
        return self._by_links(node, scope, arguments, kind)

    def _by_links(
        self, node: nodes.Call, scope: Scope, arguments: tuple[tree.Expression, ...], kind: Kind
    ) -> tree.Expression | None:
        name, span, world = node.name.text, node.span, self.world
        through = None
        links = world.link_kinds(kind)
        if not links:
            if not world.guessing:
                world.report(messages.unreachable_link(span, kind.name))
            return None
        if node.through is not None:
            link = world.kind(node.through.kind)
            if link is None:
                return None
            if link not in links:
                world.report(messages.unreachable_link(node.through.span, kind.name))
                return None
            inner = scope.child()
            variable = inner.bind(node.through.variable.text, KindType(link), node.through.variable.span)
            where = None
            if node.through.where is not None:
                where = self.expressions.condition(node.through.where, inner)
                if where is None:
                    return None
            through = tree.Through(variable, link, where)
        elif len(links) > 1 and name == "links":
            names = with_commas(each.name for each in links)
            world.report(messages.unclear("links", span, names=names))
            return None
        if name == "distance" and not fits(arguments[1].type, KindType(kind.root)):
            world.report(messages.wrong_type(arguments[1].type, kind.name, node.arguments[1].span))
            return None
        place = KindType(links[0].links or kind)
        types: dict[str, Type] = {
            "neighbours": ManyType(place),
            "reach": ManyType(place),
            "distance": NUMBER,
            "connected": FLAG,
            "links": ManyType(KindType(through.kind if through else links[0])),
        }
        return tree.Graph(name, arguments, through, kind, types[name], span)
