"""Lets functions that may call themselves count how many of their calls are nested."""

import ast

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction, name_of
from lazaretto.rules.lower import ir


def recursive_names(lowered: ir.Lowered) -> frozenset[str]:
    """Return the Python names of the functions that may call themselves."""
    return frozenset(name_of(ref) for ref, each in lowered.functions.items() if each.recursive)


def count_depth(functions: list[PyFunction], recursive: frozenset[str]) -> None:
    """Count around the bodies of these functions."""
    for each in functions:
        function = each.definition
        if function.name in recursive:
            deep = py.when(
                py.compare(py.field("s", "depth"), ast.Gt(), py.const(_SHALLOW)),
                ast.Expr(py.call("deepen", py.name("s"))),
            )
            counted = ast.Try([deep, *function.body], [], [], [_added(ast.Sub())])
            function.body = [py.like(_added(ast.Add()), function), py.like(counted, function)]


_SHALLOW = 100
"""So many calls may always be nested."""


def _added(operator: ast.operator) -> ast.AugAssign:
    return ast.AugAssign(py.put_field("s", "depth"), operator, py.const(1))


__all__ = ["count_depth", "recursive_names"]
