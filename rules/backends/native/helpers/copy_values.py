"""Copies values to where they stay; Python shares them instead.

A shape says what a value is: 0 a plain number, 1 a text, and n + 2 a list of values of shape n. The gaps of a
text have shapes that follow from its template.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import reserve, reserve_for_ever
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, at, inline, size_of


class Text(Record):
    """A text: words with gaps, and what fills them."""

    template: int
    """Its words; a text of constant words has a negative number and no gaps."""
    size: int
    """How many texts it counts for; 0 if it is constant."""
    gaps: Annotated[List[int], ...]


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
    found = game.kept_next
    if found + size > at.kept_end:
        return reserve_for_ever(size)
    game.kept_next = found + size
    return found


def room_for_told(size: int) -> int:
    """Return the address of some bytes for the results of many games."""
    found = game.told_next
    if found + size > at.told_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    game.told_next = found + size
    return found


def is_constant(value: int) -> bool:
    """Whether a list or text is part of the constants of the game."""
    return at.constants <= value < at.arena


def copied(value: int, shape: int, region: int) -> int:
    """Return a deep copy of a value in a region."""
    if shape == 0 or value == NONE or is_constant(value):
        return value
    if shape == 1:
        return copied_text(Text(value), region)
    many = List[int](value)
    count = len(many)
    found = List[int](room_in(region, 8 + 8 * count))
    found.count = count
    inside = region_inside(found, region)
    for index in range(count):
        found[index] = copied(many[index], shape - 2, inside)
    return found


@inline
def region_inside(found: int, region: int) -> int:
    """Return where the members of a list go: what copies of a state share holds nothing of one of them."""
    return ARENA if region == KEPT and found >= at.arena else region


def copied_text(text: Text, region: int) -> Text:
    """Return a deep copy of a text in a region."""
    found = Text(room_in(region, size_of(Text) + 8 * len(text.gaps)))
    copy_text_to(found, text, region_inside(found, region))
    return found


def copy_text_to(target: Text, text: Text, region: int) -> None:
    """Copy a text to an address, and what it holds to a region."""
    template = text.template
    count = len(text.gaps)
    target.template = template
    target.size = text.size
    target.gaps.count = count
    if template >= 0:
        shapes = game.gap_shapes[template]
        for index in range(count):
            gap = text.gaps[index]
            if shapes[index] != 0:
                gap = copied(gap, shapes[index], region)
            target.gaps[index] = gap
