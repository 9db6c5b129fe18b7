"""Builders and walkers for Python's syntax tree, with the place of its rule on every node.

The place is kept as a `Span` while trees are copied and changed; `codegen` turns it into line numbers.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

from grammar.source import Span

Node = TypeVar("Node", bound=ast.AST)


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
    """A call of a function by its name."""
    return ast.Call(name(function), list(arguments), [])


def method(of: ast.expr, attribute: str, *arguments: ast.expr) -> ast.Call:
    """`of.attribute(arguments)`."""
    return ast.Call(ast.Attribute(of, attribute, ast.Load()), list(arguments), [])


def item(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """`of[index]`, read."""
    return ast.Subscript(of, index, ast.Load())


def put(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """`of[index]`, written."""
    return ast.Subscript(of, index, ast.Store())


def field(of: str, attribute: str) -> ast.Attribute:
    """`of.attribute`, read."""
    return ast.Attribute(name(of), attribute, ast.Load())


def put_field(of: str, attribute: str) -> ast.Attribute:
    """`of.attribute`, written."""
    return ast.Attribute(name(of), attribute, ast.Store())


def plus(left: ast.expr, right: ast.expr) -> ast.expr:
    """A sum, computed where both numbers are known."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        if isinstance(left.value, int) and isinstance(right.value, int):
            return const(left.value + right.value)
    elif isinstance(left, ast.Constant) and left.value == 0:
        return right
    elif isinstance(right, ast.Constant) and right.value == 0:
        return left
    return ast.BinOp(left, ast.Add(), right)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """A comparison."""
    return ast.Compare(left, [operator], [right])


def within(low: ast.expr, value: ast.expr, high: ast.expr) -> ast.expr:
    """`low <= value < high`; of a name as two comparisons, which Python runs faster than a chain."""
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
    """`not test`; a negated comparison loses its `not`."""
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


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """For each class of node the fields that may hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = () if kind is ast.Constant else tuple(each for each in kind._fields if each not in _PLAIN)
        self[kind] = found
        return found


_PLAIN = ("id", "ctx", "op", "attr", "arg", "name", "kind", "is_async", "type_comment", "type_params")
"""Fields that hold strings, or nodes without a position."""
FIELDS = _Fields()


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes right below a node, without those that have no position."""
    found = node.__dict__
    for field in FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            yield from value
        elif value is not None:
            yield value


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a tree, in no particular order."""
    waiting = [tree]
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


def placed(tree: Node, span: Span) -> Node:
    """Put a tree where its rule stands; subtrees that have a place keep it."""
    waiting: list[ast.AST] = [tree]
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
    return tree


def like(tree: Node, other: ast.AST) -> Node:
    """Put all nodes of a tree that have no place where another node stands."""
    place = other.__dict__.get("place")
    if place is not None:
        for each in nodes(tree):
            if each._attributes:
                each.__dict__.setdefault("place", place)
    return tree


def at(place: ast.AST, node: Node) -> Node:
    """Put a new node where another stands; those below it keep their place, or inherit this one."""
    where = place.__dict__.get("place")
    if where is not None:
        node.__dict__.setdefault("place", where)
    return node


def copied(tree: Node) -> Node:
    """A deep copy."""
    new = tree.__class__.__new__(tree.__class__)
    found = new.__dict__
    found |= tree.__dict__
    for field in FIELDS[tree.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            found[field] = [copied(each) for each in value]
        elif value is not None:
            found[field] = copied(value)
    return new
