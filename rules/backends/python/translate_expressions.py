"""Converts lowered expressions to Python expressions.

In every function `s` is the state, `f` the frame; `v`, `p` and `w` are the state's values, its piles and the
pile of each piece.
"""

import ast
from collections.abc import Callable, Iterable
from typing import Any, assert_never, get_args

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import name_of
from lazaretto.rules.lower import ir

_COMPARISONS: dict[ir.Comparison, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
}
_OPERATORS: dict[ir.Arithmetic, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.FloorDiv,
    "mod": ast.Mod,
}

_Read = (
    ir.Const
    | ir.Local
    | ir.Slot
    | ir.Cell
    | ir.Table
    | ir.Item
    | ir.PileAt
    | ir.PileOf
    | ir.Players
    | ir.Veiled
    | ir.Returned
)
"""Constants, and reads of the state, the frame or a table."""
_Computed = (
    ir.Compute
    | ir.Negative
    | ir.Compare
    | ir.IsNone
    | ir.Between
    | ir.Not
    | ir.And
    | ir.Or
    | ir.IfElse
    | ir.TupleOf
    | ir.Words
)
"""Computations from one value or a few."""
_Called = ir.Call | ir.Apply | ir.Condition | ir.MayHoldHidden
"""Calls, and functions passed as arguments."""
_List = (
    ir.Select
    | ir.Range
    | ir.Frozen
    | ir.Unique
    | ir.Picked
    | ir.Joined
    | ir.NewList
    | ir.Charged
    | ir.Sorted
    | ir.Cells
    | ir.PilesOf
)
"""Expressions that produce a list."""
_Searched = ir.AnyOf | ir.AllOf | ir.FirstOf | ir.SumOf | ir.Extreme | ir.Best | ir.Length | ir.NotEmpty
"""Computations from a whole list."""


def expression(node: ir.Expression) -> ast.expr:
    """Convert an expression and keep its source position."""
    made = _expression(node)
    return made if node.span is None else py.placed(made, node.span)


def expressions(nodes: Iterable[ir.Expression]) -> list[ast.expr]:
    """Convert several expressions."""
    return [expression(each) for each in nodes]


def _expression(node: ir.Expression) -> ast.expr:
    convert = _CONVERTED.get(node.__class__)
    return _searched(node) if convert is None else convert(node)  # type: ignore[arg-type]


def _read(node: _Read) -> ast.expr:
    match node:
        case ir.Const(value):
            return py.const(value)
        case ir.Local(name) | ir.Table(name):
            return py.name(name)
        case ir.Slot(number):
            return py.item(py.name("f"), py.const(number))
        case ir.Cell():
            return py.item(py.name("v"), expression(node.index))
        case ir.Item():
            return py.item(expression(node.many), expression(node.index))
        case ir.PileAt():
            return py.item(py.name("p"), expression(node.index))
        case ir.PileOf():
            return py.item(py.name("w"), expression(node.piece))
        case ir.Players():
            return py.field("s", "players")
        case ir.Veiled():
            return py.field("s", "veiled")
        case ir.Returned():
            return py.field("s", "ret")
        case _:
            assert_never(node)


def _computed(node: _Computed) -> ast.expr:
    match node:
        case ir.Compute("+"):
            return py.plus(expression(node.left), expression(node.right))
        case ir.Compute():
            return ast.BinOp(expression(node.left), _OPERATORS[node.operator](), expression(node.right))
        case ir.Negative():
            return ast.UnaryOp(ast.USub(), expression(node.operand))
        case ir.Compare():
            return py.compare(expression(node.left), _COMPARISONS[node.operator](), expression(node.right))
        case ir.IsNone():
            return py.compare(
                expression(node.operand), ast.IsNot() if node.negated else ast.Is(), py.const(None)
            )
        case ir.Between():
            return py.within(expression(node.low), expression(node.value), expression(node.high))
        case ir.Not():
            return py.negated(expression(node.operand))
        case ir.And():
            return py.both(expressions(node.operands))
        case ir.Or():
            return ast.BoolOp(ast.Or(), expressions(node.operands))
        case ir.IfElse():
            return ast.IfExp(expression(node.test), expression(node.then), expression(node.otherwise))
        case ir.TupleOf():
            return _tuple(node.items)
        case ir.Words():
            return ast.Tuple(
                [py.const(node.template), _tuple(node.gaps) if node.gaps else py.const(())], ast.Load()
            )
        case _:
            assert_never(node)


