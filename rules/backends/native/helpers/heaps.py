"""Shuffled heaps, as `rules.run.mixtures` describes them.

Heaps that certainly become one mixture are stored in the arena, with the labels before the shuffle, until
somebody asks for the mixture. Python computes everything about mixtures themselves.

An entry of `at.mixtures` is a label and the address of such heaps: how many groups there are, how many
mixtures were known before, the sizes of the groups, their pieces, these mixtures as such entries, and then
the labels, 4 bytes each. If Python knows the mixture, an entry has its negative number instead of an address.
"""

from rules.backends.native.helpers.arena import reserve_for_ever
from rules.backends.native.helpers.faults import pay
from rules.backends.native.helpers.label_sets import (
    has_mixture,
    mixture_of,
    place_of_label,
    shared_labels,
)
from rules.backends.native.helpers.memory import (
    at,
    copy,
    inline,
    load_i32,
    load_i64,
    store_i32,
    store_i64,
)
from rules.backends.native.helpers.one_mixture import ONE_SET, UNCERTAIN, what_becomes
from rules.backends.native.helpers.provided import (
    in_one_heap_of_mixture,
    stir_mixtures,
)

STALE = 4


@inline
def row(mind: int) -> int:
    """Return the address of the labels of a mind."""
    return at.minds + mind * at.pieces * 4


def in_one_heap(label: int, base: int, pieces: int) -> int:
    """Return 1 if pieces of one label lie in one heap, so that shuffling them makes no difference."""
    known = mixture_of(label)
    first = base + load_i64(pieces + 8)
    while known > 0:
        groups = load_i64(known)
        spot = known + 16 + 8 * groups
        for group in range(groups):
            size = load_i64(known + 16 + 8 * group)
            if holds(spot, size, first) != 0:
                return holds_all(spot, size, base, pieces)
            spot += 8 * size
        mixtures = load_i64(known, 8)
        labels = spot + 16 * mixtures
        old = load_i32(labels + 4 * first)
        if are_outside(known + 16 + 8 * groups, spot, labels, base, pieces) == 0:
            return 0
        known = 0
        for index in range(mixtures):
            if load_i64(spot + 16 * index) == old:
                known = load_i64(spot + 16 * index, 8)
        if known == 0:
            return 1
    return in_one_heap_of_mixture(label, base, pieces)


def holds_all(heap: int, size: int, base: int, pieces: int) -> int:
    """Return 1 if all pieces of a list are in an array."""
    for index in range(1, load_i64(pieces) + 1):
        if holds(heap, size, base + load_i64(pieces + 8 * index)) == 0:
            return 0
    return 1


def are_outside(shuffled: int, end: int, labels: int, base: int, pieces: int) -> int:
    """Return 1 if pieces had one label before others were shuffled, which stand between two addresses."""
    label = load_i32(labels + 4 * (base + load_i64(pieces + 8)))
    for index in range(2, load_i64(pieces) + 1):
        number = base + load_i64(pieces + 8 * index)
        if load_i32(labels + 4 * number) != label or holds(shuffled, (end - shuffled) >> 3, number) != 0:
            return 0
    return 1


def holds(items: int, size: int, wanted: int) -> int:
    """Return 1 if a number is in an array."""
    for index in range(size):
        if load_i64(items + 8 * index) == wanted:
            return 1
    return 0


def stir(minds: int, base: int, groups: int, beyond: int) -> None:
    """Shuffle each group of pieces, counted from a base, for a set of minds.

    `groups` is a list of lists. With `beyond` it is certain that a piece inside shares its label with one
    outside.
    """
    room = load_i64(at.minds_count)
    sets = 0
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            becomes = what_becomes(row(mind), base, groups, beyond)
            if becomes == UNCERTAIN:
                stir_mixtures(minds, base, groups, beyond)
                return
            if becomes == ONE_SET:
                sets |= 1 << mind
    before = load_i64(at.mixtures_count)
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            pay(at.pieces >> 1)
            if (sets >> mind) & 1 != 0:
                label_all(row(mind), base, groups)
            else:
                heap(row(mind), base, groups)
    if before > STALE * room:
        forget_unused_mixtures()


def heap(labels: int, base: int, groups: int) -> None:
    """Store shuffled heaps for one mind, and give their pieces one new label."""
    before = load_i64(at.scratch_next)
    count = load_i64(groups)
    total = members_of(groups)
    every = shared_labels(labels, base, groups, total)
    known = 0
    for index in range(1, load_i64(every) + 1):
        known += has_mixture(load_i64(every + 8 * index))
    rest = 16 + 8 * count
    kept = reserve_for_ever(rest + 8 * total + 16 * known + ((4 * at.pieces + 7) & -8))
    store_i64(kept, count)
    store_i64(kept, known, 8)
    copy(kept + rest + 8 * total + 16 * known, labels, 4 * at.pieces)
    spot = kept + rest
    for group in range(count):
        pieces = load_i64(groups + 8 + 8 * group)
        store_i64(kept + 16 + 8 * group, load_i64(pieces))
        for index in range(1, load_i64(pieces) + 1):
            store_i64(spot, base + load_i64(pieces + 8 * index))
            spot += 8
    for index in range(1, load_i64(every) + 1):
        label = load_i64(every + 8 * index)
        if has_mixture(label) != 0:
            store_i64(spot, label)
            store_i64(spot, mixture_of(label), 8)
            spot += 16
    store_i64(at.scratch_next, before)
    new = label_all(labels, base, groups)
    entry = at.mixtures + 16 * load_i64(at.mixtures_count)
    store_i64(entry, new)
    store_i64(entry, kept, 8)
    store_i64(at.mixtures_count, load_i64(at.mixtures_count) + 1)


def members_of(groups: int) -> int:
    """Return how many pieces groups have."""
    total = 0
    for group in range(load_i64(groups)):
        total += load_i64(load_i64(groups + 8 + 8 * group))
    return total


def label_all(labels: int, base: int, groups: int) -> int:
    """Give one new label to the pieces of groups, and to all that share a label with them; return it."""
    before = load_i64(at.scratch_next)
    total = members_of(groups)
    every = shared_labels(labels, base, groups, total)
    new = load_i64(at.labels)
    store_i64(at.labels, new + 1)
    pay(total)
    for group in range(load_i64(groups)):
        pieces = load_i64(groups + 8 + 8 * group)
        for index in range(1, load_i64(pieces) + 1):
            store_i32(labels + 4 * (base + load_i64(pieces + 8 * index)), new)
    if load_i64(every) != 0:
        relabel(labels, every, new)
    store_i64(at.scratch_next, before)
    return new


def relabel(labels: int, every: int, new: int) -> None:
    """Give a new label to all pieces that have one of some others."""
    same = new
    other = new
    for number in range(at.pieces):
        label = load_i32(labels + 4 * number)
        if label >= at.pieces and label != new and label != other:
            if label == same or place_of_label(every, label) != 0:
                same = label
                pay(1)
                store_i32(labels + 4 * number, new)
            else:
                other = label


def forget_unused_mixtures() -> None:
    """Forget the mixtures of labels that no piece has any more."""
    kept = 0
    for index in range(load_i64(at.mixtures_count)):
        label = load_i64(at.mixtures + 16 * index)
        used = 0
        for spot in range(load_i64(at.minds_count) * at.pieces):
            if load_i32(at.minds + 4 * spot) == label:
                used = 1
                break
        if used != 0:
            store_i64(at.mixtures + 16 * kept, label)
            store_i64(at.mixtures + 16 * kept, load_i64(at.mixtures + 16 * index, 8), 8)
            kept += 1
    store_i64(at.mixtures_count, kept)
