"""Tells whether shuffled pieces certainly become a set or mixture, as `rules/run/secrets/knowledge.py` does.

If that is not easy to tell, Python decides.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.label_sets import (
    BEFORE,
    COUNTS,
    DEPTH,
    HEAPS_IN,
    SIZES,
    SORTS_IN,
    has_common,
    has_mixture,
    known_before,
    labels_inside,
    mixture_of,
    place_of_label,
    reaches_beyond,
    sort_unique,
)
from lazaretto.rules.backends.native.helpers.memory import (
    at,
    copy,
    fill,
    load_i32,
    load_i64,
    load_u8,
    store_i32,
    store_i64,
    store_u8,
)

MOST_COUNTS = 200
MOST_NUMBERS = 8_000
MANY = MOST_COUNTS + 1
"""Stands for counts of which nobody knows how many there are."""

UNCERTAIN = 0
ONE_MIXTURE = 1
ONE_SET = 2
KIND = 2
"""How many bits these take; above them stands how many counts a mixture has at most."""

WAYS = 0
SORTS = 8
HEAPS = 16
SORTS_LEFT = 24
HEAPS_LEFT = 32
JOINED = 40
APART = 48
TALLY = 56

ANY = -1
DEEPEST = 8
"""How many mixtures may wait for each other to be worked out."""


def zeroed(size: int) -> int:
    """Return the address of some bytes of scratch that are 0."""
    size = (size + 7) & -8
    found = reserve(size)
    fill(found, 0, size)
    return found


def what_becomes(labels: int, base: int, groups: int, beyond: int) -> int:
    """Return what certainly becomes of groups that are shuffled: one set, one mixture, or neither.

    Above that stands how many counts the mixture has at most.
    """
    if beyond == 0 and load_i64(groups) == 1 and reaches_beyond(labels, base, load_i64(groups + 8)) == 0:
        return ONE_SET
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
    known = 0
    for index in range(1, load_i64(every) + 1):
        if load_i64(every + 8 * index) >= at.pieces:
            known |= has_mixture(load_i64(every + 8 * index))
    if is_one_at_a_glance(load_i64(every), sets, count, beyond) != 0:
        becomes = (1 if known == 0 else MANY) << KIND | ONE_MIXTURE
    elif known != 0 and count == 1:
        becomes = mixtures_become(labels, base, load_i64(groups + 8), every)
    else:
        becomes = UNCERTAIN
    store_i64(at.scratch_next, before)
    return becomes


def is_one_at_a_glance(different: int, sets: int, count: int, beyond: int) -> int:
    """Return 1 if one of different labels lies in all groups, or outside too."""
    if different < 2 or different * (different + count) > MOST_NUMBERS:
        return 0
    if beyond != 0:
        return 1
    return has_common(sets, count) if count > 1 else 0


def mixtures_become(labels: int, base: int, pieces: int, every: int) -> int:
    """Return what certainly becomes of mixtures and sets when a list of pieces is shuffled.

    It is one mixture if no heap comes apart, as one would whose sorts lie in no other heap; one sort
    is a set.
    """
    group = zeroed(at.pieces)
    for index in range(1, load_i64(pieces) + 1):
        store_u8(group + base + load_i64(pieces + 8 * index), 1)
    tally = zeroed(TALLY)
    store_i64(tally, 1, WAYS)
    store_i64(tally, 1, SORTS)
    store_i64(tally, 1, HEAPS)
    for index in range(1, load_i64(every) + 1):
        label = load_i64(every + 8 * index)
        if label >= at.pieces:
            known = mixture_of(label)
            if known == 0:
                join_set(labels, label, group, tally)
            elif join_mixture(labels, label, known, group, tally) == 0:
                return UNCERTAIN
    if load_i64(every) == 1 and load_i64(tally, SORTS_LEFT) == 1:
        return ONE_SET
    if load_i64(every) == 1 and load_i64(tally, HEAPS_LEFT) == 1:
        return UNCERTAIN
    ways = load_i64(tally, WAYS)
    if ways > MOST_COUNTS or load_i64(tally, SORTS) * load_i64(tally, HEAPS) * ways > MOST_NUMBERS:
        return UNCERTAIN
    if load_i64(tally, APART) != 0 or load_i64(tally, JOINED) == 0:
        return UNCERTAIN
    return ways << KIND | ONE_MIXTURE


def join_set(labels: int, label: int, group: int, tally: int) -> None:
    """Note whether a set, of which nothing more is known, lies outside a group too."""
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label and load_u8(group + number) == 0:
            store_i64(tally, 1, JOINED)
    store_i64(tally, load_i64(tally, SORTS) + 1, SORTS)
    store_i64(tally, load_i64(tally, HEAPS) + 1, HEAPS)


def join_mixture(labels: int, label: int, known: int, group: int, tally: int) -> int:
    """Note whether a mixture joins a group with other heaps; return 0 if that is not easy to tell.

    What is noted of its sorts, heaps and counts is an upper bound.
    """
    heap_of = zeroed(8 * at.pieces)
    sort_of = zeroed(8 * at.pieces)
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label:
            store_i64(sort_of + 8 * number, ANY)
    if known < 0 or load_i64(known, DEPTH) == DEEPEST or arrange(known, labels, label, heap_of, sort_of) == 0:
        return 0
    heaps = different_in(heap_of)
    sorts = different_in(sort_of)
    store_i64(tally, load_i64(heaps), HEAPS_LEFT)
    store_i64(tally, load_i64(sorts), SORTS_LEFT)
    if load_i64(sorts) * (load_i64(heaps) + 1) > MOST_NUMBERS:
        return 0
    sizes = zeroed(16 * load_i64(heaps))
    inside = zeroed(load_i64(heaps) * load_i64(sorts))
    for number in range(at.pieces):
        if load_i64(sort_of + 8 * number) != 0:
            heap = place_of_label(heaps, load_i64(heap_of + 8 * number)) - 1
            sort = place_of_label(sorts, load_i64(sort_of + 8 * number)) - 1
            spot = sizes + 16 * heap + 8 * load_u8(group + number)
            store_i64(spot, load_i64(spot) + 1)
            store_u8(inside + sort * load_i64(heaps) + heap, 1)
    ways = load_i64(tally, WAYS)
    if ways <= MOST_COUNTS:
        ways *= load_i64(known, COUNTS)
    for heap in range(load_i64(heaps)):
        if load_i64(heaps + 8 + 8 * heap) > 0:
            ways = ways_to_divide(ways, sizes + 16 * heap, load_i64(known, SORTS_IN) - 1)
    store_i64(tally, ways, WAYS)
    store_i64(tally, load_i64(tally, SORTS) + load_i64(known, SORTS_IN), SORTS)
    store_i64(tally, load_i64(tally, HEAPS) + load_i64(known, HEAPS_IN), HEAPS)
    join_sorts(inside, sizes, load_i64(sorts), load_i64(heaps), tally)
    return 1


def arrange(known: int, labels: int, label: int, heap_of: int, sort_of: int) -> int:
    """Note the heap and the sort of each piece of a label, as numbers that no other heap or sort has.

    `sort_of` says which pieces are asked for. A heap in which only one sort can be has a negative number.
    Returns 0 if Python knows them.
    """
    if known < 0:
        return 0
    mark = known >> 3 << 32
    groups = load_i64(known)
    group_of = zeroed(4 * at.pieces)
    spot = known + SIZES + 8 * groups
    for group in range(groups):
        for _ in range(load_i64(known + SIZES + 8 * group)):
            store_i32(group_of + 4 * load_i64(spot), group + 1)
            spot += 8
    old = spot + 16 * load_i64(known, BEFORE)
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label and load_i64(sort_of + 8 * number) == ANY:
            group = load_i32(group_of + 4 * number)
            was = load_i32(old + 4 * number)
            if group > 0 and load_i64(heap_of + 8 * number) == 0:
                store_i64(heap_of + 8 * number, mark | group)
            if known_before(known, spot, was) == 0:
                store_i64(sort_of + 8 * number, mark | (was if was >= at.pieces else group))
                if load_i64(heap_of + 8 * number) == 0:
                    store_i64(heap_of + 8 * number, -(mark | was))
    for index in range(load_i64(known, BEFORE)):
        entry = spot + 16 * index
        if arrange(load_i64(entry, 8), old, load_i64(entry), heap_of, sort_of) == 0:
            return 0
    return 1


def different_in(numbers: int) -> int:
    """Return the different numbers of all pieces, as a sorted list; 0 is none."""
    found = reserve(8 + 8 * at.pieces)
    count = 0
    for number in range(at.pieces):
        value = load_i64(numbers + 8 * number)
        if value != 0:
            count += 1
            store_i64(found + 8 * count, value)
    store_i64(found, count)
    sort_unique(found)
    return found


def ways_to_divide(ways: int, sizes: int, times: int) -> int:
    """Return an upper bound of the counts that there are after a heap was divided."""
    less = load_i64(sizes) if load_i64(sizes) < load_i64(sizes, 8) else load_i64(sizes, 8)
    for _ in range(times):
        if ways <= MOST_COUNTS:
            ways *= less + 1
    return ways


def join_sorts(inside: int, sizes: int, sorts: int, heaps: int, tally: int) -> None:
    """Note whether the group shares a sort with another heap, and whether what is left of a heap shares none.

    `inside` says which sorts are in which heaps, `sizes` how much of a heap stays and how much is shuffled.
    """
    shared = zeroed(heaps)
    for sort in range(sorts):
        row = inside + sort * heaps
        taken = 0
        left = 0
        for heap in range(heaps):
            if load_u8(row + heap) != 0:
                left += 1 if load_i64(sizes + 16 * heap) != 0 else 0
                taken |= 1 if load_i64(sizes + 16 * heap, 8) != 0 else 0
        if taken != 0 and left != 0:
            store_i64(tally, 1, JOINED)
        for heap in range(heaps):
            if taken + left > 1 and load_u8(row + heap) != 0:
                store_u8(shared + heap, 1)
    for heap in range(heaps):
        if load_i64(sizes + 16 * heap) != 0 and load_u8(shared + heap) == 0:
            store_i64(tally, 1, APART)
