"""Says in words why a native game stopped, as the other back ends do."""

from collections.abc import Callable, Sequence
from typing import Any

from lazaretto.rules.backends.native.helpers import faults
from lazaretto.rules.run import messages

Setting = tuple[str, Sequence[str], str]
"""A rule that sets a value: its owner, the owners that it overrides, its source position."""

_WITHOUT_OPERANDS: dict[int, Callable[[], str]] = {
    faults.ENDLESS: messages.ENDLESS,
    faults.OUT_OF_ROOM: messages.LIST_TOO_LONG,
    faults.LIST_TOO_LONG: messages.LIST_TOO_LONG,
    faults.EMPTY_PILE: messages.EMPTY_PILE,
    faults.IS_NONE: messages.IS_NONE,
    faults.DIVIDED_BY_ZERO: messages.DIVIDED_BY_ZERO,
    faults.NUMBER_TOO_LARGE: messages.NUMBER_TOO_LARGE,
    faults.NOTHING_BY_CHANCE: messages.NOTHING_BY_CHANCE,
    faults.IMPOSSIBLE_FATE: messages.IMPOSSIBLE_FATE,
    faults.LESS_THAN_NONE: messages.LESS_THAN_NONE,
    faults.TEXT_TOO_LONG: messages.TEXT_TOO_LONG,
    faults.NOT_AN_END: messages.NOT_AN_END,
    faults.AGAINST_THE_WAY: messages.AGAINST_THE_WAY,
    faults.ENDLESS_CALLS: messages.ENDLESS_CALLS,
    faults.NOTHING_TO_CHOOSE: messages.NOTHING_TO_CHOOSE,
    faults.TOO_FEW_TO_CHOOSE: messages.TOO_FEW_TO_CHOOSE,
    faults.TOO_MANY_NUMBERS: messages.TOO_MANY_NUMBERS,
    faults.NO_NUMBER: messages.NO_NUMBER,
    faults.NO_CHOICE_ALLOWED: messages.NO_CHOICE_ALLOWED,
}


def fault_text(number: int, operands: Sequence[int], names: Sequence[str], settings: Sequence[Any]) -> str:
    """Return what a fault says."""
    first, second, third, fourth = operands
    match number:
        case faults.OUT_OF_RANGE:
            return messages.OUT_OF_RANGE(name=names[first], value=second, low=third, high=fourth)
        case faults.NO_SUCH_NUMBER:
            return messages.NO_SUCH_NUMBER(number=first, count=second)
        case faults.TOO_FEW_THERE:
            return messages.TOO_FEW_THERE(amount=first, have=second)
        case faults.LEAST_ABOVE_MOST:
            return messages.LEAST_ABOVE_MOST(least=first, most=second)
        case faults.EMPTY_NUMBERS:
            return messages.EMPTY_NUMBERS(low=first, high=second)
        case faults.SET_TWICE:
            return _set_twice(names[first], settings[second], settings[third])
        case _:
            return _WITHOUT_OPERANDS[number]()


def _set_twice(name: str, one: Setting, other: Setting) -> str:
    message = messages.SET_TWICE if one[0] != other[0] else messages.SET_TWICE_BY_ONE
    if one[2] == other[2]:
        message = messages.SET_TWICE_BY_RULE
    return message(one=one[0], here=one[2], other=other[0], there=other[2], name=name)


def closing_call(calls: Sequence[tuple[int, int]]) -> int:
    """Return the place of the call that closes a cycle, from functions and where each was called."""
    seen: set[int] = set()
    for function, place in calls:
        if function in seen:
            return place
        seen.add(function)
    return calls[-1][1] if calls else 0
