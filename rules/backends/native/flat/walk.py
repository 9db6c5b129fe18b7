"""Walks through flat code."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Again,
    Binary,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Exit,
    Fill,
    Get,
    If,
    IsZero,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Trap,
    Value,
)

Node = Step | Value

_PARTS: Mapping[type, Callable[..., Sequence[Node]]] = {
    Binary: lambda node: (node.left, node.right),
    Load: lambda node: (node.address,),
    IsZero: lambda node: (node.operand,),
    Call: lambda node: node.arguments,
    CallThrough: lambda node: (node.index, *node.arguments),
    Choose: lambda node: (node.test, node.then, node.otherwise),
    After: lambda node: (*node.statements, node.value),
    Set: lambda node: (node.value,),
    Do: lambda node: (node.value,),
    Store: lambda node: (node.address, node.value),
    Copy: lambda node: (node.target, node.source, node.size),
    Fill: lambda node: (node.target, node.byte, node.size),
    If: lambda node: (node.test, *node.then, *node.otherwise),
    Repeat: lambda node: node.body,
    Labelled: lambda node: node.body,
    Return: lambda node: () if node.value is None else (node.value,),
}
"""What nodes are made of, in the order of evaluation; a table, because all code is walked through often."""

_LEAVES: frozenset[type] = frozenset((Number, Get, Exit, Again, Trap))


def nodes_of(steps: Iterable[Step]) -> list[Node]:
    """Return all steps and values below some steps, each after the one that it is part of."""
    found: list[Node] = [*steps]
    for node in found:  # grows on the way
        kind = type(node)
        if kind not in _LEAVES:
            found += _PARTS[kind](node)
    return found


def few_nodes_of(steps: Iterable[Step], most: int) -> list[Node] | None:
    """Return all steps and values below some steps; None if there are more than so many."""
    found: list[Node] = [*steps]
    for node in found:  # grows on the way
        kind = type(node)
        if kind not in _LEAVES:
            found += _PARTS[kind](node)
            if len(found) > most:
                return None
    return found


def parts_of(node: Node) -> Sequence[Node]:
    """Return the parts of a node in the order of their evaluation."""
    kind = type(node)
    return () if kind in _LEAVES else _PARTS[kind](node)
