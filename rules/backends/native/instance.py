"""Says what a loaded program can do, whatever it was compiled to."""

from collections.abc import Callable, Mapping
from typing import Protocol

Function = Callable[..., int]
"""A function of a loaded program, or one that Python provides: integers of 64 bits in and out."""

Imports = Mapping[str, Function]


class Instance(Protocol):
    """A loaded program with a memory of its own; one thread at a time may use it."""

    memory: memoryview
    """All bytes of the memory; they can be written."""

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function; one without a result gives 0.

        Raises:
            Trapped: if the program stops in the middle.
            Exception: whatever a function that Python provides has raised; the program has stopped, too.
        """

    def function(self, name: str) -> Function:
        """Return an exported function, to be called often."""
