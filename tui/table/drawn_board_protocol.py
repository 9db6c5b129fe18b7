"""What the state of a table needs to know of the drawn board."""

from collections.abc import Collection, Iterable
from typing import Protocol

from rules import Ref


class Map(Protocol):
    """Where the things on the board are, without a picture of it."""

    def spots(self) -> Collection[Ref]:
        """Everything that can be pointed at."""

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        """Every spot with its name and its code."""

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        """The next spot in a direction."""

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        """Spots as one reads them."""
