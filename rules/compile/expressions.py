"""Typed expressions to Python expressions."""

import ast
from typing import assert_never

from rules.compile import python as py
from rules.compile.bounds import FREE, bound
from rules.compile.emitter import Emitter
from rules.compile.searches import had, parts_of, picked
from rules.model import tree
from rules.model.sorts import KindType, ManyType, NumberType, OptionalType, PileType
from rules.model.things import Kind, Pile, Supply, Variable
from rules.model.walk import walk

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


class Expressions:
    """Emits expressions; locals are Python names, or slots of a frame."""

    def __init__(self, emitter: Emitter, slots: dict[str, int] | None = None) -> None:
        self.emitter = emitter
        self.slots = slots if slots is not None else {}
        self.names: dict[str, str] = {}

    # --- places in the state -------------------------------------------------------------------

    def variable_index(self, variable: Variable, thing: tree.Expression | None) -> ast.expr:
        """Where a variable lies in the list of values."""
        if thing is None or variable.owner is None:
            return py.const(variable.offset)
        return py.plus(py.const(variable.offset - variable.owner.first), self.emit(thing))

    def pile_index(self, pile: tree.PileValue | tree.BoxValue, kind: Kind | None = None) -> ast.expr:
        """The number of a pile."""
        if isinstance(pile, tree.BoxValue):
            assert kind is not None
            return py.const(self.emitter.layout.boxes[kind.root])
        return self._pile_index(pile.pile, pile.thing)

    def _pile_index(self, pile: Pile, thing: tree.Expression | None) -> ast.expr:
        if thing is None or pile.owner is None:
            return py.const(pile.first)
        return py.plus(py.const(pile.first - pile.owner.first), self.emit(thing))

    def _owned(self, start: int, supply: Supply, thing: tree.Expression | None, step: int) -> ast.expr:
        if thing is None or supply.owner is None:
            return py.const(start)
        return py.plus(py.const(start - supply.owner.first * step), py.times(self.emit(thing), step))

    def stock_index(self, supply: Supply, thing: tree.Expression | None) -> ast.expr:
        """Where the stock of a supply is counted."""
        return self._owned(supply.stock, supply, thing, 1)

    def box_index(self, supply: Supply, thing: tree.Expression | None) -> ast.expr:
        """Where what left the game is counted."""
        return self._owned(supply.box, supply, thing, 1)

    def count_index(
        self, supply: Supply, thing: tree.Expression | None, holder: tree.Expression, kind: Kind
    ) -> ast.expr:
        """Where a supply's pieces on a holder are counted."""
        root = kind.root
        return py.plus(self._owned(supply.holders[root], supply, thing, root.count), self.emit(holder))

    # --- the shapes ----------------------------------------------------------------------------

    def emit(self, node: tree.Expression) -> ast.expr:
        """The Python of an expression."""
        return py.placed(self._emit(node), node.span)

    def renamed(self, node: tree.Expression, names: dict[str, str]) -> ast.expr:
        """An expression in which some locals go by another name."""
        self.names = names
        made = self.emit(node)
        self.names = {}
        return made

    def stored(self, node: tree.Expression) -> ast.expr:
        """A value as it is kept: lists as tuples."""
        if isinstance(node.type, ManyType | PileType) and not isinstance(node, tree.Constant):
            return py.call("tuple", self.emit(node))
        if _computes(node):
            return py.call("number", self.emit(node))
        return self.emit(node)

    def words(self, template: tree.Template) -> list[ast.expr]:
        """Words as data: the template's number and what fills its gaps."""
        gaps = [self.stored(each) for each in template.arguments]
        return [py.const(template.number), ast.Tuple(gaps, ast.Load()) if gaps else py.const(())]

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
                return py.item(py.name("p"), self._pile_index(pile, thing))
            case tree.BoxValue() | tree.SupplyValue():
                raise AssertionError("not a value")
            case tree.TrackValue(track):
                here = py.item(py.name("v"), py.const(track.offset))
                if track.spaces == tuple(range(len(track.spaces))):
                    return here
                return py.item(py.name(self.emitter.constants.name("SPACES", track.spaces)), here)
            case tree.TrackPosition(track):
                return py.item(py.name("v"), py.const(track.offset))
            case tree.KindSet(kind):
                return self._kind_set(kind)
            case tree.Operation():
                return self._operation(node)
            case tree.IsA(operand, kind, negated):
                return self._is_a(operand, kind, negated)
            case tree.CountOn(supply, thing, holder, kind):
                if holder is not None:
                    return py.item(py.name("v"), self.count_index(supply, thing, holder, kind))
                root = kind.root
                start = py.plus(
                    self._owned(supply.holders[root], supply, thing, root.count), py.const(kind.first)
                )
                if acts(thing):
                    return py.call("total", py.name("v"), start, py.const(kind.count))
                end = py.plus(start, py.const(kind.count))
                return py.call("sum", py.item(py.name("v"), ast.Slice(start, end, None)))
            case tree.StockLeft(supply, thing):
                return py.item(py.name("v"), self.stock_index(supply, thing))
            case tree.OnlyKind(many, kind):
                inside = self._between(py.name("one"), kind)
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

    def _between(self, value: ast.expr, kind: Kind) -> ast.expr:
        low, high = py.const(kind.first), py.const(kind.first + kind.count)
        return ast.Compare(low, [ast.LtE(), ast.Lt()], [value, high])

    def _is_a(self, operand: tree.Expression, kind: Kind, negated: bool) -> ast.expr:
        if isinstance(operand.type, OptionalType):
            inside = py.call("range", py.const(kind.first), py.const(kind.first + kind.count))
            return py.compare(self.emit(operand), ast.NotIn() if negated else ast.In(), inside)
        test = self._between(self.emit(operand), kind)
        return py.negated(test) if negated else test

    def _looked(self, many: tree.Expression) -> ast.expr:
        """A list to look through, paid for where it is long."""
        found = measured(self.emit(many), many)
        return py.call("charge", py.name("s"), found) if bound(many) > FREE else found

    def searched(
        self, many: tree.Expression, variable: tree.Local, where: tree.Expression | None
    ) -> tuple[ast.expr, list[ast.expr]]:
        """A list to look through while nothing changes, and the conditions its members must meet."""
        if isinstance(many, tree.OnlyKind):
            inside = py.placed(self._between(py.name(variable.name), many.kind), many.span)
            return self._looked(many.set), [inside, *(self.emit(each) for each in parts_of(where))]
        found = picked(many, variable, where, self._first_count)
        if found is None:
            return self._looked(many), [self.emit(each) for each in parts_of(where)]
        stretch, known = found
        rest = [self.emit(each) for each in parts_of(where) if each is not known]
        made = py.placed(py.call("compress", self._looked(many), stretch), many.span)
        return py.long(made, bound(many)), rest

    def _first_count(self, node: tree.CountOn) -> ast.expr:
        """Where the count of a supply on the first of all holders lies."""
        root = node.kind.root
        return self._owned(node.supply.holders[root], node.supply, node.thing, root.count)

    def _quantifier(self, node: tree.Quantifier) -> ast.expr:
        variable = node.variable.name
        if node.where is None and node.value is None:
            many = self._looked(node.set)
            match node.word:
                case "any":
                    return py.compare(py.call("len", many), ast.Gt(), py.const(0))
                case "no":
                    return py.compare(py.call("len", many), ast.Eq(), py.const(0))
                case "count":
                    return py.call("len", many)
                case "those":
                    return py.call("tuple", many) if isinstance(node.set.type, PileType) else many
                case _:
                    pass
        here = py.name(variable)
        value = self.stored(node.value) if node.value is not None else None
        if node.word == "all":
            plain = ast.comprehension(py.store(variable), *self.searched(node.set, node.variable, None), 0)
            where = self.emit(node.where) if node.where is not None else py.const(True)
            return py.call("all", ast.GeneratorExp(where, [plain]))
        many, tests = self.searched(node.set, node.variable, node.where)
        filtered = ast.comprehension(py.store(variable), many, tests, 0)
        match node.word:
            case "any" | "no":
                found = had(node.set, node.variable, node.where, self.emit)
                if found is None:
                    filtered.ifs = tests[:-1]
                    last = tests[-1] if tests else py.const(True)
                    found = py.call("any", ast.GeneratorExp(last, [filtered]))
                return py.negated(found) if node.word == "no" else found
            case "count":
                return py.call("len", ast.ListComp(here, [filtered]))
            case "first":
                return py.call("next", ast.GeneratorExp(here, [filtered]), py.const(None))
            case "sum":
                return py.call("sum", ast.ListComp(value or here, [filtered]))
            case "highest" | "lowest":
                best = py.call(
                    "max" if node.word == "highest" else "min", ast.ListComp(value or here, [filtered])
                )
                best.keywords.append(ast.keyword("default", py.const(0)))
                return best
            case "greatest" | "least":
                best = py.call("max" if node.word == "greatest" else "min", ast.ListComp(here, [filtered]))
                best.keywords.append(ast.keyword("key", py.lambda_of(variable, value or here)))
                best.keywords.append(ast.keyword("default", py.const(None)))
                return best
            case _:
                listed = ast.ListComp(value or here, [filtered])
                if value is None:
                    return listed
                unique = ast.Call(ast.Attribute(py.name("dict"), "fromkeys", ast.Load()), [listed], [])
                return py.call("list", unique)

    def _graph(self, node: tree.Graph) -> ast.expr:
        emitter, question = self.emitter, node.question
        arguments = [self.emit(each) for each in node.arguments]
        if question in {"ends", "across"}:
            index = py.plus(arguments[0], py.const(-node.kind.first))
            ends = py.item(py.name(emitter.ends(node.kind)), index)
            return ends if question == "ends" else py.call("across", ends, arguments[1])
        if question == "members":
            index = py.plus(arguments[0], py.const(-node.kind.first))
            return py.item(py.name(emitter.bounds(node.kind)), index)
        if question == "areas":
            return py.item(py.name(emitter.areas(node.kind)), arguments[0])
        through = node.through
        if question == "neighbours" and through is None:
            return py.item(py.name(emitter.neighbours(node.kind)), arguments[0])
        ways = py.name(emitter.ways(node.kind, through.kind if through is not None else None))
        allowed: ast.expr = py.const(None)
        if through is not None and through.where is not None:
            allowed = py.lambda_of(through.variable.name, self.emit(through.where))
        if question == "neighbours":
            if isinstance(allowed, ast.Constant):
                allowed = py.lambda_of("one", py.const(True))
            return py.call("neighbours", py.item(ways, arguments[0]), allowed)
        if question == "links":
            return py.call("links", py.item(ways, arguments[0]), allowed)
        return py.call(question, py.name("s"), ways, *arguments, allowed)

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


