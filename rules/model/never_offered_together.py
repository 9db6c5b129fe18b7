"""Finds out which actions a player can never find side by side in one question."""

from collections.abc import Iterator

from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType

Pair = tuple[str, str]


def only_if(action: tree.Action) -> Pair | None:
    """The attribute of the player and the value that it must have, if the action is for no other player.

    An action of a role is an example: it is active for a player whose role that is.
    """
    return None if action.active is None else next(_demands(action, action.active), None)


def _demands(action: tree.Action, condition: tree.Expression) -> Iterator[Pair]:
    match condition:
        case tree.Operation("and", operands):
            for operand in operands:
                yield from _demands(action, operand)
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
