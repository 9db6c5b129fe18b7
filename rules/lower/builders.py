"""Builds small lowered nodes, folds constants, and lowers types, locals and positions."""

from collections.abc import Sequence
from typing import TypeVar

from lazaretto.grammar.source import Span
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Sort
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BrokenType,
    FlagType,
    Kind,
    KindType,
    ManyType,
    NoneType,
    NumberType,
    OptionalType,
    PileType,
    SupplyType,
    TextType,
    Type,
    VoidType,
)
from lazaretto.rules.run.limits import MOST

Node = TypeVar("Node", bound="ir.Expression | ir.Statement")


def at(node: Node, span: Span) -> Node:
    """Give a node a source position, unless it has one."""
    if node.span is None:
        node.span = span
    return node


def plus(left: ir.Expression, right: ir.Expression) -> ir.Expression:
    """Build a sum, folded if both numbers are constants."""
    match left, right:
        case ir.Const(int(one)), ir.Const(int(other)) if abs(one + other) <= MOST:
            return ir.Const(one + other)
        case ir.Const(0), _:
            return right
        case _, ir.Const(0):
            return left
        case _:
            return ir.Compute("+", left, right)


def checked(number: ir.Expression) -> ir.Expression:
    """Build the check that a number is not too large."""
    return number if isinstance(number, ir.Const) else ir.Apply("number", (number,), ir.Sort.NUMBER)


def times(left: ir.Expression, right: int) -> ir.Expression:
    """Build a product with a constant."""
    if isinstance(left, ir.Const) and isinstance(left.value, int):
        return ir.Const(left.value * right)
    return left if right == 1 else ir.Compute("*", left, ir.Const(right))


def negated(test: ir.Expression) -> ir.Expression:
    """Negate a condition, without double negation."""
    match test:
        case ir.Not(ir.Compare() | ir.IsNone() | ir.Between() as inner):
            return inner
        case _:
            return ir.Not(test)


def all_of(tests: Sequence[ir.Expression]) -> ir.Expression:
    """Build the conjunction of all conditions."""
    return tests[0] if len(tests) == 1 else ir.And(tuple(tests))


def when(test: ir.Expression, *body: ir.Statement) -> ir.If:
    """Build statements under a condition."""
    return ir.If(test, list(body), [])


def between(value: ir.Expression, kind: Kind) -> ir.Expression:
    """Test whether a member belongs to a kind, whose members have consecutive numbers, none below 0."""
    high = ir.Const(kind.first + kind.count)
    if kind.first == 0:
        return ir.Compare("<", value, high)
    return ir.Between(ir.Const(kind.first), value, high)


def sort_of(kind: Type) -> Sort:
    """Return the sort of the values of a type."""
    match kind:
        case NumberType():
            return Sort.NUMBER
        case FlagType():
            return Sort.FLAG
        case KindType() | OptionalType() | NoneType():
            return Sort.MEMBER
        case ManyType() | PileType():
            return Sort.LIST
        case TextType() | SupplyType() | VoidType() | BrokenType():
            return Sort.VALUE


def place(span: Span) -> str:
    """Format a position as `file:line:column`."""
    return f"{span.file}:{span.line}:{span.column}"


def local(variable: tree.Local) -> ir.Local:
    """Return a local of a rule as a local of its function."""
    return ir.Local(variable.name, sort_of(variable.type))
