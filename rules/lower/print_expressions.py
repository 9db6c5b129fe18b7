"""Prints expressions of the lowered form."""

from collections.abc import Iterable
from typing import assert_never

from rules.lower import ir

_Plain = (
    ir.Const
    | ir.Local
    | ir.Slot
    | ir.Players
    | ir.Veiled
    | ir.Returned
    | ir.Cell
    | ir.Cells
    | ir.PileAt
    | ir.PileOf
    | ir.PilesOf
    | ir.Table
    | ir.Item
)
_Condition = ir.Compare | ir.IsNone | ir.Between | ir.Not | ir.And | ir.Or | ir.IfElse
_Many = (
    ir.SumOf
    | ir.Extreme
    | ir.Best
    | ir.Length
    | ir.NotEmpty
    | ir.Frozen
    | ir.Unique
    | ir.Picked
    | ir.Joined
    | ir.NewList
    | ir.Range
    | ir.Charged
)


def shown(node: ir.Expression) -> str:
    """Print an expression."""
    match node:
        case ir.Compute(operator, left, right):
            return f"({shown(left)} {operator} {shown(right)})"
        case ir.Negative(operand):
            return f"-{shown(operand)}"
        case ir.TupleOf(items):
            return arguments(items)
        case ir.Words(template, gaps):
            return f"words {template}{arguments(gaps) if gaps else ''}"
        case ir.Call(function, given):
            return f"{called(function)}{arguments(given)}"
        case ir.Apply(name, given):
            return f"{name}{arguments(given)}"
        case ir.Condition(variable, body):
            return f"({variable.name}: {shown(body)})"
        case ir.Select():
            return f"[{_search(node)}]"
        case ir.AnyOf(select):
            return f"any({_search(select)})"
        case ir.AllOf(select):
            return f"all({_search(select)})"
        case ir.FirstOf(select):
            return f"first({_search(select)})"
        case ir.MayHoldHidden(question):
            return f"may_hold_hidden({question})"
        case ir.Compare() | ir.IsNone() | ir.Between() | ir.Not() | ir.And() | ir.Or() | ir.IfElse():
            return _condition(node)
        case (
            ir.SumOf()
            | ir.Extreme()
            | ir.Best()
            | ir.Length()
            | ir.NotEmpty()
            | ir.Frozen()
            | ir.Unique()
            | ir.Picked()
            | ir.Joined()
            | ir.NewList()
            | ir.Range()
            | ir.Charged()
        ):
            return _many(node)
        case _:
            return _plain(node)


def called(ref: ir.Ref) -> str:
    """Print a function reference: its role and number."""
    step = f".{ref.step}" if ref.step else ""
    return f"{ref.role.value} {ref.number}{step}"


def arguments(nodes: Iterable[ir.Expression]) -> str:
    """Print expressions, separated by commas."""
    return f"({joined(map(shown, nodes))})"


def joined(texts: Iterable[str]) -> str:
    """Join texts with commas."""
    return ", ".join(texts)


def _plain(node: _Plain) -> str:
    match node:
        case ir.Const(value):
            return "none" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
        case ir.Local(name) | ir.Table(name):
            return name
        case ir.Slot(number):
            return f"frame[{number}]"
        case ir.Players():
            return "players"
        case ir.Veiled():
            return "veiled"
        case ir.Returned():
            return "returned"
        case ir.Cell(index):
            return f"cell[{shown(index)}]"
        case ir.Cells(first, count):
            return f"cells[{shown(first)}, {shown(count)}]"
        case ir.PileAt(index):
            return f"pile[{shown(index)}]"
        case ir.PileOf(piece):
            return f"pile_of[{shown(piece)}]"
        case ir.PilesOf(low, many):
            return f"piles_of[{low}, {many}]"
        case ir.Item(many, index):
            return f"{shown(many)}[{shown(index)}]"
        case _:
            assert_never(node)


def _condition(node: _Condition) -> str:
    match node:
        case ir.Compare(operator, left, right):
            return f"{shown(left)} {operator} {shown(right)}"
        case ir.IsNone(operand, negated):
            return f"{shown(operand)} is {'not ' if negated else ''}none"
        case ir.Between(low, value, high):
            return f"{shown(low)} <= {shown(value)} < {shown(high)}"
        case ir.Not(operand):
            return f"not ({shown(operand)})"
        case ir.And(operands):
            return "(" + " and ".join(map(shown, operands)) + ")" if operands else "true"
        case ir.Or(operands):
            return "(" + " or ".join(map(shown, operands)) + ")"
        case ir.IfElse(test, then, otherwise):
            return f"({shown(then)} if {shown(test)} else {shown(otherwise)})"
        case _:
            assert_never(node)


def _search(node: ir.Select) -> str:
    """Print a selection: a result for each member that passes the tests."""
    where = " if " + " and ".join(map(shown, node.tests)) if node.tests else ""
    return f"{shown(node.result)} for {node.variable.name} in {shown(node.many)}{where}"


def _many(node: _Many) -> str:
    match node:
        case ir.SumOf(many):
            return f"sum({shown(many)})"
        case ir.Extreme(word, many):
            return f"{word}({shown(many)}, or 0)"
        case ir.Best(word, many, variable, key):
            return f"{word}({shown(many)} by {variable.name}: {shown(key)})"
        case ir.Length(many):
            return f"length({shown(many)})"
        case ir.NotEmpty(many):
            return f"not_empty({shown(many)})"
        case ir.Frozen(many):
            return f"frozen({shown(many)})"
        case ir.Unique(many):
            return f"unique({shown(many)})"
        case ir.Picked(many, by):
            return f"picked({shown(many)} by {shown(by)})"
        case ir.Joined(lists):
            return f"joined{arguments(lists)}"
        case ir.NewList():
            return "[]"
        case ir.Range(low, high):
            return f"range({shown(low)}, {shown(high)})"
        case ir.Charged(many, each):
            return f"charged({shown(many)}, {each} each)"
        case _:
            assert_never(node)
