"""Keeps the lists and texts that a suspended rule holds, when a decision ends and its scratch is freed."""

from lazaretto.rules.backends.native.helpers.memory import at, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.texts import KEPT, SCRATCH, copied


def keep_lists() -> int:
    """Copy lists that cells, frames and the last result hold from the scratch into the state. Returns 0.

    What does not fit there goes into the arena: a list never changes, so copies of the state can share it.
    """
    if load_i64(at.lists_changed) == 0:
        return 0
    store_i64(at.lists_changed, 0)
    if load_i64(at.kept_next) > at.kept_limit:
        keep_all(SCRATCH, at.kept, at.kept_end)
        store_i64(at.kept_next, at.kept)
    keep_all(KEPT, at.scratch, at.scratch_end)
    return 0


def keep_all(region: int, start: int, end: int) -> None:
    """Copy everything that is held and lies between two addresses to a region."""
    cells = at.cell_shapes
    for index in range(load_i64(cells)):
        cell = at.v + 8 * load_i64(cells + 8 + 16 * index)
        keep_at(cell, load_i64(cells + 16 + 16 * index), region, start, end)
    frame = load_i64(at.frame)
    while frame != 0:
        slots = load_i64(at.slot_shapes + 8 * load_i64(frame))
        for index in range(load_i64(slots)):
            slot = frame + 8 * load_i64(slots + 8 + 16 * index)
            keep_at(slot, load_i64(slots + 16 + 16 * index), region, start, end)
        frame = load_i64(frame - 8)
    keep_at(at.ret, at.ret_shape, region, start, end)


def keep_at(address: int, shape: int, region: int, start: int, end: int) -> None:
    """Copy the value at an address."""
    value = load_i64(address)
    if start <= value < end:
        store_i64(address, copied(value, shape, region))
