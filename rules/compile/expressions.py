"""Typed expressions to Python expressions."""

import ast
from typing import assert_never

from rules.check.effects import acts
from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.looking import Looking, between
from rules.model import tree
from rules.model.entities import Kind, Supply, Track, Variable
from rules.model.types import KindType, ManyType, OptionalType, PileType

_COMPARE: dict[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
}
_ARITHMETIC: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.FloorDiv,
    "mod": ast.Mod,
}


class Expressions(Looking):
    """Emits expressions; locals are Python names, or slots of a frame."""

    def __init__(self, emitter: Emitter, slots: dict[str, int] | None = None) -> None:
        super().__init__(emitter)
        self.slots = slots if slots is not None else {}
        self.names: dict[str, str] = {}

    def emit(self, node: tree.Expression) -> ast.expr:
        """The Python of an expression."""
        return py.placed(self._emit(node), node.span)

    def renamed(self, node: tree.Expression, names: dict[str, str]) -> ast.expr:
        """An expression in which some locals go by another name."""
        self.names = names
        made = self.emit(node)
        self.names = {}
        return made

    def words(self, template: tree.Template) -> list[ast.expr]:
        """Words as data: the template's number and what fills its gaps."""
        gaps = self.gaps(template)
        return [py.const(template.number), ast.Tuple(gaps, ast.Load()) if gaps else py.const(())]

    def gaps(self, template: tree.Template) -> list[ast.expr]:
        """What fills the gaps of words."""
        return [self.stored(each) for each in template.arguments]

    def said(self, template: tree.Template) -> ast.expr:
        """Words as one value."""
        return py.placed(ast.Tuple(self.words(template), ast.Load()), template.span)

    def _local(self, local: tree.Local) -> ast.expr:
        slot = self.slots.get(local.name)
        if slot is not None:
            return py.item(py.name("f"), py.const(slot))
        return py.name(self.names.get(local.name, local.name))

    def _emit(self, node: tree.Expression) -> ast.expr:
        emit = self.emit
        match node:
            case tree.Constant(value):
                return py.const(value)
            case tree.LocalValue(local):
                return self._local(local)
            case tree.VariableValue(variable, thing):
                return self._variable(variable, thing)
            case tree.PileValue(pile, thing):
                return py.item(py.name("p"), self._pile_at(pile, thing))
            case tree.BoxValue() | tree.SupplyValue():
                raise AssertionError("not a value")
            case tree.TrackValue(track):
                return self._space(track)
            case tree.TrackPosition(track):
                return py.item(py.name("v"), py.const(track.offset))
            case tree.KindSet(kind):
                return self._kind_set(kind)
            case tree.Operation():
                return self._operation(node)
            case tree.IsA(operand, kind, negated):
                return self._is_a(operand, kind, negated)
            case tree.CountOn(supply, thing, holder, kind):
                if holder is None:
                    return self._count_on_all(supply, thing, kind)
                return py.item(py.name("v"), self.count_index(supply, thing, holder, kind))
            case tree.StockLeft(supply, thing):
                return py.item(py.name("v"), self.stock_index(supply, thing))
            case tree.OnlyKind(many, kind):
                inside = between(py.name("one"), kind)
                made = ast.comprehension(py.store("one"), emit(many), [inside], 0)
                return ast.ListComp(py.name("one"), [made])
            case tree.ListOf(items):
                return ast.Tuple([self.stored(each) for each in items], ast.Load())
            case tree.EndOf(end, count, pile):
                at = emit(pile)
                if count is None:
                    return py.item(at, py.const(-1 if end == "top" else 0))
                return py.call(end, at, emit(count))
            case tree.RandomOf(many, stream):
                return py.call(
                    "pick", py.name("s"), self.emitter.stream(stream), py.call("tuple", emit(many))
                )
            case tree.MadeFor(kind, thing):
                assert kind.each is not None
                return py.plus(emit(thing), py.const(kind.first - kind.each.first))
            case tree.Quantifier():
                return self._quantifier(node)
            case tree.Graph():
                return self._graph(node)
            case tree.BuiltIn():
                return self._built_in(node)
            case tree.CallValue(value, arguments):
                given = [self.stored(each) for each in arguments]
                return py.call(f"value_{value.number}", py.name("s"), *given)
            case tree.CallProcedure(procedure, arguments):
                return py.call(
                    f"do_{procedure.number}", py.name("s"), *(self.stored(each) for each in arguments)
                )
            case tree.MayCall(procedure, arguments):
                if not procedure.forbids:
                    return py.const(True)
                return py.compare(self.may(procedure, arguments), ast.Is(), py.const(None))
            case _:
                assert_never(node)

    def _space(self, track: Track) -> ast.expr:
        """What stands on the space where a marker is."""
        here = py.item(py.name("v"), py.const(track.offset))
        if track.spaces == tuple(range(len(track.spaces))):
            return here
        return py.item(py.name(self.emitter.constants.name("SPACES", track.spaces)), here)

    def _count_on_all(self, supply: Supply, thing: tree.Expression | None, kind: Kind) -> ast.expr:
        """How many lie on all members of a kind together."""
        root = kind.root
        start = py.plus(self._owned(supply.holders[root], supply, thing, root.count), py.const(kind.first))
        if acts(thing):
            return py.call("total", py.name("v"), start, py.const(kind.count))
        end = py.plus(start, py.const(kind.count))
        return py.call("sum", py.item(py.name("v"), ast.Slice(start, end, None)))

    def may(self, procedure: tree.Procedure, arguments: tuple[tree.Expression, ...]) -> ast.expr:
        """The reason why a procedure is forbidden, or None."""
        return py.call(f"may_{procedure.number}", py.name("s"), *(self.emit(each) for each in arguments))

    def _variable(self, variable: Variable, thing: tree.Expression | None) -> ast.expr:
        if not variable.constant:
            return py.item(py.name("v"), self.variable_index(variable, thing))
        if thing is None or variable.owner is None:
            return py.const(variable.defaults[0])
        if isinstance(thing, tree.Constant) and isinstance(thing.value, int):
            return py.const(variable.defaults[thing.value - variable.owner.first])
        stem = f"{variable.owner.name}_{variable.name}".replace(".", "_")
        table = self.emitter.constants.table(stem, variable, lambda: tuple(variable.defaults))
        return py.item(py.name(table), py.plus(self.emit(thing), py.const(-variable.owner.first)))

    def _kind_set(self, kind: Kind) -> ast.expr:
        most = self.emitter.world.most_players
        if kind.is_player:
            seats = tuple(tuple(range(each)) for each in range(most + 1))
            table = py.name(self.emitter.constants.name("SEATS", seats))
            return py.long(py.item(table, py.field("s", "players")), most)
        ids = range(kind.first, kind.first + kind.count)
        return py.long(py.name(self.emitter.constants.table("ALL", ids, lambda: tuple(ids))), kind.count)

    def _operation(self, node: tree.Operation) -> ast.expr:
        operator, operands = node.operator, node.operands
        if operator in {"and", "or"}:
            joined = ast.And() if operator == "and" else ast.Or()
            return ast.BoolOp(joined, [self.emit(each) for each in operands])
        if operator == "not":
            return py.negated(self.emit(operands[0]))
        if operator == "neg":
            return ast.UnaryOp(ast.USub(), self.emit(operands[0]))
        if operator in {"in", "not in"} and _lies(operands):
            return self._lies_in(operator == "in", operands)
        left, right = (self.emit(each) for each in operands)
        if operator in {"set +", "set -"}:
            return py.call("union" if operator == "set +" else "minus", py.name("s"), left, right)
        if operator in _COMPARE:
            if operator in {"=", "!="} and isinstance(operands[0].type, ManyType | PileType):
                left, right = py.call("tuple", left), py.call("tuple", right)
            return py.compare(left, _COMPARE[operator](), right)
        if operator == "+":
            return py.plus(left, right)
        made = ast.BinOp(left, _ARITHMETIC[operator](), right)
        return py.call("number", made) if operator == "*" else made

    def _lies_in(self, inside: bool, operands: tuple[tree.Expression, ...]) -> ast.expr:
        """Whether a piece lies in a pile: every piece knows where it lies."""
        piece, pile = operands
        assert isinstance(pile, tree.PileValue)
        number = py.plus(py.const(pile.pile.kind.root.piece_base), self.emit(piece))
        where = py.item(py.name("w"), number)
        return py.compare(where, ast.Eq() if inside else ast.NotEq(), self.pile_index(pile))

    def _is_a(self, operand: tree.Expression, kind: Kind, negated: bool) -> ast.expr:
        if isinstance(operand.type, OptionalType):
            inside = py.call("range", py.const(kind.first), py.const(kind.first + kind.count))
            return py.compare(self.emit(operand), ast.NotIn() if negated else ast.In(), inside)
        test = between(self.emit(operand), kind)
        return py.negated(test) if negated else test

    def _built_in(self, node: tree.BuiltIn) -> ast.expr:
        arguments = [self.emit(each) for each in node.arguments]
        match node.name:
            case "count":
                return py.call("len", *arguments)
            case "next":
                turned = py.plus(arguments[0], py.const(1))
                return ast.BinOp(turned, ast.Mod(), py.field("s", "players"))
            case _:
                return py.call(node.name, *arguments)


def _lies(operands: tuple[tree.Expression, ...]) -> bool:
    """Whether this asks for one piece in one pile of its kind."""
    piece, pile = operands
    return (
        isinstance(pile, tree.PileValue)
        and isinstance(piece.type, KindType)
        and piece.type.kind.root is pile.pile.kind.root
    )
