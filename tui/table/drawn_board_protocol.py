"""The interface of the board that the state of a table uses."""

from collections.abc import Collection, Iterable
from typing import Protocol

from rules import Ref


class Map(Protocol):
    """The positions of the things on the board, without a picture of it."""

    def spots(self) -> Collection[Ref]:
        """Everything that the cursor can go to."""

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        """Every spot with its name and its code."""

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        """The next spot in a direction."""

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in reading order."""
