"""Shuffled heaps, as `rules/run/secrets/mixtures.py` describes them.

What nobody asks for waits, see `label_sets`.

Python computes everything about mixtures themselves.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve, reserve_for_ever
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault, pay
from lazaretto.rules.backends.native.helpers.label_sets import (
    BEFORE,
    COUNTS,
    DEPTH,
    HEAPS_IN,
    SIZES,
    SORTS_IN,
    has_mixture,
    known_before,
    mixture_of,
    place_of_label,
    shared_labels,
)
from lazaretto.rules.backends.native.helpers.memory import (
    at,
    copy,
    inline,
    load_i32,
    load_i64,
    store_i32,
    store_i64,
)
from lazaretto.rules.backends.native.helpers.one_mixture import KIND, ONE_SET, UNCERTAIN, what_becomes
from lazaretto.rules.backends.native.helpers.provided import in_one_heap_of_mixture, stir_mixtures

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
        spot = known + SIZES + 8 * groups
        for group in range(groups):
            size = load_i64(known + SIZES + 8 * group)
            if holds(spot, size, first) != 0:
                return holds_all(spot, size, base, pieces)
            spot += 8 * size
        labels = spot + 16 * load_i64(known, BEFORE)
        if are_outside(known + SIZES + 8 * groups, spot, labels, base, pieces) == 0:
            return 0
        known = known_before(known, spot, load_i32(labels + 4 * first))
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
    becomes = reserve(8 * room)
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            one = what_becomes(row(mind), base, groups, beyond)
            if one == UNCERTAIN:
                stir_mixtures(minds, base, groups, beyond)
                return
            store_i64(becomes + 8 * mind, one)
    before = load_i64(at.mixtures_count)
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            pay(at.pieces >> 1)
            if load_i64(becomes + 8 * mind) == ONE_SET:
                label_all(row(mind), base, groups)
            else:
                heap(row(mind), base, groups, load_i64(becomes + 8 * mind) >> KIND)
    if before > STALE * room:
        forget_unused_mixtures()


def heap(labels: int, base: int, groups: int, ways: int) -> None:
    """Store shuffled heaps for one mind, with that many counts at most, and give them one new label.

    If Python knows a part of them, nobody looks at how many sorts and heaps there are: it may be many counts.
    """
    before = load_i64(at.scratch_next)
    count = load_i64(groups)
    total = members_of(groups)
    every = shared_labels(labels, base, groups, total)
    known = 0
    for index in range(1, load_i64(every) + 1):
        known += has_mixture(load_i64(every + 8 * index))
    kept = reserve_for_ever(SIZES + 8 * (count + total) + 16 * known + ((4 * at.pieces + 7) & -8))
    store_i64(kept, count)
    store_i64(kept, known, BEFORE)
    store_i64(kept, ways, COUNTS)
    spot = kept + SIZES + 8 * count
    for group in range(count):
        pieces = load_i64(groups + 8 + 8 * group)
        store_i64(kept + SIZES + 8 * group, load_i64(pieces))
        for index in range(1, load_i64(pieces) + 1):
            store_i64(spot, base + load_i64(pieces + 8 * index))
            spot += 8
    spot = note_before(kept, spot, every)
    copy(spot, labels, 4 * at.pieces)
    store_i64(at.scratch_next, before)
    new = label_all(labels, base, groups)
    entry = at.mixtures + 16 * load_i64(at.mixtures_count)
    if entry >= at.mixtures_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(entry, new)
    store_i64(entry, kept, 8)
    store_i64(at.mixtures_count, load_i64(at.mixtures_count) + 1)


def note_before(kept: int, spot: int, every: int) -> int:
    """Write what was known of some labels, and how much of everything there is; return where that ends."""
    sorts = load_i64(kept)
    heaps = load_i64(kept)
    depth = 0
    for index in range(1, load_i64(every) + 1):
        label = load_i64(every + 8 * index)
        mixture = mixture_of(label)
        if mixture == 0:
            sorts += 1
            heaps += 1
        else:
            if mixture > 0:
                sorts += load_i64(mixture, SORTS_IN)
                heaps += load_i64(mixture, HEAPS_IN)
                depth = load_i64(mixture, DEPTH) if load_i64(mixture, DEPTH) > depth else depth
            store_i64(spot, label)
            store_i64(spot, mixture, 8)
            spot += 16
    store_i64(kept, sorts, SORTS_IN)
    store_i64(kept, heaps, HEAPS_IN)
    store_i64(kept, depth + 1, DEPTH)
    return spot


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
