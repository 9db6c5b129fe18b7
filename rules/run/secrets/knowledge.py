"""Tracks what each seat, and the public, knows about pieces it does not see.

A mind, the knowledge of one or more observers, has a label for every piece. A piece labelled with its own
number is known exactly. Pieces that share another label are known as a set: these pieces are in these spots,
in unknown order. A moved piece keeps its label, a seen piece gets its exact label, shuffled pieces get one
new label.

Of some labels more is known: how many pieces of which sort lie in which heap. That is a mixture; it stands as
it was when the label was new, and pieces that have lost the label were seen since. Working one out waits
until somebody asks, where it is certain that it will be one mixture: `_labels_of_one` tells that.

Observers with equal knowledge share one mind; it is split when one of them learns more. `shared` joins what
some seats know, for players who tell each other everything; `may_know` decides whether a seat may know a
variable.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter

from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.secrets.mixtures import (
    MOST_COUNTS,
    MOST_NUMBERS,
    Heaped,
    Mixture,
    plain,
    sets_in,
    stirred,
)
from lazaretto.rules.run.state import State

_GROUP = -1
"""Stands for the heap that a shuffle makes."""


def _labels_of_one(
    state: State,
    labels: list[int],
    groups: Sequence[Sequence[int]],
    inside: Sequence[set[int]],
    beyond: bool,
) -> set[int] | None:
    """Return the labels inside groups if the groups certainly become one mixture.

    With `beyond` a piece inside certainly shares its label with one outside.
    """
    every = inside[0].union(*inside)
    if _is_one_at_a_glance(every, inside, beyond):
        return every
    if len(groups) > 1 or state.mixtures.keys().isdisjoint(every):
        return None
    group = {*groups[0]}
    if len(every) == 1 and _is_one_again(state, labels, group):
        return every
    return every if _is_one_of_mixtures(state, labels, group, every) else None


def _is_one_at_a_glance(every: set[int], inside: Sequence[set[int]], beyond: bool) -> bool:
    """Whether one of several labels lies in all groups, or outside too."""
    if len(every) < 2 or len(every) * (len(every) + len(inside)) > MOST_NUMBERS:
        return False
    return beyond or (len(inside) > 1 and bool(inside[0].intersection(*inside)))


def _is_one_again(state: State, labels: list[int], group: set[int]) -> bool:
    """Whether one mixture of one heap certainly stays one, with what takes no time to see.

    That is so if all that is left of the heap is shuffled again, together with some of what lies outside: if
    that was one set, and not all of the heap was of this set, there are two sorts and two heaps.
    """
    label = labels[next(iter(group))]
    known = state.mixtures[label]
    if not isinstance(known, Heaped) or known.before or len(known.heaps) > 1:
        return False
    old, heap = known.labels, {*known.heaps[0]}
    if heap.issuperset(group):
        return False
    rest = [piece for piece, each in enumerate(labels) if each == label and piece not in group]
    outside = {old[piece] for piece in (*rest, *(group - heap))}
    if not rest or len(outside) > 1 or not heap.isdisjoint(rest):
        return False
    return any(old[piece] not in outside for piece in group & heap)


def _is_one_of_mixtures(state: State, labels: list[int], group: set[int], every: set[int]) -> bool:
    """Whether no heap comes apart when a group is shuffled, as one would whose sorts lie in no other heap.

    There must not be too many counts to keep either, by an estimate.
    """
    sharing: dict[int, list[int]] = {label: [] for label in every if label >= len(labels)}
    for piece, label in enumerate(labels):
        if label in sharing:
            sharing[label].append(piece)
    joined, ways, sorts, heaps = False, 1, 1, 1
    for label, pieces in sharing.items():
        known = state.mixture(label) if label in state.mixtures else plain(pieces)
        homes, more = _homes(known, pieces, group)
        shared = {_GROUP}.union(*(home for home in homes if len(home) > 1))
        if not all(home <= shared for home in homes) or (len(every) == 1 and len(homes) == 1):
            return False
        joined = joined or len(shared) > 1
        ways *= more
        sorts += len(known.sorts)
        heaps += len(known.heaps)
    return joined and ways <= MOST_COUNTS and sorts * heaps * ways <= MOST_NUMBERS


def _homes(known: Mixture, pieces: Collection[int], group: set[int]) -> tuple[list[set[int]], int]:
    """Return in which heaps each sort of some pieces may lie after a shuffle, and how many counts at most."""
    sort_of = {piece: sort for sort, each in enumerate(known.sorts) for piece in each}
    homes: dict[int, set[int]] = {}
    ways = len(known.counts)
    for number, heap in enumerate(known.heaps):
        rest = {*heap}.intersection(pieces)
        taken = len(rest & group)
        ends = {_GROUP, number} if 0 < taken < len(rest) else {_GROUP} if taken else {number}
        for sort in {sort_of[piece] for piece in rest}:
            homes.setdefault(sort, set()).update(ends)
        if len(ends) > 1:
            possible = sum(
                any(count[number][sort] for _, count in known.counts) for sort in range(len(known.sorts))
            )
            ways *= (min(taken, len(rest) - taken) + 1) ** (possible - 1)
    return [*homes.values()], ways


_FEW = 4
"""Below this number, labels are counted one by one; above it, in one pass."""

_STALE = 4
"""With more mixtures for each mind than this, those that are no longer known are looked for."""


def reveal(state: State, pieces: Sequence[int], observers: Iterable[int]) -> None:
    """Reveal pieces to observers; if one of them learns a piece, undo cannot go back past this."""
    minds, mind_of = state.minds, state.mind_of
    new: list[int] = []
    for observer in observers:
        labels = minds[mind_of[observer]]
        for piece in pieces:
            if labels[piece] != piece:
                new.append(observer)
                break
    for labels in _minds(state, new) if new else ():
        for piece in pieces:
            labels[piece] = piece
        state.barrier += 1


def blur(state: State, base: int, pieces: Sequence[int], observers: Sequence[int]) -> None:
    """Merge pieces, counted from a base, with all they could be confused with, for these observers."""
    size = len(pieces)
    if size < 2:
        return
    numbers = tuple([base + piece for piece in pieces]) if base else tuple(pieces)
    labels_of = itemgetter(*numbers)
    for labels in _minds(state, observers):
        state.fuel -= size >> 1
        listed: tuple[int, ...] = labels_of(labels)
        if state.mixtures and not state.mixtures.keys().isdisjoint(listed):
            if not in_one_heap(state, listed, numbers):
                stir(state, [labels], [numbers])
            continue
        exact = listed == numbers
        if not exact and listed[0] == listed[-1] and listed.count(listed[0]) == size:
            continue
        if not exact and _reaches_beyond(state, labels, listed):
            stir(state, [labels], [numbers], beyond=True)
            continue
        new = state.labels
        state.labels += 1
        for number in numbers:
            labels[number] = new


def in_one_heap(state: State, listed: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
    """Whether pieces, with these labels, lie in one heap, so that shuffling them makes no difference."""
    label, first = listed[0], numbers[0]
    if listed.count(label) < len(listed):
        return False
    known = state.mixtures[label]
    heap = next((each for each in known.heaps if first in each), None)
    if heap is None:  # it lies outside the heaps that were shuffled
        heap = next((each for each in state.mixture(label).heaps if first in each), ())
    return {*heap}.issuperset(numbers)


def _reaches_beyond(state: State, labels: list[int], listed: tuple[int, ...]) -> bool:
    """Whether other pieces share a label with those whose labels are listed."""
    total = len(labels)
    state.fuel -= total >> 2
    shared = {each for each in listed if each >= total}
    return _count(labels, shared) > _count(listed, shared)


def _count(labels: Sequence[int], some: set[int]) -> int:
    """Return how often some labels occur."""
    return sum(map(labels.count, some)) if len(some) < _FEW else sum(map(some.__contains__, labels))


def blur_heaps(state: State, base: int, heaps: Iterable[Sequence[int]]) -> None:
    """Shuffle each heap of pieces, counted from a base; everybody knows which pieces went into which heap."""
    groups = [[base + each for each in heap] for heap in heaps if len(heap) > 1]
    if groups:
        stir(state, state.minds, groups)


def stir(
    state: State, minds: Iterable[list[int]], groups: Sequence[Sequence[int]], beyond: bool = False
) -> None:
    """Shuffle each group of pieces for some minds, which keep all that they know about heaps.

    With `beyond` it is certain that a piece inside shares its label with one outside.
    """
    alike: tuple[list[Mixture], list[list[int]], list[list[int]]] | None = None
    parts: list[Mixture] = []
    mixtures: dict[int, Mixture | Heaped] = {}
    listed = [itemgetter(*group) for group in groups]
    for labels in minds:
        state.fuel -= len(labels) >> 1
        sets = [{*each(labels)} for each in listed]
        if len(groups) == 1 and _count(labels, sets[0]) == len(groups[0]):  # it holds all that it could be
            _label(state, labels, groups, 1)
            continue
        if inside := _labels_of_one(state, labels, groups, sets, beyond):
            before = {label: state.mixtures[label] for label in inside if label in state.mixtures}
            mixtures[state.labels] = Heaped(labels[:], groups, before)
            _label_all(state, labels, groups, inside)
            continue
        found, wide, fresh = sets_in(labels, groups, state.mixtures)
        known = [state.mixture(label).left({*pieces}) for label, pieces in found.items()]
        if (known, wide, fresh) != alike:  # most minds know the same
            alike, parts = (known, wide, fresh), stirred(known, wide, fresh, groups)
        for mixture in parts:
            if not mixture.is_plain:
                mixtures[state.labels] = mixture
            _label(state, labels, mixture.sorts, len(mixture.counts))
    _keep(state, mixtures)


def _keep(state: State, new: dict[int, Mixture | Heaped]) -> None:
    """Add mixtures; if there are many, forget those whose labels no piece has any more."""
    old = state.mixtures
    if len(old) > _STALE * len(state.minds):
        used = set().union(*state.minds)
        old = {label: each for label, each in old.items() if label in used}
    state.mixtures = old | new if old else new


def _label_all(state: State, labels: list[int], groups: Sequence[Sequence[int]], inside: set[int]) -> None:
    """Give one new label to the pieces of groups, and to all that share one of the labels inside."""
    total, new = len(labels), state.labels
    _label(state, labels, groups, 1)
    shared = {label for label in inside if label >= total}
    if len(shared) >= _FEW:
        state.fuel -= _count(labels, shared)
        labels[:] = [new if label in shared else label for label in labels]
        return
    for label in shared:
        at, count = -1, labels.count(label)
        state.fuel -= count
        for _ in range(count):
            at = labels.index(label, at + 1)
            labels[at] = new


def _label(state: State, labels: list[int], pieces: Iterable[Sequence[int]], cost: int) -> None:
    """Give pieces one new label; each piece has a cost."""
    new = state.labels
    state.labels += 1
    for some in pieces:
        state.fuel -= len(some) * cost
        for piece in some:
            labels[piece] = new


def exchange(state: State, before: Sequence[dict[int, Mixture]], moved: Mapping[int, int]) -> None:
    """Let the heaps that each mind knew hold other pieces, after pieces have changed places.

    If the sorts of the pieces no longer fit the counts, the pieces have changed their sorts as well.
    """
    mixtures: dict[int, Mixture | Heaped] = {}
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
    """Return the minds of exactly these observers in their order, and split shared minds where necessary."""
    if len(observers) > state.players:
        return state.minds
    minds, mind_of = state.minds, state.mind_of
    found: list[int] = []
    for mind in dict.fromkeys([mind_of[observer] for observer in observers]):
        observing = mind_of.count(mind)
        if observing > 1:
            inside = [observer for observer in observers if mind_of[observer] == mind]
            if len(inside) < observing:
                minds.append(minds[mind][:])
                mind = len(minds) - 1
                for each in inside:
                    mind_of[each] = mind
        found.append(mind)
    return [minds[each] for each in (sorted(found) if len(found) > 1 else found)]


def shared(state: State, seats: Collection[int]) -> State:
    """Return a state in which each of these seats sees and knows exactly what one of them does.

    What a seat knows only about a set of pieces, it keeps to itself.
    """
    if len(seats) < 2:
        return state
    watchers = {*seats}
    lists = {state.mind_of[watcher] for watcher in watchers}
    sees = [len(watchers.intersection(each)) for each in state.seen]
    partly = [number for number, some in enumerate(sees) if 0 < some < len(watchers)]
    if len(lists) == 1 and not partly:
        return state
    new = state.fork()
    seen = list(new.seen)
    for number in partly:
        seen[number] = tuple(sorted(watchers.union(seen[number])))
    new.seen = tuple(seen)
    minds = [new.minds[each] for each in sorted(lists)]
    known = [piece for piece in range(len(minds[0])) if any(labels[piece] == piece for labels in minds)]
    reveal(new, known, sorted(watchers))
    return new


def may_know(
    tables: CompiledGame, backend: Backend, s: State, variable: VariableInfo, index: int, seat: int | None
) -> bool:
    """Whether a seat (None: everybody) may know the variable of its owner's member at an index.

    Who may know it can be computed by the rules, which costs fuel and can fail.
    """
    match variable.seen.word:
        case "all":
            return True
        case "nobody":
            return False
        case "owner":
            return seat == index
        case _:
            assert variable.seen.number is not None
            function = backend.visible(variable.seen.number)
            first = tables.kinds[variable.owner].first if variable.owner is not None else 0
            seats = tuple(function(s, first + index) if variable.seen.owned else function(s))
            return seat in seats if seat is not None else len(set(seats)) == s.players


def all_know_of_players(tables: CompiledGame, backend: Backend, s: State) -> bool:
    """Whether everybody may know every variable of every player; costs as `may_know` does."""
    return all(
        may_know(tables, backend, s, variable, index, None)
        for variable in tables.variables
        if variable.owner is not None and tables.kinds[variable.owner].shape == "player"
        for index in range(s.players)
    )
