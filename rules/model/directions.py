"""Directions on grids: what each is called, and which place lies next in it."""

from typing import NamedTuple

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""All directions, clockwise; on hexes there is nothing straight to the north and south."""
STRAIGHT = frozenset({"north", "east", "south", "west"})
_STEPS = dict(
    zip(DIRECTIONS, ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)), strict=True)
)


class GridCell(NamedTuple):
    """Where a place lies in a grid; in a grid of hexes, every second row is shifted by half a place."""

    grid: str
    shape: str
    column: int
    row: int


def neighbour(cell: GridCell, direction: str) -> GridCell | None:
    """Return what lies next in a direction, whether or not there is a place; None if nothing can."""
    across, down = _STEPS[direction]
    if cell.shape == "hex":
        if not across:
            return None
        if down:  # rows are shifted by half a place, so one of the two columns is the same
            shifted = cell.row % 2
            across = (across + 1) // 2 - 1 + shifted
    return cell._replace(column=cell.column + across, row=cell.row + down)
