"""Builders and walkers for Python's syntax tree, with the rule's source position on every node.

The position is a `Span` while trees are copied and changed; `code_line_numbers` turns it into line numbers.
Also facts about trees for the passes (their names, their size, whether they can fail), and nodes by their
places.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from lazaretto.grammar.source import Span

Node = TypeVar("Node", bound=ast.AST)


def name(text: str) -> ast.Name:
    """Return a name that is read."""
    return ast.Name(text, ast.Load())


def store(text: str) -> ast.Name:
    """Return a name that is written."""
    return ast.Name(text, ast.Store())


def const(value: object) -> ast.Constant:
    """Return a constant."""
    return ast.Constant(value)  # type: ignore[arg-type]


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a function by its name."""
    return ast.Call(name(function), list(arguments), [])


def method(of: ast.expr, attribute: str, *arguments: ast.expr) -> ast.Call:
    """Return `of.attribute(arguments)`."""
    return ast.Call(ast.Attribute(of, attribute, ast.Load()), list(arguments), [])


def item(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """Return `of[index]`, read."""
    return ast.Subscript(of, index, ast.Load())


def put(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """Return `of[index]`, written."""
    return ast.Subscript(of, index, ast.Store())


def field(of: str, attribute: str) -> ast.Attribute:
    """Return `of.attribute`, read."""
    return ast.Attribute(name(of), attribute, ast.Load())


def put_field(of: str, attribute: str) -> ast.Attribute:
    """Return `of.attribute`, written."""
    return ast.Attribute(name(of), attribute, ast.Store())


def plus(left: ast.expr, right: ast.expr) -> ast.expr:
    """Return a sum, folded if both numbers are constants."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        if isinstance(left.value, int) and isinstance(right.value, int):
            return const(left.value + right.value)
    elif isinstance(left, ast.Constant) and left.value == 0:
        return right
    elif isinstance(right, ast.Constant) and right.value == 0:
        return left
    return ast.BinOp(left, ast.Add(), right)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """Return a comparison."""
    return ast.Compare(left, [operator], [right])


def within(low: ast.expr, value: ast.expr, high: ast.expr) -> ast.expr:
    """Return `low <= value < high`; for a name as two comparisons, which Python runs faster than a chain."""
    if not isinstance(value, ast.Name):
        return ast.Compare(low, [ast.LtE(), ast.Lt()], [value, high])
    return both([compare(low, ast.LtE(), value), compare(copied(value), ast.Lt(), high)])


def assign(target: ast.expr, value: ast.expr) -> ast.Assign:
    """Return `target = value`."""
    return ast.Assign([target], value)


def when(test: ast.expr, *body: ast.stmt) -> ast.If:
    """Return `if test:`."""
    return ast.If(test, list(body), [])


def negated(test: ast.expr) -> ast.expr:
    """Return `not test`; for a comparison, the inverse comparison."""
    match test:
        case ast.UnaryOp(ast.Not(), ast.Compare() as inner):
            return inner
        case _:
            return ast.UnaryOp(ast.Not(), test)


def both(tests: Sequence[ast.expr]) -> ast.expr:
    """Return the conjunction of some tests."""
    if not tests:
        return const(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))


def function(title: str, parameters: Sequence[str], body: Sequence[ast.stmt], span: Span) -> ast.FunctionDef:
    """Return a function with the source position of its rule."""
    arguments = ast.arguments([], [ast.arg(parameter) for parameter in parameters], None, [], [], None, [])
    function_def = ast.FunctionDef(title, arguments, list(body) or [ast.Pass()], [], None)
    if "type_params" in ast.FunctionDef._fields:
        setattr(function_def, "type_params", [])  # noqa: B010
    return placed(function_def, span)


def lambda_of(parameter: str, body: ast.expr) -> ast.Lambda:
    """Return a lambda with one parameter."""
    return ast.Lambda(ast.arguments([], [ast.arg(parameter)], None, [], [], None, []), body)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """Return the fields that may hold nodes, for each class of node."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = () if kind is ast.Constant else tuple(each for each in kind._fields if each not in _PLAIN)
        self[kind] = found
        return found


_PLAIN = ("id", "ctx", "op", "attr", "arg", "name", "kind", "is_async", "type_comment", "type_params")
"""Fields that hold strings, or nodes without a position."""
FIELDS = _Fields()


class _Positioned(dict[type[ast.AST], bool]):
    """Whether the nodes of a class have a position."""

    def __missing__(self, kind: type[ast.AST]) -> bool:
        found = self[kind] = bool(kind._attributes)
        return found


POSITIONED = _Positioned()


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node, without those that have no position."""
    found = node.__dict__
    for field in FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            yield from value
        elif value is not None:
            yield value


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a tree, in no particular order."""
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        yield each
        fields = FIELDS[each.__class__]
        if not fields:
            continue
        found = each.__dict__
        for field in fields:
            value = found.get(field)
            if value.__class__ is list:
                waiting += value
            elif value is not None:
                waiting.append(value)


def placed(tree: Node, span: Span) -> Node:
    """Give a tree its rule's source position; subtrees that have one keep it."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        each = waiting.pop()
        kind, found = each.__class__, each.__dict__
        if POSITIONED[kind]:
            if "place" in found:
                continue
            found["place"] = span
        for field in FIELDS[kind]:
            value = found.get(field)
            if value.__class__ is list:
                waiting += value
            elif value is not None:
                waiting.append(value)
    return tree


def like(tree: Node, other: ast.AST) -> Node:
    """Give all nodes of a tree that have no position that of another node."""
    place = other.__dict__.get("place")
    if place is not None:
        for part in nodes(tree):
            if POSITIONED[part.__class__]:
                part.__dict__.setdefault("place", place)
    return tree


def at(place: ast.AST, node: Node) -> Node:
    """Give a new node the position of another; its descendants keep theirs, or inherit this one."""
    where = place.__dict__.get("place")
    if where is not None:
        node.__dict__.setdefault("place", where)
    return node


def copied(tree: Node) -> Node:
    """Return a deep copy."""
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


_PURE = frozenset({"len", "min", "max", "sum", "number", "tuple", "any", "all", "range", "abs"})
"""Functions that compute a value from their arguments and have no effect."""
_SAFE = (_PURE | {"list"}) - {"number"}
"""Those that never fail."""


def simple(node: ast.expr) -> bool:
    """Whether an expression has the same value whenever it is evaluated, at no cost."""
    match node:
        case ast.Name() | ast.Constant() | ast.Subscript(ast.Name("f"), ast.Constant()):
            return True
        case _:
            return False


def pure(node: ast.expr) -> bool:
    """Whether an expression calls only functions without effects."""
    return all(
        isinstance(each.func, ast.Name) and each.func.id in _PURE
        for each in nodes(node)
        if isinstance(each, ast.Call)
    )


def safe(node: ast.expr) -> bool:
    """Whether evaluating this cannot fail and costs no fuel, so that it may be omitted."""
    for part in nodes(node):
        match part:
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()) | ast.Subscript(ast.Subscript()):
                return False
            case ast.Call(ast.Name(name)) if name not in _SAFE:
                return False
            case _:
                pass
    return True


def is_flag(node: ast.expr, value: bool) -> bool:
    """Whether an expression is the constant true, or the constant false."""
    return isinstance(node, ast.Constant) and node.value is value


def reads(tree: ast.AST, name: str) -> bool:
    """Whether a name occurs in a tree."""
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes(tree))


def assigned(tree: ast.AST) -> Iterator[ast.Name]:
    """Yield every name that a tree assigns to."""
    for part in nodes(tree):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part


def size(tree: ast.AST, most: int) -> int:
    """Count the nodes of a tree; counting stops above `most`."""
    found = 0
    for _ in nodes(tree):
        found += 1
        if found > most:
            break
    return found


def substituted(node: Node, given: Mapping[str, ast.expr]) -> Node:
    """Return a copy in which names are replaced."""
    if node.__class__ is ast.Name:
        other = given.get(node.id)  # type: ignore[attr-defined]
        if other is not None:
            made = copied(other)
            if isinstance(made, ast.Name):
                made.ctx = node.ctx  # type: ignore[attr-defined]
            return made  # type: ignore[return-value]
    new = node.__class__.__new__(node.__class__)
    found = new.__dict__
    found.update(node.__dict__)
    for field in FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            found[field] = [substituted(each, given) for each in value]
        elif value is not None:
            found[field] = substituted(value, given)
    return new


def unwrapped(node: ast.expr) -> ast.expr:
    """Return a freshly built list itself, without the copy that a mere reader does not need."""
    match node:
        case ast.Call(ast.Name("tuple" | "list"), [ast.ListComp() as made]):
            return made
        case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("list"), [made])]):
            return made
        case _:
            return node


Place = tuple[ast.AST, str, int]
"""Where a node is: its parent, the field, and the index if the field holds a list, otherwise -1."""


def placed_children(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    """Yield the children of a node with their places, in the order of evaluation."""
    found = node.__dict__
    for name in FIELDS[node.__class__]:
        value = found.get(name)
        if value.__class__ is list:
            for index, each in enumerate(value):
                yield (node, name, index), each
        elif value is not None:
            yield (node, name, -1), value


def replace(place: Place, node: ast.expr) -> None:
    """Put a node in the place of another."""
    parent, name, index = place
    if index < 0:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node
