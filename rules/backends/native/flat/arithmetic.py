"""Calculates with numbers of flat code in Python: 64 bits, signed, wrapping around."""

from collections.abc import Callable, Mapping

from lazaretto.rules.backends.native.flat.nodes import Binary, BinaryWord, IsZero, Value

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


def negated(value: Value) -> Value:
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
