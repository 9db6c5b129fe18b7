"""Shuffles heaps, as `stir` of `lazaretto.rules.run.secrets.knowledge` does.

What nobody asks for waits, see `known_piece_labels`. Python computes everything about mixtures themselves.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve, reserve_for_ever
from lazaretto.rules.backends.native.helpers.becomes_one_mixture import KIND, ONE_SET, UNCERTAIN, what_becomes
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault, pay
from lazaretto.rules.backends.native.helpers.functions_from_outside import (
    in_one_heap_of_mixture,
    stir_mixtures,
)
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.known_piece_labels import (
    Heaps,
    KnownLabel,
    has_mixture,
    known_before,
    labels_of,
    mixture_of,
    mixtures,
    pieces_in,
    place_of_label,
    shared_labels,
)
from lazaretto.rules.backends.native.helpers.memory_types import Int32s, List, Rows, Words, at, copy, size_of

STALE = 4


def in_one_heap(label: int, base: int, pieces: List[int]) -> int:
    """Return 1 if pieces of one label lie in one heap, so that shuffling them makes no difference."""
    known = mixture_of(label)
    first = base + pieces[0]
    while known > 0:
        heap = pieces_in(known)
        for group in range(known.groups):
            size = known.sizes[group]
            if holds(heap, size, first) != 0:
                return holds_all(heap, size, base, pieces)
            heap = heap[size:]
        before = Rows[KnownLabel](heap)
        labels = Int32s(heap + size_of(KnownLabel) * known.known)
        if are_outside(pieces_in(known), heap, labels, base, pieces) == 0:
            return 0
        known = known_before(known, before, labels[first])
        if known == 0:
            return 1
    return in_one_heap_of_mixture(label, base, pieces)


def holds_all(heap: Words, size: int, base: int, pieces: List[int]) -> int:
    """Return 1 if all pieces of a list are in an array."""
    for piece in pieces:
        if holds(heap, size, base + piece) == 0:
            return 0
    return 1


def are_outside(shuffled: Words, end: int, labels: Int32s, base: int, pieces: List[int]) -> int:
    """Return 1 if pieces had one label before others were shuffled, which stand between two addresses."""
    label = labels[base + pieces[0]]
    for index in range(1, len(pieces)):
        number = base + pieces[index]
        if labels[number] != label or holds(shuffled, (end - shuffled) >> 3, number) != 0:
            return 0
    return 1


def holds(items: Words, size: int, wanted: int) -> int:
    """Return 1 if a number is in an array."""
    for index in range(size):
        if items[index] == wanted:
            return 1
    return 0


def stir(minds: int, base: int, groups: List[List[int]], beyond: int) -> None:
    """Shuffle each group of pieces, counted from a base, for a set of minds.

    `groups` is a list of lists. With `beyond` it is certain that a piece inside shares its label with one
    outside.
    """
    room = game.minds_count
    becomes = Words(reserve(8 * room))
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            one = what_becomes(labels_of(mind), base, groups, beyond)
            if one == UNCERTAIN:
                stir_mixtures(minds, base, groups, beyond)
                return
            becomes[mind] = one
    before = game.mixtures_count
    for mind in range(room):
        if (minds >> mind) & 1 != 0:
            pay(at.pieces >> 1)
            if becomes[mind] == ONE_SET:
                label_all(labels_of(mind), base, groups)
            else:
                store_heaps(labels_of(mind), base, groups, becomes[mind] >> KIND)
    if before > STALE * room:
        forget_unused_mixtures()


def store_heaps(labels: Int32s, base: int, groups: List[List[int]], ways: int) -> None:
    """Store shuffled heaps for one mind, with that many counts at most, and give them one new label.

    If Python knows a part of them, nobody looks at how many sorts and heaps there are: it may be many counts.
    """
    before = game.scratch_next
    count = len(groups)
    total = members_of(groups)
    every = shared_labels(labels, base, groups, total)
    known = 0
    for label in every:
        known += has_mixture(label)
    before_it = 8 * (count + total) + size_of(KnownLabel) * known
    kept = Heaps(reserve_for_ever(size_of(Heaps) + before_it + ((4 * at.pieces + 7) & -8)))
    kept.groups = count
    kept.known = known
    kept.counts = ways
    heap = pieces_in(kept)
    for group in range(count):
        pieces = groups[group]
        kept.sizes[group] = len(pieces)
        for index in range(len(pieces)):
            heap[index] = base + pieces[index]
        heap = heap[len(pieces) :]
    copy(note_before(kept, Rows[KnownLabel](heap), every), labels, 4 * at.pieces)
    game.scratch_next = before
    new = label_all(labels, base, groups)
    mixture = mixtures[game.mixtures_count]
    if mixture >= at.mixtures_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    mixture.label = new
    mixture.heaps = kept
    game.mixtures_count += 1


def note_before(kept: Heaps, entries: Rows[KnownLabel], every: List[int]) -> int:
    """Write what was known of some labels, and how much of everything there is; return where that ends."""
    sorts = kept.groups
    heaps = kept.groups
    depth = 0
    number = 0
    for label in every:
        known = mixture_of(label)
        if known == 0:
            sorts += 1
            heaps += 1
        else:
            if known > 0:
                sorts += known.sorts
                heaps += known.heaps
                depth = known.depth if known.depth > depth else depth
            entries[number].label = label
            entries[number].heaps = known
            number += 1
    kept.sorts = sorts
    kept.heaps = heaps
    kept.depth = depth + 1
    return entries[number]


def members_of(groups: List[List[int]]) -> int:
    """Return how many pieces groups have."""
    total = 0
    for group in groups:
        total += len(group)
    return total


def label_all(labels: Int32s, base: int, groups: List[List[int]]) -> int:
    """Give one new label to the pieces of groups, and to all that share a label with them; return it."""
    before = game.scratch_next
    total = members_of(groups)
    every = shared_labels(labels, base, groups, total)
    new = game.labels
    game.labels = new + 1
    pay(total)
    for pieces in groups:
        for piece in pieces:
            labels[base + piece] = new
    if len(every) != 0:
        relabel(labels, every, new)
    game.scratch_next = before
    return new


def relabel(labels: Int32s, every: List[int], new: int) -> None:
    """Give a new label to all pieces that have one of some others."""
    same = new
    other = new
    for number in range(at.pieces):
        label = labels[number]
        if label >= at.pieces and label != new and label != other:
            if label == same or place_of_label(every, label) != 0:
                same = label
                pay(1)
                labels[number] = new
            else:
                other = label


def forget_unused_mixtures() -> None:
    """Forget the mixtures of labels that no piece has any more."""
    kept = 0
    for index in range(game.mixtures_count):
        label = mixtures[index].label
        used = 0
        for spot in range(game.minds_count * at.pieces):
            if game.minds[spot] == label:
                used = 1
                break
        if used != 0:
            mixtures[kept].label = label
            mixtures[kept].heaps = mixtures[index].heaps
            kept += 1
    game.mixtures_count = kept
