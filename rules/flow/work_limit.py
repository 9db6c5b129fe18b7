"""Bounds the work of the flow check: rules may depend on each other in more ways than can be followed."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST = 1_000_000
"""How many expressions and conditions are followed; the largest shipped game needs 30,000."""


class TooMuchError(Exception):
    """Following the rules takes too long."""


class _Effort:
    """How much work is left."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


_effort: ContextVar[_Effort] = ContextVar("effort")


@contextmanager
def bounded(most: int = MOST) -> Iterator[None]:
    """Bound the work of a block; `spend` raises `TooMuchError` when it is used up."""
    before = _effort.set(_Effort(most))
    try:
        yield
    finally:
        _effort.reset(before)


def spend() -> None:
    """Do one step of work.

    Raises:
        TooMuchError: all of it is used up.
    """
    effort = _effort.get()
    effort.left -= 1
    if effort.left < 0:
        raise TooMuchError
