"""Moves pieces between piles, and updates what each observer knows about them."""

from collections.abc import Iterable, Sequence

from lazaretto.rules.run.limits import (
    charge,
    spent,
)
from lazaretto.rules.run.random_streams import shuffled
from lazaretto.rules.run.secrets.knowledge import blur, blur_heaps, reveal
from lazaretto.rules.run.state import State


def move(s: State, base: int, piece: int, pile: int, on_top: bool) -> None:
    """Move a piece to a pile; observers of that pile learn the piece."""
    where, seen, piles = s.w, s.seen, s.p
    number = base + piece
    source = where[number]
    if seen[pile] is not seen[source]:
        watchers = seen[pile]
        if len(watchers) > s.players:
            for labels in s.minds:
                if labels[number] != number:
                    labels[number] = number
                    s.barrier += 1
        elif watchers:
            reveal(s, (number,), watchers)
    old = piles[source]
    last = old.pop()
    if last != piece:
        old.append(last)
        chosen = old[0] != piece
        s.fuel -= len(old) >> 2
        if s.fuel < 0:
            spent(s)
        old.remove(piece)
        if chosen and len(seen[pile]) <= s.players:
            _wondered(s, base, (*old, piece), seen[source], seen[pile])
    if on_top:
        piles[pile].append(piece)
    else:
        piles[pile].insert(0, piece)
    where[number] = pile


def _wondered(
    s: State, base: int, pieces: Sequence[int], before: Sequence[int], after: Sequence[int]
) -> None:
    """Blur the pieces for observers who see neither pile: they cannot tell which pieces moved."""
    blind = [each for each in range(s.players + 1) if each not in after and each not in before]
    if blind:
        blur(s, base, pieces, blind)


def move_all(s: State, base: int, pieces: Sequence[int], pile: int, on_top: bool, ends: bool = False) -> None:
    """Move pieces to a pile; the first of the list ends up on top.

    With `ends` the pieces come from an end of their pile, so everybody knows which ones moved. Pieces from
    one pile move together, so that the cost is one pass over the pile and not one per piece.
    """
    ordered = tuple(pieces)
    s.fuel -= 5 * len(ordered)
    where = s.w
    source = where[base + ordered[0]] if ordered else pile
    together = ends or all(where[base + piece] == source for piece in ordered)
    if source == pile and together and _reordered(s, base, ordered, pile, on_top):
        return
    if source == pile or not together or len({*ordered}) < len(ordered):
        for piece in reversed(ordered) if on_top else ordered:
            move(s, base, piece, pile, on_top)
        return
    watchers, before = s.seen[pile], s.seen[source]
    if watchers is not before or len(watchers) <= s.players:
        _seen(s, base, ordered, watchers)
    mixed = _taken(s, source, ordered, on_top, ends)
    for piece in ordered:
        where[base + piece] = pile
    if on_top:
        s.p[pile] += reversed(ordered)
    else:
        s.p[pile][:0] = reversed(ordered)
    if mixed and len(watchers) <= s.players:
        _wondered(s, base, mixed, before, watchers)


def _reordered(s: State, base: int, ordered: tuple[int, ...], pile: int, on_top: bool) -> bool:
    """Reorder the pieces at one end of a pile; return False if other pieces are there.

    Observers who knew each piece can follow; for the others the pieces become one set.
    """
    pieces, count = s.p[pile], len(ordered)
    end = slice(len(pieces) - count, None) if on_top else slice(0, count)
    if not ordered or sorted(pieces[end]) != sorted(ordered):
        return False
    pieces[end] = reversed(ordered)
    blind = [
        each
        for each in range(s.players + 1)
        if each not in s.seen[pile] and any(s.known(each)[base + piece] != base + piece for piece in ordered)
    ]
    blur(s, base, ordered, blind)
    return True


