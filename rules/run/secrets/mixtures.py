"""Computes with mixtures: what is known of pieces beyond the set, such as one joker in every heap.

A mixture divides pieces into sorts and their spots into heaps. A count says how many pieces of each sort lie
in each heap. All arrangements with the same count are equally likely; if several counts are possible, each
has a weight: how likely one of its arrangements is, compared with one of another count.

This is exact. Seeing a piece reduces the counts by one and changes no weight. Shuffling some spots divides
the heaps of which it takes a part, and then makes one heap of all that it takes.

With more than 200 possible counts, a mixture is dropped and only the set remains.

Mostly nobody ever asks about heaps, in a playout for example. So if it is certain that heaps become one
mixture, the state stores a `Heaped` instead: the labels before the shuffle and the pieces of each heap. It is
certain at a glance if a label is in all heaps or also outside; of one heap and of mixtures, if after the
shuffle no heap has sorts that lie in no other heap, since such a heap would come apart. The mixture is
computed and kept when it is first needed: for odds, determinisation, a snapshot, or a shuffle for which this
is not certain. A `Heaped` never changes, so the result is the same whenever that happens, and copies of a
state share it.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from math import comb, factorial, gcd, lcm, prod
from operator import itemgetter
from typing import NamedTuple

Count = tuple[tuple[int, ...], ...]
"""For each heap, the number of pieces of each sort."""

MOST_COUNTS = 200
"""A mixture with more possible counts is forgotten: then only the set of the pieces is known."""

MOST_NUMBERS = 8_000
"""The same holds for a mixture that takes more numbers to write down."""


class Mixture(NamedTuple):
    """Pieces of which an observer knows how many of which sort lie in which heap."""

    sorts: tuple[tuple[int, ...], ...]
    """The pieces of each sort, in the order of their numbers."""
    heaps: tuple[tuple[int, ...], ...]
    """The pieces that really lie in each heap; an observer may know how many they are, and no more."""
    counts: tuple[tuple[int, Count], ...]
    """The possible counts with their weights."""

    @property
    def is_plain(self) -> bool:
        """Whether only the set of the pieces is known."""
        return len(self.sorts) < 2

    def left(self, pieces: Collection[int]) -> "Mixture":
        """Return what is known of the pieces that are left after the others were seen."""
        if len(pieces) == sum(map(len, self.heaps)):
            return self
        key = id(self), len(pieces)
        latest = _LATEST.get(key)
        if latest is not None and latest[0] is self and latest[1] == pieces:
            return latest[2]
        if len(_LATEST) >= _MOST_LATEST:
            _LATEST.clear()
        mixture = self._without(pieces)
        _LATEST[key] = self, frozenset(pieces), mixture
        return mixture

    def _without(self, pieces: Collection[int]) -> "Mixture":
        sort_of = {piece: sort for sort, each in enumerate(self.sorts) for piece in each}
        seen = Counter(
            (at, sort_of[each]) for at, heap in enumerate(self.heaps) for each in heap if each not in pieces
        )
        taken = [(at, sort, number) for (at, sort), number in seen.items()]
        counts = []
        for weight, count in self.counts:
            if all(count[at][sort] >= number for at, sort, number in taken):
                less = [*count]
                for at, sort, number in taken:
                    row = less[at]
                    less[at] = (*row[:sort], row[sort] - number, *row[sort + 1 :])
                counts.append((weight, tuple(less)))
        sorts = tuple(tuple(piece for piece in each if piece in pieces) for each in self.sorts)
        heaps = tuple(tuple(piece for piece in each if piece in pieces) for each in self.heaps)
        return Mixture(sorts, heaps, tuple(counts))

    def likelihoods(self) -> list[int]:
        """Return the relative probability of each count: its weight times the number of its arrangements.

        Factors that all counts share are left out.
        """
        least = lcm(*(prod(factorial(each) for row in count for each in row) for _, count in self.counts))
        return [
            weight * (least // prod(factorial(each) for row in count for each in row))
            for weight, count in self.counts
        ]

    def allows(self) -> bool:
        """Whether the real arrangement is possible."""
        sort_of = {piece: sort for sort, each in enumerate(self.sorts) for piece in each}
        found = []
        for heap in self.heaps:
            inside = Counter(sort_of.get(piece, -1) for piece in heap)
            found.append(tuple(inside[sort] for sort in range(len(self.sorts))))
        return sum(map(sum, found)) == sum(map(len, self.heaps)) and any(
            count == tuple(found) for _, count in self.counts
        )


_LATEST: dict[tuple[int, int], tuple[Mixture, frozenset[int], Mixture]] = {}
"""What was left of mixtures when somebody asked last: one position is determinised many times."""
_MOST_LATEST = 32


class Heaped(NamedTuple):
    """Shuffled heaps that are one mixture, which is worked out as soon as somebody asks for it."""

    labels: list[int]
    """The label of each piece before the heaps were shuffled."""
    heaps: Sequence[Sequence[int]]
    """The pieces of each heap that was shuffled."""
    before: "Mapping[int, Mixture | Heaped]"
    """The mixtures that were known of some of these labels."""

    def mixture(self) -> Mixture:
        """Return what is known since the heaps were shuffled."""
        found, sets, fresh = sets_in(self.labels, self.heaps, self.before)
        known = [_worked_out(self.before[label]).left({*pieces}) for label, pieces in found.items()]
        whole = _beside(stirred(known, sets, fresh, self.heaps))
        assert whole is not None, "of parts, all but one are plain"
        return _in_heaps([*known, *map(plain, sets)], self.heaps) if whole.is_plain else whole


def _in_heaps(known: Sequence[Mixture], groups: Sequence[Collection[int]]) -> Mixture:
    """Return what is left of too many counts: a set that lies in some heaps.

    So it makes no difference for later shuffles whether somebody had asked for it.
    """
    heaps = [tuple(sorted(group)) for group in groups]
    heaps += [tuple(sorted({*heap}.difference(*groups))) for mixture in known for heap in mixture.heaps]
    heaps = [each for each in heaps if each]
    all = tuple(sorted(piece for heap in heaps for piece in heap))
    return Mixture((all,), tuple(heaps), ((1, tuple((len(each),) for each in heaps)),))


def _worked_out(known: Mixture | Heaped) -> Mixture:
    """Return a mixture, computed if necessary."""
    return known.mixture() if isinstance(known, Heaped) else known


def stirred(
    known: Sequence[Mixture],
    sets: Sequence[list[int]],
    fresh: Sequence[list[int]],
    groups: Sequence[Sequence[int]],
) -> list[Mixture]:
    """Return what is known after groups were shuffled, from what was known of their pieces before."""
    if not known:
        return divided(sets, fresh, groups)
    before = [*known, *(plain(each) for each in (*sets, *fresh) if each)]
    new = _shuffled_together(before, [{*group} for group in groups])
    return (
        [plain(piece for mixture in before for sort in mixture.sorts for piece in sort)]
        if new is None
        else new
    )


def sets_in(
    labels: Sequence[int], groups: Sequence[Sequence[int]], mixtures: Container[int]
) -> tuple[dict[int, list[int]], list[list[int]], list[list[int]]]:
    """Return the pieces of labels that occur in groups: of mixtures, of sets, and those inside each group."""
    inside = {piece: number for number, group in enumerate(groups) for piece in group}
    fresh: list[list[int]] = [[] for _ in groups]
    found: dict[int, list[int]] = {label: [] for label in {*map(labels.__getitem__, inside)}}
    for piece, label in enumerate(labels):
        if label in found:
            found[label].append(piece)
    known: dict[int, list[int]] = {}
    sets: list[list[int]] = []
    for label, pieces in sorted(found.items(), key=itemgetter(1)):
        homes = {*map(inside.get, pieces)}
        if label in mixtures:
            known[label] = pieces
        elif len(homes) > 1 or None in homes:
            sets.append(pieces)
        else:
            fresh[inside[pieces[0]]] += pieces
    return known, sets, fresh


def plain(pieces: Iterable[int]) -> Mixture:
    """Return pieces of which only the set is known: one sort in one heap."""
    all = tuple(sorted(pieces))
    return Mixture((all,), (all,), ((1, ((len(all),),)),))


def divided(
    sets: Sequence[Sequence[int]], fresh: Sequence[Sequence[int]], groups: Sequence[Collection[int]]
) -> list[Mixture]:
    """Return what is known after disjoint groups of pieces were shuffled, if only sets were known before.

    `fresh` are the pieces of each group that share their sets with no piece outside, the other `sets` reach
    beyond one group.
    """
    mixtures = [plain(each) for each, group in zip(fresh, groups, strict=True) if len(each) == len(group)]
    if not sets:
        return mixtures
    mixed = [number for number, each in enumerate(fresh) if len(each) < len(groups[number])]
    sorts = [tuple(each) for each in sets]
    sorts += [tuple(sorted(fresh[number])) for number in mixed if fresh[number]]
    heaps = [tuple(sorted(groups[number])) for number in mixed]
    outside = [{*each}.difference(*groups) for each in sets]
    heaps += [tuple(sorted(each)) for each in outside if each]
    if len(sorts) * len(heaps) > MOST_NUMBERS:
        return [*mixtures, plain(piece for sort in sorts for piece in sort)]
    sort_of = {piece: number for number, sort in enumerate(sorts) for piece in sort}
    count = []
    for heap in heaps:
        row = [0] * len(sorts)
        for piece in heap:
            row[sort_of[piece]] += 1
        count.append(tuple(row))
    return [*mixtures, Mixture(tuple(sorts), tuple(heaps), ((1, tuple(count)),))]


def _shuffled_together(known: Sequence[Mixture], groups: Sequence[Collection[int]]) -> list[Mixture] | None:
    """Return what is known after each group of pieces was shuffled; None if that is too much to keep.

    Mixtures that do not depend on each other come back apart.
    """
    whole: Mixture | None = _beside(known)
    for group in groups:
        whole = None if whole is None else _divided(whole, group)
        if whole is None:
            return None
        whole = _shuffled(whole, group)
        if len(whole.sorts) * len(whole.heaps) * len(whole.counts) > MOST_NUMBERS:
            return None
    return None if whole is None else [*_apart(_simple(whole))]


def _beside(known: Sequence[Mixture]) -> Mixture | None:
    """Return independent mixtures as one; None if it has too many counts."""
    counts: list[tuple[int, Count]] = [(1, ())]
    before, total = 0, sum(len(mixture.sorts) for mixture in known)
    for mixture in known:
        after = total - before - len(mixture.sorts)
        if len(counts) * len(mixture.counts) > MOST_COUNTS:
            return None
        counts = [
            (weight * more, (*count, *(((0,) * before + row + (0,) * after) for row in rows)))
            for weight, count in counts
            for more, rows in mixture.counts
        ]
        before += len(mixture.sorts)
    sorts = tuple(sort for mixture in known for sort in mixture.sorts)
    heaps = tuple(heap for mixture in known for heap in mixture.heaps)
    return Mixture(sorts, heaps, tuple(counts))


def _divided(whole: Mixture, group: Collection[int]) -> Mixture | None:
    """Divide heaps that lie partly in a group; each arrangement stays as likely as before."""
    heaps: list[tuple[int, ...]] = []
    counts: list[tuple[int, Count]] = [(weight, ()) for weight, _ in whole.counts]
    rows = [count for _, count in whole.counts]
    for number, heap in enumerate(whole.heaps):
        inside = tuple(piece for piece in heap if piece in group)
        outside = tuple(piece for piece in heap if piece not in group)
        if not inside or not outside:
            heaps.append(heap)
            counts = [
                (weight, (*count, row[number])) for (weight, count), row in zip(counts, rows, strict=True)
            ]
            continue
        heaps += (inside, outside)
        found: list[tuple[int, Count]] = []
        kept: list[Count] = []
        for (weight, count), row in zip(counts, rows, strict=True):
            for part in _parts(row[number], len(inside)):
                rest = tuple(all - some for all, some in zip(row[number], part, strict=True))
                found.append((weight, (*count, part, rest)))
                kept.append(row)
                if len(found) > MOST_COUNTS:
                    return None
        counts, rows = found, kept
    return Mixture(whole.sorts, tuple(heaps), tuple(counts))


def _parts(row: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of each sort that may be among `size` pieces of a heap."""
    if len(row) == 1:
        yield (size,)
        return
    rest = sum(row[1:])
    for some in range(max(0, size - rest), min(row[0], size) + 1):
        for others in _parts(row[1:], size - some):
            yield (some, *others)


