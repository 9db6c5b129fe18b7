"""Moves pieces between piles, as `lazaretto.rules.run.move_pieces` does.

Each function returns the code of a stop, or 0.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list, reserve
from lazaretto.rules.backends.native.helpers.chance import shuffled
from lazaretto.rules.backends.native.helpers.faults import charge, pay
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.knowledge import (
    STOP_VEILED,
    blur,
    everybody,
    raise_barrier,
    reveal,
    reveal_one,
    reveal_to_all,
)
from lazaretto.rules.backends.native.helpers.known_piece_labels import labels_of, sort_unique
from lazaretto.rules.backends.native.helpers.list_membership import Members, add_new, new_set, set_of, slot_of
from lazaretto.rules.backends.native.helpers.memory_types import Int32s, List, Words, inline, seldom
from lazaretto.rules.backends.native.helpers.piles import (
    detach,
    pile_list,
    put,
    put_below,
    put_on_top,
    relink,
)
from lazaretto.rules.backends.native.helpers.shuffled_heaps import stir

FEW = 16
"""Up to this many pieces, looking through all of them is quicker than a set."""


@inline
def seen_alike(pile: int, other: int) -> bool:
    """Whether two piles have the same observers by declaration."""
    return game.seen_class[pile] == game.seen_class[other]


def move(base: int, piece: int, pile: int, on_top: int) -> int:
    """Move a piece to a pile; observers of that pile learn the piece."""
    number = base + piece
    source = game.where[number]
    watchers = game.seen[pile]
    all_see = watchers == everybody()
    if not seen_alike(pile, source):
        if all_see:
            if reveal_to_all(number) != 0:
                return STOP_VEILED
        elif watchers != 0 and reveal_one(number, watchers) != 0:
            return STOP_VEILED
    if game.top_piece[source] == number + 1:
        detach(number)
    else:
        take_from_within(base, piece, source, watchers)
    put(number, pile, on_top)
    return 0


@seldom
def take_from_within(base: int, piece: int, source: int, watchers: int) -> None:
    """Take a piece that is not on top out of its pile; those who see neither pile lose track of it."""
    number = base + piece
    chosen = game.bottom[source] != number + 1
    charge(game.pile_size[source] >> 2)
    detach(number)
    if not chosen:
        return
    blind = everybody() & ~watchers & ~game.seen[source]
    if blind != 0:
        others = new_list(game.pile_size[source] + 1)
        link = game.bottom[source]
        while link != 0:
            add(others, link - 1 - base)
            link = game.above[link - 1]
        add(others, piece)
        blur(base, others, blind)


def move_all(base: int, pieces: List[int], pile: int, on_top: int, ends: int) -> int:
    """Move the pieces of a list to a pile; the first of the list ends up on top.

    With `ends` the pieces come from an end of their pile, so everybody knows which ones moved.
    """
    count = len(pieces)
    pay(5 * count)
    source = game.where[base + pieces[0]] if count > 0 else pile
    together = 1
    if ends == 0:
        for index in range(1, count):
            if game.where[base + pieces[index]] != source:
                together = 0
                break
    if source == pile and together != 0 and reordered(base, pieces, pile, on_top) != 0:
        return 0
    if source == pile or together == 0 or (ends == 0 and has_duplicates(pieces) != 0):
        for index in range(count):
            piece = pieces[count - 1 - index if on_top != 0 else index]
            if move(base, piece, pile, on_top) != 0:
                return STOP_VEILED
        return 0
    watchers = game.seen[pile]
    all_see = watchers == everybody()
    if (not seen_alike(pile, source) or not all_see) and see(base, pieces, watchers) != 0:
        return STOP_VEILED
    mixed = confused_with(base, pieces, source, on_top) if ends == 0 else List[int](0)
    take_out(base, pieces, source)
    for index in range(count):
        if on_top != 0:
            put_on_top(base + pieces[count - 1 - index], pile)
        else:
            put_below(base + pieces[index], pile)
    if mixed != 0 and not all_see:
        blind = everybody() & ~watchers & ~game.seen[source]
        if blind != 0:
            blur(base, mixed, blind)
    return 0


def has_duplicates(many: List[int]) -> int:
    """Return 1 if a list has a member twice."""
    count = len(many)
    if count < 2:
        return 0
    before = game.scratch_next
    sorted_list = new_list(count)
    for member in many:
        add(sorted_list, member)
    sort_unique(sorted_list)
    found = 1 if len(sorted_list) < count else 0
    game.scratch_next = before
    return found


def reordered(base: int, pieces: List[int], pile: int, on_top: int) -> int:
    """Reorder the pieces at one end of a pile; return 0 if other pieces are there.

    Observers who knew each piece can follow; for the others the pieces become one set.
    """
    count = len(pieces)
    size = game.pile_size[pile]
    if count == 0 or count > size:
        return 0
    before = game.scratch_next
    whole = pile_list(pile)
    start = size - count if on_top != 0 else 0
    same = 1 - has_duplicates(pieces)
    for piece in pieces:
        if same != 0:
            same = is_between(whole, start, count, piece)
    if same != 0:
        for index in range(count):
            whole[start + index] = pieces[count - 1 - index]
        relink(pile, whole.members, size)
    game.scratch_next = before
    if same == 0:
        return 0
    blind = 0
    watchers = game.seen[pile]
    for observer in range(game.players + 1):
        if (watchers >> observer) & 1 == 0:
            labels = labels_of(game.mind_of[observer])
            for piece in pieces:
                number = base + piece
                if labels[number] != number:
                    blind |= 1 << observer
                    break
    blur(base, pieces, blind)
    return 1


def is_between(many: List[int], start: int, count: int, wanted: int) -> int:
    """Return 1 if a number is among some members of a list."""
    for index in range(start, start + count):
        if many[index] == wanted:
            return 1
    return 0


def see(base: int, pieces: List[int], watchers: int) -> int:
    """Reveal the pieces that arrived in a pile to its observers."""
    if watchers != everybody():
        if watchers != 0:
            for piece in pieces:
                if reveal_one(base + piece, watchers) != 0:
                    return STOP_VEILED
        return 0
    return see_all(base, pieces)


def see_all(base: int, pieces: List[int]) -> int:
    """Reveal the pieces that arrived in a pile to everybody, mind by mind."""
    for mind in range(game.minds_count):
        labels = labels_of(mind)
        for piece in pieces:
            if see_in_mind(labels, base + piece) != 0:
                return STOP_VEILED
    return 0


@inline
def see_in_mind(labels: Int32s, number: int) -> int:
    """Make a piece known in one mind; return the code of a stop, or 0."""
    if labels[number] == number:
        return 0
    labels[number] = number
    return raise_barrier()


def confused_with(base: int, pieces: List[int], source: int, on_top: int) -> List[int]:
    """Return what the pieces that leave a pile could be confused with, 0 if all come from its ends."""
    low = game.bottom[source]
    high = game.top_piece[source]
    count = len(pieces)
    for index in range(count):
        wanted = base + pieces[count - 1 - index if on_top != 0 else index] + 1
        if high == wanted:
            high = game.below_piece[high - 1]
        elif low == wanted:
            low = game.above[low - 1]
        else:
            found = new_list(game.pile_size[source])
            while low != high:
                add(found, low - 1 - base)
                low = game.above[low - 1]
            add(found, low - 1 - base)
            return found
    return List[int](0)


def take_out(base: int, pieces: List[int], source: int) -> None:
    """Take pieces out of a pile; what that costs depends on whether they are on its top, in order."""
    count = len(pieces)
    link = game.top_piece[source]
    on_top = 1
    for piece in pieces:
        if link != base + piece + 1:
            on_top = 0
            break
        link = game.below_piece[link - 1]
    if on_top == 0:
        charge(count)
        pay(game.pile_size[source] >> 2)
    for piece in pieces:
        detach(base + piece)


def pour(base: int, source: int, pile: int, on_top: int) -> int:
    """Move a whole pile on top of another, or below it, and keep its order."""
    count = game.pile_size[source]
    if source == pile or count == 0:
        return 0
    pay(3 * count)
    if not seen_alike(pile, source):
        before = game.scratch_next
        pieces = pile_list(source)
        stopped = see(base, pieces, game.seen[pile])
        game.scratch_next = before
        if stopped != 0:
            return STOP_VEILED
    link = game.bottom[source]
    while link != 0:
        game.where[link - 1] = pile
        link = game.above[link - 1]
    bottom = game.bottom[source]
    top = game.top_piece[source]
    if game.pile_size[pile] == 0:
        game.bottom[pile] = bottom
        game.top_piece[pile] = top
    elif on_top != 0:
        below = game.top_piece[pile]
        game.above[below - 1] = bottom
        game.below_piece[bottom - 1] = below
        game.top_piece[pile] = top
    else:
        above = game.bottom[pile]
        game.below_piece[above - 1] = top
        game.above[top - 1] = above
        game.bottom[pile] = bottom
    game.pile_size[pile] += count
    game.bottom[source] = 0
    game.top_piece[source] = 0
    game.pile_size[source] = 0
    return 0


def arranged(base: int, pieces: List[int], player: int) -> int:
    """Blur pieces that a player has arranged in an order that the others did not see."""
    seen = everybody()
    for piece in pieces:
        seen &= game.seen[game.where[base + piece]]
    blur(base, pieces, everybody() & ~seen & ~(1 << player))
    return 0


def shuffle(base: int, pile: int, stream: int) -> int:
    """Turn a pile face down and shuffle it; nobody can follow, even if the pile was face up."""
    if raise_barrier() != 0:
        return STOP_VEILED
    size = game.pile_size[pile]
    charge(8 * size)
    before = game.scratch_next
    pieces = pile_list(pile)
    shuffled(stream, pieces.members, size)
    relink(pile, pieces.members, size)
    blur(base, pieces, everybody())
    game.scratch_next = before
    return 0


def each_once(pieces: List[int]) -> List[int]:
    """Return a list without repeats."""
    charge(len(pieces))
    if has_duplicates(pieces) == 0:
        return pieces
    once = new_list(len(pieces))
    add_new(new_set(len(pieces)), once, pieces)
    return once


def others_in(base: int, pieces: List[int], pile: int) -> List[int]:
    """Return the pieces of a pile that are not in a list, from the bottom."""
    count = len(pieces)
    cards = new_list(game.pile_size[pile])
    lowest = pieces[0]
    highest = lowest
    for index in range(1, count):
        each = pieces[index]
        lowest = each if each < lowest else lowest
        highest = each if each > highest else highest
    members = set_of(pieces) if count > FEW else Members(0)
    link = game.bottom[pile]
    while link != 0:
        card = link - 1 - base
        other = 1 if card < lowest or card > highest else 0
        if other == 0 and members != 0:
            other = 1 if slot_of(members, pieces, card)[0] == 0 else 0
        elif other == 0:
            other = 1 if is_between(pieces, 0, count, card) == 0 else 0
        if other != 0:
            add(cards, card)
        link = game.above[link - 1]
    return cards


def spread(base: int, pieces: List[int], pile: int, stream: int) -> int:
    """Mix the pieces of a list evenly into a pile: one into each heap, larger heaps on top."""
    pieces = each_once(pieces)
    count = len(pieces)
    if count == 0:
        return 0
    charge(8 * game.pile_size[pile])
    cards = others_in(base, pieces, pile)
    for piece in pieces:
        if move(base, piece, pile, 1) != 0:
            return STOP_VEILED
    size = len(cards) // count
    larger = len(cards) - size * count
    start = len(cards)
    if raise_barrier() != 0:
        return STOP_VEILED
    spot = Words(reserve(8 * (len(cards) + count)))[len(cards) + count :]
    groups = new_list(count)
    for index in range(count):
        heap_size = size + (1 if index < larger else 0)
        heap = new_list(heap_size + 1)
        for card in range(start - heap_size, start):
            add(heap, cards[card])
        add(heap, pieces[index])
        start -= heap_size
        shuffled(stream, heap.members, heap_size + 1)
        spot = Words(spot - 8 * (heap_size + 1))
        for card in range(heap_size + 1):
            spot[card] = heap[card]
        if heap_size > 0:
            add(groups, heap)
    if len(groups) > 0:
        stir((1 << game.minds_count) - 1, base, List[List[int]](groups), 0)
    relink(pile, spot, len(cards) + count)
    return 0


def show(base: int, pieces: List[int], players: List[int]) -> int:
    """Reveal the pieces of a list to the players of a list; if all players know them, they become public."""
    observers = 0
    listed = len(players)
    for index in range(listed):
        observers |= 1 << players[index]
    public = 1 << game.players
    if observers == public - 1:
        observers |= public
        listed += 1
    charge(len(pieces) * (2 + listed))
    return reveal(base, pieces, observers)
