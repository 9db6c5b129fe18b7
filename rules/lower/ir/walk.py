"""Walks lowered code: the children of a node, and all nodes of a tree."""

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from lazaretto.grammar.node_dataclass import fields_with_nodes
from lazaretto.rules.lower.ir.expressions import Call, Expression
from lazaretto.rules.lower.ir.function_roles import Ref, Role
from lazaretto.rules.lower.ir.program import Function
from lazaretto.rules.lower.ir.statements import Block, CheckOutcome, If, MoveCounted, Statement

Node = Expression | Statement


def children(node: Node) -> list[Node]:
    """Return the children of a node, in the order of its fields."""
    found: list[Node] = []
    for name in _FIELDS[node.__class__]:
        value = getattr(node, name)
        kind = value.__class__
        if kind in _FIELDS:
            found.append(value)
        elif kind is list or kind is tuple:
            for each in value:
                if each.__class__ in _FIELDS:
                    found.append(each)
    return found


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes of some trees, parents first."""
    waiting = [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _FIELDS[node.__class__]:  # as in `children`, which would take longer
            value = getattr(node, name)
            kind = value.__class__
            if kind in _FIELDS:
                waiting.append(value)
            elif kind is list or kind is tuple:
                waiting += [each for each in value if each.__class__ in _FIELDS]


def statements(block: Block) -> Iterator[Statement]:
    """Yield the statements of a block and of the branches in it, but not those inside loops."""
    for statement in block:
        yield statement
        if isinstance(statement, If):
            yield from statements(statement.then)
            yield from statements(statement.otherwise)


_CALLING = frozenset({MoveCounted, CheckOutcome, Call})
"""The nodes that call functions."""


def called(node: Node) -> tuple[Ref, ...]:
    """Return the functions that a node calls or may cause to be called, except the ending procedure."""
    if node.__class__ not in _CALLING:
        return ()
    match node:
        case MoveCounted():
            return node.shortages
        case CheckOutcome(outcome):
            return (Ref(Role.OUTCOME, outcome),)
        case Call(function):
            return (function,)
        case _:
            return ()


Calls = Mapping[Ref, list[Ref]]
"""What each function calls, as often as it does."""


def all_calls(functions: Mapping[Ref, Function]) -> Calls:
    """Return what each of some functions calls."""
    return {
        ref: [each for node in walk(function.body) if node.__class__ in _CALLING for each in called(node)]
        for ref, function in functions.items()
    }


_NODES = frozenset((*get_args(Expression), *get_args(Statement)))
_FIELDS = {kind: fields_with_nodes(kind, _NODES) for kind in _NODES}
"""The fields of each class that may hold nodes."""
