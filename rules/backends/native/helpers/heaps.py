"""Shuffled heaps, as `rules.run.mixtures` describes them.

Heaps that certainly become one mixture are stored in the arena, with the labels before the shuffle, until
somebody asks for the mixture. Python computes everything about mixtures themselves.

An entry of `at.mixtures` is a label and the address of such heaps: how many groups there are, how many
mixtures were known before, the sizes of the groups, their pieces, these mixtures as such entries, and then
the labels, 4 bytes each. If Python knows the mixture, an entry has its negative number instead of an address.
"""

from rules.backends.native.helpers.arena import reserve, reserve_for_ever
from rules.backends.native.helpers.faults import pay
from rules.backends.native.helpers.memory import (
    at,
    copy,
    inline,
    load_i32,
    load_i64,
    store_i32,
    store_i64,
)
from rules.backends.native.helpers.provided import (
    in_one_heap_of_mixture,
    stir_mixtures,
)

MOST_NUMBERS = 8_000
STALE = 4
FEW = 12


@inline
def row(mind: int) -> int:
    """Return the address of the labels of a mind."""
    return at.minds + mind * at.pieces * 4


def mixture_of(label: int) -> int:
    """Return what is known of a label, 0 if nothing."""
    for index in range(load_i64(at.mixtures_count)):
        if load_i64(at.mixtures + 16 * index) == label:
            return load_i64(at.mixtures + 16 * index, 8)
    return 0


def has_mixture(label: int) -> int:
    """Return 1 if something is known of a label beyond its set, otherwise 0."""
    return 1 if mixture_of(label) != 0 else 0


def in_one_heap(label: int, base: int, pieces: int) -> int:
    """Return 1 if pieces of one label lie in one heap, so that shuffling them makes no difference."""
    heaps = mixture_of(label)
    if heaps > 0:
        first = base + load_i64(pieces + 8)
        groups = load_i64(heaps)
        spot = heaps + 16 + 8 * groups
        for group in range(groups):
            size = load_i64(heaps + 16 + 8 * group)
            if holds(spot, size, first) != 0:
                for index in range(2, load_i64(pieces) + 1):
                    if holds(spot, size, base + load_i64(pieces + 8 * index)) == 0:
                        return 0
                return 1
            spot += 8 * size
        if load_i64(heaps, 8) == 0:
            return in_one_heap_outside(heaps + 16 + 8 * groups, spot, base, pieces)
    return in_one_heap_of_mixture(label, base, pieces)


def in_one_heap_outside(shuffled: int, labels: int, base: int, pieces: int) -> int:
    """Return 1 if pieces, of which the first was not shuffled, had one label before and were not shuffled.

    What was shuffled stands between its address and that of the labels before.
    """
    label = load_i32(labels + 4 * (base + load_i64(pieces + 8)))
    for index in range(2, load_i64(pieces) + 1):
        number = base + load_i64(pieces + 8 * index)
        if load_i32(labels + 4 * number) != label or holds(shuffled, (labels - shuffled) >> 3, number) != 0:
            return 0
    return 1


def holds(items: int, size: int, wanted: int) -> int:
    """Return 1 if a number is in an array."""
    for index in range(size):
        if load_i64(items + 8 * index) == wanted:
            return 1
    return 0


def reaches_beyond(labels: int, base: int, pieces: int) -> int:
    """Return 1 if other pieces share a label with those of a list."""
    pay(at.pieces >> 2)
    before = load_i64(at.scratch_next)
    shared = labels_inside(labels, base, pieces, at.pieces)
    outside = 0
    for index in range(1, load_i64(pieces) + 1):
        if load_i32(labels + 4 * (base + load_i64(pieces + 8 * index))) >= at.pieces:
            outside -= 1
    same = -1
    other = -1
    for number in range(at.pieces):
        label = load_i32(labels + 4 * number)
        if label >= at.pieces and label != other:
            if label == same or is_label_in(shared, label) != 0:
                same = label
                outside += 1
            else:
                other = label
    store_i64(at.scratch_next, before)
    return 1 if outside > 0 else 0


