"""Goes through the selections from some candidates, smaller ones first, as `choices` of the runtime does.

An iterator is the present selection, the candidates, the positions of the present ones, the largest size, and
how many selections may follow.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list, reserve
from lazaretto.rules.backends.native.helpers.faults import charge
from lazaretto.rules.backends.native.helpers.memory import load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.random_play import JUDGED, next_spots


def first_choice(candidates: int, least: int, most: int) -> int:
    """Return an iterator at the first selection, 0 if there is none."""
    count = load_i64(candidates)
    most = most if most < count else count
    least = least if least > 0 else 0
    if least > most:
        return 0
    found = reserve(40)
    spots = new_list(most)
    store_i64(spots, least)
    for index in range(least):
        store_i64(spots + 8 + 8 * index, index)
    store_i64(found, candidates, 8)
    store_i64(found, spots, 16)
    store_i64(found, most, 24)
    store_i64(found, JUDGED, 32)
    take_present(found)
    return found


def take_present(iterator: int) -> None:
    """Make a list of the present selection, and pay for it."""
    spots = load_i64(iterator, 16)
    candidates = load_i64(iterator, 8)
    size = load_i64(spots)
    charge(10 * (size + 1))
    chosen = new_list(size)
    store_i64(chosen, size)
    for index in range(size):
        store_i64(chosen + 8 + 8 * index, item(candidates, item(spots, index)))
    store_i64(iterator, chosen)
    store_i64(iterator, load_i64(iterator, 32) - 1, 32)


def next_choice(iterator: int) -> int:
    """Go on to the next selection; return the iterator, 0 after the last one."""
    if load_i64(iterator, 32) == 0:
        return 0
    spots = load_i64(iterator, 16)
    size = load_i64(spots)
    if next_spots(spots, size, load_i64(load_i64(iterator, 8))) == 0:
        size += 1
        if size > load_i64(iterator, 24):
            return 0
        store_i64(spots, size)
        for index in range(size):
            store_i64(spots + 8 + 8 * index, index)
    take_present(iterator)
    return iterator
