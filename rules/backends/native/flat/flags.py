"""Knows which values of flat code are flags."""

from lazaretto.rules.backends.native.flat.arithmetic import COMPARISONS
from lazaretto.rules.backends.native.flat.nodes import After, Binary, Choose, IsZero, Number, Value


def is_flag(value: Value) -> bool:
    """Tell whether a value can only be 0 or 1."""
    match value:
        case Number(number):
            return number in (0, 1)
        case Binary(word, left, right):
            return word in COMPARISONS or (word in ("&", "|", "^") and is_flag(left) and is_flag(right))
        case IsZero():
            return True
        case Choose(_, then, otherwise):
            return is_flag(then) and is_flag(otherwise)
        case After(_, inner):
            return is_flag(inner)
        case _:
            return False
