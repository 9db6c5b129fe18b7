"""Computes facts about Python trees for the passes: their names, their size, whether they can fail."""

import ast
from collections.abc import Iterator, Mapping

from lazaretto.rules.backends.python import pyast as py

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
        for each in py.nodes(node)
        if isinstance(each, ast.Call)
    )


def safe(node: ast.expr) -> bool:
    """Whether evaluating this cannot fail and costs no fuel, so that it may be omitted."""
    for each in py.nodes(node):
        match each:
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
    return any(isinstance(each, ast.Name) and each.id == name for each in py.nodes(tree))


def assigned(tree: ast.AST) -> Iterator[ast.Name]:
    """Yield every name that a tree assigns to."""
    for each in py.nodes(tree):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each


def size(tree: ast.AST, most: int) -> int:
    """Count the nodes of a tree; counting stops above `most`."""
    found = 0
    for _ in py.nodes(tree):
        found += 1
        if found > most:
            break
    return found


def substituted(node: py.Node, given: Mapping[str, ast.expr]) -> py.Node:
    """Return a copy in which names are replaced."""
    if node.__class__ is ast.Name:
        other = given.get(node.id)  # type: ignore[attr-defined]
        if other is not None:
            made = py.copied(other)
            if isinstance(made, ast.Name):
                made.ctx = node.ctx  # type: ignore[attr-defined]
            return made  # type: ignore[return-value]
    new = node.__class__.__new__(node.__class__)
    found = new.__dict__
    found.update(node.__dict__)
    for field in py.FIELDS[node.__class__]:
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
