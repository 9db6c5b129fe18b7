"""Tells whether shuffled pieces certainly become one set or one mixture, as `rules.run.one_mixture` does.

If that is not easy to tell, Python decides.
"""

from rules.backends.native.helpers.arena import reserve
from rules.backends.native.helpers.label_sets import (
    has_common,
    has_mixture,
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

WAYS = 0
SORTS = 8
HEAPS = 16
LEFT = 24
APART = 32
TALLY = 40


def zeroed(size: int) -> int:
    """Return the address of some bytes of scratch that are 0."""
    size = (size + 7) & -8
    found = reserve(size)
    fill(found, 0, size)
    return found


def what_becomes(labels: int, base: int, groups: int, beyond: int) -> int:
    """Return what certainly becomes of groups that are shuffled: one set, one mixture, or neither."""
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
        return ONE_MIXTURE
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
            elif join_heap(labels, label, heaps, group_of, count, joined, tally) == 0:
                return UNCERTAIN
    if load_i64(every) == 1 and load_i64(tally, LEFT) == 1:
        return ONE_SET
    ways = load_i64(tally, WAYS)
    apart = load_i64(tally, APART) != 0
    if apart or ways > MOST_COUNTS or load_i64(tally, SORTS) * load_i64(tally, HEAPS) * ways > MOST_NUMBERS:
        return UNCERTAIN
    for group in range(count):
        if load_u8(joined + group) == 0:
            return UNCERTAIN
    return ONE_MIXTURE


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


def join_heap(labels: int, label: int, heaps: int, group_of: int, count: int, joined: int, tally: int) -> int:
    """Note which groups a mixture joins; return 0 if it has more than one heap that was shuffled.

    What lay outside the heap is a heap for each label of before. That label is its sort; pieces whose label
    lay nowhere else are one sort, the last.
    """
    if heaps < 0 or load_i64(heaps) != 1 or load_i64(heaps, 8) != 0:
        return 0
    size = load_i64(heaps, 16)
    old = heaps + 24 + 8 * size
    in_heap = zeroed(at.pieces)
    for index in range(size):
        store_u8(in_heap + load_i64(heaps + 24 + 8 * index), 1)
    inside = labels_inside(old, 0, heaps + 16, 0)
    wide = labels_outside(old, in_heap, inside)
    outer = load_i64(wide)
    sorts = outer + (1 if load_i64(inside) > outer else 0)
    ends = count + 1 + outer
    if sorts * ends > MOST_NUMBERS:
        return 0
    homes = zeroed(sorts * ends)
    sizes = zeroed(8 * (count + 1))
    mixed = zeroed(sorts)
    for number in range(at.pieces):
        if load_i32(labels + 4 * number) == label:
            group = load_i32(group_of + 4 * number)
            place = place_of_label(wide, load_i32(old + 4 * number))
            sort = place - 1 if place > 0 else outer
            if load_u8(in_heap + number) != 0:
                spot = sizes + 8 * (group - 1 if group > 0 else count)
                store_i64(spot, load_i64(spot) + 1)
                store_u8(mixed + sort, 1)
            else:
                store_u8(homes + sort * ends + (group - 1 if group > 0 else count + 1 + sort), 1)
    for sort in range(sorts):
        for end in range(count + 1):
            if load_u8(mixed + sort) != 0 and load_i64(sizes + 8 * end) != 0:
                store_u8(homes + sort * ends + end, 1)
    store_i64(tally, ways_to_divide(load_i64(tally, WAYS), sizes, count + 1, sorts - 1), WAYS)
    store_i64(tally, load_i64(tally, SORTS) + sorts, SORTS)
    store_i64(tally, load_i64(tally, HEAPS) + 1 + outer, HEAPS)
    join_sorts(homes, sorts, ends, count, joined, tally)
    return 1


def labels_outside(old: int, in_heap: int, inside: int) -> int:
    """Return those labels of a sorted list that pieces outside a heap have, too, as a sorted list."""
    found = reserve(8 + 8 * at.pieces)
    count = 0
    last = -1
    for number in range(at.pieces):
        label = load_i32(old + 4 * number)
        if label != last and load_u8(in_heap + number) == 0 and place_of_label(inside, label) != 0:
            last = label
            count += 1
            store_i64(found + 8 * count, label)
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
    """Note how many sorts are left, which groups share some, and whether another heap shares none."""
    together = zeroed(ends)
    for sort in range(sorts):
        home = homes + sort * ends
        several = 0
        for end in range(ends):
            several += load_u8(home + end)
        if several > 0:
            store_i64(tally, load_i64(tally, LEFT) + 1, LEFT)
        for end in range(ends):
            if several > 1 and load_u8(home + end) != 0:
                store_u8(together + end, 1)
                if end < groups:
                    store_u8(joined + end, 1)
    for sort in range(sorts):
        for end in range(groups, ends):
            if load_u8(homes + sort * ends + end) != 0 and load_u8(together + end) == 0:
                store_i64(tally, 1, APART)
