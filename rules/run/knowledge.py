"""What each seat, and everybody together, knows of pieces it does not see.

A mind has a label for every piece. A piece labelled with its own number is known exactly. Pieces that
share another label are known as a set: these pieces lie in these spots, in an unknown order. Moving
carries labels along, seeing makes a label exact, shuffling gives one label to all that was mixed.

Observers that have seen the same share one mind; it is split when one of them sees more.
"""

from collections.abc import Iterable, Sequence

from rules.run.state import State

_FEW = 4
"""Labels that are counted, and pieces that are looked for, one by one; where there are more, all at once."""


def reveal(state: State, pieces: Sequence[int], observers: Iterable[int]) -> None:
    """Observers see pieces; a piece that was unknown to one of them cannot be unseen."""
    new = [each for each in observers if any(state.known(each)[piece] != piece for piece in pieces)]
    for labels in _minds(state, new):
        for piece in pieces:
            labels[piece] = piece
        state.barrier += 1


def blur(state: State, base: int, pieces: Sequence[int], observers: Sequence[int]) -> None:
    """For these observers pieces, counted from a base, become one set with all they could be mistaken for."""
    size = len(pieces)
    if size < 2:
        return
    numbers = [base + each for each in pieces] if base else list(pieces)
    for labels in _minds(state, observers):
        state.fuel -= size >> 3
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
            state.fuel -= total >> 3
            _rename(labels, {each for each in listed if each >= total}, new)


def _rename(labels: list[int], shared: set[int], new: int) -> None:
    """Pieces that have one of these labels get another."""
    count = sum(map(labels.count, shared)) if len(shared) < _FEW else sum(map(shared.__contains__, labels))
    if count < _FEW:
        for label in shared if count else ():
            for _ in range(labels.count(label)):
                labels[labels.index(label)] = new
    else:
        labels[:] = [new if label in shared else label for label in labels]


def sharing(state: State, observer: int, label: int) -> list[int]:
    """The pieces that an observer cannot tell apart, by their label."""
    return [piece for piece, other in enumerate(state.known(observer)) if other == label]


def _minds(state: State, observers: Sequence[int]) -> list[list[int]]:
    """The minds of these observers and of nobody else, split off where they were shared."""
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
