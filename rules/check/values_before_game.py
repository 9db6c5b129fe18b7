"""Finds out what values are before a game begins; some numbers follow from how many players there are."""

from lazaretto.grammar.message import with_commas
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, NumberType
from lazaretto.rules.run import rulebook_messages as messages

_DEEPEST = 20
"""How deep the values within a value are followed."""


def known_value(world: World, value: tree.ValueRule) -> str:
    """Return what a value is before others change it, as players read it; empty if the game decides it."""
    if value.base is None:
        return ""
    if not isinstance(value.type, NumberType):
        return _told(value.base)
    seats = range(world.least_players, world.most_players + 1)
    numbers = [_changed(value, players) for players in seats]
    if None in numbers:
        return ""
    if len(set(numbers)) == 1:
        return str(numbers[0])
    return with_commas(
        messages.WITH_PLAYERS(players=players, number=number)
        for players, number in zip(seats, numbers, strict=True)
    )


def fixed_value(world: World, value: tree.ValueRule) -> str:
    """Return what a value is, if that is known and the same for any number of players; else nothing."""
    seats = range(world.least_players, world.most_players + 1)
    if isinstance(value.type, NumberType) and value.base is not None:
        numbers = {_changed(value, players) for players in seats}
        return str(*numbers) if len(numbers) == 1 and None not in numbers else ""
    return known_value(world, value)


def _changed(value: tree.ValueRule, players: int) -> int | None:
    """Return a number after the changes that depend on nothing but how many play."""
    assert value.base is not None
    number = _number(value.base, players, 0)
    for change in value.changes:
        plain = change.word == "to" and change.me is None and change.this is None
        if plain and all(_holds(condition, players) for condition in change.conditions):
            number = _number(change.value, players, 0)
    return number


def decided_in_play(change: tree.ChangeRule) -> bool:
    """Whether a change gives a value that only the game decides."""
    return change.word == "to" and not _told(change.value) and _number(change.value, 1, 0) is None


def _holds(condition: tree.Expression, players: int) -> bool:
    """Whether a condition compares numbers that follow from how many play, and holds."""
    match condition:
        case tree.Operation(operator="=", operands=(left, right)):
            one, other = _number(left, players, 0), _number(right, players, 0)
            return one is not None and one == other
        case _:
            return False


def _told(node: tree.Expression) -> str:
    """Return a number, a member or a list of them in words."""
    match node:
        case tree.Constant(value=int() as number, type=NumberType()):
            return str(number)
        case tree.Constant(value=int() as id, type=KindType(kind=kind)):
            return next((member.label for member in kind.root.members() if member.id == id), "")
        case tree.ListOf(items=items):
            texts = [_told(item) for item in items]
            return with_commas(texts) if texts and all(texts) else ""
        case _:
            return ""


def _number(node: tree.Expression, players: int, depth: int) -> int | None:
    """Return a number that follows from how many play; None if it needs more than that."""
    if depth > _DEEPEST:
        return None
    match node:
        case tree.Constant(value=int() as number, type=NumberType()):
            return number
        case tree.BuiltIn(name="count", arguments=(things,)):
            return _size(things, players, depth + 1)
        case tree.BuiltIn(name="min" | "max" as word, arguments=arguments):
            numbers = [_number(argument, players, depth + 1) for argument in arguments]
            known = [each for each in numbers if each is not None]
            return (min if word == "min" else max)(known) if len(known) == len(numbers) else None
        case tree.Operation(operator="+" | "-" | "*" as word, operands=(left, right)):
            one, other = _number(left, players, depth + 1), _number(right, players, depth + 1)
            if one is None or other is None:
                return None
            return one + other if word == "+" else one - other if word == "-" else one * other
        case tree.CallValue(value=value, arguments=()) if not value.changes and value.base is not None:
            return _number(value.base, players, depth + 1)
        case _:
            return None


def _size(node: tree.Expression, players: int, depth: int) -> int | None:
    match node:
        case tree.KindSet(kind=kind):
            return players if kind.is_player else kind.count if not kind.seated else None
        case tree.CallValue(value=value, arguments=()) if not value.changes and value.base is not None:
            return _size(value.base, players, depth + 1) if depth <= _DEEPEST else None
        case _:
            return None
