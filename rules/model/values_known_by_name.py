"""Recognises the values that the game itself uses by their names: score, points and rank."""

from lazaretto.rules.model.entities import FLAG, KindType, NumberType
from lazaretto.rules.model.tree.statements import ValueRule


def takes_player(value: ValueRule) -> bool:
    """Whether a value has one parameter, a player."""
    types = [parameter.type for parameter in value.parameters]
    return len(types) == 1 and isinstance(types[0], KindType) and types[0].kind.is_player


def number_of_player(value: ValueRule) -> bool:
    """Whether a value is a number for one player."""
    return takes_player(value) and isinstance(value.type, NumberType)


def counts_points(value: ValueRule) -> bool:
    """Whether a value named `points` counts the points of a player or, without parameters, of all together.

    With other parameters it is a value of the author's own, such as the points of a card.
    """
    return takes_player(value) or not value.parameters


def is_plain_flag(value: ValueRule) -> bool:
    """Whether a value is a flag without parameters."""
    return not value.parameters and value.type == FLAG