def _shuffled(whole: Mixture, group: Collection[int]) -> Mixture:
    """Make one heap of all heaps in a group."""
    inside = [number for number, heap in enumerate(whole.heaps) if heap and heap[0] in group]
    outside = [number for number, heap in enumerate(whole.heaps) if heap and heap[0] not in group]
    found: dict[Count, int] = {}
    for weight, count in whole.counts:
        row = tuple(map(sum, zip(*(count[number] for number in inside), strict=True)))
        new = (row, *(count[number] for number in outside))
        orders = prod(_orders(count[number]) for number in inside)
        found[new] = found.get(new, 0) + weight * orders
    heap = tuple(sorted(piece for number in inside for piece in whole.heaps[number]))
    heaps = (heap, *(whole.heaps[number] for number in outside))
    return Mixture(whole.sorts, heaps, _weighed(found))


def _orders(row: Sequence[int]) -> int:
    """Return in how many orders the sorts of the pieces of a heap may appear."""
    found, total = 1, 0
    for each in row:
        total += each
        found *= comb(total, each)
    return found


def _weighed(found: dict[Count, int]) -> tuple[tuple[int, Count], ...]:
    """Return counts with their weights, after the orders of their first heap have become equally likely."""
    orders = [_orders(count[0]) for count in found]
    scale = lcm(*orders)
    weights = [total * (scale // order) for total, order in zip(found.values(), orders, strict=True)]
    shared = gcd(*weights)
    return tuple((weight // shared, count) for weight, count in zip(weights, found, strict=True))


def _simple(whole: Mixture) -> Mixture:
    """Drop empty heaps and sorts; make one sort of sorts that all lie in the same heap."""
    heaps = [number for number, heap in enumerate(whole.heaps) if heap]
    together: dict[tuple[str, int], list[int]] = {}
    for sort, pieces in enumerate(whole.sorts):
        home = next(
            (heap for heap in heaps if all(count[heap][sort] == len(pieces) for _, count in whole.counts)),
            None,
        )
        if pieces:
            together.setdefault(("sort", sort) if home is None else ("heap", home), []).append(sort)
    sorts = [*together.values()]
    counts = tuple(
        (weight, tuple(tuple(sum(count[heap][sort] for sort in same) for same in sorts) for heap in heaps))
        for weight, count in whole.counts
    )
    return Mixture(
        tuple(tuple(sorted(piece for sort in same for piece in whole.sorts[sort])) for same in sorts),
        tuple(whole.heaps[heap] for heap in heaps),
        counts,
    )


def _apart(whole: Mixture) -> Iterator[Mixture]:
    """Yield heaps whose contents are known as plain sets, then what is left."""
    if len(whole.sorts) == 1:
        yield plain(whole.sorts[0])
        return
    alone: list[tuple[int, int]] = []
    for heap, pieces in enumerate(whole.heaps):
        row = whole.counts[0][1][heap]
        sort = max(range(len(row)), key=row.__getitem__)
        if row[sort] == len(whole.sorts[sort]) == len(pieces) and all(
            count[heap][sort] == len(pieces) for _, count in whole.counts
        ):
            alone.append((heap, sort))
            yield plain(pieces)
    heaps = [each for each in range(len(whole.heaps)) if each not in {heap for heap, _ in alone}]
    sorts = [each for each in range(len(whole.sorts)) if each not in {sort for _, sort in alone}]
    if heaps:
        counts = tuple(
            (weight, tuple(tuple(count[heap][sort] for sort in sorts) for heap in heaps))
            for weight, count in whole.counts
        )
        yield Mixture(
            tuple(whole.sorts[each] for each in sorts), tuple(whole.heaps[each] for each in heaps), counts
        )
