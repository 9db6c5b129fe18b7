"""Tells values of flat code apart that WebAssembly can compute in shorter ways."""

from lazaretto.rules.backends.native.flat.flags import is_flag
from lazaretto.rules.backends.native.flat.nodes import After, Binary, Choose, Get, IsZero, Load, Number, Value


def is_short(value: Value) -> bool:
    """Tell whether a condition is made without 64 bits that have to be compared with 0."""
    match value:
        case Binary():
            return is_flag(value)
        case IsZero() | Choose():
            return True
        case Load(width):
            return width != "i64"
        case _:
            return False


def is_compound(test: Value) -> bool:
    """Tell whether a test consists of several that are joined by `and` and `or`."""
    match test:
        case Choose(_, then, otherwise):
            return isinstance(then, Number) or isinstance(otherwise, Number)
        case IsZero(operand) | After(_, operand):
            return is_compound(operand)
        case _:
            return False


def only_reads(value: Value) -> bool:
    """Tell whether a condition is small and changes nothing."""
    match value:
        case Get() | Number():
            return True
        case Binary(_, left, right):
            return only_reads(left) and only_reads(right)
        case IsZero(operand) | Load(_, operand):
            return only_reads(operand)
        case _:
            return False
