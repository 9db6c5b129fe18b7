"""Lowers quantifiers over lists, and map queries."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.addresses import Addresses
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import at, between, checked, negated, plus
from lazaretto.rules.lower.sorts import sort_of
from lazaretto.rules.lower.vector_searches import conditions_of, picking_cells, some_member_has
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType, PileType


def local(variable: tree.Local) -> ir.Local:
    """Return a local of a rule as a local of its function."""
    return ir.Local(variable.name, sort_of(variable.type))


class Quantifiers(Addresses):
    """Lowers list searches and map queries."""

    def searched(
        self, many: tree.Expression, variable: tree.Local, where: tree.Expression | None
    ) -> tuple[ir.Expression, list[ir.Expression]]:
        """Return a list to search while nothing changes, and the conditions on its members."""
        if isinstance(many, tree.OnlyKind):
            inside = at(between(local(variable), many.kind), many.span)
            return self.lower(many.set), [inside, *map(self.lower, conditions_of(where))]
        found = picking_cells(many, variable, where, self._first_count)
        if found is None:
            return self.lower(many), [self.lower(each) for each in conditions_of(where)]
        cells, known = found
        rest = [self.lower(each) for each in conditions_of(where) if each is not known]
        return at(ir.Picked(self.lower(many), cells), many.span), rest

    def _first_count(self, node: tree.CountOn) -> ir.Expression:
        return self.first_count_index(node.supply, node.thing, node.kind)

    def _quantifier(self, node: tree.Quantifier) -> ir.Expression:
        if node.where is None and node.value is None:
            whole = self._of_whole_list(node)
            if whole is not None:
                return whole
        value = self.stored(node.value) if node.value is not None else None
        if node.word == "all":
            return self._all(node)
        if node.word in {"any", "no"}:
            found = self._any(node)
            return negated(found) if node.word == "no" else found
        return self._of_selected(node, value)

    def _select(
        self, node: tree.Quantifier, tests: list[ir.Expression], many: ir.Expression, result: ir.Expression
    ) -> ir.Select:
        return ir.Select(local(node.variable), many, tuple(tests), result, searched_length(node.set))

    def _all(self, node: tree.Quantifier) -> ir.Expression:
        many, tests = self.searched(node.set, node.variable, None)
        where = self.lower(node.where) if node.where is not None else ir.Const(True)
        return ir.AllOf(self._select(node, tests, many, where))

    def _any(self, node: tree.Quantifier) -> ir.Expression:
        many, tests = self.searched(node.set, node.variable, node.where)
        found = some_member_has(node.set, node.variable, node.where, self.lower)
        if found is not None:
            return found
        last = tests[-1] if tests else ir.Const(True)
        return ir.AnyOf(self._select(node, tests[:-1], many, last))

    def _of_selected(self, node: tree.Quantifier, value: ir.Expression | None) -> ir.Expression:
        """Lower a quantifier that depends on the members that meet the condition."""
        many, tests = self.searched(node.set, node.variable, node.where)
        here = local(node.variable)
        match node.word:
            case "count":
                return ir.Length(self._select(node, tests, many, here))
            case "first":
                return ir.FirstOf(self._select(node, tests, many, here))
            case "sum":
                total = ir.SumOf(self._select(node, tests, many, value or here))
                return total if self.context.bounds.fits(node) else checked(total)
            case "highest" | "lowest":
                best = self._select(node, tests, many, value or here)
                return ir.Extreme("max" if node.word == "highest" else "min", best)
            case "greatest" | "least":
                those = self._select(node, tests, many, here)
                key = value or local(node.variable)
                return ir.Best("max" if node.word == "greatest" else "min", those, local(node.variable), key)
            case "sorted":
                those = self._select(node, tests, many, here)
                return ir.Sorted(those, local(node.variable), value or local(node.variable))
            case "list":
                return self._select(node, tests, many, value or here)
            case _:
                listed = self._select(node, tests, many, value or here)
                return listed if value is None else ir.Unique(listed)

    def _of_whole_list(self, node: tree.Quantifier) -> ir.Expression | None:
        """Lower a quantifier that depends on a list as a whole; None if it depends on the members."""
        match node.word:
            case "any":
                return ir.Compare(">", ir.Length(self.lower(node.set)), ir.Const(0))
            case "no":
                return ir.Compare("=", ir.Length(self.lower(node.set)), ir.Const(0))
            case "count":
                return ir.Length(self.lower(node.set))
            case "those":
                many = self.lower(node.set)
                if isinstance(node.set.type, PileType):
                    return ir.Frozen(many, length=at_most(node.set))
                return many
            case _:
                return None

    # --- the map -------------------------------------------------------------------------------

    def _graph(self, node: tree.Graph) -> ir.Expression:
        tables, question, through = self.context.map, node.question, node.through
        arguments = [self.lower(each) for each in node.arguments]
        match question:
            case "ends" | "across":
                index = plus(arguments[0], ir.Const(-node.kind.first))
                ends = ir.Item(ir.Table(tables.ends(node.kind)), index, ir.Sort.LIST)
                if question == "ends":
                    return ends
                if node.kind.one_way:
                    return ir.Apply("onward", (ends, arguments[1]), ir.Sort.MEMBER)
                return ir.Apply("across", (ends, arguments[1]), ir.Sort.MEMBER)
            case "members":
                index = plus(arguments[0], ir.Const(-node.kind.first))
                return ir.Item(ir.Table(tables.members(node.kind)), index, ir.Sort.LIST)
            case "areas":
                return ir.Item(ir.Table(tables.areas(node.kind)), arguments[0], ir.Sort.LIST)
            case "step" | "line":
                return self._in_direction(node, arguments)
            case "neighbours" if through is None:
                return ir.Item(ir.Table(tables.neighbours(node.kind)), arguments[0], ir.Sort.LIST)
            case _:
                return self._through_links(node, arguments)

    def _in_direction(self, node: tree.Graph, arguments: list[ir.Expression]) -> ir.Expression:
        """Lower a query about a grid: the next place in a direction, or all places in it."""
        place, direction = arguments
        directions = node.arguments[1].type
        assert isinstance(directions, KindType)
        table = ir.Table(self.context.map.steps(node.kind, directions.kind))
        row = ir.Item(table, plus(direction, ir.Const(-directions.kind.first)), ir.Sort.LIST)
        if node.question == "step":
            return ir.Item(row, place, ir.Sort.MEMBER)
        return ir.Apply("line", (row, place), ir.Sort.LIST, length=at_most(node))

    def _has_one_way(self, node: tree.Graph) -> bool:
        """Whether a query about the map may use links that lead in one direction only."""
        kinds = self.context.world.link_kinds(node.kind) if node.through is None else [node.through.kind]
        return any(each.one_way for each in kinds)

    def _through_links(self, node: tree.Graph, arguments: list[ir.Expression]) -> ir.Expression:
        """Lower a map query that may be limited to some links."""
        tables, through = self.context.map, node.through
        kind = through.kind if through is not None else None
        ways = ir.Table(tables.ways(node.kind, kind))
        allowed: ir.Expression = ir.Const(None)
        if through is not None and through.where is not None:
            allowed = ir.Condition(local(through.variable), self.lower(through.where))
        match node.question:
            case "neighbours":
                if isinstance(allowed, ir.Const):
                    allowed = ir.Condition(ir.Local("one", ir.Sort.MEMBER), ir.Const(True))
                here = ir.Item(ways, arguments[0], ir.Sort.VALUE)
                most = 16 * tables.most_ways(node.kind, kind)
                return ir.Apply("neighbours", (here, allowed), ir.Sort.LIST, length=most)
            case "links":
                here = ir.Item(ways, arguments[0], ir.Sort.VALUE)
                most = 16 * tables.most_ways(node.kind, kind)
                return ir.Apply("links", (here, allowed), ir.Sort.LIST, length=most)
            case "distance":
                far = tables.distances(node.kind, kind) if isinstance(allowed, ir.Const) else None
                if far is None:
                    return ir.Apply("distance", (ways, *arguments, allowed), ir.Sort.NUMBER)
                row = ir.Item(ir.Table(far), arguments[0], ir.Sort.LIST)
                return ir.Item(row, arguments[1], ir.Sort.NUMBER)
            case "reach":
                return ir.Apply("reach", (ways, *arguments, allowed), ir.Sort.LIST)
            case "connected":
                joins = ir.Table(tables.ways(node.kind, kind, self._has_one_way(node)))
                return ir.Apply("connected", (joins, *arguments, allowed), ir.Sort.FLAG)
            case _:
                raise AssertionError(f"no question about the map: {node.question}")


def searched_length(many: tree.Expression) -> int | None:
    """Return how many members are visited when a list is searched: for a part of a list, the whole."""
    return longest(many.set if isinstance(many, tree.OnlyKind) else many)
