"""Declares what helpers can use beyond Python itself; the compiler of the subset knows each by its name.

Nothing here ever runs as Python. Other modules declare functions that somebody else provides the same way,
with a body that raises `NotImplementedError`: imports, functions of a translated game, and tables of
functions, whose name begins with `call_through_` and whose first parameter is the index.
"""

from collections.abc import Callable
from typing import TypeVar

_Helper = TypeVar("_Helper", bound=Callable[..., object])


def inline(function: _Helper) -> _Helper:
    """Mark a helper whose calls should be replaced by its body."""
    return function


def seldom(function: _Helper) -> _Helper:
    """Mark a helper that is seldom called, such as one for mistakes: its calls stay calls."""
    return function


class LayoutNames:
    """Constants of the memory of one game; a game's layout says which there are."""

    def __getattr__(self, name: str) -> int:
        raise NotImplementedError


at = LayoutNames()


def load_i8(address: int, offset: int = 0) -> int:
    """Read a signed byte; an offset is a constant that is not negative, and then neither is the address."""
    raise NotImplementedError


def load_u8(address: int, offset: int = 0) -> int:
    """Read an unsigned byte."""
    raise NotImplementedError


def load_i16(address: int, offset: int = 0) -> int:
    """Read a signed number of 2 bytes."""
    raise NotImplementedError


def load_u16(address: int, offset: int = 0) -> int:
    """Read an unsigned number of 2 bytes."""
    raise NotImplementedError


def load_i32(address: int, offset: int = 0) -> int:
    """Read a signed number of 4 bytes."""
    raise NotImplementedError


def load_u32(address: int, offset: int = 0) -> int:
    """Read an unsigned number of 4 bytes."""
    raise NotImplementedError


def load_i64(address: int, offset: int = 0) -> int:
    """Read a signed number of 8 bytes."""
    raise NotImplementedError


def store_i8(address: int, value: int, offset: int = 0) -> None:
    """Write the lowest byte of a number."""
    raise NotImplementedError


def store_u8(address: int, value: int, offset: int = 0) -> None:
    """Write the lowest byte of a number."""
    raise NotImplementedError


def store_i16(address: int, value: int, offset: int = 0) -> None:
    """Write the lower 2 bytes of a number."""
    raise NotImplementedError


def store_u16(address: int, value: int, offset: int = 0) -> None:
    """Write the lower 2 bytes of a number."""
    raise NotImplementedError


def store_i32(address: int, value: int, offset: int = 0) -> None:
    """Write the lower 4 bytes of a number."""
    raise NotImplementedError


def store_u32(address: int, value: int, offset: int = 0) -> None:
    """Write the lower 4 bytes of a number."""
    raise NotImplementedError


def store_i64(address: int, value: int, offset: int = 0) -> None:
    """Write a number of 8 bytes."""
    raise NotImplementedError


def copy(target: int, source: int, size: int) -> None:
    """Copy bytes; the ranges may overlap."""
    raise NotImplementedError


def fill(target: int, byte: int, size: int) -> None:
    """Set all bytes of a range to one value."""
    raise NotImplementedError


def trap() -> None:
    """Stop everything that runs; the reason stands in memory."""
    raise NotImplementedError


def unsigned_less(left: int, right: int) -> bool:
    """Compare two numbers as unsigned ones."""
    raise NotImplementedError


def unsigned_divide(left: int, right: int) -> int:
    """Divide two numbers as unsigned ones."""
    raise NotImplementedError


def unsigned_remainder(left: int, right: int) -> int:
    """Return what remains of an unsigned division."""
    raise NotImplementedError


def unsigned_shift(number: int, bits: int) -> int:
    """Shift a number to the right and fill it up with zeros."""
    raise NotImplementedError


def divide_towards_zero(left: int, right: int) -> int:
    """Divide two signed numbers and drop the fraction; `//` rounds down."""
    raise NotImplementedError


def remainder_towards_zero(left: int, right: int) -> int:
    """Return what remains of `divide_towards_zero`; it has the sign of the left number."""
    raise NotImplementedError
