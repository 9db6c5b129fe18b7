"""Computes the odds of the next draws from a hidden pile, from what this seat knows of it.

A pile is a sequence of pieces; some are known, the others belong to groups of which only the contents are
known. Within a group, every order is equally likely. Where the seat knows more, because the pile was made of
heaps, the odds follow the heaps.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from lazaretto.rules import HeapView, MixtureView, PieceView, PileView, Ref, View
from lazaretto.rules.run.secrets.choose_unseen_pieces import ordinal
from lazaretto.tui.messages import odds as say
from lazaretto.tui.per_view import PerView

Fits = Callable[[PieceView], bool]
"""Whether a piece is one that is asked about."""


@dataclass(frozen=True, slots=True)
class Share:
    """Pieces that are equally likely in a band: how many of them are there, and the chance of each."""

    least: int
    most: int
    could: tuple[PieceView, ...]
    chance: float
    """That one of these pieces lies at a certain place of the band."""

    @property
    def known(self) -> bool:
        """Whether all of them are there."""
        return self.least == len(self.could)

    @property
    def alike(self) -> bool:
        """Whether they are all of one sort."""
        return all(piece.sort == self.could[0].sort for piece in self.could)


@dataclass(frozen=True, slots=True)
class Band:
    """Consecutive pieces: how many, which ones they may be, and the heap that they are part of."""

    count: int
    could: tuple[PieceView, ...]
    heap: HeapView | None = None

    @property
    def known(self) -> bool:
        """Whether the pieces are known, apart from their order."""
        return self.count == len(self.could)

    def shares(self) -> Iterator[Share]:
        """Yield the pieces that may be here, those together that are equally likely; rare ones first."""
        if self.heap is None or self.known:
            yield Share(self.count, self.count, self.could, 1 / len(self.could))
            return
        counts = [(chance, rows[self.heap.number]) for chance, rows in self.heap.mixture.counts]
        size = sum(counts[0][1])
        found: list[Share] = []
        for number, pieces in enumerate(self.heap.mixture.sets):
            here = [row[number] for _, row in counts]
            expected = sum(chance * row[number] for chance, row in counts)
            if expected:
                least = max(0, min(here) - (size - self.count))
                most = min(max(here), self.count)
                found.append(Share(least, most, pieces, expected / len(pieces) / size))
        yield from sorted(found, key=lambda share: share.most)


def bands(pile: PileView) -> tuple[Band, ...]:
    """The bands of the pile, from the top."""
    heaps = pile.heaps or (None,) * len(pile.odds)
    return tuple(Band(count, could, heap) for (count, could), heap in zip(pile.odds, heaps, strict=True))


def chance(pile: PileView, of: Ref, draws: int = 1) -> float:
    """The probability that one of the next `draws` pieces is made for a thing."""
    return chance_of(pile, lambda piece: piece.of == of, draws)


def chance_of(pile: PileView, fits: Fits, draws: int = 1) -> float:
    """The probability that one of the next `draws` pieces fits."""
    left, miss = draws, 1.0
    gone: Counter[tuple[str, ...]] = Counter()
    mixed: list[tuple[MixtureView, Counter[int]]] = []
    for band in bands(pile):
        taken = min(left, band.count)
        left -= taken
        if band.heap is not None:
            mixture = band.heap.mixture
            drawn = next((drawn for each, drawn in mixed if each == mixture), None)
            if drawn is None:
                mixed.append((mixture, drawn := Counter()))
            drawn[band.heap.number] += taken
            continue
        group = tuple(piece.key for piece in band.could)
        fitting = sum(map(fits, band.could))
        for number in range(gone[group], gone[group] + taken):
            miss *= max(0, len(group) - number - fitting) / (len(group) - number)
        gone[group] += taken
    for mixture, drawn in mixed:
        miss *= _miss(mixture, drawn, fits)
    return 1.0 - miss


def _miss(mixture: MixtureView, drawn: Mapping[int, int], fits: Fits) -> float:
    """The probability that none of the pieces drawn from some heaps fits."""
    fitting = [sum(map(fits, pieces)) for pieces in mixture.sets]
    asked = [number for number, some in enumerate(fitting) if some]
    miss = 0.0
    for probability, rows in mixture.counts:
        ways = {(0,) * len(asked): 1.0}
        for heap, taken in drawn.items():
            ways = _after(ways, [rows[heap][each] for each in asked], sum(rows[heap]), taken)
        for numbers, way in ways.items():
            for each, number in zip(asked, numbers, strict=True):
                size = len(mixture.sets[each])
                way *= comb(size - fitting[each], number) / comb(size, number)
            miss += probability * way
    return miss


def _after(
    ways: Mapping[tuple[int, ...], float], row: Sequence[int], size: int, taken: int
) -> dict[tuple[int, ...], float]:
    """The numbers of pieces drawn from each set, with their probabilities, after draws from one heap."""
    found: dict[tuple[int, ...], float] = {}
    for before, probability in ways.items():
        for more, some in _draws(row, size - sum(row), taken):
            after = tuple(map(sum, zip(before, more, strict=True)))
            found[after] = found.get(after, 0.0) + probability * some / comb(size, taken)
    return found


def _draws(row: Sequence[int], others: int, taken: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many pieces of each set may be among those taken, and in how many ways."""
    if not row:
        yield (), comb(others, taken)
        return
    for number in range(min(row[0], taken) + 1):
        for rest, ways in _draws(row[1:], others, taken - number):
            yield (number, *rest), comb(row[0], number) * ways


