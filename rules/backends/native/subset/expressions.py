"""Compiles the expressions of helpers into flat code."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from lazaretto.rules.backends.native.flat.build import calculate, wrapped
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Do,
    Get,
    If,
    IsZero,
    Load,
    Number,
    Set,
    Step,
    Store,
    Value,
    Width,
)
from lazaretto.rules.backends.native.flat.walk import is_flag, nodes_of
from lazaretto.rules.backends.native.subset.modules import (
    INTRINSICS,
    SIZE_OF,
    Helper,
    Module,
    SubsetError,
    intrinsic_step,
    intrinsic_value,
)
from lazaretto.rules.backends.native.subset.records import (
    HEAD,
    Items,
    RecordType,
    Type,
    UnknownTypeError,
    field_of,
    type_of,
)

THROUGH = "call_through_"

_ARITHMETIC: Mapping[type[ast.operator], BinaryWord] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>s",
}

_COMPARED: Mapping[type[ast.cmpop], BinaryWord] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<s",
    ast.LtE: "<=s",
    ast.Gt: ">s",
    ast.GtE: ">=s",
}


_DIVISIONS: tuple[BinaryWord, ...] = ("/s", "%s", "/u", "%u")


class Scope(Protocol):
    """What an expression may refer to."""

    module: Module
    variables: frozenset[str]
    types: dict[str, Type]
    """The types of variables, as far as they are known already; others are numbers."""

    def layout_constant(self, node: ast.AST, name: str) -> Value:
        """Return what stands for a number of the layout."""

    def helper(self, name: str) -> Helper | None:
        """Return a helper by the name it has here."""

    def called(self, helper: Helper) -> None:
        """Note that a helper is needed."""

    def divider(self, name: str) -> Helper:
        """Return the helper that divides as Python does."""

    def fresh(self, kind: Type = None) -> str:
        """Return the name of a new variable."""


def arithmetic(word: BinaryWord, left: Value, right: Value) -> Value:
    """Return an operation, calculated already if both operands are constants."""
    if isinstance(left, Number) and isinstance(right, Number) and (word not in _DIVISIONS or right.value > 0):
        return Number(calculate(word, left.value, right.value))
    return Binary(word, left, right)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in memory."""

    address: Value
    offset: int
    width: Width | None
    """How it is kept; None if it is a record, list or array, of which only the address counts."""
    wide: "Place | None" = None
    """Where it stands unless the layout says that small numbers are narrow."""


