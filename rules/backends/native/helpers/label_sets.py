"""Sets of labels, as sorted lists, and what is known of labels beyond their sets.

Heaps that certainly become one mixture are stored in the arena, with the labels before the shuffle, until
somebody asks for the mixture: how many groups there are, how many mixtures were known before, how many
counts, sorts and heaps there are at most, and how many such mixtures wait for each other; then the sizes of
the groups, their pieces, the mixtures before as entries, and the labels, 4 bytes each. An entry, like those
of `at.mixtures`, is a label and the address of its heaps; or a negative number, if Python knows the mixture.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.memory import at, load_i32, load_i64, store_i64

FEW = 12
"""Lists that are not longer are sorted by insertion alone."""

BEFORE = 8
COUNTS = 16
SORTS_IN = 24
HEAPS_IN = 32
DEPTH = 40
SIZES = 48


def mixture_of(label: int) -> int:
    """Return what is known of a label, 0 if nothing."""
    for index in range(load_i64(at.mixtures_count)):
        if load_i64(at.mixtures + 16 * index) == label:
            return load_i64(at.mixtures + 16 * index, 8)
    return 0


def has_mixture(label: int) -> int:
    """Return 1 if something is known of a label beyond its set, otherwise 0."""
    return 1 if mixture_of(label) != 0 else 0


def known_before(heaps: int, entries: int, label: int) -> int:
    """Return what was known of a label before heaps were shuffled, 0 if nothing."""
    for index in range(load_i64(heaps, BEFORE)):
        if load_i64(entries + 16 * index) == label:
            return load_i64(entries + 16 * index, 8)
    return 0


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


def place_of_label(many: int, label: int) -> int:
    """Return the place of a label in a sorted list, counted from 1; 0 if it is not there."""
    low = 1
    high = load_i64(many)
    while low <= high:
        middle = (low + high) >> 1
        value = load_i64(many + 8 * middle)
        if value == label:
            return middle
        if value < label:
            low = middle + 1
        else:
            high = middle - 1
    return 0


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


def has_common(sets: int, count: int) -> int:
    """Return 1 if some label is in each of several sorted lists."""
    first = load_i64(sets)
    for index in range(1, load_i64(first) + 1):
        label = load_i64(first + 8 * index)
        everywhere = 1
        for group in range(1, count):
            if everywhere != 0:
                everywhere = place_of_label(load_i64(sets + 8 * group), label)
        if everywhere != 0:
            return 1
    return 0


def reaches_beyond(labels: int, base: int, pieces: int) -> int:
    """Return 1 if other pieces share a label with those of a list, otherwise 0."""
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
            if label == same or place_of_label(shared, label) != 0:
                same = label
                outside += 1
            else:
                other = label
    store_i64(at.scratch_next, before)
    return 1 if outside > 0 else 0