def alike_soon(pile: PileView) -> Iterator[tuple[PieceView, float, float]]:
    """Yield a piece of each sort that has a share of its own, and its chance to be next, or one of two."""
    told: set[str] = set()
    for band in bands(pile) if pile.heaps else ():
        for share in band.shares():
            sort = share.could[0].sort
            if band.heap is not None and share.alike and sort not in told:
                told.add(sort)
                yield share.could[0], _of_sort(pile, sort, 1), _of_sort(pile, sort, 2)


def _of_sort(pile: PileView, sort: str, draws: int) -> float:
    return chance_of(pile, lambda piece: piece.sort == sort, draws)


def places_of_pieces(pile: PileView) -> Mapping[Ref, tuple[int, int]]:
    """The first and the last position at which a piece made for a thing may be, for each thing with one."""
    passed = 0
    places: dict[Ref, tuple[int, int]] = {}
    for band in bands(pile):
        for of in {piece.of for piece in band.could if piece.of is not None}:
            places[of] = places.get(of, (passed + 1, 0))[0], passed + band.count
        passed += band.count
    return places


def drawn_from(view: View) -> tuple[PileView, ...]:
    """The piles on the table that are not fully visible, for which odds make sense."""
    return tuple(pile for pile in view.piles if pile.count and not pile.open)


def about(view: View, of: Ref) -> Sequence[tuple[PileView, float, tuple[int, int]]]:
    """Each hidden pile that may hold pieces made for a thing, the chance of the next draw, their range."""
    return _ABOUT.get(view, of, lambda: [*_about(view, of)])


_ABOUT: PerView[Sequence[tuple[PileView, float, tuple[int, int]]]] = PerView()
_PLACES: PerView[Sequence[tuple[PileView, Mapping[Ref, tuple[int, int]]]]] = PerView()


def _about(view: View, of: Ref) -> Iterator[tuple[PileView, float, tuple[int, int]]]:
    known = _PLACES.get(view, None, lambda: [(each, places_of_pieces(each)) for each in drawn_from(view)])
    for pile, places in known:
        if of in places:
            yield pile, chance(pile, of), places[of]


def percent(chance: float) -> str:
    """A probability in words."""
    if chance <= 0:
        return say.NO_CHANCE()
    if chance >= 1:
        return say.CERTAIN()
    return say.PERCENT(number=max(1, min(99, round(chance * 100))))


def next_words(chance: float, first: int) -> str:
    """How likely a piece comes next; if it cannot, when it comes at the earliest."""
    if chance <= 0 and first > 1:
        return say.NOT_BEFORE(nth=ordinal(first))
    return say.NEXT_CERTAIN() if chance >= 1 else say.NEXT(chance=percent(chance))


def numbered(share: Share) -> str:
    """How many pieces of a share are there, as a number or a range."""
    return f"{share.most}" if share.least == share.most else f"{share.least}–{share.most}"


def is_known(share: Share) -> bool:
    """Whether there is one piece, at a known place."""
    return share.known and len(share.could) == 1


def share_words(share: Share, first: int, listed: bool) -> str:
    """How many pieces of a share are there, and the chance of each; `first` is their first place."""
    number, could = numbered(share), len(share.could)
    if share.alike and could > 1:
        text = say.ALIKE(number=number, piece=share.could[0].sort)
        return say.ALIKE_AT(told=text, chance=_chance(share.chance * could, first))
    chance = say.EACH(chance=_chance(share.chance, first))
    if listed:
        return say.SAME(number=number, could=could, chance=chance)
    if share.known:
        return say.UNKNOWN_ORDER(chance=chance)
    return say.SOME(number=number, could=could, chance=chance)


def brief_share_words(share: Share, first: int) -> str:
    """The same for a narrow panel."""
    chance = say.EACH(chance=_chance(share.chance, first))
    return (
        chance
        if share.known
        else say.BRIEF_SOME(number=numbered(share), could=len(share.could), chance=chance)
    )


def _chance(chance: float, first: int) -> str:
    """The chance to be the first of some places."""
    told = percent(chance)
    return say.FIRST_OF_THESE(chance=told, nth=ordinal(first)) if first > 1 else say.NEXT_WITH(chance=told)


def soon_words(piece: PieceView, chance: float, soon: float) -> str:
    """How likely a piece of a sort is next, or one of the next two."""
    if chance >= 1:
        return say.SOON_CERTAIN(piece=piece.sort)
    if soon <= 0:
        return say.NOT_SOON(piece=piece.sort)
    return say.SOON(piece=piece.sort, chance=percent(chance), soon=percent(soon))
