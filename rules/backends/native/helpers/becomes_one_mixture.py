"""Tells whether shuffled pieces certainly become a set or mixture, as `rules/run/secrets/knowledge.py` does.

If that is not easy to tell, Python decides.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list, reserve
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.known_piece_labels import (
    Heaps,
    KnownLabel,
    has_common,
    has_mixture,
    known_before,
    labels_inside,
    mixture_of,
    pieces_in,
    place_of_label,
    reaches_beyond,
    sort_unique,
)
from lazaretto.rules.backends.native.helpers.memory_types import (
    Addresses,
    Bytes,
    Int32s,
    List,
    Record,
    Rows,
    Words,
    at,
    copy,
    fill,
    size_of,
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

ANY = -1
DEEPEST = 8
"""How many mixtures may wait for each other to be worked out."""


class Tally(Record):
    """What was counted so far of the mixtures and sets that are shuffled."""

    ways: int
    sorts: int
    heaps: int
    sorts_left: int
    heaps_left: int
    joined: int
    apart: int


class Parts(Record):
    """How much of a heap stays, and how much of it is shuffled."""

    staying: int
    shuffled: int


def zeroed(size: int) -> int:
    """Return the address of some bytes of scratch that are 0."""
    size = (size + 7) & -8
    found = reserve(size)
    fill(found, 0, size)
    return found


def what_becomes(labels: Int32s, base: int, groups: List[List[int]], beyond: int) -> int:
    """Return what certainly becomes of groups that are shuffled: one set, one mixture, or neither.

    Above that stands how many counts the mixture has at most.
    """
    if beyond == 0 and len(groups) == 1 and reaches_beyond(labels, base, groups[0]) == 0:
        return ONE_SET
    before = game.scratch_next
    count = len(groups)
    sets = Addresses[List[int]](reserve(8 * count))
    total = 0
    for group in range(count):
        inside = labels_inside(labels, base, groups[group], 0)
        sets[group] = inside
        total += len(inside)
    every = new_list(total)
    every.count = total
    spot = every.members
    for group in range(count):
        inside = sets[group]
        copy(spot, inside.members, 8 * len(inside))
        spot = spot[len(inside) :]
    sort_unique(every)
    known = 0
    for label in every:
        if label >= at.pieces:
            known |= has_mixture(label)
    if is_one_at_a_glance(len(every), sets, count, beyond) != 0:
        becomes = (1 if known == 0 else MANY) << KIND | ONE_MIXTURE
    elif known != 0 and count == 1:
        becomes = mixtures_become(labels, base, groups[0], every)
    else:
        becomes = UNCERTAIN
    game.scratch_next = before
    return becomes


def is_one_at_a_glance(different: int, sets: Addresses[List[int]], count: int, beyond: int) -> int:
    """Return 1 if one of different labels lies in all groups, or outside too."""
    if different < 2 or different * (different + count) > MOST_NUMBERS:
        return 0
    if beyond != 0:
        return 1
    return has_common(sets, count) if count > 1 else 0


def mixtures_become(labels: Int32s, base: int, pieces: List[int], every: List[int]) -> int:
    """Return what certainly becomes of mixtures and sets when a list of pieces is shuffled.

    It is one mixture if no heap comes apart, as one would whose sorts lie in no other heap; one sort
    is a set.
    """
    group = Bytes(zeroed(at.pieces))
    for piece in pieces:
        group[base + piece] = 1
    tally = Tally(zeroed(size_of(Tally)))
    tally.ways = 1
    tally.sorts = 1
    tally.heaps = 1
    for label in every:
        if label >= at.pieces:
            known = mixture_of(label)
            if known == 0:
                join_set(labels, label, group, tally)
            elif join_mixture(labels, label, known, group, tally) == 0:
                return UNCERTAIN
    if len(every) == 1 and tally.sorts_left == 1:
        return ONE_SET
    if len(every) == 1 and tally.heaps_left == 1:
        return UNCERTAIN
    ways = tally.ways
    if ways > MOST_COUNTS or tally.sorts * tally.heaps * ways > MOST_NUMBERS:
        return UNCERTAIN
    if tally.apart != 0 or tally.joined == 0:
        return UNCERTAIN
    return ways << KIND | ONE_MIXTURE


def join_set(labels: Int32s, label: int, group: Bytes, tally: Tally) -> None:
    """Note whether a set, of which nothing more is known, lies outside a group too."""
    for number in range(at.pieces):
        if labels[number] == label and group[number] == 0:
            tally.joined = 1
    tally.sorts += 1
    tally.heaps += 1


def join_mixture(labels: Int32s, label: int, known: Heaps, group: Bytes, tally: Tally) -> int:
    """Note whether a mixture joins a group with other heaps; return 0 if that is not easy to tell.

    What is noted of its sorts, heaps and counts is an upper bound.
    """
    heap_of = Words(zeroed(8 * at.pieces))
    sort_of = Words(zeroed(8 * at.pieces))
    for number in range(at.pieces):
        if labels[number] == label:
            sort_of[number] = ANY
    if known < 0 or known.depth == DEEPEST or arrange(known, labels, label, heap_of, sort_of) == 0:
        return 0
    heaps = different_in(heap_of)
    sorts = different_in(sort_of)
    tally.heaps_left = len(heaps)
    tally.sorts_left = len(sorts)
    if len(sorts) * (len(heaps) + 1) > MOST_NUMBERS:
        return 0
    parts = Words(zeroed(size_of(Parts) * len(heaps)))
    sizes = Rows[Parts](parts)
    inside = Bytes(zeroed(len(heaps) * len(sorts)))
    for number in range(at.pieces):
        if sort_of[number] != 0:
            heap = place_of_label(heaps, heap_of[number]) - 1
            sort = place_of_label(sorts, sort_of[number]) - 1
            parts[2 * heap + group[number]] += 1
            inside[sort * len(heaps) + heap] = 1
    ways = tally.ways
    if ways <= MOST_COUNTS:
        ways *= known.counts
    for heap in range(len(heaps)):
        if heaps[heap] > 0:
            ways = ways_to_divide(ways, sizes[heap], known.sorts - 1)
    tally.ways = ways
    tally.sorts += known.sorts
    tally.heaps += known.heaps
    join_sorts(inside, sizes, len(sorts), len(heaps), tally)
    return 1


def arrange(known: Heaps, labels: Int32s, label: int, heap_of: Words, sort_of: Words) -> int:
    """Note the heap and the sort of each piece of a label, as numbers that no other heap or sort has.

    `sort_of` says which pieces are asked for. A heap in which only one sort can be has a negative number.
    Returns 0 if Python knows them.
    """
    if known < 0:
        return 0
    mark = known >> 3 << 32
    groups = known.groups
    group_of = Int32s(zeroed(4 * at.pieces))
    heap = pieces_in(known)
    for group in range(groups):
        size = known.sizes[group]
        for index in range(size):
            group_of[heap[index]] = group + 1
        heap = heap[size:]
    before = Rows[KnownLabel](heap)
    old = Int32s(heap + size_of(KnownLabel) * known.known)
    for number in range(at.pieces):
        if labels[number] == label and sort_of[number] == ANY:
            group = group_of[number]
            was = old[number]
            if group > 0 and heap_of[number] == 0:
                heap_of[number] = mark | group
            if known_before(known, before, was) == 0:
                sort_of[number] = mark | (was if was >= at.pieces else group)
                if heap_of[number] == 0:
                    heap_of[number] = -(mark | was)
    for index in range(known.known):
        if arrange(before[index].heaps, old, before[index].label, heap_of, sort_of) == 0:
            return 0
    return 1


def different_in(numbers: Words) -> List[int]:
    """Return the different numbers of all pieces, as a sorted list; 0 is none."""
    found = new_list(at.pieces)
    count = 0
    for number in range(at.pieces):
        value = numbers[number]
        if value != 0:
            found[count] = value
            count += 1
    found.count = count
    sort_unique(found)
    return found


def ways_to_divide(ways: int, heap: Parts, times: int) -> int:
    """Return an upper bound of the counts that there are after a heap was divided."""
    less = heap.staying if heap.staying < heap.shuffled else heap.shuffled
    for _ in range(times):
        if ways <= MOST_COUNTS:
            ways *= less + 1
    return ways


def join_sorts(inside: Bytes, sizes: Rows[Parts], sorts: int, heaps: int, tally: Tally) -> None:
    """Note whether the group shares a sort with another heap, and whether what is left of a heap shares none.

    `inside` says which sorts are in which heaps, `sizes` how much of a heap stays and how much is shuffled.
    """
    shared = Bytes(zeroed(heaps))
    for sort in range(sorts):
        row = Bytes(inside + sort * heaps)
        taken = 0
        left = 0
        for heap in range(heaps):
            if row[heap] != 0:
                left += 1 if sizes[heap].staying != 0 else 0
                taken |= 1 if sizes[heap].shuffled != 0 else 0
        if taken != 0 and left != 0:
            tally.joined = 1
        for heap in range(heaps):
            if taken + left > 1 and row[heap] != 0:
                shared[heap] = 1
    for heap in range(heaps):
        if sizes[heap].staying != 0 and shared[heap] == 0:
            tally.apart = 1
