"""Walks a typed tree, for passes that search for some of its nodes."""

from collections.abc import Iterator
from typing import get_args

from lazaretto.grammar.node_dataclass import fields_with_nodes
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType

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


Pair = tuple[str, str]


def only_if(action: tree.Action) -> Pair | None:
    """The attribute of the player and the value that it must have, if the action is for no other player.

    An action of a role is an example: it is active for a player whose role that is.
    """
    return None if action.active is None else next(_demands(action, action.active), None)


def _demands(action: tree.Action, condition: tree.Expression) -> Iterator[Pair]:
    match condition:
        case tree.Operation("and", operands):
            for each in operands:
                yield from _demands(action, each)
        case tree.Operation("=", (one, other)):
            for attribute, wanted in ((one, other), (other, one)):
                if isinstance(attribute, tree.VariableValue) and isinstance(wanted, tree.Constant):
                    yield from _demand(action, attribute, wanted)
        case _:
            pass


def _demand(action: tree.Action, attribute: tree.VariableValue, wanted: tree.Constant) -> Iterator[Pair]:
    mine = isinstance(attribute.thing, tree.LocalValue) and attribute.thing.local is action.me
    if mine and isinstance(wanted.type, KindType):
        yield attribute.variable.name, str(wanted.value)


def exclude_each_other(one: Pair | None, other: Pair | None) -> bool:
    """Whether no player can have both actions: they demand different values of the same attribute."""
    return one is not None and other is not None and one[0] == other[0] and one[1] != other[1]
