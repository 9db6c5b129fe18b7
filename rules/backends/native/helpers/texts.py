"""Copies values to where they stay: into the arena of what never changes, into the state, or to results.

A shape says what a value is: 0 a plain number, 1 a text, and n + 2 a list of values of shape n. A text is its
template, its size, how many placeholders it has, and their values; `at.gap_shapes` has their shapes for each
template. A text of constant words has a negative template and no placeholders.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve, reserve_for_ever
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64

SCRATCH = 0
ARENA = 1
KEPT = 2
TOLD = 3


def room_in(region: int, size: int) -> int:
    """Return the address of some bytes of a region."""
    if region == ARENA:
        return reserve_for_ever(size)
    if region == SCRATCH:
        return reserve(size)
    if region == TOLD:
        return room_for_told(size)
    found = load_i64(at.kept_next)
    if found + size > at.kept_end:
        return reserve_for_ever(size)
    store_i64(at.kept_next, found + size)
    return found


def room_for_told(size: int) -> int:
    """Return the address of some bytes for the results of many games."""
    found = load_i64(at.told_next)
    if found + size > at.told_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(at.told_next, found + size)
    return found


def is_constant(value: int) -> bool:
    """Whether a list or text is part of the constants of the game."""
    return at.constants <= value < at.arena


def copied(value: int, shape: int, region: int) -> int:
    """Return a deep copy of a value in a region."""
    if shape == 0 or value == NONE or is_constant(value):
        return value
    if shape == 1:
        return copied_text(value, region)
    count = load_i64(value)
    found = room_in(region, 8 + 8 * count)
    store_i64(found, count)
    inside = region_inside(found, region)
    for index in range(1, count + 1):
        store_i64(found + 8 * index, copied(load_i64(value + 8 * index), shape - 2, inside))
    return found


@inline
def region_inside(found: int, region: int) -> int:
    """Return where the members of a list go: what copies of a state share holds nothing of one of them."""
    return ARENA if region == KEPT and found >= at.arena else region


def copied_text(text: int, region: int) -> int:
    """Return a deep copy of a text in a region."""
    count = load_i64(text, 16)
    found = room_in(region, 24 + 8 * count)
    copy_text_to(found, text, region_inside(found, region))
    return found


def copy_text_to(target: int, text: int, region: int) -> None:
    """Copy a text to an address, and what it holds to a region."""
    template = load_i64(text)
    count = load_i64(text, 16)
    store_i64(target, template)
    store_i64(target, load_i64(text, 8), 8)
    store_i64(target, count, 16)
    if template >= 0:
        shapes = load_i64(at.gap_shapes + 8 * template)
        for index in range(count):
            gap = load_i64(text + 24 + 8 * index)
            shape = load_i64(shapes + 8 + 8 * index)
            if shape != 0:
                gap = copied(gap, shape, region)
            store_i64(target + 24 + 8 * index, gap)
