"""Tells whether shuffled pieces certainly become one set or one mixture, as `rules.run.one_mixture` does.

If that is not easy to tell, Python decides.
"""

from rules.backends.native.helpers.arena import reserve
from rules.backends.native.helpers.label_sets import (
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
from rules.backends.native.helpers.memory import (
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
APART = 40
TALLY = 48

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
    if known != 0:
        becomes = mixtures_become(labels, base, groups, every)
    else:
        becomes = sets_become(load_i64(every), sets, count, beyond)
    store_i64(at.scratch_next, before)
    return becomes


def sets_become(different: int, sets: int, count: int, beyond: int) -> int:
    """Return what certainly becomes of some different sets, of which one or more lie in each group."""
    if different < 2 or different * (different + count) > MOST_NUMBERS:
        return UNCERTAIN
    if beyond != 0 or (count > 1 and has_common(sets, count) != 0):
        return 1 << KIND | ONE_MIXTURE
    return UNCERTAIN


def mixtures_become(labels: int, base: int, groups: int, every: int) -> int:
    """Return what certainly becomes of mixtures and sets.

    It is one mixture if no heap comes apart, as one would whose sorts lie in no other heap; one sort
    is a set.
    """
    count = load_i64(groups)
    group_of = zeroed(4 * at.pieces)
    for group in range(count):
        pieces = load_i64(groups + 8 + 8 * group)
        for index in range(1, load_i64(pieces) + 1):
            store_i32(group_of + 4 * (base + load_i64(pieces + 8 * index)), group + 1)
    joined = zeroed(count)
    tally = zeroed(TALLY)
    store_i64(tally, 1, WAYS)
    store_i64(tally, count, SORTS)
    store_i64(tally, count, HEAPS)
    for index in range(1, load_i64(every) + 1):
        label = load_i64(every + 8 * index)
        if label >= at.pieces:
            heaps = mixture_of(label)
            if heaps == 0:
                join_set(labels, label, group_of, joined, tally)
            elif join_mixture(labels, label, heaps, group_of, count, joined, tally) == 0:
                return UNCERTAIN
    if load_i64(every) == 1 and load_i64(tally, SORTS_LEFT) == 1:
        return ONE_SET
    if load_i64(every) == 1 and load_i64(tally, HEAPS_LEFT) == 1:
        return UNCERTAIN
    ways = load_i64(tally, WAYS)
    apart = load_i64(tally, APART) != 0
    if apart or ways > MOST_COUNTS or load_i64(tally, SORTS) * load_i64(tally, HEAPS) * ways > MOST_NUMBERS:
        return UNCERTAIN
    for group in range(count):
        if load_u8(joined + group) == 0:
            return UNCERTAIN
    return ways << KIND | ONE_MIXTURE


def join_set(labels: int, label: int, group_of: int, joined: int, tally: int) -> None:
    """Note which groups a set joins, of which nothing more is known: those that have parts of it."""
    first = -1
    several = 0
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label:
            group = load_i32(group_of + 4 * number)
            if first < 0:
                first = group
            elif group != first:
                several = 1
                if group > 0:
                    store_u8(joined + group - 1, 1)
    if several != 0 and first > 0:
        store_u8(joined + first - 1, 1)
    store_i64(tally, load_i64(tally, SORTS) + 1, SORTS)
    store_i64(tally, load_i64(tally, HEAPS) + 1, HEAPS)


def join_mixture(
    labels: int, label: int, known: int, group_of: int, count: int, joined: int, tally: int
) -> int:
    """Note which groups a mixture joins; return 0 if that is not easy to tell.

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
    ends = count + load_i64(heaps)
    if load_i64(sorts) * ends > MOST_NUMBERS or load_i64(heaps) * (count + 1) > MOST_NUMBERS:
        return 0
    sizes = zeroed(8 * load_i64(heaps) * (count + 1))
    inside = zeroed(load_i64(heaps) * load_i64(sorts))
    for number in range(at.pieces):
        if load_i64(sort_of + 8 * number) != 0:
            heap = place_of_label(heaps, load_i64(heap_of + 8 * number)) - 1
            sort = place_of_label(sorts, load_i64(sort_of + 8 * number)) - 1
            group = load_i32(group_of + 4 * number)
            spot = sizes + 8 * (heap * (count + 1) + (group - 1 if group > 0 else count))
            store_i64(spot, load_i64(spot) + 1)
            store_u8(inside + sort * load_i64(heaps) + heap, 1)
    homes = zeroed(load_i64(sorts) * ends)
    ways = load_i64(tally, WAYS)
    if ways <= MOST_COUNTS:
        ways *= load_i64(known, COUNTS)
    for heap in range(load_i64(heaps)):
        row = sizes + 8 * heap * (count + 1)
        if load_i64(heaps + 8 + 8 * heap) > 0:
            ways = ways_to_divide(ways, row, count + 1, load_i64(known, SORTS_IN) - 1)
        for sort in range(load_i64(sorts)):
            for end in range(count + 1):
                if load_u8(inside + sort * load_i64(heaps) + heap) != 0 and load_i64(row + 8 * end) != 0:
                    store_u8(homes + sort * ends + end + (heap if end == count else 0), 1)
    store_i64(tally, ways, WAYS)
    store_i64(tally, load_i64(tally, SORTS) + load_i64(known, SORTS_IN), SORTS)
    store_i64(tally, load_i64(tally, HEAPS) + load_i64(known, HEAPS_IN), HEAPS)
    join_sorts(homes, load_i64(sorts), ends, count, joined, tally)
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


def ways_to_divide(ways: int, sizes: int, count: int, times: int) -> int:
    """Return an upper bound of the counts that there are after a heap was divided."""
    largest = 0
    for index in range(1, count):
        if load_i64(sizes + 8 * index) > load_i64(sizes + 8 * largest):
            largest = index
    for index in range(count):
        if index != largest:
            for _ in range(times):
                if ways <= MOST_COUNTS:
                    ways *= load_i64(sizes + 8 * index) + 1
    return ways


def join_sorts(homes: int, sorts: int, ends: int, groups: int, joined: int, tally: int) -> None:
    """Note which groups share sorts with other heaps, and whether a heap that is no group shares none."""
    together = zeroed(ends)
    for sort in range(sorts):
        home = homes + sort * ends
        several = 0
        for end in range(ends):
            several += load_u8(home + end)
        for end in range(ends):
            if several > 1 and load_u8(home + end) != 0:
                store_u8(together + end, 1)
                if end < groups:
                    store_u8(joined + end, 1)
    for sort in range(sorts):
        for end in range(groups, ends):
            if load_u8(homes + sort * ends + end) != 0 and load_u8(together + end) == 0:
                store_i64(tally, 1, APART)
