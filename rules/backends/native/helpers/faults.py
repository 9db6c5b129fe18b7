"""Stops a rule that fails or that has used up its fuel, as `lazaretto.rules.run.limits` does.

A fault has a number, operands and a place in the rules; Python makes the message. Whoever
calls a helper that may fail stores the place first.
"""

from lazaretto.rules.backends.native.helpers.functions_from_outside import metered
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import Record, at, inline, seldom, trap

ENDLESS = 1
OUT_OF_ROOM = 2
LIST_TOO_LONG = 3
EMPTY_PILE = 4
IS_NONE = 5
DIVIDED_BY_ZERO = 6
NUMBER_TOO_LARGE = 7
OUT_OF_RANGE = 8
NO_SUCH_NUMBER = 9
NOTHING_BY_CHANCE = 10
IMPOSSIBLE_FATE = 11
TOO_FEW_THERE = 12
LESS_THAN_NONE = 13
TEXT_TOO_LONG = 14
NOT_AN_END = 15
AGAINST_THE_WAY = 16
ENDLESS_CALLS = 17
NOTHING_TO_CHOOSE = 18
TOO_FEW_TO_CHOOSE = 19
LEAST_ABOVE_MOST = 20
EMPTY_NUMBERS = 21
TOO_MANY_NUMBERS = 22
NO_NUMBER = 23
NO_CHOICE_ALLOWED = 24
SET_TWICE = 25


class Fault(Record):
    """Why everything has stopped."""

    number: int
    first: int
    second: int
    third: int
    fourth: int
    """Only translated code sets it."""


stopped_by = Fault(at.fault)


def fault(number: int, first: int, second: int, third: int) -> None:
    """Stop with a fault; the place stands at `at.place`."""
    stopped_by.number = number
    stopped_by.first = first
    stopped_by.second = second
    stopped_by.third = third
    trap()


@seldom
def spent() -> None:
    """Handle a decision that has used up its fuel: fail, or note which rule is running and go on."""
    if game.looking != 0 or metered(game.place) != 0:
        fault(ENDLESS, 0, 0, 0)


@inline
def pay(units: int) -> None:
    """Spend fuel, without a look at what is left."""
    game.fuel -= units


@inline
def charge(units: int) -> None:
    """Spend fuel, and stop the rule if none is left."""
    left = game.fuel - units
    game.fuel = left
    if left < 0:
        spent()