class Expressions:
    """Compiles the expressions of one helper."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def value(self, node: ast.expr) -> Value:
        """Compile an expression whose value counts."""
        match node:
            case ast.Constant(bool() | int() as number):
                return Number(wrapped(int(number)))
            case ast.Name(name):
                return self._name(node, name)
            case ast.Attribute(ast.Name(name), attribute) if name == self._scope.module.layout:
                return self._scope.layout_constant(node, attribute)
            case ast.Attribute() | ast.Subscript():
                return self._read(node, self.place(node))
            case ast.BinOp(left, operator, right):
                return self.binary(node, self.value(left), operator, self.value(right))
            case ast.UnaryOp(operator, operand):
                return self._unary(node, operator, operand)
            case ast.Compare(left, operators, rest):
                return self._compare(node, left, operators, rest)
            case ast.BoolOp(operator, parts):
                return self._both_or_either(operator, parts)
            case ast.IfExp(test, then, otherwise):
                return Choose(self.condition(test), self.value(then), self.value(otherwise))
            case ast.Call():
                return self._call(node)
            case _:
                raise self.error(node, f"the expression «{ast.unparse(node)}» is not allowed")

    def condition(self, node: ast.expr) -> Value:
        """Compile an expression of which only counts whether it is 0."""
        match node:
            case ast.BoolOp(ast.And(), parts):
                found = self.condition(parts[-1])
                for part in reversed(parts[:-1]):
                    found = Choose(self.condition(part), found, Number(0))
                return found
            case ast.BoolOp(ast.Or(), parts):
                found = self.condition(parts[-1])
                for part in reversed(parts[:-1]):
                    found = Choose(self.condition(part), Number(1), found)
                return found
            case ast.Compare(left, [ast.NotEq()], [ast.Constant(0)]):
                return self.value(left)
            case _:
                return self.value(node)

    def step(self, node: ast.Call) -> Step | None:
        """Compile a call of an intrinsic without a result; None if it is none."""
        if not isinstance(node.func, ast.Name) or node.func.id not in self._scope.module.intrinsics:
            return None
        name = self._scope.module.intrinsics[node.func.id]
        return intrinsic_step(name, self._operands(node, name))

    def error(self, node: ast.AST, text: str) -> SubsetError:
        """Return the error to raise."""
        return SubsetError(self._scope.module.path, node, text)

    def _name(self, node: ast.expr, name: str) -> Value:
        if name in self._scope.variables:
            return Get(name)
        if name in self._scope.module.constants:
            return Number(self._scope.module.constants[name])
        if self._known_place(name) is not None:
            return self._read(node, self.place(node))
        raise self.error(node, f"{name} is neither a variable nor a constant")

    # --- records, lists and arrays -----------------------------------------------------------------

    def type_of(self, node: ast.expr) -> Type:
        """Return the type of the address that an expression gives; None if it gives a number."""
        match node:
            case ast.Name(name) if name in self._scope.variables:
                return self._scope.types.get(name)
            case ast.Name(name):
                return self._scope.module.known.get(name, (None, None))[0]
            case ast.Attribute(base, name):
                field = field_of(self.type_of(base), name)
                return None if field is None else field.type
            case ast.Subscript(base, ast.Slice()):
                return self.type_of(base)
            case ast.Subscript(base):
                items = self.type_of(base)
                return items.member if isinstance(items, Items) else None
            case ast.IfExp(_, then, otherwise):
                found = self.type_of(then)
                return found if found == self.type_of(otherwise) else None
            case ast.Call(function, [_]) if (cast := self._cast(function)) is not None:
                return cast
            case ast.Call(ast.Name(name)):
                helper = None if name in self._scope.module.intrinsics else self._scope.helper(name)
                return None if helper is None else helper.result_type
            case _:
                return None

    def place(self, node: ast.expr) -> "Place":
        """Return where a field, a member of a list or an array, or what the layout names stands."""
        match node:
            case ast.Attribute(base, name):
                return self._field(node, base, name)
            case ast.Subscript(base, index):
                items = self.type_of(base)
                if not isinstance(items, Items):
                    raise self.error(node, f"«{ast.unparse(base)}» is neither a list nor an array")
                start = self._start(base)
                if isinstance(index, ast.Slice):
                    return self._slice(node, items, start, index)
                offset = start.offset + (HEAD if items.counted else 0)
                first, number = Place(start.address, offset, None), self.value(index)
                found = self._member(node, items, first, number)
                if items.wide is None:
                    return found
                return replace(found, wide=self._member(node, items.wide, first, number))
            case ast.Name(name) if (place := self._known_place(name)) is not None:
                return Place(self._scope.layout_constant(node, place), 0, None)
            case _:
                return Place(self.value(node), 0, None)

    def _known_place(self, name: str) -> str | None:
        """Return the number of the layout at which what a name stands for is; None if there is none."""
        if name in self._scope.variables:
            return None
        return self._scope.module.known.get(name, (None, None))[1]

    def _field(self, node: ast.expr, base: ast.expr, name: str) -> "Place":
        kind = self.type_of(base)
        field = field_of(kind, name)
        if field is None:
            raise self.error(node, f"«{ast.unparse(base)}» has no field {name}")
        width: Width | None = None if field.inside else "i64"
        if isinstance(kind, RecordType) and kind.of_the_layout:
            return Place(self._scope.layout_constant(node, name), 0, width)
        start = self._start(base)
        return Place(start.address, start.offset + field.offset, width)

    def _slice(self, node: ast.expr, items: Items, start: "Place", part: ast.Slice) -> "Place":
        """Return where the members of an array from one on stand."""
        if items.counted or part.lower is None or part.upper is not None or part.step is not None:
            raise self.error(node, "only an array has a part, which has a beginning and no end")
        first = self._member(node, items, start, self.value(part.lower))
        return Place(first.address, first.offset, None)

    def _member(self, node: ast.expr, items: Items, first: "Place", index: Value) -> "Place":
        """Return where a member stands; what is constant of its index becomes part of the offset."""
        address, offset, width = first.address, first.offset, items.width
        match index:
            case Number(number):
                if number < 0:
                    raise self.error(node, "the index is negative")
                return Place(address, offset + items.stride * number, width)
            case Binary("+", left, Number(number)) if number >= 0:
                index, offset = left, offset + items.stride * number
            case Binary("-", left, Number(number)) if 0 <= items.stride * number <= offset:
                index, offset = left, offset - items.stride * number
            case _:
                pass
        moved = arithmetic("*", Number(items.stride), index) if items.stride > 1 else index
        return Place(arithmetic("+", address, moved), offset, width)

    def _is_narrow(self, node: ast.AST) -> Value:
        return Binary("==", self._scope.layout_constant(node, "narrow"), Number(1))

    def _start(self, node: ast.expr) -> "Place":
        """Return where the record, list or array of an expression begins."""
        place = self.place(node)
        return place if place.width is None else Place(self._read(node, place), 0, None)

    def _read(self, node: ast.AST, place: "Place") -> Value:
        if place.width is None:
            return arithmetic("+", place.address, Number(place.offset)) if place.offset else place.address
        load = Load(place.width, place.address, place.offset)
        return (
            load if place.wide is None else Choose(self._is_narrow(node), load, self._read(node, place.wide))
        )

    def _write(self, node: ast.AST, place: "Place", value: Value) -> Step:
        if place.width is None:
            raise self.error(node, "what stands in place has no value")
        store = Store(place.width, place.address, value, place.offset)
        if place.wide is None:
            return store
        return If(self._is_narrow(node), [store], [self._write(node, place.wide, value)])

    def assign(self, target: ast.expr, value: ast.expr) -> list[Step]:
        """Compile a write to a field or a member."""
        place = self.place(target)
        return [self._write(target, place, self.value(value))]

    def change(self, target: ast.expr, operator: ast.operator, value: ast.expr) -> list[Step]:
        """Compile a write to a field or a member that depends on what stands there."""
        place, before = self.place(target), list[Step]()
        if any(not isinstance(node, Get | Number | Binary) for node in nodes_of([Do(place.address)])[1:]):
            name = self._scope.fresh()
            before.append(Set(name, place.address))
            place = replace(place, address=Get(name))
        changed = self.binary(target, self._read(target, place), operator, self.value(value))
        return [*before, self._write(target, place, changed)]

    def _cast(self, node: ast.expr) -> Type:
        """Return the type that a call names; None if it names none."""
        match node:
            case ast.Name(name) if self._scope.helper(name) is None:
                return self._scope.module.type_named(name)
            case ast.Subscript():
                return self.type_named(node)
            case _:
                return None

    def type_named(self, node: ast.expr) -> Type:
        """Return the type that an annotation names."""
        try:
            return type_of(node, self._scope.module.type_named)
        except UnknownTypeError:
            raise self.error(node, f"«{ast.unparse(node)}» is not a type") from None

    def binary(self, node: ast.AST, left: Value, operator: ast.operator, right: Value) -> Value:
        """Compile an operation, of an expression or of an assignment."""
        word = _ARITHMETIC.get(type(operator))
        if word is not None:
            return arithmetic(word, left, right)
        if not isinstance(operator, ast.FloorDiv | ast.Mod):
            raise self.error(node, f"the operator {type(operator).__name__} is not allowed")
        whole = isinstance(operator, ast.FloorDiv)
        if isinstance(right, Number):
            divisor = right.value
            if divisor == 0:
                raise self.error(node, "division by zero")
            if isinstance(left, Number):
                return Number(wrapped(left.value // divisor if whole else left.value % divisor))
            if divisor > 0 and divisor & (divisor - 1) == 0:
                if whole:
                    return Binary(">>s", left, Number(divisor.bit_length() - 1))
                return Binary("&", left, Number(divisor - 1))
        divider = self._scope.divider("floor_divide" if whole else "floor_remainder")
        return Call(divider.name, (left, right))

    def _unary(self, node: ast.expr, operator: ast.unaryop, operand: ast.expr) -> Value:
        match operator:
            case ast.USub():
                return arithmetic("-", Number(0), self.value(operand))
            case ast.Invert():
                return arithmetic("^", self.value(operand), Number(-1))
            case ast.Not():
                return IsZero(self.condition(operand))
            case _:
                raise self.error(node, "the sign + is not allowed")

    def _compare(
        self, node: ast.expr, left: ast.expr, operators: list[ast.cmpop], rest: list[ast.expr]
    ) -> Value:
        for operator in operators:
            if type(operator) not in _COMPARED:
                raise self.error(node, f"the comparison {type(operator).__name__} is not allowed")
        return self._chain(self.value(left), operators, rest)

    def _chain(self, left: Value, operators: list[ast.cmpop], rest: list[ast.expr]) -> Value:
        word, right = _COMPARED[type(operators[0])], self.value(rest[0])
        if len(operators) == 1:
            if word == "==" and isinstance(right, Number) and right.value == 0:
                return IsZero(left)
            return arithmetic(word, left, right)
        if isinstance(right, Get | Number):
            return Choose(
                arithmetic(word, left, right), self._chain(right, operators[1:], rest[1:]), Number(0)
            )
        name = self._scope.fresh()
        first = Binary(word, left, After([Set(name, right)], Get(name)))
        return Choose(first, self._chain(Get(name), operators[1:], rest[1:]), Number(0))

    def _both_or_either(self, operator: ast.boolop, parts: list[ast.expr]) -> Value:
        found = self.value(parts[-1])
        for part in reversed(parts[:-1]):
            first = self.value(part)
            both = isinstance(operator, ast.And)
            if is_flag(first):
                found = Choose(first, found, Number(0)) if both else Choose(first, Number(1), found)
            else:
                name = self._scope.fresh()
                test, kept = After([Set(name, first)], Get(name)), Get(name)
                found = Choose(test, found, kept) if both else Choose(test, kept, found)
        return found

    def _call(self, node: ast.Call) -> Value:
        match node:
            case ast.Call(function, [address], []) if self._cast(function) is not None:
                return self.value(address)
            case ast.Call(ast.Name("len"), [many], []) if self.type_of(many) is not None:
                return self._read(node, self._field(node, many, "count"))
            case ast.Call(ast.Name(name), [ast.Name(record)], []) if name == SIZE_OF:
                kind = self._scope.module.records.get(record)
                if kind is None:
                    raise self.error(node, f"there is no record {record}")
                return Number(kind.size)
        if not isinstance(node.func, ast.Name):
            raise self.error(node, "only functions with a plain name can be called")
        name = node.func.id
        if name in self._scope.module.intrinsics:
            intrinsic = self._scope.module.intrinsics[name]
            found = intrinsic_value(intrinsic, self._operands(node, intrinsic))
            if found is None:
                raise self.error(node, f"{name} has no result")
            return found
        helper = self._scope.helper(name)
        if helper is None:
            raise self.error(node, f"there is no helper {name}")
        if node.keywords or len(node.args) != len(helper.parameters):
            raise self.error(node, f"{name} takes {len(helper.parameters)} arguments, without names")
        self._scope.called(helper)
        arguments = tuple(self.value(expression) for expression in node.args)
        if helper.name.startswith(THROUGH):
            return CallThrough(helper.name.removeprefix(THROUGH), arguments[0], arguments[1:])
        return Call(helper.name, arguments)

    def _operands(self, node: ast.Call, name: str) -> list[Value]:
        count = INTRINSICS[name].operands
        if node.keywords or len(node.args) != count:
            raise self.error(node, f"{name} takes {count} arguments, without names")
        return [self.value(expression) for expression in node.args]
