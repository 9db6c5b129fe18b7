"""Sets of the members of a list, as Python has them, to find out at once whether it has one.

A slot of a set has the number of a member, from 1 on; 0 is free.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import add, reserve
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Words, fill, unsigned_shift

FEW = 32
"""Lists of up to so many members are searched one by one."""
_SPREAD = 0x9E3779B97F4A7C15


class Members(Record):
    """A set of the members of a list."""

    bits: int
    """How many bits the number of a slot has."""
    slots: Annotated[Words, ...]


def new_set(members: int) -> Members:
    """Return an empty set with room for some members."""
    bits = 6
    while 1 << bits < 2 * members:
        bits += 1
    found = Members(reserve(8 + (8 << bits)))
    found.bits = bits
    fill(found.slots, 0, 8 << bits)
    return found


def slot_of(members: Members, many: List[int], member: int) -> Words:
    """Return the address of the slot that has a member of a list, or that is free for it."""
    slots = members.slots
    slot = unsigned_shift(member * _SPREAD, 64 - members.bits)
    while slots[slot] != 0 and many[slots[slot] - 1] != member:
        slot = (slot + 1) & ((1 << members.bits) - 1)
    return slots[slot:]


def set_of(many: List[int]) -> Members:
    """Return the set of the members of a list."""
    count = len(many)
    members = new_set(count)
    for number in range(1, count + 1):
        slot_of(members, many, many[number - 1])[0] = number
    return members


def add_new(members: Members, found: List[int], many: List[int]) -> None:
    """Add the members of a list that are not in another one, which has room for them, and in its set."""
    for member in many:
        slot = slot_of(members, found, member)
        if slot[0] == 0:
            add(found, member)
            slot[0] = len(found)
