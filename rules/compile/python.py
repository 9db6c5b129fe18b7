"""Small builders of Python's own tree, with the rule's place on every node.

The place is kept as it is while trees are copied and changed; Python's own numbers are made of it in the end.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

from grammar.source import Span

Node = TypeVar("Node", bound=ast.AST)
Expression = TypeVar("Expression", bound=ast.expr)


def name(text: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def store(text: str) -> ast.Name:
    """A name that is written."""
    return ast.Name(text, ast.Store())


def const(value: object) -> ast.Constant:
    """A constant."""
    return ast.Constant(value)  # type: ignore[arg-type]


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of one of our own functions."""
    return ast.Call(name(function), list(arguments), [])


def item(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """`of[index]`, read."""
    return ast.Subscript(of, index, ast.Load())


def put(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """`of[index]`, written."""
    return ast.Subscript(of, index, ast.Store())


def field(of: str, attribute: str) -> ast.Attribute:
    """`of.attribute`, read."""
    return ast.Attribute(name(of), attribute, ast.Load())


def plus(left: ast.expr, right: ast.expr) -> ast.expr:
    """A sum, worked out where both are known."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        if isinstance(left.value, int) and isinstance(right.value, int):
            return const(left.value + right.value)
    elif isinstance(left, ast.Constant) and left.value == 0:
        return right
    elif isinstance(right, ast.Constant) and right.value == 0:
        return left
    return ast.BinOp(left, ast.Add(), right)


def times(left: ast.expr, right: int) -> ast.expr:
    """A product with a known number."""
    if isinstance(left, ast.Constant) and isinstance(left.value, int):
        return const(left.value * right)
    return left if right == 1 else ast.BinOp(left, ast.Mult(), const(right))


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """A comparison."""
    return ast.Compare(left, [operator], [right])


def within(low: ast.expr, value: ast.expr, high: ast.expr) -> ast.expr:
    """`low <= value < high`, in two steps where the value costs nothing: Python is quicker at those."""
    if not isinstance(value, ast.Name):
        return ast.Compare(low, [ast.LtE(), ast.Lt()], [value, high])
    return both([compare(low, ast.LtE(), value), compare(copied(value), ast.Lt(), high)])


def assign(target: ast.expr, value: ast.expr) -> ast.Assign:
    """`target = value`."""
    return ast.Assign([target], value)


def when(test: ast.expr, *body: ast.stmt) -> ast.If:
    """`if test:`."""
    return ast.If(test, list(body), [])


def negated(test: ast.expr) -> ast.expr:
    """`not test`; of something that is itself the contrary of a comparison, that comparison."""
    match test:
        case ast.UnaryOp(ast.Not(), ast.Compare() as inner):
            return inner
        case _:
            return ast.UnaryOp(ast.Not(), test)


def both(tests: Sequence[ast.expr]) -> ast.expr:
    """All of some tests."""
    if not tests:
        return const(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))


def function(title: str, parameters: Sequence[str], body: Sequence[ast.stmt], span: Span) -> ast.FunctionDef:
    """A function at the place of its rule."""
    arguments = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    made = ast.FunctionDef(title, arguments, list(body) or [ast.Pass()], [], None)
    if "type_params" in ast.FunctionDef._fields:
        setattr(made, "type_params", [])  # noqa: B010
    return placed(made, span)


def lambda_of(parameter: str, body: ast.expr) -> ast.Lambda:
    """A function of one parameter inside an expression."""
    return ast.Lambda(ast.arguments([], [ast.arg(parameter)], None, [], [], None, []), body)


def placed(node: Node, span: Span) -> Node:
    """Put a tree where its rule stands; parts that have a place already keep it."""
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        found = each.__dict__
        if each._attributes:
            if "place" in found:
                continue
            found["place"] = span
        for field in FIELDS[each.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                waiting += value
            elif value is not None:
                waiting.append(value)
    return node


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """For each kind of part the fields in which further parts may lie; looked up far more often than made."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = () if kind is ast.Constant else tuple(each for each in kind._fields if each not in _PLAIN)
        self[kind] = found
        return found


_PLAIN = ("id", "ctx", "op", "attr", "arg", "name", "kind", "is_async", "type_comment", "type_params")
"""Fields that hold words, or parts that have no place."""
FIELDS = _Fields()


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts right below a part; like Python's own function, without what has no place anyway."""
    found = node.__dict__
    for field in FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            yield from value
        elif value is not None:
            yield value


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a tree."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        found = each.__dict__
        for field in FIELDS[each.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                waiting += value
            elif value is not None:
                waiting.append(value)


def like(node: Node, other: ast.AST) -> Node:
    """Put new parts of the tree where another part stands."""
    place = other.__dict__.get("place")
    if place is not None:
        for each in parts(node):
            if each._attributes:
                each.__dict__.setdefault("place", place)
    return node


def at(place: ast.AST, node: Node) -> Node:
    """Put a new part where another stands; what is below it has a place of its own, or takes this one."""
    where = place.__dict__.get("place")
    if where is not None:
        node.__dict__.setdefault("place", where)
    return node


def long(node: Expression, most: int) -> Expression:
    """A list that says how many members it can have."""
    node.__dict__["longest"] = most
    return node


def copied(node: Node) -> Node:
    """A tree of its own."""
    new = node.__class__.__new__(node.__class__)
    found = new.__dict__
    found |= node.__dict__
    for field in FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            found[field] = [copied(each) for each in value]
        elif value is not None:
            found[field] = copied(value)
    return new
