"""Finds and replaces nodes of a Python tree by their places."""

import ast
from collections.abc import Iterator

from lazaretto.rules.backends.python import pyast as py

Place = tuple[ast.AST, str, int]
"""Where a node is: its parent, the field, and the index if the field holds a list, otherwise -1."""


def children(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    """Yield the children of a node with their places, in the order of evaluation."""
    found = node.__dict__
    for name in py.FIELDS[node.__class__]:
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
