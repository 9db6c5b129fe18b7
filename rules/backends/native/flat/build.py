"""Builds flat code with constants folded, and calculates as flat code does: signed words that wrap around."""

from collections.abc import Callable, Mapping

from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Do,
    Get,
    IsZero,
    Load,
    Number,
    Step,
    Store,
    Value,
)

NONE = -(2**63)
"""No value."""


def number(value: int) -> Number:
    """Build a constant."""
    return Number(value)


def none() -> Number:
    """Build no value."""
    return Number(NONE)


def plus(left: Value, right: Value) -> Value:
    """Build a sum."""
    if isinstance(left, Number):
        if isinstance(right, Number):
            return Number(left.value + right.value)
        left, right = right, left
    if isinstance(right, Number):
        if right.value == 0:
            return left
        if isinstance(left, Binary) and left.word == "+" and isinstance(left.right, Number):
            return Binary("+", left.left, Number(left.right.value + right.value))
    return Binary("+", left, right)


def minus(left: Value, right: Value) -> Value:
    """Build a difference."""
    if isinstance(right, Number):
        return plus(left, Number(-right.value))
    return Binary("-", left, right)


def times(left: Value, factor: int) -> Value:
    """Build a product with a constant above 0."""
    if isinstance(left, Number):
        return Number(left.value * factor)
    if factor & (factor - 1) == 0:
        shift = factor.bit_length() - 1
        return Binary("<<", left, Number(shift)) if shift else left
    return Binary("*", left, Number(factor))


def binary(word: BinaryWord, left: Value, right: Value) -> Value:
    """Build arithmetic or a comparison."""
    return Binary(word, left, right)


def equal(left: Value, right: Value) -> Value:
    """Build a comparison."""
    if isinstance(right, Number) and right.value == 0:
        return IsZero(left)
    return Binary("==", left, right)


def is_none(operand: Value) -> Value:
    """Build a test for no value."""
    return Binary("==", operand, Number(NONE))


def negated(test: Value) -> Value:
    """Build the negation of a flag."""
    if isinstance(test, Number):
        return Number(0 if test.value else 1)
    if isinstance(test, Binary) and test.word in OPPOSITES:
        return Binary(OPPOSITES[test.word], test.left, test.right)
    return IsZero(test)


def is_something(operand: Value) -> Value:
    """Build a test for a value that is neither 0 nor none, which has only its highest bit."""
    return Binary("!=", Binary("&", operand, Number(~NONE)), Number(0))


def choose(test: Value, then: Value, otherwise: Value) -> Value:
    """Build one of two values."""
    if isinstance(test, Number):
        return then if test.value else otherwise
    return Choose(test, then, otherwise)


def both(left: Value, right: Value) -> Value:
    """Build a conjunction of flags, of which the second is evaluated only if the first holds."""
    if isinstance(left, Number):
        return right if left.value else left
    if is_cheap(right):
        return Binary("&", left, right)
    return Choose(left, right, Number(0))


def either(left: Value, right: Value) -> Value:
    """Build a disjunction of flags, of which the second is evaluated only if the first does not hold."""
    if isinstance(left, Number):
        return left if left.value else right
    if is_cheap(right):
        return Binary("|", left, right)
    return Choose(left, Number(1), right)


def both_at_once(left: Value, right: Value) -> Value:
    """Build a conjunction of flags without a jump, if the second one may always be evaluated."""
    return Binary("&", left, right) if is_harmless(right) else both(left, right)


def is_harmless(node: Value) -> bool:
    """Whether a value only reads variables, and memory at constant places or by an index."""
    match node:
        case Number() | Get() | Load(address=Number() | Binary("<<", Get(), Number())):
            return True
        case Binary("+" | "-" | "&" | "|" | "==" | "!=" | "<s" | "<=s" | ">s" | ">=s", left, right):
            return is_harmless(left) and is_harmless(right)
        case IsZero(operand):
            return is_harmless(operand)
        case _:
            return False


def is_cheap(node: Value) -> bool:
    """Whether a flag costs nothing and may always be evaluated."""
    match node:
        case Number() | Get():
            return True
        case Binary(left=left, right=right):
            return isinstance(left, Number | Get) and isinstance(right, Number | Get)
        case IsZero(operand):
            return isinstance(operand, Number | Get)
        case _:
            return False


