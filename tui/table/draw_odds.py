"""What may come next from a pile that nobody sees: chances, from what this seat knows of it.

A pile is a row of pieces, some known, the others by groups of which only the set is known. Within a group
every order is equally likely.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules import PieceView, PileView, Ref, View


@dataclass(frozen=True, slots=True)
class Band:
    """Some pieces in a row: how many, and which ones they may be."""

    count: int
    could: tuple[PieceView, ...]

    @property
    def known(self) -> bool:
        """Whether it is clear what lies there, the order within it apart."""
        return self.count == len(self.could)


def bands(pile: PileView) -> tuple[Band, ...]:
    """The pile from its top."""
    return tuple(Band(count, could) for count, could in pile.odds)


def chance(pile: PileView, of: Ref, draws: int = 1) -> float:
    """The chance that one of the next pieces is one made for a thing."""
    left, miss = draws, 1.0
    gone: Counter[tuple[str, ...]] = Counter()
    for band in bands(pile):
        taken = min(left, band.count)
        left -= taken
        group = tuple(piece.key for piece in band.could)
        fitting = sum(piece.of == of for piece in band.could)
        for number in range(gone[group], gone[group] + taken):
            miss *= max(0, len(group) - number - fitting) / (len(group) - number)
        gone[group] += taken
    return 1.0 - miss


def waiting(pile: PileView, of: Ref) -> tuple[int, int] | None:
    """From which to which place below the top a piece made for a thing may lie; None: it is not there."""
    passed = 0
    found: list[tuple[int, int]] = []
    for band in bands(pile):
        if any(piece.of == of for piece in band.could):
            found.append((passed + 1, passed + band.count))
        passed += band.count
    return (found[0][0], found[-1][1]) if found else None


def drawn_from(view: View) -> tuple[PileView, ...]:
    """The piles on the table that nobody sees all of: those that are worth odds."""
    return tuple(pile for pile in view.piles if pile.count and not pile.open)


def about(view: View, of: Ref) -> Sequence[tuple[PileView, float, tuple[int, int]]]:
    """For each hidden pile that may hold pieces made for a thing: the chance of the next, and from where to
    where they may lie."""
    found = []
    for pile in drawn_from(view):
        places = waiting(pile, of)
        if places is not None:
            found.append((pile, chance(pile, of), places))
    return found
