"""Keeps lists and texts that a suspended rule holds when a decision ends; Python just keeps them."""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.copy_values import KEPT, SCRATCH, copied
from lazaretto.rules.backends.native.helpers.frames import frame_below
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import Addresses, Record, Rows, Words, at


class ShapedPlace(Record):
    """A cell or slot that holds more than plain values, and the shape of what it holds."""

    number: int
    shape: int


class ShapedPlaces(Record):
    """All such cells, or all such slots of one segment."""

    count: int
    places: Annotated[Rows[ShapedPlace], ...]


shaped_cells = ShapedPlaces(at.cell_shapes)
shaped_slots = Addresses[ShapedPlaces](at.slot_shapes)


def keep_lists() -> int:
    """Copy lists that cells, frames and the last result hold from the scratch into the state. Returns 0.

    What does not fit there goes into the arena: a list never changes, so copies of the state can share it.
    """
    if game.lists_changed == 0:
        return 0
    game.lists_changed = 0
    if game.kept_next > at.kept_limit:
        keep_all(SCRATCH, at.kept, at.kept_end)
        game.kept_next = at.kept
    keep_all(KEPT, at.scratch, at.scratch_end)
    return 0


def keep_all(region: int, start: int, end: int) -> None:
    """Copy everything that is held and lies between two addresses to a region."""
    for index in range(shaped_cells.count):
        cell = shaped_cells.places[index]
        keep_at(game.v, cell.number, cell.shape, region, start, end)
    frame = game.frame
    while frame != 0:
        slots = shaped_slots[frame[0]]
        for index in range(slots.count):
            slot = slots.places[index]
            keep_at(frame, slot.number, slot.shape, region, start, end)
        frame = frame_below(frame)
    keep_at(Words(at.ret), 0, at.ret_shape, region, start, end)


def keep_at(values: Words, number: int, shape: int, region: int, start: int, end: int) -> None:
    """Copy one of some values."""
    value = values[number]
    if start <= value < end:
        values[number] = copied(value, shape, region)
