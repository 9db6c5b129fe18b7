"""What a record says about a what-if game: where it branched off, and what was dealt anew."""

from typing import NamedTuple

from lazaretto.grammar.node_dataclass import value


class Deal(NamedTuple):
    """After this number of choices, what no player knows was dealt anew with a seed."""

    after: int
    seed: int


@value
class WhatIf:
    """A game that goes on from a point of another one."""

    of: str = ""
    """The name of the other record."""
    after: int = 0
    """The number of choices that both have in common."""
    deals: tuple[Deal, ...] = ()
    """What was dealt anew; empty if the same cards are drawn as in the other game."""
