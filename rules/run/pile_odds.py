"""Shows what an observer knows about the pieces of a pile: the set and the heap of each run."""

from collections.abc import Callable, Sequence

from lazaretto.rules.run.knowledge import sharing
from lazaretto.rules.run.mixtures import Mixture
from lazaretto.rules.run.state import State
from lazaretto.rules.run.view_types import HeapView, MixtureView, PieceView

Shown = Callable[[int, int, bool], PieceView]
"""Returns the view of a piece of a kind; its last argument: whether it is known."""

Runs = tuple[tuple[int, tuple[PieceView, ...]], ...]
"""The length and the set of each run of pieces."""


class Odds:
    """What one observer knows about unknown pieces, computed once for a view."""

    def __init__(self, state: State, observer: int, shown: Shown) -> None:
        self._state = state
        self._observer = observer
        self._shown = shown
        self._mixtures = state.heaps(state.known(observer)) if state.mixtures else {}
        self._heap_of = {
            label: {piece: number for number, heap in enumerate(mixture.heaps) for piece in heap}
            for label, mixture in self._mixtures.items()
        }
        self._alike: dict[int, list[int]] | None = None
        """The pieces that share each label, once they are needed."""
        self._views: dict[int, MixtureView] = {}
        self._could: dict[tuple[int, int | None], tuple[PieceView, ...]] = {}
        """Memoises the sets of pieces: they are equal for every spot of every pile."""

    def of_pile(
        self, kind: int, pieces: Sequence[int], known: Sequence[PieceView | None], base: int
    ) -> tuple[Runs, tuple[HeapView | None, ...]]:
        """Return the runs of a pile from the top, and their heaps; none if there is no heap."""
        found: list[tuple[int, tuple[PieceView, ...]]] = []
        heaps: list[HeapView | None] = []
        labels = self._state.known(self._observer) if pieces else []
        last: tuple[int, int | None] | None = None
        for piece, seen in zip(pieces, known, strict=True):
            if seen is not None:
                found.append((1, (seen,)))
                heaps.append(None)
                last = None
                continue
            label = labels[base + piece]
            heap = self._heap_of[label][base + piece] if label in self._heap_of else None
            if (label, heap) == last:
                found[-1] = (found[-1][0] + 1, found[-1][1])
                continue
            found.append((1, self._could_be(label, heap, kind, base)))
            heaps.append(None if heap is None else self._heap(label, heap, kind, base))
            last = label, heap
        return tuple(found), tuple(heaps) if any(heaps) else ()

    def _could_be(self, label: int, heap: int | None, kind: int, base: int) -> tuple[PieceView, ...]:
        """Return the pieces that share a label; in a heap, those that may lie there."""
        told = self._could.get((label, heap))
        if told is None:
            possible = self._sharing(label) if heap is None else _possible(self._mixtures[label], heap)
            told = tuple(self._shown(kind, piece - base, False) for piece in possible)
            self._could[label, heap] = told
        return told

    def _sharing(self, label: int) -> Sequence[int]:
        if self._alike is None:
            self._alike = sharing(self._state, self._observer)
        return self._alike.get(label, ())

    def _heap(self, label: int, heap: int, kind: int, base: int) -> HeapView:
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


def _possible(mixture: Mixture, heap: int) -> list[int]:
    """Return the pieces that may lie in a heap."""
    return sorted(
        piece
        for sort, pieces in enumerate(mixture.sorts)
        if any(count[heap][sort] for _, count in mixture.counts)
        for piece in pieces
    )
