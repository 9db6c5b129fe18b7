"""Builds, compares, searches and sorts lists, as Python and `rules/run/runtime_functions.py` do.

A shape says what a value is: 0 a plain number, 1 a text, and n + 2 a list of values of shape n.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import add, new_list, reserve
from lazaretto.rules.backends.native.helpers.copy_values import Text
from lazaretto.rules.backends.native.helpers.faults import (
    AGAINST_THE_WAY,
    IS_NONE,
    LIST_TOO_LONG,
    NO_SUCH_NUMBER,
    NOT_AN_END,
    charge,
    fault,
)
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.list_membership import (
    FEW,
    Members,
    add_new,
    new_set,
    set_of,
    slot_of,
)
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Words, copy, inline, size_of

LONGEST = 20_000
ROOM = 7


class Growing(Record):
    """A list that grows."""

    room: int
    """How many members it has room for."""
    members: Annotated[List[int], ...]


def growing_list() -> List[int]:
    """Return an empty list that grows."""
    found = Growing(reserve(size_of(Growing) + 8 * ROOM))
    found.room = ROOM
    found.members.count = 0
    return found.members


def grown(many: List[int]) -> List[int]:
    """Return a copy of a list that grows."""
    size = len(many)
    room = 2 * size if size > ROOM else ROOM
    found = Growing(reserve(size_of(Growing) + 8 * room))
    found.room = room
    copy(found.members, many, 8 + 8 * size)
    return found.members


def append(many: List[int], member: int) -> List[int]:
    """Add a member to a list that grows; return where the list is now."""
    size = len(many)
    room = Growing(many - 8).room
    if size == room:
        found = Growing(reserve(size_of(Growing) + 16 * room))
        copy(found.members, many, 8 + 8 * size)
        found.room = 2 * room
        many = found.members
    many.count = size + 1
    many[size] = member
    return many


def list_between(spot: int, end: int) -> List[int]:
    """Return the words between two addresses as a list."""
    size = end - spot
    found = List[int](reserve(8 + size))
    found.count = size >> 3
    copy(found.members, spot, size)
    return found


def piles_list(first: int, count: int) -> List[int]:
    """Return the piles of a range of pieces as a list."""
    found = new_list(count)
    for number in range(first, first + count):
        add(found, game.where[number])
    return found


def range_list(low: int, high: int) -> List[int]:
    """Return the numbers from `low` up to but excluding `high`."""
    count = high - low if high > low else 0
    found = new_list(count)
    for number in range(low, high):
        add(found, number)
    return found


def contains(many: List[int], wanted: int) -> int:
    """Return 1 if a plain value is in a list."""
    return contains_between(many.members, many.members[len(many) :], wanted)


@inline
def contains_between(spot: Words, end: int, wanted: int) -> int:
    """Return 1 if a plain value stands between two addresses."""
    while spot < end:
        if spot[0] == wanted:
            return 1
        spot = spot[1:]
    return 0


def contains_alike(many: List[int], wanted: int, shape: int) -> int:
    """Return 1 if a list has a member like a value."""
    for member in many:
        if same(member, wanted, shape) != 0:
            return 1
    return 0


def same(left: int, right: int, shape: int) -> int:
    """Return 1 if two values of a shape are equal."""
    if left == right:
        return 1
    if shape == 0 or left == NONE or right == NONE:
        return 0
    if shape == 1:
        return same_text(Text(left), Text(right))
    many = List[int](left)
    others = List[int](right)
    count = len(many)
    if count != len(others):
        return 0
    for index in range(count):
        if same(many[index], others[index], shape - 2) == 0:
            return 0
    return 1


def same_text(left: Text, right: Text) -> int:
    """Return 1 if two texts are equal."""
    template = left.template
    if template < 0 or template != right.template:
        return 0
    shapes = game.gap_shapes[template]
    for index in range(len(left.gaps)):
        if same(left.gaps[index], right.gaps[index], shapes[index]) == 0:
            return 0
    return 1


def text_size(text: Text) -> int:
    """Return how many texts a text counts for: 0 if it is none or constant."""
    return 0 if text == NONE else text.size


def concatenated(left: List[int], right: List[int]) -> List[int]:
    """Return the members of two lists."""
    one = len(left)
    other = len(right)
    found = List[int](reserve(8 + 8 * (one + other)))
    found.count = one + other
    copy(found.members, left.members, 8 * one)
    copy(found.members[one:], right.members, 8 * other)
    return found


def list_joined(left: List[int], right: List[int], shape: int) -> List[int]:
    """Return the members of both lists, one list after the other; pays for copying them."""
    charge(len(left) >> 4)
    charge(len(right) >> 4)
    if len(left) + len(right) > LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    return concatenated(left, right)


def list_union(left: List[int], right: List[int], shape: int) -> List[int]:
    """Return the members of both lists, without duplicates."""
    count = len(left) + len(right)
    charge(count)
    found = new_list(count)
    members = new_set(count) if shape == 0 and count > FEW else Members(0)
    add_unlike(members, found, left, shape)
    add_unlike(members, found, right, shape)
    free_behind(found)
    if len(found) > LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    return found


def add_unlike(members: Members, found: List[int], many: List[int], shape: int) -> None:
    """Add the members of a list that another one does not have, or its set, if there is one."""
    if members != 0:
        add_new(members, found, many)
        return
    for member in many:
        if contains_alike(found, member, shape) == 0:
            add(found, member)


@inline
def free_behind(many: List[int]) -> None:
    """Free all scratch behind a list."""
    game.scratch_next = many.members[len(many) :]


def list_minus(left: List[int], right: List[int], shape: int) -> List[int]:
    """Return the members of the first list that are not in the second."""
    charge(len(left) + len(right))
    found = new_list(len(left))
    members = set_of(right) if shape == 0 and len(right) > FEW else Members(0)
    for member in left:
        gone = slot_of(members, right, member)[0] if members != 0 else contains_alike(right, member, shape)
        if gone == 0:
            add(found, member)
    free_behind(found)
    return found


def unique(many: List[int], shape: int) -> List[int]:
    """Return a list without duplicates, in order of first appearance."""
    count = len(many)
    found = new_list(count)
    members = new_set(count) if shape == 0 and count > FEW else Members(0)
    add_unlike(members, found, many, shape)
    free_behind(found)
    return found


def sort_list(many: List[int]) -> None:
    """Sort a list in ascending order."""
    sort_by(many, many)


def sort_by_present(keys: List[int], items: List[int]) -> None:
    """Sort a list by keys of which none may be none."""
    if len(keys) > 1 and contains(keys, NONE) != 0:
        fault(IS_NONE, 0, 0, 0)
    sort_by(keys, items)


def sort_by(keys: List[int], items: List[int]) -> None:
    """Sort a list, and its keys, in ascending order of the keys; equal ones keep their order."""
    count = len(keys)
    width = 1
    before = game.scratch_next
    other_keys = List[int](reserve(8 * count) - 8)
    other_items = List[int](reserve(8 * count) - 8)
    while width < count:
        start = 0
        while start < count:
            middle = start + width if start + width < count else count
            end = middle + width if middle + width < count else count
            merge(keys, items, other_keys, other_items, start, middle, end)
            start = end
        copy(keys.members, other_keys.members, 8 * count)
        if items != keys:
            copy(items.members, other_items.members, 8 * count)
        width = 2 * width
    game.scratch_next = before


def merge(
    keys: List[int],
    items: List[int],
    other_keys: List[int],
    other_items: List[int],
    start: int,
    middle: int,
    end: int,
) -> None:
    """Merge two sorted parts of a list into another one."""
    left = start
    right = middle
    for spot in range(start, end):
        if right >= end or (left < middle and keys[left] <= keys[right]):
            source = left
            left += 1
        else:
            source = right
            right += 1
        other_keys[spot] = keys[source]
        other_items[spot] = items[source]


def pile_top_pieces(pile: int, count: int) -> List[int]:
    """Return the top pieces of a pile, top first; fewer if the pile has fewer."""
    size = game.pile_size[pile]
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    base = game.pile_base[pile]
    link = game.top_piece[pile]
    for _ in range(count):
        add(found, link - 1 - base)
        link = game.below_piece[link - 1]
    return found


def pile_bottom_pieces(pile: int, count: int) -> List[int]:
    """Return the bottom pieces of a pile, upper ones first."""
    size = game.pile_size[pile]
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    found.count = count
    base = game.pile_base[pile]
    link = game.bottom[pile]
    for index in range(count):
        found[count - 1 - index] = link - 1 - base
        link = game.above[link - 1]
    return found


def list_top(many: List[int], count: int) -> List[int]:
    """Return the last members of a list, the last first."""
    size = len(many)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    for index in range(count):
        add(found, many[size - 1 - index])
    return found


def list_bottom(many: List[int], count: int) -> List[int]:
    """Return the first members of a list, the first last."""
    size = len(many)
    count = count if count < size else size
    count = count if count > 0 else 0
    found = new_list(count)
    for index in range(count):
        add(found, many[count - 1 - index])
    return found


def nth(many: List[int], number: int) -> int:
    """Return one member of a list, counted from 1."""
    if number <= 0 or number > len(many):
        fault(NO_SUCH_NUMBER, number, len(many), 0)
    return many[number - 1]


def nth_from_top(many: List[int], number: int) -> int:
    """Return one member of a list, counted from 1 at its end."""
    size = len(many)
    if number <= 0 or number > size:
        fault(NO_SUCH_NUMBER, number, size, 0)
    return many[size - number]


def pile_nth_from_top(pile: int, number: int) -> int:
    """Return one piece of a pile, counted from 1 at the top."""
    if number <= 0 or number > game.pile_size[pile]:
        fault(NO_SUCH_NUMBER, number, game.pile_size[pile], 0)
    link = game.top_piece[pile]
    for _ in range(number - 1):
        link = game.below_piece[link - 1]
    return link - 1 - game.pile_base[pile]


def across(ends: List[int], place: int) -> int:
    """Return the other end of a link."""
    one = ends[0]
    other = ends[1]
    if place != one and place != other:
        fault(NOT_AN_END, 0, 0, 0)
    return other if one == place else one


def onward(ends: List[int], place: int) -> int:
    """Return the end of a one-way link, from its beginning."""
    if place != ends[0]:
        fault(AGAINST_THE_WAY if place == ends[1] else NOT_AN_END, 0, 0, 0)
    return ends[1]
