"""Shows what an observer knows about heaps: their sizes, and how many pieces of which set each may have."""

from collections.abc import Callable

from rules.run.mixtures import Mixture
from rules.run.state import State
from rules.run.view_types import HeapView, MixtureView, PieceView

Shown = Callable[[int, int, bool], PieceView]
"""Returns the view of a piece of a kind; its last argument: whether it is known."""


class KnownHeaps:
    """The heaps that one observer knows of, computed once for a view."""

    def __init__(self, state: State, observer: int, shown: Shown) -> None:
        self._mixtures = state.heaps(state.known(observer)) if state.mixtures else {}
        self._heap_of = {
            label: {piece: number for number, heap in enumerate(mixture.heaps) for piece in heap}
            for label, mixture in self._mixtures.items()
        }
        self._shown = shown
        self._views: dict[int, MixtureView] = {}
        self._could: dict[tuple[int, int], tuple[PieceView, ...]] = {}

    def number(self, label: int, piece: int) -> int | None:
        """Return the number of the heap in which a piece lies; None if only the set of its label is known."""
        inside = self._heap_of.get(label)
        return None if inside is None else inside[piece]

    def could(self, label: int, heap: int, kind: int, base: int) -> tuple[PieceView, ...]:
        """Return the pieces that may lie in a heap."""
        told = self._could.get((label, heap))
        if told is None:
            mixture = self._mixtures[label]
            possible = [
                piece
                for sort, pieces in enumerate(mixture.sorts)
                if any(count[heap][sort] for _, count in mixture.counts)
                for piece in pieces
            ]
            told = tuple(self._shown(kind, piece - base, False) for piece in sorted(possible))
            self._could[label, heap] = told
        return told

    def view(self, label: int, heap: int, kind: int, base: int) -> HeapView:
        """Return a heap with the mixture that it is part of."""
        told = self._views.get(label)
        if told is None:
            told = self._views[label] = self._mixture(self._mixtures[label], kind, base)
        return HeapView(told, heap)

    def _mixture(self, mixture: Mixture, kind: int, base: int) -> MixtureView:
        chances = mixture.likelihoods()
        total = sum(chances)
        return MixtureView(
            tuple(
                tuple(self._shown(kind, piece - base, False) for piece in pieces) for pieces in mixture.sorts
            ),
            tuple(
                (chance / total, count) for chance, (_, count) in zip(chances, mixture.counts, strict=True)
            ),
        )
