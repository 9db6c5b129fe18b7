"""Piles as linked lists of their pieces, from the bottom to the top; in Python, `State.p` and `State.w`.

A link is the number of a piece plus 1; 0 is the end. Links take 2 bytes if all numbers fit into them.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.faults import EMPTY_PILE, fault
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import List, Words, inline


def pile_list(pile: int) -> List[int]:
    """Return the pieces of a pile as a list, the lowest first."""
    size = game.pile_size[pile]
    found = new_list(size)
    found.count = size
    before = game.pile_base[pile] + 1
    link = game.bottom[pile]
    spot = found.members
    while link != 0:
        spot[0] = link - before
        spot = spot[1:]
        link = game.above[link - 1]
    return found


def pile_item(pile: int, index: int) -> int:
    """Return a piece of a pile, counted from 0 at the bottom, or from -1 at the top."""
    size = game.pile_size[pile]
    if index >= size or index < -size:
        fault(EMPTY_PILE, 0, 0, 0)
    if index < 0:
        index += size
    if index > size >> 1:
        link = game.top_piece[pile]
        for _ in range(size - 1 - index):
            link = game.below_piece[link - 1]
    else:
        link = game.bottom[pile]
        for _ in range(index):
            link = game.above[link - 1]
    return link - 1 - game.pile_base[pile]


def detach(number: int) -> None:
    """Take a piece out of its pile."""
    pile = game.where[number]
    above = game.above[number]
    below = game.below_piece[number]
    if above != 0:
        game.below_piece[above - 1] = below
    else:
        game.top_piece[pile] = below
    if below != 0:
        game.above[below - 1] = above
    else:
        game.bottom[pile] = above
    game.pile_size[pile] -= 1


def put_on_top(number: int, pile: int) -> None:
    """Put a piece that is in no pile on top of one."""
    top = game.top_piece[pile]
    game.above[number] = 0
    game.below_piece[number] = top
    if top != 0:
        game.above[top - 1] = number + 1
    else:
        game.bottom[pile] = number + 1
    game.top_piece[pile] = number + 1
    game.pile_size[pile] += 1
    game.where[number] = pile


def put_below(number: int, pile: int) -> None:
    """Put a piece that is in no pile below one."""
    bottom = game.bottom[pile]
    game.below_piece[number] = 0
    game.above[number] = bottom
    if bottom != 0:
        game.below_piece[bottom - 1] = number + 1
    else:
        game.top_piece[pile] = number + 1
    game.bottom[pile] = number + 1
    game.pile_size[pile] += 1
    game.where[number] = pile


@inline
def put(number: int, pile: int, on_top: int) -> None:
    """Put a piece that is in no pile on top of one, or below it."""
    if on_top != 0:
        put_on_top(number, pile)
    else:
        put_below(number, pile)


def relink(pile: int, items: Words, size: int) -> None:
    """Put the pieces of a pile into the order of an array, counted from its base, the lowest first."""
    if size == 0:
        return
    next_base = game.pile_base[pile] + 1
    below = items[0] + next_base
    game.bottom[pile] = below
    game.below_piece[below - 1] = 0
    for index in range(1, size):
        link = items[index] + next_base
        game.above[below - 1] = link
        game.below_piece[link - 1] = below
        below = link
    game.above[below - 1] = 0
    game.top_piece[pile] = below
