"""Walks a typed tree, for passes that search for some of its nodes."""

from collections.abc import Iterator
from typing import get_args

from grammar.node_dataclass import fields
from rules.model import tree

Node = tree.Expression | tree.Statement | tree.Template | tree.Plural | tree.Through

_NODES: tuple[type, ...] = get_args(Node)
_FIELDS = {kind: fields(kind) for kind in _NODES}


def walk(root: object) -> Iterator[Node]:
    """Yield a node and all its descendants, outermost first, without entering called procedures."""
    names = _FIELDS.get(type(root))
    if names is not None:
        yield root  # type: ignore[misc]
        for name in names:
            value = getattr(root, name)
            if value is not None and type(value) in _DEEP:
                yield from walk(value)
    elif type(root) is tuple:
        for each in root:
            yield from walk(each)


_DEEP = frozenset({*_NODES, tuple})
