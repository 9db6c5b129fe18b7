"""Builds, compares, searches and sorts lists: a count, then the members.

A shape says what a value is: 0 a plain number, 1 a text, and n + 2 a list of values of shape n. A list that
grows has the number of members that it has room for before its count.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list, reserve
from lazaretto.rules.backends.native.helpers.faults import (
    AGAINST_THE_WAY,
    IS_NONE,
    LIST_TOO_LONG,
    NO_SUCH_NUMBER,
    NOT_AN_END,
    charge,
    fault,
)
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.member_sets import FEW, add_new, new_set, set_of, slot_of
from lazaretto.rules.backends.native.helpers.memory import at, copy, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.piles import (
    base_of,
    piece_above,
    piece_below,
    pile_bottom,
    pile_of,
    pile_size,
    pile_top,
)

LONGEST = 20_000
ROOM = 7


def growing_list() -> int:
    """Return an empty list that grows."""
    found = reserve(16 + 8 * ROOM) + 8
    store_i64(found - 8, ROOM)
    store_i64(found, 0)
    return found


def grown(many: int) -> int:
    """Return a copy of a list that grows."""
    size = load_i64(many)
    room = 2 * size if size > ROOM else ROOM
    found = reserve(16 + 8 * room) + 8
    store_i64(found - 8, room)
    copy(found, many, 8 + 8 * size)
    return found


def append(many: int, member: int) -> int:
    """Add a member to a list that grows; return where the list is now."""
    size = load_i64(many)
    room = load_i64(many - 8)
    if size == room:
        found = reserve(16 + 16 * room) + 8
        copy(found, many, 8 + 8 * size)
        store_i64(found - 8, 2 * room)
        many = found
    store_i64(many, size + 1)
    store_i64(many + 8 + 8 * size, member)
    return many


def list_between(spot: int, end: int) -> int:
    """Return the words between two addresses as a list."""
    size = end - spot
    found = reserve(8 + size)
    store_i64(found, size >> 3)
    copy(found + 8, spot, size)
    return found


def piles_list(first: int, count: int) -> int:
    """Return the piles of a range of pieces as a list."""
    found = new_list(count)
    for number in range(first, first + count):
        add(found, pile_of(number))
    return found


def range_list(low: int, high: int) -> int:
    """Return the numbers from `low` up to but excluding `high`."""
    count = high - low if high > low else 0
    found = new_list(count)
    for number in range(low, high):
        add(found, number)
    return found


def contains(many: int, wanted: int) -> int:
    """Return 1 if a plain value is in a list."""
    return contains_between(many + 8, many + 8 + 8 * load_i64(many), wanted)


@inline
def contains_between(spot: int, end: int, wanted: int) -> int:
    """Return 1 if a plain value stands between two addresses."""
    while spot < end:
        if load_i64(spot) == wanted:
            return 1
        spot += 8
    return 0


def contains_alike(many: int, wanted: int, shape: int) -> int:
    """Return 1 if a list has a member like a value."""
    for index in range(load_i64(many)):
        if same(item(many, index), wanted, shape) != 0:
            return 1
    return 0


def same(left: int, right: int, shape: int) -> int:
    """Return 1 if two values of a shape are equal."""
    if left == right:
        return 1
    if shape == 0 or left == NONE or right == NONE:
        return 0
    if shape == 1:
        return same_text(left, right)
    count = load_i64(left)
    if count != load_i64(right):
        return 0
    for index in range(count):
        if same(item(left, index), item(right, index), shape - 2) == 0:
            return 0
    return 1


def same_text(left: int, right: int) -> int:
    """Return 1 if two texts are equal."""
    template = load_i64(left)
    if template < 0 or template != load_i64(right):
        return 0
    shapes = load_i64(at.gap_shapes + 8 * template)
    for index in range(load_i64(left, 16)):
        one = load_i64(left + 24 + 8 * index)
        other = load_i64(right + 24 + 8 * index)
        if same(one, other, load_i64(shapes + 8 + 8 * index)) == 0:
            return 0
    return 1


def text_size(text: int) -> int:
    """Return how many texts a text counts for: 0 if it is none or constant."""
    return 0 if text == NONE else load_i64(text, 8)


def concatenated(left: int, right: int) -> int:
    """Return the members of two lists."""
    one = load_i64(left)
    other = load_i64(right)
    found = reserve(8 + 8 * (one + other))
    store_i64(found, one + other)
    copy(found + 8, left + 8, 8 * one)
    copy(found + 8 + 8 * one, right + 8, 8 * other)
    return found


def list_joined(left: int, right: int, shape: int) -> int:
    """Return the members of both lists, one list after the other; pays for copying them."""
    charge(load_i64(left) >> 4)
    charge(load_i64(right) >> 4)
    if load_i64(left) + load_i64(right) > LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    return concatenated(left, right)


def list_union(left: int, right: int, shape: int) -> int:
    """Return the members of both lists, without duplicates."""
    count = load_i64(left) + load_i64(right)
    charge(count)
    found = new_list(count)
    members = new_set(count) if shape == 0 and count > FEW else 0
    add_unlike(members, found, left, shape)
    add_unlike(members, found, right, shape)
    free_behind(found)
    if load_i64(found) > LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    return found


def add_unlike(members: int, found: int, many: int, shape: int) -> None:
    """Add the members of a list that another one does not have, or its set, if there is one."""
    if members != 0:
        add_new(members, found, many)
        return
    for index in range(load_i64(many)):
        member = item(many, index)
        if contains_alike(found, member, shape) == 0:
            add(found, member)


@inline
def free_behind(many: int) -> None:
    """Free all scratch behind a list."""
    store_i64(at.scratch_next, many + 8 + 8 * load_i64(many))


def list_minus(left: int, right: int, shape: int) -> int:
    """Return the members of the first list that are not in the second."""
    charge(load_i64(left) + load_i64(right))
    found = new_list(load_i64(left))
    members = set_of(right) if shape == 0 and load_i64(right) > FEW else 0
    for index in range(load_i64(left)):
        member = item(left, index)
        if members != 0:
            gone = load_i64(slot_of(members, right, member))
        else:
            gone = contains_alike(right, member, shape)
        if gone == 0:
            add(found, member)
    free_behind(found)
    return found


def unique(many: int, shape: int) -> int:
    """Return a list without duplicates, in order of first appearance."""
    count = load_i64(many)
    found = new_list(count)
    members = new_set(count) if shape == 0 and count > FEW else 0
    add_unlike(members, found, many, shape)
    free_behind(found)
    return found


def sort_list(many: int) -> None:
    """Sort a list in ascending order."""
    sort_by(many, many)


def sort_by_present(keys: int, items: int) -> None:
    """Sort a list by keys of which none may be none."""
    if load_i64(keys) > 1 and contains(keys, NONE) != 0:
        fault(IS_NONE, 0, 0, 0)
    sort_by(keys, items)


def sort_by(keys: int, items: int) -> None:
    """Sort a list, and its keys, in ascending order of the keys; equal ones keep their order."""
    count = load_i64(keys)
    width = 1
    before = load_i64(at.scratch_next)
    other_keys = reserve(8 * count) - 8
    other_items = reserve(8 * count) - 8
    while width < count:
        start = 0
        while start < count:
            middle = start + width if start + width < count else count
            end = middle + width if middle + width < count else count
            merge(keys, items, other_keys, other_items, start, middle, end)
            start = end
        copy(keys + 8, other_keys + 8, 8 * count)
        if items != keys:
            copy(items + 8, other_items + 8, 8 * count)
        width = 2 * width
    store_i64(at.scratch_next, before)


def merge(
    keys: int, items: int, other_keys: int, other_items: int, start: int, middle: int, end: int
) -> None:
    """Merge two sorted parts of a list into another one."""
    left = start
    right = middle
    for spot in range(start, end):
        if right >= end or (left < middle and item(keys, left) <= item(keys, right)):
            source = left
            left += 1
        else:
            source = right
            right += 1
        store_i64(other_keys + 8 + 8 * spot, item(keys, source))
        store_i64(other_items + 8 + 8 * spot, item(items, source))


def pile_top_pieces(pile: int, count: int) -> int:
    """Return the top pieces of a pile, top first; fewer if the pile has fewer."""
    size = pile_size(pile)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    base = base_of(pile)
    link = pile_top(pile)
    for _ in range(count):
        add(found, link - 1 - base)
        link = piece_below(link - 1)
    return found


def pile_bottom_pieces(pile: int, count: int) -> int:
    """Return the bottom pieces of a pile, upper ones first."""
    size = pile_size(pile)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    store_i64(found, count)
    base = base_of(pile)
    link = pile_bottom(pile)
    for index in range(count):
        store_i64(found + 8 * (count - index), link - 1 - base)
        link = piece_above(link - 1)
    return found


def list_top(many: int, count: int) -> int:
    """Return the last members of a list, the last first."""
    size = load_i64(many)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    for index in range(count):
        add(found, item(many, size - 1 - index))
    return found


def list_bottom(many: int, count: int) -> int:
    """Return the first members of a list, the first last."""
    size = load_i64(many)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    for index in range(count):
        add(found, item(many, count - 1 - index))
    return found


def nth(many: int, number: int) -> int:
    """Return one member of a list, counted from 1."""
    if number <= 0 or number > load_i64(many):
        fault(NO_SUCH_NUMBER, number, load_i64(many), 0)
    return load_i64(many + 8 * number)


def nth_from_top(many: int, number: int) -> int:
    """Return one member of a list, counted from 1 at its end."""
    size = load_i64(many)
    if number <= 0 or number > size:
        fault(NO_SUCH_NUMBER, number, size, 0)
    return item(many, size - number)


def pile_nth_from_top(pile: int, number: int) -> int:
    """Return one piece of a pile, counted from 1 at the top."""
    if number <= 0 or number > pile_size(pile):
        fault(NO_SUCH_NUMBER, number, pile_size(pile), 0)
    link = pile_top(pile)
    for _ in range(number - 1):
        link = piece_below(link - 1)
    return link - 1 - base_of(pile)


def across(ends: int, place: int) -> int:
    """Return the other end of a link."""
    one = item(ends, 0)
    other = item(ends, 1)
    if place != one and place != other:
        fault(NOT_AN_END, 0, 0, 0)
    return other if one == place else one


def onward(ends: int, place: int) -> int:
    """Return the end of a one-way link, from its beginning."""
    if place != item(ends, 0):
        fault(AGAINST_THE_WAY if place == item(ends, 1) else NOT_AN_END, 0, 0, 0)
    return item(ends, 1)
