"""Prints expressions of the lowered form."""

from collections.abc import Iterable
from typing import assert_never

from lazaretto.rules.lower import ir

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
    | ir.Sorted
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
        case ir.Compute():
            return f"({shown(node.left)} {node.operator} {shown(node.right)})"
        case ir.Negative():
            return f"-{shown(node.operand)}"
        case ir.TupleOf():
            return arguments(node.items)
        case ir.Words():
            return f"words {node.template}{arguments(node.gaps) if node.gaps else ''}"
        case ir.Call():
            return f"{called(node.function)}{arguments(node.arguments)}"
        case ir.Apply():
            return f"{node.name}{arguments(node.arguments)}"
        case ir.Condition():
            return f"({node.variable.name}: {shown(node.body)})"
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
            | ir.Sorted()
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
        case ir.Cell():
            return f"cell[{shown(node.index)}]"
        case ir.Cells():
            return f"cells[{shown(node.first)}, {shown(node.count)}]"
        case ir.PileAt():
            return f"pile[{shown(node.index)}]"
        case ir.PileOf():
            return f"pile_of[{shown(node.piece)}]"
        case ir.PilesOf(low, many):
            return f"piles_of[{low}, {many}]"
        case ir.Item():
            return f"{shown(node.many)}[{shown(node.index)}]"
        case _:
            assert_never(node)


def _condition(node: _Condition) -> str:
    match node:
        case ir.Compare():
            return f"{shown(node.left)} {node.operator} {shown(node.right)}"
        case ir.IsNone():
            return f"{shown(node.operand)} is {'not ' if node.negated else ''}none"
        case ir.Between():
            return f"{shown(node.low)} <= {shown(node.value)} < {shown(node.high)}"
        case ir.Not():
            return f"not ({shown(node.operand)})"
        case ir.And():
            return "(" + " and ".join(map(shown, node.operands)) + ")" if node.operands else "true"
        case ir.Or():
            return "(" + " or ".join(map(shown, node.operands)) + ")"
        case ir.IfElse():
            return f"({shown(node.then)} if {shown(node.test)} else {shown(node.otherwise)})"
        case _:
            assert_never(node)


def _search(node: ir.Select) -> str:
    """Print a selection: a result for each member that passes the tests."""
    where = " if " + " and ".join(map(shown, node.tests)) if node.tests else ""
    return f"{shown(node.result)} for {node.variable.name} in {shown(node.many)}{where}"


def _many(node: _Many) -> str:
    match node:
        case ir.SumOf():
            return f"sum({shown(node.many)})"
        case ir.Extreme():
            return f"{node.word}({shown(node.many)}, or 0)"
        case ir.Best():
            return f"{node.word}({shown(node.many)} by {node.variable.name}: {shown(node.key)})"
        case ir.Sorted():
            return f"sorted({shown(node.many)} by {node.variable.name}: {shown(node.key)})"
        case ir.Length():
            return f"length({shown(node.many)})"
        case ir.NotEmpty():
            return f"not_empty({shown(node.many)})"
        case ir.Frozen():
            return f"frozen({shown(node.many)})"
        case ir.Unique():
            return f"unique({shown(node.many)})"
        case ir.Picked():
            return f"picked({shown(node.many)} by {shown(node.by)})"
        case ir.Joined():
            return f"joined{arguments(node.lists)}"
        case ir.NewList():
            return "[]"
        case ir.Range():
            return f"range({shown(node.low)}, {shown(node.high)})"
        case ir.Charged():
            each = "each" if node.share == 1 else f"for {node.share}"
            return f"charged({shown(node.many)}, {node.each} {each})"
        case _:
            assert_never(node)