def measured(found: ast.expr, many: tree.Expression) -> ast.expr:
    """A list that says how long it can be, where its shape tells."""
    if isinstance(many, tree.PileValue | tree.ListOf | tree.Graph | tree.CallValue):
        return py.long(found, bound(many))
    return found


def acts(root: object) -> bool:
    """Whether working this out does something, so that it must be worked out once and no more."""
    return any(
        isinstance(each, tree.RandomOf) or (isinstance(each, tree.CallProcedure) and each.procedure.acts)
        for each in walk(root)
    )


def _lies(operands: tuple[tree.Expression, ...]) -> bool:
    """Whether this asks for one piece in one pile of its kind."""
    piece, pile = operands
    return (
        isinstance(pile, tree.PileValue)
        and isinstance(piece.type, KindType)
        and piece.type.kind.root is pile.pile.kind.root
    )


def _computes(node: tree.Expression) -> bool:
    """Whether a number could grow beyond what it was made from; a product is held within bounds already."""
    match node:
        case tree.Operation(operator="+" | "-", operands=operands):
            return not all(map(_small, operands))
        case tree.Operation(operator=operator):
            return operator in {"neg", "/", "mod"}
        case tree.Quantifier(word=word):
            return word in {"sum", "highest", "lowest"}
        case tree.BuiltIn(name="min" | "max", arguments=arguments):
            return any(map(_computes, arguments))
        case tree.CallValue():
            return isinstance(node.type, NumberType)
        case _:
            return False


def _small(node: tree.Expression) -> bool:
    """Whether a number counts something, or is written there: then a sum of two cannot be too large."""
    match node:
        case tree.Constant(value=int(value)):
            return -_SMALL < value < _SMALL
        case tree.CountOn() | tree.StockLeft() | tree.TrackPosition() | tree.BuiltIn(name="count"):
            return True
        case tree.Quantifier(word=word):
            return word == "count"
        case tree.VariableValue(variable=variable):
            kind = variable.type
            return isinstance(kind, NumberType) and kind.low is not None and kind.high is not None
        case _:
            return False


_SMALL = 2**31
