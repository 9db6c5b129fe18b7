"""Room for lists: the scratch of one decision, and the arena of what never changes; Python needs neither."""

from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import List, at, inline


@inline
def reserve(size: int) -> int:
    """Return the address of some bytes of scratch, a multiple of 8; the next decision frees them."""
    found = game.scratch_next
    if found + size > at.scratch_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    game.scratch_next = found + size
    return found


@inline
def reserve_for_ever(size: int) -> int:
    """Return the address of some bytes of the arena, a multiple of 8."""
    found = game.arena_next
    if found + size > at.arena_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    game.arena_next = found + size
    return found


@inline
def new_list(room: int) -> List[int]:
    """Return an empty list with room for some members; nobody checks that they fit."""
    found = List[int](reserve(8 + 8 * room))
    found.count = 0
    return found


@inline
def add(many: List[int], member: int) -> None:
    """Add a member to a list that has room for it."""
    size = len(many)
    many.count = size + 1
    many[size] = member