def _called(node: _Called) -> ast.expr:
    match node:
        case ir.Call():
            given = [py.name("s"), py.name("f")] if node.function.role in ir.FRAMED else [py.name("s")]
            return py.call(name_of(node.function), *given, *expressions(node.arguments))
        case ir.Apply("written", (ir.Words() as words, ir.Const(()))):
            made = expression(words)  # no text inside another one: the size is known
            assert isinstance(made, ast.Tuple)
            made.elts.append(py.const(1))
            return made
        case ir.Apply("total"):
            return py.call("total", py.name("v"), *expressions(node.arguments))
        case ir.Apply():
            state = [py.name("s")] if node.name in ir.TAKES_STATE else []
            return py.call(node.name, *state, *expressions(node.arguments))
        case ir.Condition():
            return py.lambda_of(node.variable.name, expression(node.body))
        case ir.MayHoldHidden(question):
            return py.call("hidden", py.name("s"), py.const(question))
        case _:
            assert_never(node)


def _listed(node: _List) -> ast.expr:
    match node:
        case ir.Select():
            return ast.ListComp(expression(node.result), [_generator(node.variable, node)])
        case ir.Range(ir.Const(0)):
            return py.call("range", expression(node.high))
        case ir.Range():
            return py.call("range", expression(node.low), expression(node.high))
        case ir.Frozen():
            return py.call("tuple", expression(node.many))
        case ir.Unique():
            return py.call("list", py.method(py.name("dict"), "fromkeys", expression(node.many)))
        case ir.Picked():
            return py.call("compress", expression(node.many), expression(node.by))
        case ir.Joined():
            first, *rest = expressions(node.lists)
            for more in rest:
                first = ast.BinOp(first, ast.Add(), more)
            return first
        case ir.Sorted():
            made = py.call("sorted", expression(node.many))
            made.keywords.append(ast.keyword("key", py.lambda_of(node.variable.name, expression(node.key))))
            return made
        case ir.NewList():
            return ast.List([], ast.Load())
        case ir.Charged() if node.share > 1:
            return py.call("skim", py.name("s"), expression(node.many), py.const(node.share))
        case ir.Charged():
            rest = [] if node.each == 1 else [py.const(node.each)]
            return py.call("charge", py.name("s"), expression(node.many), *rest)
        case ir.Cells():
            return py.item(py.name("v"), _stretch(expression(node.first), expression(node.count)))
        case ir.PilesOf(start, length):
            return py.item(py.name("w"), _stretch(py.const(start), py.const(length)))
        case _:
            assert_never(node)


def _searched(node: _Searched) -> ast.expr:
    match node:
        case ir.AnyOf(select):
            return py.call("any", _lazily(select))
        case ir.AllOf(select):
            return py.call("all", _lazily(select))
        case ir.FirstOf(select):
            return py.call("next", _lazily(select), py.const(None))
        case ir.SumOf():
            return py.call("sum", expression(node.many))
        case ir.Extreme():
            made = py.call(node.word, expression(node.many))
            made.keywords.append(ast.keyword("default", py.const(0)))
            return made
        case ir.Best():
            made = py.call(node.word, expression(node.many))
            made.keywords.append(ast.keyword("key", py.lambda_of(node.variable.name, expression(node.key))))
            made.keywords.append(ast.keyword("default", py.const(None)))
            return made
        case ir.Length():
            return py.call("len", expression(node.many))
        case ir.NotEmpty():
            return expression(node.many)
        case _:
            assert_never(node)


_CONVERTED: dict[type[ir.Expression], Callable[[Any], ast.expr]] = {
    each: convert
    for union, convert in ((_Read, _read), (_Computed, _computed), (_Called, _called), (_List, _listed))
    for each in get_args(union)
}
"""What converts the expressions of each class; all others are computed from a list."""


def _lazily(select: ir.Select) -> ast.expr:
    """Return a generator of the results of a selection."""
    made = ast.GeneratorExp(expression(select.result), [_generator(select.variable, select)])
    return made if select.span is None else py.placed(made, select.span)


def _generator(variable: ir.Local, select: ir.Select) -> ast.comprehension:
    return ast.comprehension(py.store(variable.name), expression(select.many), expressions(select.tests), 0)


def _tuple(items: Iterable[ir.Expression]) -> ast.expr:
    return ast.Tuple(expressions(items), ast.Load())


def _stretch(first: ast.expr, count: ast.expr) -> ast.Slice:
    """Return the slice of `count` items from the first on."""
    if isinstance(first, ast.Constant):
        return ast.Slice(first, py.plus(count, py.copied(first)), None)
    return ast.Slice(first, py.plus(py.copied(first), count), None)


__all__ = ["expression", "expressions"]