def is_simple(node: Value) -> bool:
    """Whether a value may be evaluated twice: a constant or a local variable."""
    return isinstance(node, Number | Get)


def word_at(address: Value, offset: int = 0) -> Value:
    """Build the number of 8 bytes at an address."""
    if isinstance(address, Number):
        return Load("i64", Number(address.value + offset))
    if isinstance(address, Binary) and address.word == "+" and isinstance(address.right, Number):
        moved = address.right.value + offset
        if moved >= 0:
            return Load("i64", address.left, moved)
    return Load("i64", address, offset)


def scalar(address: int) -> Value:
    """Build the number of 8 bytes at a constant address."""
    return Load("i64", Number(address))


def set_scalar(address: int, value: Value) -> Step:
    """Build a write to a constant address."""
    return Store("i64", Number(address), value)


def set_word(address: Value, value: Value, offset: int = 0) -> Step:
    """Build a write to an address."""
    if isinstance(address, Number):
        return Store("i64", Number(address.value + offset), value)
    return Store("i64", address, value, offset)


def call(name: str, *arguments: Value) -> Call:
    """Build a call."""
    return Call(name, arguments)


def do(name: str, *arguments: Value) -> Step:
    """Build a call for its effect."""
    return Do(Call(name, arguments))


def call_through(table: str, index: Value, *arguments: Value) -> CallThrough:
    """Build a call through a table of functions."""
    return CallThrough(table, index, arguments)


SMALLEST = -(1 << 63)
LARGEST = (1 << 63) - 1
_ALL_BITS = (1 << 64) - 1

COMPARISONS: frozenset[BinaryWord] = frozenset(
    ("==", "!=", "<s", "<=s", ">s", ">=s", "<u", "<=u", ">u", ">=u")
)

OPPOSITES: Mapping[BinaryWord, BinaryWord] = {
    "==": "!=",
    "!=": "==",
    "<s": ">=s",
    ">=s": "<s",
    ">s": "<=s",
    "<=s": ">s",
    "<u": ">=u",
    ">=u": "<u",
    ">u": "<=u",
    "<=u": ">u",
}


def opposite(value: Value) -> Value:
    """Return a value that is 0 if and only if another is not."""
    match value:
        case Binary(word, left, right) if word in COMPARISONS:
            return Binary(OPPOSITES[word], left, right)
        case IsZero(operand):
            return operand
        case _:
            return IsZero(value)


def wrapped(number: int) -> int:
    """Return the number with the same lower 64 bits that is signed."""
    return number if SMALLEST <= number <= LARGEST else ((number - SMALLEST) & _ALL_BITS) + SMALLEST


def unsigned(number: int) -> int:
    """Return the number with the same lower 64 bits that is not negative."""
    return number & _ALL_BITS


def calculate(word: BinaryWord, left: int, right: int) -> int:
    """Return the result of an operation on two signed numbers.

    Raises:
        ZeroDivisionError: for a division that traps.
    """
    return wrapped(int(_OPERATIONS[word](left, right)))


def _divide(left: int, right: int) -> int:
    if (left, right) == (SMALLEST, -1):
        raise ZeroDivisionError
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_OPERATIONS: Mapping[BinaryWord, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/s": _divide,
    "%s": lambda left, right: 0 if right == -1 else left - right * _divide(left, right),
    "/u": lambda left, right: unsigned(left) // unsigned(right),
    "%u": lambda left, right: unsigned(left) % unsigned(right),
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "<<": lambda left, right: left << (right & 63),
    ">>s": lambda left, right: left >> (right & 63),
    ">>u": lambda left, right: unsigned(left) >> (right & 63),
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<s": lambda left, right: left < right,
    "<=s": lambda left, right: left <= right,
    ">s": lambda left, right: left > right,
    ">=s": lambda left, right: left >= right,
    "<u": lambda left, right: unsigned(left) < unsigned(right),
    "<=u": lambda left, right: unsigned(left) <= unsigned(right),
    ">u": lambda left, right: unsigned(left) > unsigned(right),
    ">=u": lambda left, right: unsigned(left) >= unsigned(right),
}
