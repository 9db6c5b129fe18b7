"""Labels of pieces and what is known of them, as in `lazaretto.rules.run.secrets.mixtures`.

Heaps that certainly become one mixture are stored in the arena, with the labels before the shuffle, until
somebody asks for the mixture.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import (
    Addresses,
    Int32s,
    List,
    Record,
    Rows,
    Words,
    at,
    inline,
)

FEW = 12
"""Lists that are not longer are sorted by insertion alone."""


class Heaps(Record):
    """Shuffled heaps that certainly become one mixture, and the labels before the shuffle.

    After the sizes come the pieces of all groups, the mixtures before, and the labels of all pieces.
    """

    groups: int
    known: int
    """How many mixtures were known before."""
    counts: int
    sorts: int
    heaps: int
    """How many counts, sorts and heaps there are at most."""
    depth: int
    """How many such mixtures wait for each other."""
    sizes: Annotated[Words, ...]
    """How many pieces each group has."""


class KnownLabel(Record):
    """What is known of a label."""

    label: int
    heaps: Heaps
    """A negative number if Python knows the mixture."""


mixtures = Rows[KnownLabel](at.mixtures)


@inline
def labels_of(mind: int) -> Int32s:
    """Return the labels of all pieces in a mind."""
    return game.minds[mind * at.pieces :]


def mixture_of(label: int) -> Heaps:
    """Return what is known of a label, 0 if nothing."""
    for index in range(game.mixtures_count):
        if mixtures[index].label == label:
            return mixtures[index].heaps
    return Heaps(0)


def has_mixture(label: int) -> int:
    """Return 1 if something is known of a label beyond its set, otherwise 0."""
    return 1 if mixture_of(label) != 0 else 0


@inline
def pieces_in(heaps: Heaps) -> Words:
    """Return the pieces of all groups; behind them stand the mixtures before, then the labels."""
    return heaps.sizes[heaps.groups :]


def known_before(heaps: Heaps, entries: Rows[KnownLabel], label: int) -> Heaps:
    """Return what was known of a label before heaps were shuffled, 0 if nothing."""
    for index in range(heaps.known):
        if entries[index].label == label:
            return entries[index].heaps
    return Heaps(0)


def labels_inside(labels: Int32s, base: int, pieces: List[int], least: int) -> List[int]:
    """Return the different labels, from `least` on, of the pieces of a list, as a sorted list."""
    found = new_list(len(pieces))
    count = 0
    last = -1
    for piece in pieces:
        label = labels[base + piece]
        if label >= least and label != last:
            last = label
            found[count] = label
            count += 1
    found.count = count
    sort_unique(found)
    return found


def sort_unique(many: List[int]) -> None:
    """Sort a list of numbers and drop duplicates."""
    count = len(many)
    gap = 1
    if count > FEW:
        while gap < count:
            gap = gap * 3 + 1
    while gap > 0:
        for index in range(gap, count):
            value = many[index]
            spot = index
            while spot >= gap and many[spot - gap] > value:
                many[spot] = many[spot - gap]
                spot -= gap
            many[spot] = value
        gap = gap // 3
    kept = 0
    for value in many:
        if kept == 0 or many[kept - 1] != value:
            many[kept] = value
            kept += 1
    many.count = kept


def place_of_label(many: List[int], label: int) -> int:
    """Return the place of a label in a sorted list, counted from 1; 0 if it is not there."""
    low = 1
    high = len(many)
    while low <= high:
        middle = (low + high) >> 1
        value = many[middle - 1]
        if value == label:
            return middle
        if value < label:
            low = middle + 1
        else:
            high = middle - 1
    return 0


def shared_labels(labels: Int32s, base: int, groups: List[List[int]], total: int) -> List[int]:
    """Return the labels of the pieces of groups that are no exact ones, as a sorted list."""
    found = new_list(total)
    count = 0
    last = -1
    for pieces in groups:
        for piece in pieces:
            label = labels[base + piece]
            if label >= at.pieces and label != last:
                last = label
                found[count] = label
                count += 1
    found.count = count
    sort_unique(found)
    return found


def has_common(sets: Addresses[List[int]], count: int) -> int:
    """Return 1 if some label is in each of several sorted lists."""
    first = sets[0]
    for label in first:
        everywhere = 1
        for group in range(1, count):
            if everywhere != 0:
                everywhere = place_of_label(sets[group], label)
        if everywhere != 0:
            return 1
    return 0


def reaches_beyond(labels: Int32s, base: int, pieces: List[int]) -> int:
    """Return 1 if other pieces share a label with those of a list, otherwise 0."""
    before = game.scratch_next
    shared = labels_inside(labels, base, pieces, at.pieces)
    outside = 0
    for piece in pieces:
        if labels[base + piece] >= at.pieces:
            outside -= 1
    same = -1
    other = -1
    for number in range(at.pieces):
        label = labels[number]
        if label >= at.pieces and label != other:
            if label == same or place_of_label(shared, label) != 0:
                same = label
                outside += 1
            else:
                other = label
    game.scratch_next = before
    return 1 if outside > 0 else 0
