"""Compiles expressions of helpers into values of flat code."""

import ast
from collections.abc import Mapping
from typing import Protocol

from lazaretto.rules.backends.native.flat.arithmetic import calculate, wrapped
from lazaretto.rules.backends.native.flat.flags import is_flag
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Get,
    IsZero,
    Number,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.subset.errors import SubsetError
from lazaretto.rules.backends.native.subset.intrinsics import INTRINSICS, intrinsic_step, intrinsic_value
from lazaretto.rules.backends.native.subset.modules import Helper, Module

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

    def layout_constant(self, node: ast.Attribute) -> Value:
        """Return what stands for a number of the layout."""

    def helper(self, name: str) -> Helper | None:
        """Return a helper by the name it has here."""

    def called(self, helper: Helper) -> None:
        """Note that a helper is needed."""

    def divider(self, name: str) -> Helper:
        """Return the helper that divides as Python does."""

    def fresh(self) -> str:
        """Return the name of a new variable."""


def arithmetic(word: BinaryWord, left: Value, right: Value) -> Value:
    """Return an operation, calculated already if both operands are constants."""
    if isinstance(left, Number) and isinstance(right, Number) and (word not in _DIVISIONS or right.value > 0):
        return Number(calculate(word, left.value, right.value))
    return Binary(word, left, right)


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
            case ast.Attribute(ast.Name(name)) if name == self._scope.module.layout:
                return self._scope.layout_constant(node)
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
                for each in reversed(parts[:-1]):
                    found = Choose(self.condition(each), found, Number(0))
                return found
            case ast.BoolOp(ast.Or(), parts):
                found = self.condition(parts[-1])
                for each in reversed(parts[:-1]):
                    found = Choose(self.condition(each), Number(1), found)
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
        return intrinsic_step(name, *self._operands(node, name))

    def error(self, node: ast.AST, text: str) -> SubsetError:
        """Return the error to raise."""
        return SubsetError(self._scope.module.path, node, text)

    def _name(self, node: ast.expr, name: str) -> Value:
        if name in self._scope.variables:
            return Get(name)
        if name in self._scope.module.constants:
            return Number(self._scope.module.constants[name])
        raise self.error(node, f"{name} is neither a variable nor a constant")

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
        for each in operators:
            if type(each) not in _COMPARED:
                raise self.error(node, f"the comparison {type(each).__name__} is not allowed")
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
        for each in reversed(parts[:-1]):
            first = self.value(each)
            both = isinstance(operator, ast.And)
            if is_flag(first):
                found = Choose(first, found, Number(0)) if both else Choose(first, Number(1), found)
            else:
                name = self._scope.fresh()
                test, kept = After([Set(name, first)], Get(name)), Get(name)
                found = Choose(test, found, kept) if both else Choose(test, kept, found)
        return found

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name):
            raise self.error(node, "only functions with a plain name can be called")
        name = node.func.id
        if name in self._scope.module.intrinsics:
            intrinsic = self._scope.module.intrinsics[name]
            found = intrinsic_value(intrinsic, *self._operands(node, intrinsic))
            if found is None:
                raise self.error(node, f"{name} has no result")
            return found
        helper = self._scope.helper(name)
        if helper is None:
            raise self.error(node, f"there is no helper {name}")
        if node.keywords or len(node.args) != len(helper.parameters):
            raise self.error(node, f"{name} takes {len(helper.parameters)} arguments, without names")
        self._scope.called(helper)
        arguments = tuple(self.value(each) for each in node.args)
        if helper.name.startswith(THROUGH):
            return CallThrough(helper.name.removeprefix(THROUGH), arguments[0], arguments[1:])
        return Call(helper.name, arguments)

    def _operands(self, node: ast.Call, name: str) -> tuple[list[Value], int]:
        known, offset = INTRINSICS[name], 0
        arguments = list(node.args)
        if known.offset and len(arguments) == known.operands and len(node.keywords) == 1:
            if node.keywords[0].arg != "offset":
                raise self.error(node, f"{name} has no argument {node.keywords[0].arg}")
            arguments.append(node.keywords[0].value)
        elif node.keywords:
            raise self.error(node, f"{name} takes {known.operands} arguments, without names")
        values = [self.value(each) for each in arguments]
        if known.offset and len(values) == known.operands + 1:
            last = values.pop()
            if not isinstance(last, Number) or last.value < 0:
                raise self.error(node, f"the offset of {name} is not a constant, or negative")
            offset = last.value
        if len(values) != known.operands:
            raise self.error(node, f"{name} takes {known.operands} arguments")
        return values, offset
