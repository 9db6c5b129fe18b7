"""Walks a typed tree, for passes that search for some of its nodes."""

from collections.abc import Iterator
from typing import get_args

from lazaretto.grammar.node_dataclass import fields_with_nodes
from lazaretto.rules.model import tree

Node = tree.Expression | tree.Statement | tree.Template | tree.Plural | tree.Through

_NODES: tuple[type, ...] = get_args(Node)
_DEEP = frozenset({*_NODES, tuple})
_FIELDS = {kind: fields_with_nodes(kind, _DEEP)[::-1] for kind in _NODES}
"""The fields of each class that may hold nodes, the last one first."""


def walk(root: object) -> Iterator[Node]:
    """Yield a node and all its descendants, outermost first, without entering called procedures."""
    waiting = [root]
    while waiting:
        each = waiting.pop()
        names = _FIELDS.get(type(each))
        if names is None:
            if type(each) is tuple:
                waiting += each[::-1]
            continue
        yield each  # type: ignore[misc]
        for name in names:
            value = getattr(each, name)
            if type(value) is tuple:
                waiting += value[::-1]
            elif value is not None:
                waiting.append(value)
