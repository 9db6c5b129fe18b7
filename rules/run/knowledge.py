"""What each seat, and everybody together, knows of pieces it does not see.

Every observer has a label for every piece. A piece labelled with its own number is known exactly. Pieces
that share another label are known as a set: these pieces lie in these spots, in an unknown order. Moving
carries labels along, seeing makes a label exact, shuffling gives one label to all that was mixed.
"""

from collections.abc import Iterable

from rules.run.state import State


def reveal(state: State, pieces: Iterable[int], observers: Iterable[int]) -> None:
    """Observers see pieces; a piece that was unknown to one of them cannot be unseen."""
    for observer in observers:
        labels = state.known[observer]
        for piece in pieces:
            if labels[piece] != piece:
                labels[piece] = piece
                state.barrier += 1


def blur(state: State, pieces: list[int], observers: Iterable[int]) -> None:
    """For these observers the pieces, and all that could be mistaken for them, become one set."""
    if len(pieces) < 2:
        return
    for observer in observers:
        labels = state.known[observer]
        total = len(labels)
        mixed = {labels[piece] for piece in pieces}
        if len(mixed) == 1:
            continue
        new = state.labels
        state.labels += 1
        sets = {label for label in mixed if label >= total}
        if sets:
            for piece, label in enumerate(labels):
                if label in sets:
                    labels[piece] = new
        for piece in pieces:
            labels[piece] = new


def candidates(state: State, observer: int, piece: int) -> list[int]:
    """The pieces that, as far as an observer knows, could lie where this one lies."""
    labels = state.known[observer]
    label = labels[piece]
    return [piece] if label == piece else [each for each, other in enumerate(labels) if other == label]
