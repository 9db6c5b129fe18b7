"""Tracks what each seat, and the public, knows about pieces it does not see.

A mind, the knowledge of one or more observers, has a label for every piece. A piece labelled with its own
number is known exactly. Pieces that share another label are known as a set: these pieces are in these spots,
in unknown order. A moved piece keeps its label, a seen piece gets its exact label, shuffled pieces get one
new label.

Of some labels more is known: how many pieces of which sort lie in which heap. That is a mixture; it stands
as it was when the label was new, and pieces that have lost the label were seen since.

Observers with equal knowledge share one mind; it is split when one of them learns more.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from rules.run.mixtures import Mixture, divided, plain, shuffled_together
from rules.run.state import State

_FEW = 4
"""Below this number, labels are counted one by one; above it, in one pass."""


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
        if state.mixtures and not state.mixtures.keys().isdisjoint(listed):
            if not _in_one_heap(state, listed, numbers):
                _stir(state, [labels], [numbers])
            continue
        exact = listed == numbers
        if not exact and listed[0] == listed[-1] and listed.count(listed[0]) == size:
            continue
        if not exact and _reaches_beyond(state, labels, listed):
            _stir(state, [labels], [numbers])
            continue
        new = state.labels
        state.labels += 1
        for number in numbers:
            labels[number] = new


def _in_one_heap(state: State, listed: list[int], numbers: list[int]) -> bool:
    """Whether pieces, with these labels, lie in one heap, so that shuffling them makes no difference."""
    if listed.count(listed[0]) < len(listed):
        return False
    return any({*heap}.issuperset(numbers) for heap in state.mixtures[listed[0]].heaps)


def _reaches_beyond(state: State, labels: list[int], listed: list[int]) -> bool:
    """Whether other pieces share a label with those whose labels are listed."""
    total = len(labels)
    state.fuel -= total >> 2
    shared = {each for each in listed if each >= total}
    if len(shared) < _FEW:
        return any(labels.count(each) > listed.count(each) for each in shared)
    return sum(map(shared.__contains__, labels)) > sum(map(shared.__contains__, listed))


def blur_heaps(state: State, base: int, heaps: Iterable[Sequence[int]]) -> None:
    """Shuffle each heap of pieces, counted from a base; everybody knows which pieces went into which heap."""
    groups = [[base + each for each in heap] for heap in heaps if len(heap) > 1]
    if groups:
        _stir(state, state.minds, groups)


def _stir(state: State, minds: Iterable[list[int]], groups: Sequence[Sequence[int]]) -> None:
    """Shuffle each group of pieces for some minds, which keep all that they know about heaps."""
    inside = {piece: number for number, group in enumerate(groups) for piece in group}
    alike: tuple[list[list[int]], list[list[int]]] | None = None
    parts: list[Mixture] = []
    mixtures: dict[int, Mixture] = {}
    for labels in minds:
        state.fuel -= len(labels) >> 1
        known, sets, fresh = _found(state, labels, inside, len(groups))
        if known:
            known += [plain(each) for each in (*sets, *fresh) if each]
            new = shuffled_together(known, [{*group} for group in groups])
            if new is None:
                new = [plain(piece for each in known for sort in each.sorts for piece in sort)]
            mixtures |= _relabel(state, labels, new)
            continue
        if (sets, fresh) != alike:  # most minds know the same
            alike, parts = (sets, fresh), divided(sets, fresh, groups)
        mixtures |= _relabel(state, labels, parts)
    if state.mixtures:
        used = set().union(*state.minds)
        mixtures = {label: each for label, each in state.mixtures.items() if label in used} | mixtures
    state.mixtures = mixtures


def _found(
    state: State, labels: list[int], inside: Mapping[int, int], groups: int
) -> tuple[list[Mixture], list[list[int]], list[list[int]]]:
    """Return what a mind knows about the pieces in groups: mixtures, sets, and those inside each group."""
    fresh: list[list[int]] = [[] for _ in range(groups)]
    found: dict[int, list[int]] = {label: [] for label in {*map(labels.__getitem__, inside)}}
    for piece, label in enumerate(labels):
        if label in found:
            found[label].append(piece)
    sets: list[list[int]] = []
    known: list[Mixture] = []
    for label, pieces in sorted(found.items(), key=itemgetter(1)):
        homes = {*map(inside.get, pieces)}
        if label in state.mixtures:
            known.append(state.mixtures[label].left({*pieces}))
        elif len(homes) > 1 or None in homes:
            sets.append(pieces)
        else:
            fresh[inside[pieces[0]]] += pieces
    return known, sets, fresh


def _relabel(state: State, labels: list[int], new: Iterable[Mixture]) -> dict[int, Mixture]:
    """Give the pieces of each mixture a new label; return those of which more than the set is known."""
    mixtures: dict[int, Mixture] = {}
    for mixture in new:
        label = state.labels
        state.labels += 1
        for sort in mixture.sorts:
            state.fuel -= len(sort) * len(mixture.counts)
            for piece in sort:
                labels[piece] = label
        if not mixture.is_plain:
            mixtures[label] = mixture
    return mixtures


def exchange(state: State, before: Sequence[dict[int, Mixture]], moved: Mapping[int, int]) -> None:
    """Let the heaps that each mind knew hold other pieces, after pieces have changed places.

    If the sorts of the pieces no longer fit the counts, the pieces have changed their sorts as well.
    """
    mixtures: dict[int, Mixture] = {}
    for labels, known in zip(state.minds, before, strict=True):
        for label, old in known.items():
            heaps = _moved(old.heaps, moved)
            new = Mixture(old.sorts, heaps, old.counts)
            if not new.allows():
                new = Mixture(_moved(old.sorts, moved), heaps, old.counts)
            if mixtures.setdefault(label, new) != new:
                mixtures[state.labels] = new
                for piece in (piece for heap in heaps for piece in heap):
                    labels[piece] = state.labels
                state.labels += 1
    state.mixtures = mixtures


def _moved(sets: Iterable[Sequence[int]], moved: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(moved.get(piece, piece) for piece in each)) for each in sets)


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