def _taken(s: State, source: int, ordered: tuple[int, ...], on_top: bool, ends: bool) -> list[int]:
    """Take pieces out of a pile; return what they could be confused with, none if all came from its ends."""
    old, count = s.p[source], len(ordered)
    mixed: list[int] = []
    if not ends:
        low, high = 0, len(old) - 1
        for piece in reversed(ordered) if on_top else ordered:
            if old[high] == piece:
                high -= 1
            elif old[low] == piece:
                low += 1
            else:
                mixed = old[low : high + 1]
                break
    if tuple(old[: -count - 1 : -1]) == ordered:
        del old[-count:]
    else:
        gone = set(charge(s, ordered))
        s.fuel -= len(old) >> 2
        old[:] = [each for each in old if each not in gone]
    return mixed


def _seen(s: State, base: int, pieces: Sequence[int], watchers: Sequence[int]) -> None:
    """Reveal the pieces that arrived in a pile to its observers."""
    if len(watchers) <= s.players:
        for piece in pieces if watchers else ():
            reveal(s, (base + piece,), watchers)
        return
    for labels in s.minds:
        for piece in pieces:
            if labels[base + piece] != base + piece:
                labels[base + piece] = base + piece
                s.barrier += 1


def pour(s: State, base: int, source: int, pile: int, on_top: bool) -> None:
    """Move a whole pile on top of another, or below it, and keep its order."""
    pieces = s.p[source]
    if source == pile or not pieces:
        return
    s.fuel -= 3 * len(pieces)
    where, watchers = s.w, s.seen[pile]
    if watchers is not s.seen[source]:
        _seen(s, base, pieces, watchers)
    for piece in pieces:
        where[base + piece] = pile
    if on_top:
        s.p[pile] += pieces
    else:
        s.p[pile][:0] = pieces
    s.p[source] = []


def arranged(s: State, base: int, pieces: Sequence[int], player: int) -> None:
    """Blur pieces that a player has arranged in an order that the others did not see."""
    others = [each for each in range(s.players + 1) if each != player]
    spots = {s.w[base + piece] for piece in pieces}
    blind = [other for other in others if not all(other in s.seen[spot] for spot in spots)]
    blur(s, base, tuple(pieces), blind)


def shuffle(s: State, base: int, pile: int, stream: int) -> None:
    """Turn a pile face down and shuffle it; nobody can follow, even if the pile was face up."""
    pieces = s.p[pile]
    s.barrier += 1
    charge(s, pieces, 8)
    shuffled(s.streams, stream, pieces)
    blur(s, base, pieces, range(s.players + 1))


def spread(s: State, base: int, pieces: Sequence[int], pile: int, stream: int) -> None:
    """Mix pieces evenly into a pile: one into each heap, larger heaps on top."""
    added = tuple(dict.fromkeys(charge(s, pieces)))
    if not added:
        return
    rest = charge(s, s.p[pile], 8)
    mine = set(added)
    cards = rest[:] if mine.isdisjoint(rest) else [each for each in rest if each not in mine]
    for piece in added:
        move(s, base, piece, pile, True)
    size, larger = divmod(len(cards), len(added))
    whole: list[int] = []
    start = len(cards)
    s.barrier += 1
    heaps: list[list[int]] = []
    for index, piece in enumerate(added):
        count = size + (1 if index < larger else 0)
        heap = [*cards[start - count : start], piece]
        start -= count
        shuffled(s.streams, stream, heap)
        heaps.append(heap)
    for heap in reversed(heaps):
        whole.extend(heap)
    blur_heaps(s, base, heaps)
    s.p[pile] = whole


def show(s: State, base: int, pieces: Iterable[int], players: Iterable[int]) -> None:
    """Reveal pieces to players; if all players know them, they become public."""
    observers = [*players]
    if len({*observers}) == s.players:
        observers.append(s.players)
    shown = [base + piece for piece in pieces]
    charge(s, shown, 2 + len(observers))
    reveal(s, shown, observers)
