"""Tells whether it is certain that shuffled pieces become one mixture, without working that out.

Then it can wait until somebody asks. The answer must not depend on whether somebody has asked about what was
known before: a mixture that waits is the same as one that was worked out.
"""

from collections.abc import Collection, Sequence

from lazaretto.rules.run.mixtures import MOST_COUNTS, MOST_NUMBERS, Heaped, Mixture, plain
from lazaretto.rules.run.state import State

_GROUP = -1
"""Stands for the heap that a shuffle makes."""


def labels_of_one(
    state: State,
    labels: list[int],
    groups: Sequence[Sequence[int]],
    inside: Sequence[set[int]],
    beyond: bool,
) -> set[int] | None:
    """Return the labels inside groups if the groups certainly become one mixture.

    With `beyond` a piece inside certainly shares its label with one outside.
    """
    every = inside[0].union(*inside)
    if _is_one_at_a_glance(every, inside, beyond):
        return every
    if len(groups) > 1 or state.mixtures.keys().isdisjoint(every):
        return None
    group = {*groups[0]}
    if len(every) == 1 and _is_one_again(state, labels, group):
        return every
    return every if _is_one_of_mixtures(state, labels, group, every) else None


def _is_one_at_a_glance(every: set[int], inside: Sequence[set[int]], beyond: bool) -> bool:
    """Whether one of several labels lies in all groups, or outside too."""
    if len(every) < 2 or len(every) * (len(every) + len(inside)) > MOST_NUMBERS:
        return False
    return beyond or (len(inside) > 1 and bool(inside[0].intersection(*inside)))


def _is_one_again(state: State, labels: list[int], group: set[int]) -> bool:
    """Whether one mixture of one heap certainly stays one, with what takes no time to see.

    That is so if all that is left of the heap is shuffled again, together with some of what lies outside: if
    that was one set, and not all of the heap was of this set, there are two sorts and two heaps.
    """
    label = labels[next(iter(group))]
    known = state.mixtures[label]
    if not isinstance(known, Heaped) or known.before or len(known.heaps) > 1:
        return False
    old, heap = known.labels, {*known.heaps[0]}
    if heap.issuperset(group):
        return False
    rest = [piece for piece, each in enumerate(labels) if each == label and piece not in group]
    outside = {old[piece] for piece in (*rest, *(group - heap))}
    if not rest or len(outside) > 1 or not heap.isdisjoint(rest):
        return False
    return any(old[piece] not in outside for piece in group & heap)


def _is_one_of_mixtures(state: State, labels: list[int], group: set[int], every: set[int]) -> bool:
    """Whether no heap comes apart when a group is shuffled, as one would whose sorts lie in no other heap.

    There must not be too many counts to keep either, by an estimate.
    """
    sharing: dict[int, list[int]] = {label: [] for label in every if label >= len(labels)}
    for piece, label in enumerate(labels):
        if label in sharing:
            sharing[label].append(piece)
    joined, ways, sorts, heaps = False, 1, 1, 1
    for label, pieces in sharing.items():
        known = state.mixture(label) if label in state.mixtures else plain(pieces)
        homes, more = _homes(known, pieces, group)
        shared = {_GROUP}.union(*(each for each in homes if len(each) > 1))
        if not all(each <= shared for each in homes) or (len(every) == 1 and len(homes) == 1):
            return False
        joined = joined or len(shared) > 1
        ways *= more
        sorts += len(known.sorts)
        heaps += len(known.heaps)
    return joined and ways <= MOST_COUNTS and sorts * heaps * ways <= MOST_NUMBERS


def _homes(known: Mixture, pieces: Collection[int], group: set[int]) -> tuple[list[set[int]], int]:
    """Return in which heaps each sort of some pieces may lie after a shuffle, and how many counts at most."""
    sort_of = {piece: sort for sort, each in enumerate(known.sorts) for piece in each}
    homes: dict[int, set[int]] = {}
    ways = len(known.counts)
    for number, heap in enumerate(known.heaps):
        rest = {*heap}.intersection(pieces)
        taken = len(rest & group)
        ends = {_GROUP, number} if 0 < taken < len(rest) else {_GROUP} if taken else {number}
        for sort in {sort_of[piece] for piece in rest}:
            homes.setdefault(sort, set()).update(ends)
        if len(ends) > 1:
            possible = sum(
                any(count[number][sort] for _, count in known.counts) for sort in range(len(known.sorts))
            )
            ways *= (min(taken, len(rest) - taken) + 1) ** (possible - 1)
    return [*homes.values()], ways