def labels_inside(labels: int, base: int, pieces: int, least: int) -> int:
    """Return the different labels, from `least` on, of the pieces of a list, as a sorted list."""
    size = load_i64(pieces)
    found = reserve(8 + 8 * size)
    count = 0
    last = -1
    for index in range(1, size + 1):
        label = load_i32(labels + 4 * (base + load_i64(pieces + 8 * index)))
        if label >= least and label != last:
            last = label
            count += 1
            store_i64(found + 8 * count, label)
    store_i64(found, count)
    sort_unique(found)
    return found


def sort_unique(many: int) -> None:
    """Sort a list of numbers and drop duplicates."""
    count = load_i64(many)
    gap = 1
    if count > FEW:
        while gap < count:
            gap = gap * 3 + 1
    while gap > 0:
        for index in range(gap + 1, count + 1):
            value = load_i64(many + 8 * index)
            spot = index
            while spot > gap and load_i64(many + 8 * (spot - gap)) > value:
                store_i64(many + 8 * spot, load_i64(many + 8 * (spot - gap)))
                spot -= gap
            store_i64(many + 8 * spot, value)
        gap = gap // 3
    kept = 0
    for index in range(1, count + 1):
        value = load_i64(many + 8 * index)
        if kept == 0 or load_i64(many + 8 * kept) != value:
            kept += 1
            store_i64(many + 8 * kept, value)
    store_i64(many, kept)


def is_label_in(many: int, label: int) -> int:
    """Return 1 if a label is in a sorted list, otherwise 0."""
    low = 1
    high = load_i64(many)
    while low <= high:
        middle = (low + high) >> 1
        value = load_i64(many + 8 * middle)
        if value == label:
            return 1
        if value < label:
            low = middle + 1
        else:
            high = middle - 1
    return 0


def stir(minds: int, base: int, groups: int, beyond: int) -> None:
    """Shuffle each group of pieces, counted from a base, for a set of minds.

    `groups` is a list of lists. With `beyond` it is certain that a piece inside shares its label with one
    outside.
    """
    for mind in range(load_i64(at.minds_count)):
        if (minds >> mind) & 1 != 0 and is_one_mixture(row(mind), base, groups, beyond) == 0:
            stir_mixtures(minds, base, groups, beyond)
            return
    room = load_i64(at.minds_count)
    if load_i64(at.mixtures_count) > STALE * room:
        forget_unused_mixtures()
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            heap(row(mind), base, groups)


def is_one_mixture(labels: int, base: int, groups: int, beyond: int) -> int:
    """Return 1 if it is certain at a glance that groups become one mixture."""
    before = load_i64(at.scratch_next)
    count = load_i64(groups)
    sets = reserve(8 * count)
    total = 0
    for group in range(count):
        inside = labels_inside(labels, base, load_i64(groups + 8 + 8 * group), 0)
        store_i64(sets + 8 * group, inside)
        total += load_i64(inside)
    every = reserve(8 + 8 * total)
    store_i64(every, total)
    spot = every + 8
    for group in range(count):
        inside = load_i64(sets + 8 * group)
        copy(spot, inside + 8, 8 * load_i64(inside))
        spot += 8 * load_i64(inside)
    sort_unique(every)
    different = load_i64(every)
    certain = 1
    if different < 2 or different * (different + count) > MOST_NUMBERS:
        certain = 0
    if certain != 0 and beyond == 0:
        certain = 0
        if count > 1:
            certain = has_common(sets, count)
    if different == 1 and count == 1:
        certain = is_one_again(labels, load_i64(every + 8), base, load_i64(groups + 8))
    store_i64(at.scratch_next, before)
    return certain


