"""What each seat and the public know about pieces, as `lazaretto.rules.run.secrets.knowledge` keeps it.

Observers are a set of bits: a bit for each seat, the highest for the public. A mind is a row of labels, 4
bytes for each piece. Of a label with a mixture more is known; see `heaps`.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.faults import pay
from lazaretto.rules.backends.native.helpers.heaps import in_one_heap, stir
from lazaretto.rules.backends.native.helpers.label_sets import has_mixture, reaches_beyond
from lazaretto.rules.backends.native.helpers.memory import (
    at,
    copy,
    inline,
    load_i32,
    load_i64,
    load_u32,
    store_i32,
    store_i64,
)

STOP_VEILED = 2


@inline
def raise_barrier() -> int:
    """Note that something is revealed or drawn; return the code of a stop if the state stands still."""
    if load_i64(at.still) != 0:
        return STOP_VEILED
    store_i64(at.barrier, load_i64(at.barrier) + 1)
    return 0


@inline
def everybody() -> int:
    """Return all observers of this game."""
    return (2 << load_i64(at.players)) - 1


@inline
def watchers_of(pile: int) -> int:
    """Return the observers who see a pile."""
    return load_u32(at.seen + 4 * pile)


@inline
def mind_of(observer: int) -> int:
    """Return the number of an observer's mind."""
    return load_i64(at.mind_of + 8 * observer)


@inline
def row_of(mind: int) -> int:
    """Return the address of the labels of a mind."""
    return at.minds + mind * at.pieces * 4


def minds_of(observers: int) -> int:
    """Return the set of the minds of exactly these observers, and split shared minds where necessary."""
    count = load_i64(at.minds_count)
    if observers == everybody():
        return (1 << count) - 1
    found = 0
    asked = 0
    players = load_i64(at.players)
    for observer in range(players + 1):
        if (observers >> observer) & 1 == 0:
            continue
        mind = mind_of(observer)
        if (asked >> mind) & 1 != 0:
            continue
        asked |= 1 << mind
        sharing = 0
        for other in range(players + 1):
            if mind_of(other) == mind:
                sharing |= 1 << other
        if sharing & ~observers == 0:
            found |= 1 << mind
            continue
        copy(row_of(count), row_of(mind), at.pieces * 4)
        for other in range(players + 1):
            if ((sharing & observers) >> other) & 1 != 0:
                store_i64(at.mind_of + 8 * other, count)
        asked |= 1 << count
        found |= 1 << count
        count += 1
    store_i64(at.minds_count, count)
    return found


def reveal_to_all(number: int) -> int:
    """Reveal a piece to everybody; return the code of a stop, or 0."""
    for mind in range(load_i64(at.minds_count)):
        label = row_of(mind) + 4 * number
        if load_i32(label) != number:
            store_i32(label, number)
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def reveal_one(number: int, observers: int) -> int:
    """Reveal a piece to observers; return the code of a stop, or 0."""
    new = 0
    for observer in range(load_i64(at.players) + 1):
        if (observers >> observer) & 1 != 0 and load_i32(row_of(mind_of(observer)) + 4 * number) != number:
            new |= 1 << observer
    if new == 0:
        return 0
    minds = minds_of(new)
    for mind in range(load_i64(at.minds_count)):
        if (minds >> mind) & 1 != 0:
            store_i32(row_of(mind) + 4 * number, number)
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def reveal(base: int, pieces: int, observers: int) -> int:
    """Reveal the pieces of a list, counted from a base, to observers; return the code of a stop, or 0."""
    size = load_i64(pieces)
    new = 0
    for observer in range(load_i64(at.players) + 1):
        if (observers >> observer) & 1 != 0:
            row = row_of(mind_of(observer))
            for index in range(1, size + 1):
                number = base + load_i64(pieces + 8 * index)
                if load_i32(row + 4 * number) != number:
                    new |= 1 << observer
                    break
    if new == 0:
        return 0
    minds = minds_of(new)
    for mind in range(load_i64(at.minds_count)):
        if (minds >> mind) & 1 != 0:
            row = row_of(mind)
            for index in range(1, size + 1):
                number = base + load_i64(pieces + 8 * index)
                store_i32(row + 4 * number, number)
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def blur(base: int, pieces: int, observers: int) -> None:
    """Merge the pieces of a list, counted from a base, with all they could be confused with."""
    size = load_i64(pieces)
    if size < 2 or observers == 0:
        return
    minds = minds_of(observers)
    for mind in range(load_i64(at.minds_count)):
        if (minds >> mind) & 1 != 0:
            blur_mind(mind, base, pieces)


def blur_mind(mind: int, base: int, pieces: int) -> None:
    """Merge pieces with all they could be confused with, for one mind."""
    row = row_of(mind) + 4 * base
    pay(load_i64(pieces) >> 1)
    end = pieces + 8 * load_i64(pieces)
    spot = pieces + 8
    while spot <= end and load_i32(row + 4 * load_i64(spot)) == base + load_i64(spot):
        spot += 8
    if spot > end or merge_unlike(mind, base, pieces) != 0:
        new = load_i64(at.labels)
        store_i64(at.labels, new + 1)
        spot = pieces
        while spot < end:
            spot += 8
            store_i32(row + 4 * load_i64(spot), new)


def merge_unlike(mind: int, base: int, pieces: int) -> int:
    """Merge pieces of which some are not known exactly; return 1 if they need a new label."""
    size = load_i64(pieces)
    row = row_of(mind)
    first = load_i32(row + 4 * (base + load_i64(pieces + 8)))
    alike = 1
    mixed = 0
    known = load_i64(at.mixtures_count) != 0
    last = -1
    for index in range(1, size + 1):
        label = load_i32(row + 4 * (base + load_i64(pieces + 8 * index)))
        if label != first:
            alike = 0
        if known and mixed == 0 and label >= at.pieces and label != last:
            last = label
            mixed = has_mixture(label)
    if mixed != 0:
        if alike == 0 or in_one_heap(first, base, pieces) == 0:
            stir(1 << mind, base, one_group(pieces), 0)
        return 0
    if alike != 0:
        return 0
    pay(at.pieces >> 2)
    if reaches_beyond(row, base, pieces) != 0:
        stir(1 << mind, base, one_group(pieces), 1)
        return 0
    return 1


def one_group(pieces: int) -> int:
    """Return a list of lists with one list."""
    found = reserve(16)
    store_i64(found, 1)
    store_i64(found + 8, pieces)
    return found
