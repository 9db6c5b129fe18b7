"""Divides as Python does: `//` and `%` of the subset become calls of these."""

from lazaretto.rules.backends.native.helpers.memory_types import (
    divide_towards_zero,
    inline,
    remainder_towards_zero,
)


@inline
def floor_divide(left: int, right: int) -> int:
    """Divide and round down; the right number is not 0."""
    remainder = remainder_towards_zero(left, right)
    below = remainder != 0 and (remainder ^ right) < 0
    return divide_towards_zero(left, right) - below


@inline
def floor_remainder(left: int, right: int) -> int:
    """Return what remains; it has the sign of the right number, which is not 0."""
    remainder = remainder_towards_zero(left, right)
    return remainder + right if remainder != 0 and (remainder ^ right) < 0 else remainder