def is_one_again(labels: int, label: int, base: int, pieces: int) -> int:
    """Return 1 if it is certain that one mixture of one heap stays one when pieces are shuffled again."""
    heaps = mixture_of(label)
    if heaps <= 0 or load_i64(heaps) != 1 or load_i64(heaps, 8) != 0:
        return 0
    heap = heaps + 24
    size = load_i64(heaps, 16)
    old = heap + 8 * size
    outside = -1
    for index in range(1, load_i64(pieces) + 1):
        number = base + load_i64(pieces + 8 * index)
        if holds(heap, size, number) == 0:
            was = load_i32(old + 4 * number)
            if outside >= 0 and was != outside:
                return 0
            outside = was
    if outside < 0:
        return 0
    mixed = 0
    for index in range(1, load_i64(pieces) + 1):
        number = base + load_i64(pieces + 8 * index)
        if load_i32(old + 4 * number) != outside:
            mixed = 1
    if mixed == 0:
        return 0
    rest = 0
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label and holds(pieces + 8, load_i64(pieces), number - base) == 0:
            if load_i32(old + 4 * number) != outside or holds(heap, size, number) != 0:
                return 0
            rest = 1
    return rest


def has_common(sets: int, count: int) -> int:
    """Return 1 if some label is in each of several sorted lists."""
    first = load_i64(sets)
    for index in range(1, load_i64(first) + 1):
        label = load_i64(first + 8 * index)
        everywhere = 1
        for group in range(1, count):
            if everywhere != 0:
                everywhere = is_label_in(load_i64(sets + 8 * group), label)
        if everywhere != 0:
            return 1
    return 0


def heap(labels: int, base: int, groups: int) -> None:
    """Store shuffled heaps for one mind, and give their pieces one new label."""
    pay(at.pieces >> 1)
    before = load_i64(at.scratch_next)
    count = load_i64(groups)
    total = 0
    for group in range(count):
        total += load_i64(load_i64(groups + 8 + 8 * group))
    every = shared_labels(labels, base, groups, total)
    known = 0
    for index in range(1, load_i64(every) + 1):
        known += has_mixture(load_i64(every + 8 * index))
    rest = 16 + 8 * count
    kept = reserve_for_ever(rest + 8 * total + 16 * known + ((4 * at.pieces + 7) & -8))
    store_i64(kept, count)
    store_i64(kept, known, 8)
    new = load_i64(at.labels)
    store_i64(at.labels, new + 1)
    copy(kept + rest + 8 * total + 16 * known, labels, 4 * at.pieces)
    spot = kept + rest
    for group in range(count):
        pieces = load_i64(groups + 8 + 8 * group)
        size = load_i64(pieces)
        store_i64(kept + 16 + 8 * group, size)
        for index in range(1, size + 1):
            number = base + load_i64(pieces + 8 * index)
            store_i64(spot, number)
            spot += 8
            store_i32(labels + 4 * number, new)
    for index in range(1, load_i64(every) + 1):
        label = load_i64(every + 8 * index)
        if has_mixture(label) != 0:
            store_i64(spot, label)
            store_i64(spot, mixture_of(label), 8)
            spot += 16
    pay(total)
    if load_i64(every) != 0:
        relabel(labels, every, new)
    store_i64(at.scratch_next, before)
    entry = at.mixtures + 16 * load_i64(at.mixtures_count)
    store_i64(entry, new)
    store_i64(entry, kept, 8)
    store_i64(at.mixtures_count, load_i64(at.mixtures_count) + 1)


def relabel(labels: int, every: int, new: int) -> None:
    """Give a new label to all pieces that have one of some others."""
    same = new
    other = new
    for number in range(at.pieces):
        label = load_i32(labels + 4 * number)
        if label >= at.pieces and label != new and label != other:
            if label == same or is_label_in(every, label) != 0:
                same = label
                pay(1)
                store_i32(labels + 4 * number, new)
            else:
                other = label


def shared_labels(labels: int, base: int, groups: int, total: int) -> int:
    """Return the labels of the pieces of groups that are no exact ones, as a sorted list."""
    found = reserve(8 + 8 * total)
    count = 0
    last = -1
    for group in range(load_i64(groups)):
        pieces = load_i64(groups + 8 + 8 * group)
        for index in range(1, load_i64(pieces) + 1):
            label = load_i32(labels + 4 * (base + load_i64(pieces + 8 * index)))
            if label >= at.pieces and label != last:
                last = label
                count += 1
                store_i64(found + 8 * count, label)
    store_i64(found, count)
    sort_unique(found)
    return found


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
