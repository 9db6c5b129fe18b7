"""Computes the odds of the next draws from a hidden pile, from what this seat knows of it.

A pile is a sequence of pieces; some are known, the others belong to groups of which only the contents are
known. Within a group, every order is equally likely.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules import PieceView, PileView, Ref, View


@dataclass(frozen=True, slots=True)
class Band:
    """Consecutive pieces: how many, and which ones they may be."""

    count: int
    could: tuple[PieceView, ...]

    @property
    def known(self) -> bool:
        """Whether the pieces are known, apart from their order."""
        return self.count == len(self.could)


def bands(pile: PileView) -> tuple[Band, ...]:
    """The bands of the pile, from the top."""
    return tuple(Band(count, could) for count, could in pile.odds)


def chance(pile: PileView, of: Ref, draws: int = 1) -> float:
    """The probability that one of the next `draws` pieces is made for a thing."""
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
    """The first and the last position at which a piece made for a thing may be; None: there is none."""
    passed = 0
    found: list[tuple[int, int]] = []
    for band in bands(pile):
        if any(piece.of == of for piece in band.could):
            found.append((passed + 1, passed + band.count))
        passed += band.count
    return (found[0][0], found[-1][1]) if found else None


def drawn_from(view: View) -> tuple[PileView, ...]:
    """The piles on the table that are not fully visible, for which odds make sense."""
    return tuple(pile for pile in view.piles if pile.count and not pile.open)


def about(view: View, of: Ref) -> Sequence[tuple[PileView, float, tuple[int, int]]]:
    """Each hidden pile that may hold pieces made for a thing, the chance of the next draw, their range."""
    found = []
    for pile in drawn_from(view):
        places = waiting(pile, of)
        if places is not None:
            found.append((pile, chance(pile, of), places))
    return found
