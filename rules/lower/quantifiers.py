"""Lowers quantifiers over lists, map queries, and the indexes of variables, piles and counts in the state.

Some searches need not visit each member of a kind: the counts on places and the values of an attribute are
adjacent in the state. So a range of cells selects the places that hold something, and one search in a range
finds whether some member has a value. This is correct only while nothing changes, which holds inside
expressions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import at, between, checked, local, negated, plus, times
from lazaretto.rules.lower.context import Context
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FlagType,
    Kind,
    KindType,
    ManyType,
    Pile,
    PileType,
    Supply,
    Variable,
)
from lazaretto.rules.model.tree_walk import walk

_SEVERAL = 6
"""Fewer members than this are visited one by one."""


def _conditions_of(where: tree.Expression | None) -> list[tree.Expression]:
    """Return the conditions that must all hold."""
    match where:
        case None:
            return []
        case tree.Operation("and", operands):
            return [part for operand in operands for part in _conditions_of(operand)]
        case _:
            return [where]


def _picking_cells(
    many: tree.Expression,
    variable: tree.Local,
    where: tree.Expression | None,
    first_count: Callable[[tree.CountOn], ir.Expression],
) -> tuple[ir.Cells, tree.Expression] | None:
    """Return the cells that select members, and the condition that they replace.

    `first_count` gives the cell that counts on the first member of the root kind.
    """
    if not isinstance(many, tree.KindSet) or many.kind.is_player or many.kind.seated:
        return None
    if many.kind.count < _SEVERAL:
        return None
    count = ir.Const(many.kind.count)
    for place, part in enumerate(_conditions_of(where)):
        counted = _counted(part, variable)
        if counted is not None and (place == 0 or cannot_fail(counted.thing)):
            return ir.Cells(plus(first_count(counted), ir.Const(many.kind.first)), count), part
        match part:
            case tree.VariableValue(variable=thing, thing=tree.LocalValue(local=local), type=FlagType()) if (
                local is variable and not thing.constant and thing.owner is not None
            ):
                first = thing.offset - thing.owner.first + many.kind.first
                return ir.Cells(ir.Const(first), count), part
            case _:
                pass
    return None


def _counted(part: tree.Expression, variable: tree.Local) -> tree.CountOn | None:
    """Match `pieces on x > 0`, in any of its forms."""
    match part:
        case tree.Operation(
            ">" | "!=",
            (tree.CountOn(holder=tree.LocalValue(local=local)) as counted, tree.Constant(value=0)),
        ) | tree.Operation(
            ">=", (tree.CountOn(holder=tree.LocalValue(local=local)) as counted, tree.Constant(value=1))
        ):
            return counted if local is variable and not _names(counted.thing, variable) else None
        case _:
            return None


def cannot_fail(thing: tree.Expression | None) -> bool:
    """Whether something can be evaluated even if the conditions before it do not hold."""
    match thing:
        case None | tree.Constant():
            return True
        case tree.LocalValue(local, kind):
            return kind == local.type
        case tree.VariableValue(variable, _, kind):
            return kind == variable.type and cannot_fail(thing.thing)
        case _:
            return False


def _some_member_has(
    many: tree.Expression,
    variable: tree.Local,
    where: tree.Expression | None,
    lower: Callable[[tree.Expression], ir.Expression],
) -> ir.Expression | None:
    """Lower the test whether some member has a value in an attribute; None for other conditions."""
    match many, where:
        case (
            tree.KindSet(kind),
            tree.Operation(
                "=",
                (
                    tree.VariableValue(variable=thing, thing=tree.LocalValue(local=local)) as left,
                    right,
                ),
            ),
        ) if local is variable and not isinstance(left.type, ManyType | PileType):
            if thing.constant or thing.owner is None or kind.seated or _names(right, variable):
                return None
            first = thing.offset - thing.owner.first + kind.first
            return ir.Compare("in", lower(right), _cells_of(kind, first))
        case _:
            return None


def _cells_of(kind: Kind, first: int) -> ir.Cells:
    return ir.Cells(ir.Const(first), ir.Players() if kind.is_player else ir.Const(kind.count))


def _names(node: object, variable: tree.Local) -> bool:
    return any(isinstance(value, tree.LocalValue) and value.local is variable for value in walk(node))


class Addresses(ABC):
    """Computes indexes into the lists of the state; the subclass lowers expressions."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def lower(self, node: tree.Expression) -> ir.Expression:
        """Lower an expression."""

    def stored(self, node: tree.Expression) -> ir.Expression:
        """Lower a value for storage: lists are frozen."""
        if isinstance(node.type, ManyType | PileType) and not isinstance(node, tree.Constant):
            return ir.Frozen(self.lower(node), length=at_most(node))
        return self.lower(node)

    def variable_index(self, variable: Variable, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell of a variable."""
        if thing is None or variable.owner is None:
            return ir.Const(variable.offset)
        return plus(ir.Const(variable.offset - variable.owner.first), self.lower(thing))

    def pile_index(self, pile: tree.PileValue | tree.BoxValue, kind: Kind | None = None) -> ir.Expression:
        """Return the number of a pile; the box of pieces needs their kind."""
        if isinstance(pile, tree.BoxValue):
            assert kind is not None
            return ir.Const(self.context.layout.boxes[kind.root])
        return self.pile_number(pile.pile, pile.thing)

    def pile_number(self, pile: Pile, thing: tree.Expression | None) -> ir.Expression:
        """Return the number of a pile by its owner."""
        if thing is None or pile.owner is None:
            return ir.Const(pile.first)
        return plus(ir.Const(pile.first - pile.owner.first), self.lower(thing))

    def stock_index(self, supply: Supply, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell that counts what is left of a supply."""
        return self._owned(supply.stock, supply, thing, 1)

    def box_index(self, supply: Supply, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell that counts what was removed from the game."""
        return self._owned(supply.box, supply, thing, 1)

    def first_count_index(self, supply: Supply, thing: tree.Expression | None, kind: Kind) -> ir.Expression:
        """Return the cell that counts a supply on the first member of a root kind."""
        root = kind.root
        return self._owned(supply.holders[root], supply, thing, root.count)

    def count_index(
        self, supply: Supply, thing: tree.Expression | None, holder: tree.Expression, kind: Kind
    ) -> ir.Expression:
        """Return the cell that counts a supply on a holder."""
        return plus(self.first_count_index(supply, thing, kind), self.lower(holder))

    def _owned(self, start: int, supply: Supply, thing: tree.Expression | None, step: int) -> ir.Expression:
        if thing is None or supply.owner is None:
            return ir.Const(start)
        return plus(ir.Const(start - supply.owner.first * step), times(self.lower(thing), step))


class Quantifiers(Addresses):
    """Lowers list searches and map queries."""

    def searched(
        self, many: tree.Expression, variable: tree.Local, where: tree.Expression | None
    ) -> tuple[ir.Expression, list[ir.Expression]]:
        """Return a list to search while nothing changes, and the conditions on its members."""
        if isinstance(many, tree.OnlyKind):
            inside = at(between(local(variable), many.kind), many.span)
            return self.lower(many.set), [inside, *map(self.lower, _conditions_of(where))]
        found = _picking_cells(many, variable, where, self._first_count)
        if found is None:
            return self.lower(many), [self.lower(condition) for condition in _conditions_of(where)]
        cells, known = found
        rest = [self.lower(condition) for condition in _conditions_of(where) if condition is not known]
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
        found = _some_member_has(node.set, node.variable, node.where, self.lower)
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
        arguments = [self.lower(argument) for argument in node.arguments]
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
        return any(kind.one_way for kind in kinds)

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
