"""Rasterizes the land behind the map in quarters of cells, with the same projection as the places."""

from lazaretto.tui.board.board_data import Outlines
from lazaretto.tui.board.map_projection import Projection

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by the quarters they fill: upper left 1, upper right 2, lower left 4, lower right 8."""

FULL = 15


def land(coast: Outlines, projection: Projection, width: int, height: int) -> list[list[int]]:
    """For each cell, the quarters that are land, computed row by row from the crossings with the shores."""
    edges = [(*one, *other) for ring in coast for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)]
    found: list[list[int]] = []
    for row in range(height):
        upper = _dry(edges, projection, row - 0.25, width)
        lower = _dry(edges, projection, row + 0.25, width)
        found.append(
            [
                upper[column] + 2 * upper[column + 1] + 4 * lower[column] + 8 * lower[column + 1]
                for column in range(0, 2 * width, 2)
            ]
        )
    return found


def _dry(
    edges: list[tuple[float, float, float, float]], projection: Projection, row: float, width: int
) -> list[bool]:
    """For each half column, whether it is land at this height."""
    level = projection.height_at(row)
    crossed = sorted(
        projection.column(x + (to_x - x) * (level - y) / (to_y - y))
        for x, y, to_x, to_y in edges
        if (y > level) != (to_y > level)
    )
    line = [False] * (2 * width)
    for start, end in zip(crossed[::2], crossed[1::2], strict=False):
        first, last = round(2 * start + 0.5), round(2 * end + 0.5)
        for half in range(max(0, first), min(2 * width, max(last, first + 1))):
            line[half] = True
    return line
