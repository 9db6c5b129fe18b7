"""Lowers expressions of rules.

A call of a value that is a constant becomes that constant, so that a number in a value costs nothing at run
time.
"""

from typing import Literal, assert_never

from lazaretto.rules.check.effects import acts
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import at, between, checked, negated, plus, sort_of
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.quantifiers import Quantifiers, cannot_fail
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    TEXT,
    Kind,
    KindType,
    ManyType,
    OptionalType,
    PileType,
    Supply,
    Track,
    Variable,
)


def constant_call(node: tree.CallValue) -> bool:
    """Whether a call is a constant: no rule changes the value, and evaluating the arguments cannot fail."""
    constant = not node.value.changes and isinstance(node.value.base, tree.Constant)
    return constant and all(map(cannot_fail, node.arguments))


_COMPARISONS: dict[str, ir.Comparison] = {
    each: each for each in ("=", "!=", "<", "<=", ">", ">=", "in", "not in")
}
_ARITHMETIC: dict[str, ir.Arithmetic] = {each: each for each in ("+", "-", "*", "/", "mod")}
_GROWING = frozenset({"+", "-", "*"})
"""Operators whose result may be larger than both numbers."""


class ExpressionLowering(Quantifiers):
    """Lowers expressions; locals become local names, or frame slots."""

    def __init__(self, context: Context, slots: dict[str, int] | None = None) -> None:
        super().__init__(context)
        self.slots = slots if slots is not None else {}
        self._renamed: dict[str, str] = {}

    def lower(self, node: tree.Expression) -> ir.Expression:
        """Lower an expression."""
        return at(self._lower(node), node.span)

    def lower_renamed(self, node: tree.Expression, names: dict[str, str]) -> ir.Expression:
        """Lower an expression with some locals renamed."""
        self._renamed = names
        made = self.lower(node)
        self._renamed = {}
        return made

    def words(self, template: tree.Template) -> ir.Words:
        """Lower a text to data, at the position of its statement."""
        return ir.Words(template.number, tuple(self.stored(argument) for argument in template.arguments))

    def said(self, template: tree.Template) -> ir.Words:
        """Lower a text to a value, at its own position."""
        return at(self.words(template), template.span)

    def _written(self, template: tree.Template) -> ir.Expression:
        """Lower a text that is a value; it knows its size, so that texts in texts cannot grow without end."""
        texts = tuple(at for at, argument in enumerate(template.arguments) if argument.type == TEXT)
        return ir.Apply("written", (self.words(template), ir.Const(texts)), ir.Sort.VALUE)

    def variable(self, local: tree.Local) -> ir.Local | ir.Slot:
        """Return the storage of a local variable."""
        slot = self.slots.get(local.name)
        if slot is not None:
            return ir.Slot(slot, sort_of(local.type))
        return ir.Local(self._renamed.get(local.name, local.name), sort_of(local.type))

    def _lower(self, node: tree.Expression) -> ir.Expression:
        match node:
            case tree.Constant(value):
                return ir.Const(value)
            case tree.LocalValue(local):
                return self.variable(local)
            case tree.VariableValue(variable):
                return self._attribute(variable, node.thing)
            case tree.PileValue(pile):
                return ir.PileAt(self.pile_number(pile, node.thing))
            case tree.BoxValue() | tree.SupplyValue():
                raise AssertionError("not a value")
            case tree.TrackValue(track):
                return _space(self.context, track)
            case tree.TrackPosition(track):
                return ir.Cell(ir.Const(track.offset), ir.Sort.NUMBER)
            case tree.KindSet(kind):
                return self._kind_set(kind)
            case tree.Operation():
                return self._operation(node)
            case tree.Conditional():
                return ir.IfElse(self.lower(node.test), self.lower(node.then), self.lower(node.otherwise))
            case tree.IsA(_, kind, negated):
                return self._is_a(node.operand, kind, negated)
            case tree.CountOn():
                return self._count_on(node)
            case tree.StockLeft(supply):
                return ir.Cell(self.stock_index(supply, node.thing), ir.Sort.NUMBER)
            case tree.OnlyKind(_, kind):
                return self._only_kind(node.set, kind)
            case tree.ListOf(items):
                return ir.TupleOf(tuple(self.stored(item) for item in items))
            case tree.EndOf():
                return self._end_of(node)
            case tree.RandomOf():
                return self._random_of(node)
            case tree.Written(template):
                return self._written(template)
            case tree.MadeFor(kind, things):
                return self._made_for(kind, things)
            case tree.Quantifier():
                return self._quantifier(node)
            case tree.Graph():
                return self._graph(node)
            case tree.BuiltIn():
                return self._built_in(node)
            case tree.CallValue() | tree.CallProcedure() | tree.MayCall():
                return self._call(node)
            case _:
                assert_never(node)

    def _count_on(self, node: tree.CountOn) -> ir.Expression:
        if node.holder is None:
            return self._count_on_all(node.supply, node.thing, node.kind)
        return ir.Cell(self.count_index(node.supply, node.thing, node.holder, node.kind), ir.Sort.NUMBER)

    def _random_of(self, node: tree.RandomOf) -> ir.Expression:
        given = (self.context.stream(node.stream), ir.Frozen(self.lower(node.set), length=at_most(node.set)))
        return ir.Apply("pick", given, sort_of(node.type))

    # --- reading the state ---------------------------------------------------------------------

    def _attribute(self, variable: Variable, thing: tree.Expression | None) -> ir.Expression:
        sort = sort_of(variable.type)
        if not variable.constant:
            return ir.Cell(self.variable_index(variable, thing), sort)
        if thing is None or variable.owner is None:
            return ir.Const(variable.defaults[0])
        if isinstance(thing, tree.Constant) and isinstance(thing.value, int):
            return ir.Const(variable.defaults[thing.value - variable.owner.first])
        stem = f"{variable.owner.name}_{variable.name}".replace(".", "_")
        table = self.context.constants.table(stem, variable, lambda: tuple(variable.defaults))
        index = plus(self.lower(thing), ir.Const(-variable.owner.first))
        return ir.Item(ir.Table(table), index, sort)

    def _kind_set(self, kind: Kind) -> ir.Expression:
        constants = self.context.constants
        if kind.is_player:
            most = self.context.world.most_players
            seats = tuple(tuple(range(each)) for each in range(most + 1))
            return ir.Item(ir.Table(constants.name("SEATS", seats)), ir.Players(), ir.Sort.LIST)
        if kind.seated:
            present = tuple(
                tuple(member.id for member in kind.members() if member.seats <= taken)
                for taken in range(self.context.world.most_players + 1)
            )
            return ir.Item(ir.Table(constants.name("PRESENT", present)), ir.Players(), ir.Sort.LIST)
        ids = range(kind.first, kind.first + kind.count)
        return ir.Table(constants.table("ALL", ids, lambda: tuple(ids)))

    def _made_for(self, kind: Kind, things: tuple[tree.Expression, ...]) -> ir.Expression:
        """Compute the member made for some things: the last factor varies first."""
        first = kind.first + kind.declared
        stride = 1
        found: ir.Expression | None = None
        for thing, factor in zip(reversed(things), reversed(kind.each), strict=True):
            first -= factor.first * stride
            here = self.lower(thing)
            scaled = here if stride == 1 else ir.Compute("*", here, ir.Const(stride))
            found = scaled if found is None else plus(scaled, found)
            stride *= factor.count
        assert found is not None
        return plus(found, ir.Const(first))

    def _count_on_all(self, supply: Supply, thing: tree.Expression | None, kind: Kind) -> ir.Expression:
        """Count the pieces on all members of a kind together."""
        start = plus(self.first_count_index(supply, thing, kind), ir.Const(kind.first))
        count = ir.Const(kind.count)
        if acts(thing):
            return ir.Apply("total", (start, count), ir.Sort.NUMBER)
        return ir.SumOf(ir.Cells(start, count))

    def _only_kind(self, many: tree.Expression, kind: Kind) -> ir.Expression:
        one = ir.Local("one", ir.Sort.MEMBER)
        inside = between(ir.Local("one", ir.Sort.MEMBER), kind)
        return ir.Select(one, self.lower(many), (inside,), ir.Local("one", one.sort), longest(many))

    def _end_of(self, node: tree.EndOf) -> ir.Expression:
        pile = self.lower(node.pile)
        if node.count is None:
            return ir.Item(pile, ir.Const(-1 if node.end == "top" else 0), sort_of(node.type))
        count = self.lower(node.count)
        name: Literal["top", "bottom"] = "top" if node.end == "top" else "bottom"
        return ir.Apply(name, (pile, count), ir.Sort.LIST, length=at_most(node))

    # --- operators and calls -------------------------------------------------------------------

    def _operation(self, node: tree.Operation) -> ir.Expression:
        operator, operands = node.operator, node.operands
        match operator:
            case "and":
                return ir.And(tuple(self.lower(operand) for operand in operands))
            case "or":
                return ir.Or(tuple(self.lower(operand) for operand in operands))
            case "not":
                return negated(self.lower(operands[0]))
            case "neg":
                return ir.Negative(self.lower(operands[0]))
            case "in" | "not in" if _asks_for_piece(operands):
                return self._lies_in(operator == "in", operands)
            case _:
                made = self._binary(operator, operands)
                return made if operator not in _GROWING or self.context.bounds.fits(node) else checked(made)

    def _binary(self, operator: str, operands: tuple[tree.Expression, ...]) -> ir.Expression:
        left, right = (self.lower(operand) for operand in operands)
        if operator in {"set +", "set -"}:
            return ir.Apply("union" if operator == "set +" else "minus", (left, right), ir.Sort.LIST)
        if operator in _COMPARISONS:
            if operator in {"=", "!="} and isinstance(operands[0].type, ManyType | PileType):
                one, other = (at_most(operand) for operand in operands)
                left, right = ir.Frozen(left, length=one), ir.Frozen(right, length=other)
            length = at_most(operands[1]) if operator in {"in", "not in"} else 0
            return ir.Compare(_COMPARISONS[operator], left, right, length=length)
        if operator == "+":
            return plus(left, right)
        return ir.Compute(_ARITHMETIC[operator], left, right)

    def _lies_in(self, inside: bool, operands: tuple[tree.Expression, ...]) -> ir.Expression:
        """Test whether a piece is in a pile: the state stores the pile of every piece."""
        piece, pile = operands
        assert isinstance(pile, tree.PileValue | tree.BoxValue) and isinstance(piece.type, KindType)
        kind = piece.type.kind
        here = ir.PileOf(plus(ir.Const(kind.root.piece_base), self.lower(piece)))
        return ir.Compare("=" if inside else "!=", here, self.pile_index(pile, kind))

    def _is_a(self, operand: tree.Expression, kind: Kind, contrary: bool) -> ir.Expression:
        if isinstance(operand.type, OptionalType):
            inside = ir.Range(ir.Const(kind.first), ir.Const(kind.first + kind.count))
            return ir.Compare("not in" if contrary else "in", self.lower(operand), inside)
        test = between(self.lower(operand), kind)
        return negated(test) if contrary else test

    def _built_in(self, node: tree.BuiltIn) -> ir.Expression:
        arguments = tuple(self.lower(argument) for argument in node.arguments)
        match node.name:
            case "count":
                return ir.Length(arguments[0])
            case "next":
                return ir.Compute("mod", plus(arguments[0], ir.Const(1)), ir.Players())
            case "min" | "max" | "abs" as name:
                return ir.Apply(name, arguments, ir.Sort.NUMBER)
            case "nth":
                from_top = isinstance(node.arguments[0].type, PileType)
                return ir.Apply("nth_from_top" if from_top else "nth", arguments, sort_of(node.type))
            case "joined":
                return ir.Apply("joined", arguments, ir.Sort.LIST)
            case _:
                raise AssertionError(f"no function of the language: {node.name}")

    def _call(self, node: tree.CallValue | tree.CallProcedure | tree.MayCall) -> ir.Expression:
        numbering = self.context.numbering
        match node:
            case tree.CallValue(value) if constant_call(node):
                assert isinstance(value.base, tree.Constant)
                return ir.Const(value.base.value)
            case tree.CallValue(value, arguments):
                ref = ir.Ref(ir.Role.VALUE, numbering.values[value])
            case tree.CallProcedure(procedure, arguments):
                ref = ir.Ref(ir.Role.PROCEDURE, numbering.procedures[procedure])
            case tree.MayCall(procedure, arguments):
                if not procedure.forbids:
                    return ir.Const(True)
                return ir.IsNone(self.may(procedure, arguments))
        return ir.Call(ref, tuple(self.stored(argument) for argument in arguments))

    def may(self, procedure: tree.Procedure, arguments: tuple[tree.Expression, ...]) -> ir.Expression:
        """Return the reason why a procedure is forbidden, or none."""
        ref = ir.Ref(ir.Role.MAY, self.context.numbering.procedures[procedure])
        return ir.Call(ref, tuple(self.lower(argument) for argument in arguments))


def _space(context: Context, track: Track) -> ir.Expression:
    """Return the value of the space under a marker."""
    here = ir.Cell(ir.Const(track.offset), ir.Sort.NUMBER)
    if track.spaces == tuple(range(len(track.spaces))):
        return here
    return ir.Item(ir.Table(context.constants.name("SPACES", track.spaces)), here, ir.Sort.NUMBER)


def _asks_for_piece(operands: tuple[tree.Expression, ...]) -> bool:
    """Whether this asks for one piece in one pile of its kind."""
    piece, pile = operands
    return isinstance(pile, tree.BoxValue) or (
        isinstance(pile, tree.PileValue)
        and isinstance(piece.type, KindType)
        and piece.type.kind.root is pile.pile.kind.root
    )
