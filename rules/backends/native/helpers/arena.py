"""Room for lists: the scratch of one decision, and the arena of what never changes."""

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64


@inline
def reserve(size: int) -> int:
    """Return the address of some bytes of scratch, a multiple of 8; the next decision frees them."""
    found = load_i64(at.scratch_next)
    if found + size > at.scratch_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(at.scratch_next, found + size)
    return found


@inline
def reserve_for_ever(size: int) -> int:
    """Return the address of some bytes of the arena, a multiple of 8."""
    found = load_i64(at.arena_next)
    if found + size > at.arena_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(at.arena_next, found + size)
    return found


@inline
def new_list(room: int) -> int:
    """Return an empty list with room for some members; nobody checks that they fit."""
    found = reserve(8 + 8 * room)
    store_i64(found, 0)
    return found


@inline
def add(many: int, member: int) -> None:
    """Add a member to a list that has room for it."""
    size = load_i64(many) + 1
    store_i64(many, size)
    store_i64(many + 8 * size, member)
