"""Tracks what each seat, and the public, knows about pieces it does not see.

A mind, the knowledge of one or more observers, has a label for every piece. A piece labelled with its own
number is known exactly. Pieces that share another label are known as a set: these pieces are in these spots,
in unknown order. A moved piece keeps its label, a seen piece gets its exact label, shuffled pieces get one
new label.

Observers with equal knowledge share one mind; it is split when one of them learns more.
"""

from collections.abc import Iterable, Sequence

from rules.run.state import State

_FEW = 4
"""Below this number, labels are counted and pieces searched one by one; above it, in one pass."""


def reveal(state: State, pieces: Sequence[int], observers: Iterable[int]) -> None:
    """Reveal pieces to observers; if one of them learns a piece, undo cannot go back past this."""
    new = [each for each in observers if any(state.known(each)[piece] != piece for piece in pieces)]
    for labels in _minds(state, new):
        for piece in pieces:
            labels[piece] = piece
        state.barrier += 1


def blur(state: State, base: int, pieces: Sequence[int], observers: Sequence[int]) -> None:
    """Merge pieces, counted from a base, with all they could be confused with, for these observers."""
    size = len(pieces)
    if size < 2:
        return
    numbers = [base + each for each in pieces] if base else list(pieces)
    for labels in _minds(state, observers):
        state.fuel -= size >> 1
        listed = [*map(labels.__getitem__, numbers)]
        exact = listed == numbers
        if not exact and listed[0] == listed[-1] and listed.count(listed[0]) == size:
            continue
        new = state.labels
        state.labels += 1
        for number in numbers:
            labels[number] = new
        if not exact:
            total = len(labels)
            state.fuel -= total >> 2
            _rename(labels, {each for each in listed if each >= total}, new)


def _rename(labels: list[int], shared: set[int], new: int) -> None:
    """Give pieces that have one of these labels a new label."""
    count = sum(map(labels.count, shared)) if len(shared) < _FEW else sum(map(shared.__contains__, labels))
    if count < _FEW:
        for label in shared if count else ():
            for _ in range(labels.count(label)):
                labels[labels.index(label)] = new
    else:
        labels[:] = [new if label in shared else label for label in labels]


def sharing(state: State, observer: int) -> dict[int, list[int]]:
    """Return the pieces that share each label for an observer."""
    found: dict[int, list[int]] = {}
    for piece, label in enumerate(state.known(observer)):
        found.setdefault(label, []).append(piece)
    return found


def _minds(state: State, observers: Sequence[int]) -> list[list[int]]:
    """Return the minds of exactly these observers, and split shared minds where necessary."""
    if len(observers) > state.players:
        return state.minds
    found: list[list[int]] = []
    for mind in dict.fromkeys(state.mind_of[each] for each in observers):
        inside = [each for each in observers if state.mind_of[each] == mind]
        if len(inside) < state.mind_of.count(mind):
            state.minds.append(state.minds[mind][:])
            for each in inside:
                state.mind_of[each] = len(state.minds) - 1
            found.append(state.minds[-1])
        else:
            found.append(state.minds[mind])
    return found
