"""Lays out tiles: in rows from the top, at the x positions of their places, with gaps for links."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lazaretto.rules import Ref
from lazaretto.tui.board.board_data import Shape, Spot

MOST = 12
"""The most places that are shown as tiles; a larger board becomes a map."""

LEAST, BOX, CELL = (9, 3), (5, 3), (4, 1)
"""The least width and height of a tile with a title, of a small box, and of a cell between brackets."""

GRID_WIDTH, GRID_HEIGHT = 18, 5
"""The most columns and rows of a tile of a grid."""

WIDEST_BOX = 9
"""The most columns of small boxes and cells, so that a grid looks like one."""

OFF = 0.01
"""How far places of a grid may be off, in steps of the grid."""

MOST_WIDTH, MOST_HEIGHT = 34, 9


@dataclass(frozen=True, slots=True)
class Tile:
    """A box on the board."""

    column: int
    row: int
    width: int
    height: int
    hex: bool = False
    """Whether it has six sides."""

    @property
    def framed(self) -> bool:
        """Whether it is high enough for a frame."""
        return self.height >= BOX[1]

    @property
    def middle(self) -> tuple[int, int]:
        """The cell in the middle of the tile."""
        return self.column + self.width // 2, self.row + self.height // 2


def tiling(shape: Shape, width: int, height: int) -> dict[Ref, Tile] | None:
    """A tile for each place, or None if they do not fit.

    Where the scenario wants tiles, there may be any number, and they may be as small as a cell of a grid.
    """
    if not 0 < len(shape.spots) <= (len(shape.spots) if shape.tiles else MOST):
        return None
    exact, *others = _row_choices(shape.spots)
    if shape.tiles:
        for least in (LEAST, BOX, CELL):
            if (found := _laid(exact, shape, width, height, least)) is not None:
                return found
    for rows in (exact, *others):
        found = _laid(rows, shape, width, height, LEAST)
        if found is not None:
            return found
    return None


def _row_choices(spots: Sequence[Spot]) -> list[list[list[Spot]]]:
    """Ways to split the places into rows, the most accurate first: by exact height, then into fewer rows."""
    low, high = min(each.at[1] for each in spots), max(each.at[1] for each in spots)
    choices: list[list[list[Spot]]] = []
    for most in (len(spots), 6, 5, 4, 3, 2, 1):
        band = (high - low) / most * 0.9
        rows: list[list[Spot]] = []
        for spot in sorted(spots, key=lambda each: -each.at[1]):
            if rows and rows[-1][0].at[1] - spot.at[1] <= band + 1e-9:
                rows[-1].append(spot)
            else:
                rows.append([spot])
        rows = [sorted(row, key=lambda each: each.at[0]) for row in rows]
        if rows not in choices:
            choices.append(rows)
    return choices


def _laid(
    rows: list[list[Spot]], shape: Shape, width: int, height: int, least: tuple[int, int]
) -> dict[Ref, Tile] | None:
    named = least is LEAST
    step = _step(rows) if shape.tiles else 0.0
    left, right = min(each.at[0] for each in shape.spots), max(each.at[0] for each in shape.spots)
    widest = (right - left) / step + 1 if step else float(max(map(len, rows)))
    gap = 1 + (2 if width >= 60 else 1) * bool(shape.links) if named else 0
    most = WIDEST_BOX if not named else GRID_WIDTH if shape.tiles else MOST_WIDTH
    wide = min(most, int((width - gap * (widest - 1)) // widest))
    hex = step > 0 and _shifted(shape.spots, left, step)
    wide -= hex and (wide + gap) % 2  # so that half a tile is a whole number of columns
    between = 1 if shape.links and len(rows) > 1 and named else 0
    highest = least[1] if not named else GRID_HEIGHT if shape.tiles else MOST_HEIGHT
    high = min(highest, (height - between * (len(rows) - 1)) // len(rows))
    if wide < max(least[0], named and max(len(each.code) for each in shape.spots) + 4) or high < least[1]:
        return None
    beside = above = 0
    if shape.tiles:  # the cells of a grid stay together, in the middle
        whole = round(wide * widest + gap * (widest - 1)), high * len(rows) + between * (len(rows) - 1)
        beside, above = (width - whole[0]) // 2, (height - whole[1]) // 2
        width, height = whole
    if widest > 1 and wide == MOST_WIDTH:
        wide = min(wide, max(24, int(width // (widest + 1))))
    found: dict[Ref, Tile] = {}
    spare = height - high * len(rows)
    for number, row in enumerate(rows):
        top = number * high + (spare * number // (len(rows) - 1) if len(rows) > 1 else spare // 2)
        for spot, column in zip(row, _columns(row, left, right, wide, gap, width), strict=True):
            found[spot.ref] = Tile(beside + column, above + top, wide, high, hex)
    return found


def _step(rows: Sequence[Sequence[Spot]]) -> float:
    """The distance between neighbours in the rows of a grid; 0 if the places do not lie on a grid."""
    found = min((b.at[0] - a.at[0] for row in rows for a, b in pairwise(row)), default=0.0)
    left = min(each.at[0] for row in rows for each in row)
    if found <= 0:
        return 0.0
    halves = [(each.at[0] - left) / found * 2 for row in rows for each in row]
    return found if all(abs(each - round(each)) < OFF for each in halves) else 0.0


def _shifted(spots: Sequence[Spot], left: float, step: float) -> bool:
    """Whether some rows of a grid are shifted by half a place, as those of hexes are."""
    return any(round((each.at[0] - left) / step * 2) % 2 for each in spots)


def _columns(row: Sequence[Spot], left: float, right: float, wide: int, gap: int, width: int) -> list[int]:
    """The first column of each tile in a row: the true position, pushed apart, then moved back inside."""
    room = width - wide
    span = right - left
    columns = [round((each.at[0] - left) / span * room) if span else room // 2 for each in row]
    for number in range(1, len(columns)):
        columns[number] = max(columns[number], columns[number - 1] + wide + gap)
    limit = room
    for number in reversed(range(len(columns))):
        columns[number] = min(columns[number], limit)
        limit = columns[number] - wide - gap
    return columns
