"""Moves pieces between piles, as `lazaretto.rules.run.runtime_functions` does.

Each function returns the code of a stop, or 0.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list, reserve
from lazaretto.rules.backends.native.helpers.chance import shuffled
from lazaretto.rules.backends.native.helpers.faults import charge, pay
from lazaretto.rules.backends.native.helpers.heaps import stir
from lazaretto.rules.backends.native.helpers.knowledge import (
    STOP_VEILED,
    blur,
    everybody,
    mind_of,
    raise_barrier,
    reveal,
    reveal_one,
    reveal_to_all,
    row_of,
    watchers_of,
)
from lazaretto.rules.backends.native.helpers.label_sets import sort_unique
from lazaretto.rules.backends.native.helpers.member_sets import add_new, new_set, set_of, slot_of
from lazaretto.rules.backends.native.helpers.memory import (
    at,
    inline,
    load_i32,
    load_i64,
    load_u16,
    seldom,
    store_i32,
    store_i64,
)
from lazaretto.rules.backends.native.helpers.piles import (
    detach,
    piece_above,
    piece_below,
    pile_bottom,
    pile_list,
    pile_of,
    pile_size,
    pile_top,
    put,
    put_below,
    put_on_top,
    relink,
    set_small,
)

FEW = 16
"""Up to this many pieces, looking through all of them is quicker than a set."""


@inline
def seen_alike(pile: int, other: int) -> bool:
    """Whether two piles have the same observers by declaration."""
    return load_u16(at.seen_class + 2 * pile) == load_u16(at.seen_class + 2 * other)


@inline
def item(many: int, index: int) -> int:
    """Return a member of a list, counted from 0."""
    return load_i64(many + 8 + 8 * index)


def move(base: int, piece: int, pile: int, on_top: int) -> int:
    """Move a piece to a pile; observers of that pile learn the piece."""
    number = base + piece
    source = pile_of(number)
    watchers = watchers_of(pile)
    all_see = watchers == everybody()
    if not seen_alike(pile, source):
        if all_see:
            if reveal_to_all(number) != 0:
                return STOP_VEILED
        elif watchers != 0 and reveal_one(number, watchers) != 0:
            return STOP_VEILED
    if pile_top(source) == number + 1:
        detach(number)
    else:
        take_from_within(base, piece, source, watchers)
    put(number, pile, on_top)
    return 0


@seldom
def take_from_within(base: int, piece: int, source: int, watchers: int) -> None:
    """Take a piece that is not on top out of its pile; those who see neither pile lose track of it."""
    number = base + piece
    chosen = pile_bottom(source) != number + 1
    charge(pile_size(source) >> 2)
    detach(number)
    if not chosen:
        return
    blind = everybody() & ~watchers & ~watchers_of(source)
    if blind != 0:
        others = new_list(pile_size(source) + 1)
        link = pile_bottom(source)
        while link != 0:
            add(others, link - 1 - base)
            link = piece_above(link - 1)
        add(others, piece)
        blur(base, others, blind)


def move_all(base: int, pieces: int, pile: int, on_top: int, ends: int) -> int:
    """Move the pieces of a list to a pile; the first of the list ends up on top.

    With `ends` the pieces come from an end of their pile, so everybody knows which ones moved.
    """
    count = load_i64(pieces)
    pay(5 * count)
    source = pile_of(base + item(pieces, 0)) if count > 0 else pile
    together = 1
    if ends == 0:
        for index in range(1, count):
            if pile_of(base + item(pieces, index)) != source:
                together = 0
                break
    if source == pile and together != 0 and reordered(base, pieces, pile, on_top) != 0:
        return 0
    if source == pile or together == 0 or (ends == 0 and has_duplicates(pieces) != 0):
        for index in range(count):
            piece = item(pieces, count - 1 - index if on_top != 0 else index)
            if move(base, piece, pile, on_top) != 0:
                return STOP_VEILED
        return 0
    watchers = watchers_of(pile)
    all_see = watchers == everybody()
    if (not seen_alike(pile, source) or not all_see) and see(base, pieces, watchers) != 0:
        return STOP_VEILED
    mixed = confused_with(base, pieces, source, on_top) if ends == 0 else 0
    take_out(base, pieces, source)
    for index in range(count):
        if on_top != 0:
            put_on_top(base + item(pieces, count - 1 - index), pile)
        else:
            put_below(base + item(pieces, index), pile)
    if mixed != 0 and not all_see:
        blind = everybody() & ~watchers & ~watchers_of(source)
        if blind != 0:
            blur(base, mixed, blind)
    return 0


def has_duplicates(many: int) -> int:
    """Return 1 if a list has a member twice."""
    count = load_i64(many)
    if count < 2:
        return 0
    before = load_i64(at.scratch_next)
    sorted_list = new_list(count)
    for index in range(count):
        add(sorted_list, item(many, index))
    sort_unique(sorted_list)
    found = 1 if load_i64(sorted_list) < count else 0
    store_i64(at.scratch_next, before)
    return found


def reordered(base: int, pieces: int, pile: int, on_top: int) -> int:
    """Reorder the pieces at one end of a pile; return 0 if other pieces are there.

    Observers who knew each piece can follow; for the others the pieces become one set.
    """
    count = load_i64(pieces)
    size = pile_size(pile)
    if count == 0 or count > size:
        return 0
    before = load_i64(at.scratch_next)
    whole = pile_list(pile)
    start = size - count if on_top != 0 else 0
    same = 1 - has_duplicates(pieces)
    for index in range(count):
        if same != 0:
            same = is_between(whole, start, count, item(pieces, index))
    if same != 0:
        for index in range(count):
            store_i64(whole + 8 + 8 * (start + index), item(pieces, count - 1 - index))
        relink(pile, whole + 8, size)
    store_i64(at.scratch_next, before)
    if same == 0:
        return 0
    blind = 0
    watchers = watchers_of(pile)
    for observer in range(load_i64(at.players) + 1):
        if (watchers >> observer) & 1 == 0:
            row = row_of(mind_of(observer))
            for index in range(count):
                number = base + item(pieces, index)
                if load_i32(row + 4 * number) != number:
                    blind |= 1 << observer
                    break
    blur(base, pieces, blind)
    return 1


def is_between(many: int, start: int, count: int, wanted: int) -> int:
    """Return 1 if a number is among some members of a list."""
    for index in range(start, start + count):
        if item(many, index) == wanted:
            return 1
    return 0


def see(base: int, pieces: int, watchers: int) -> int:
    """Reveal the pieces that arrived in a pile to its observers."""
    count = load_i64(pieces)
    if watchers != everybody():
        if watchers != 0:
            for index in range(count):
                if reveal_one(base + item(pieces, index), watchers) != 0:
                    return STOP_VEILED
        return 0
    return see_all(base, pieces)


def see_all(base: int, pieces: int) -> int:
    """Reveal the pieces that arrived in a pile to everybody, mind by mind."""
    for mind in range(load_i64(at.minds_count)):
        row = row_of(mind)
        for index in range(load_i64(pieces)):
            if see_in_mind(row, base + item(pieces, index)) != 0:
                return STOP_VEILED
    return 0


@inline
def see_in_mind(row: int, number: int) -> int:
    """Make a piece known in one mind; return the code of a stop, or 0."""
    if load_i32(row + 4 * number) == number:
        return 0
    store_i32(row + 4 * number, number)
    return raise_barrier()


def confused_with(base: int, pieces: int, source: int, on_top: int) -> int:
    """Return what the pieces that leave a pile could be confused with, 0 if all come from its ends."""
    low = pile_bottom(source)
    high = pile_top(source)
    count = load_i64(pieces)
    for index in range(count):
        wanted = base + item(pieces, count - 1 - index if on_top != 0 else index) + 1
        if high == wanted:
            high = piece_below(high - 1)
        elif low == wanted:
            low = piece_above(low - 1)
        else:
            found = new_list(pile_size(source))
            while low != high:
                add(found, low - 1 - base)
                low = piece_above(low - 1)
            add(found, low - 1 - base)
            return found
    return 0


def take_out(base: int, pieces: int, source: int) -> None:
    """Take pieces out of a pile; what that costs depends on whether they are on its top, in order."""
    count = load_i64(pieces)
    link = pile_top(source)
    on_top = 1
    for index in range(count):
        if link != base + item(pieces, index) + 1:
            on_top = 0
            break
        link = piece_below(link - 1)
    if on_top == 0:
        charge(count)
        pay(pile_size(source) >> 2)
    for index in range(count):
        detach(base + item(pieces, index))


def pour(base: int, source: int, pile: int, on_top: int) -> int:
    """Move a whole pile on top of another, or below it, and keep its order."""
    count = pile_size(source)
    if source == pile or count == 0:
        return 0
    pay(3 * count)
    if not seen_alike(pile, source):
        before = load_i64(at.scratch_next)
        pieces = pile_list(source)
        stopped = see(base, pieces, watchers_of(pile))
        store_i64(at.scratch_next, before)
        if stopped != 0:
            return STOP_VEILED
    link = pile_bottom(source)
    while link != 0:
        set_small(at.where, link - 1, pile)
        link = piece_above(link - 1)
    bottom = pile_bottom(source)
    top = pile_top(source)
    if pile_size(pile) == 0:
        set_small(at.bottom, pile, bottom)
        set_small(at.top_piece, pile, top)
    elif on_top != 0:
        below = pile_top(pile)
        set_small(at.above, below - 1, bottom)
        set_small(at.below_piece, bottom - 1, below)
        set_small(at.top_piece, pile, top)
    else:
        above = pile_bottom(pile)
        set_small(at.below_piece, above - 1, top)
        set_small(at.above, top - 1, above)
        set_small(at.bottom, pile, bottom)
    set_small(at.pile_size, pile, pile_size(pile) + count)
    set_small(at.bottom, source, 0)
    set_small(at.top_piece, source, 0)
    set_small(at.pile_size, source, 0)
    return 0


def arranged(base: int, pieces: int, player: int) -> int:
    """Blur pieces that a player has arranged in an order that the others did not see."""
    seen = everybody()
    for index in range(load_i64(pieces)):
        seen &= watchers_of(pile_of(base + item(pieces, index)))
    blur(base, pieces, everybody() & ~seen & ~(1 << player))
    return 0


def shuffle(base: int, pile: int, stream: int) -> int:
    """Turn a pile face down and shuffle it; nobody can follow, even if the pile was face up."""
    if raise_barrier() != 0:
        return STOP_VEILED
    size = pile_size(pile)
    charge(8 * size)
    before = load_i64(at.scratch_next)
    pieces = pile_list(pile)
    shuffled(stream, pieces + 8, size)
    relink(pile, pieces + 8, size)
    blur(base, pieces, everybody())
    store_i64(at.scratch_next, before)
    return 0


def each_once(pieces: int) -> int:
    """Return a list without repeats."""
    charge(load_i64(pieces))
    if has_duplicates(pieces) == 0:
        return pieces
    once = new_list(load_i64(pieces))
    add_new(new_set(load_i64(pieces)), once, pieces)
    return once


def others_in(base: int, pieces: int, pile: int) -> int:
    """Return the pieces of a pile that are not in a list, from the bottom."""
    count = load_i64(pieces)
    cards = new_list(pile_size(pile))
    lowest = item(pieces, 0)
    highest = lowest
    for index in range(1, count):
        each = item(pieces, index)
        lowest = each if each < lowest else lowest
        highest = each if each > highest else highest
    members = set_of(pieces) if count > FEW else 0
    link = pile_bottom(pile)
    while link != 0:
        card = link - 1 - base
        other = 1 if card < lowest or card > highest else 0
        if other == 0 and members != 0:
            other = 1 if load_i64(slot_of(members, pieces, card)) == 0 else 0
        elif other == 0:
            other = 1 if is_between(pieces, 0, count, card) == 0 else 0
        if other != 0:
            add(cards, card)
        link = piece_above(link - 1)
    return cards


def spread(base: int, pieces: int, pile: int, stream: int) -> int:
    """Mix the pieces of a list evenly into a pile: one into each heap, larger heaps on top."""
    pieces = each_once(pieces)
    count = load_i64(pieces)
    if count == 0:
        return 0
    charge(8 * pile_size(pile))
    cards = others_in(base, pieces, pile)
    for index in range(count):
        if move(base, item(pieces, index), pile, 1) != 0:
            return STOP_VEILED
    size = load_i64(cards) // count
    larger = load_i64(cards) - size * count
    start = load_i64(cards)
    if raise_barrier() != 0:
        return STOP_VEILED
    whole = reserve(8 * (load_i64(cards) + count))
    spot = whole + 8 * (load_i64(cards) + count)
    groups = new_list(count)
    for index in range(count):
        heap_size = size + (1 if index < larger else 0)
        heap = new_list(heap_size + 1)
        for card in range(start - heap_size, start):
            add(heap, item(cards, card))
        add(heap, item(pieces, index))
        start -= heap_size
        shuffled(stream, heap + 8, heap_size + 1)
        spot -= 8 * (heap_size + 1)
        for card in range(heap_size + 1):
            store_i64(spot + 8 * card, item(heap, card))
        if heap_size > 0:
            add(groups, heap)
    if load_i64(groups) > 0:
        stir((1 << load_i64(at.minds_count)) - 1, base, groups, 0)
    relink(pile, spot, load_i64(cards) + count)
    return 0


def show(base: int, pieces: int, players: int) -> int:
    """Reveal the pieces of a list to the players of a list; if all players know them, they become public."""
    observers = 0
    listed = load_i64(players)
    for index in range(listed):
        observers |= 1 << item(players, index)
    public = 1 << load_i64(at.players)
    if observers == public - 1:
        observers |= public
        listed += 1
    charge(load_i64(pieces) * (2 + listed))
    return reveal(base, pieces, observers)
