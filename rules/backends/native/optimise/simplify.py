"""Simplifies single values of flat code whose parts are simplified already."""

from lazaretto.rules.backends.native.flat.arithmetic import COMPARISONS, OPPOSITES, calculate
from lazaretto.rules.backends.native.flat.flags import is_flag
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Get,
    IsZero,
    Load,
    Number,
    Value,
    Width,
)

_EITHER_WAY: frozenset[BinaryWord] = frozenset(("+", "*", "&", "|", "^", "==", "!="))
_NOTHING_TO_DO: frozenset[tuple[BinaryWord, int]] = frozenset(
    (
        ("+", 0),
        ("-", 0),
        ("|", 0),
        ("^", 0),
        ("<<", 0),
        (">>s", 0),
        (">>u", 0),
        ("*", 1),
        ("/s", 1),
        ("/u", 1),
        ("&", -1),
    )
)
_DIVISIONS: frozenset[BinaryWord] = frozenset(("/s", "%s", "/u", "%u"))
_UNSIGNED: dict[Width, int] = {"u8": 255, "u16": 65535, "u32": 0xFFFFFFFF}
_MOST = 0xFFFFFFFF


def binary(word: BinaryWord, left: Value, right: Value) -> Value:
    """Return an operation in its simplest form."""
    if type(left) is Number:
        if type(right) is Number:
            if word in _DIVISIONS and right.value in (0, -1):
                return Binary(word, left, right)
            return Number(calculate(word, left.value, right.value))
        if word in _EITHER_WAY:
            left, right = right, left
    if type(right) is not Number:
        return Binary(word, left, right)
    if (word, right.value) in _NOTHING_TO_DO:
        return left
    if word == "-":
        word, right = "+", Number(calculate("-", 0, right.value))
    if word == "+" and isinstance(left, Binary) and left.word == "+" and isinstance(left.right, Number):
        return binary("+", left.left, Number(calculate("+", left.right.value, right.value)))
    if right.value == 0:
        if word == "==":
            return is_zero(left)
        if word == "!=" and is_flag(left):
            return left
    return Binary(word, left, right)


def is_zero(operand: Value) -> Value:
    """Return whether a value is 0, in its simplest form."""
    match operand:
        case Number(number):
            return Number(int(number == 0))
        case Binary(word, left, right) if word in COMPARISONS:
            return Binary(OPPOSITES[word], left, right)
        case IsZero(inner):
            return inner if is_flag(inner) else Binary("!=", inner, Number(0))
        case After(steps, inner):
            return After(steps, is_zero(inner))
        case _:
            return IsZero(operand)


def place(address: Value, offset: int) -> tuple[Value, int]:
    """Move what is constant in an address to its offset, if the rest cannot be negative."""
    if type(address) is Binary and address.word == "+" and type(address.right) is Number:
        number = address.right.value
        if number >= 0 and number + offset <= _MOST and most(address.left) <= _MOST:
            return address.left, number + offset
    return address, offset


def most(value: Value) -> int:
    """Return the largest number that a value can be if it cannot be negative; otherwise a huge one."""
    match value:
        case Number(number) if number >= 0:
            return number
        case Load(width):
            return _UNSIGNED.get(width, 1 << 64)
        case Binary("&", left, right):
            return min(most(left), most(right))
        case Binary("+", left, right):
            return most(left) + most(right)
        case Binary("<<", left, Number(bits)) if 0 <= bits < 32:
            found = most(left)
            return found << bits if found <= _MOST else 1 << 64
        case Choose(_, then, otherwise):
            return max(most(then), most(otherwise))
        case _:
            return 1 if is_flag(value) else 1 << 64


def condition(value: Value) -> Value:
    """Return a value that is 0 if and only if another is, in its simplest form."""
    kind = type(value)
    if kind is not Binary and kind is not IsZero:  # most values
        return value
    match value:
        case Binary("!=", left, Number(0)):
            return condition(left)
        case IsZero(IsZero(inner)):
            return condition(inner)
        case _:
            return value


def is_idle(value: Value) -> bool:
    """Tell whether evaluating a value changes nothing and never stops."""
    match value:
        case Number() | Get():
            return True
        case Binary(word, left, right):
            return word not in _DIVISIONS and is_idle(left) and is_idle(right)
        case IsZero(operand):
            return is_idle(operand)
        case Choose(test, then, otherwise):
            return is_idle(test) and is_idle(then) and is_idle(otherwise)
        case Load() | Call() | CallThrough() | After():
            return False
