"""Sets of the members of a list, to find out at once whether it has one.

A set is how many bits the number of a slot has, then the slots. A slot has the number of a member, from 1 on;
0 is free.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.memory import fill, load_i64, store_i64, unsigned_shift

FEW = 32
"""Lists of up to so many members are searched one by one."""
_SPREAD = 0x9E3779B97F4A7C15


def new_set(members: int) -> int:
    """Return an empty set with room for some members."""
    bits = 6
    while 1 << bits < 2 * members:
        bits += 1
    found = reserve(8 + (8 << bits))
    store_i64(found, bits)
    fill(found + 8, 0, 8 << bits)
    return found


def slot_of(members: int, many: int, member: int) -> int:
    """Return the address of the slot that has a member of a list, or that is free for it."""
    bits = load_i64(members)
    slot = unsigned_shift(member * _SPREAD, 64 - bits)
    while (
        load_i64(members + 8 + 8 * slot) != 0
        and load_i64(many + 8 * load_i64(members + 8 + 8 * slot)) != member
    ):
        slot = (slot + 1) & ((1 << bits) - 1)
    return members + 8 + 8 * slot


def set_of(many: int) -> int:
    """Return the set of the members of a list."""
    count = load_i64(many)
    found = new_set(count)
    for number in range(1, count + 1):
        store_i64(slot_of(found, many, load_i64(many + 8 * number)), number)
    return found


def add_new(members: int, found: int, many: int) -> None:
    """Add the members of a list that are not in another one, which has room for them, and in its set."""
    for number in range(1, load_i64(many) + 1):
        member = load_i64(many + 8 * number)
        slot = slot_of(members, found, member)
        if load_i64(slot) == 0:
            size = load_i64(found) + 1
            store_i64(found, size)
            store_i64(found + 8 * size, member)
            store_i64(slot, size)
