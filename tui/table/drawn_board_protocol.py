"""The interface of the board that the state of a table uses."""

from collections.abc import Collection, Iterable
from typing import Protocol

from lazaretto.rules import Ref


class Map(Protocol):
    """The positions of the things on the board, without a picture of it."""

    def spots(self) -> Collection[Ref]:
        """Everything that the cursor can go to."""

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        """Every spot with its name and its code."""

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        """The next spot in a direction."""

    def lying(self, start: Ref, direction: str, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots that lie in a direction, the best first; only that one, if it is clearly the best."""

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in reading order."""
