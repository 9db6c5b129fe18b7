"""Computes the static layout of a map: blocks of places, area markers, link routes and the coastline.

Crowded regions get more room, and the order of places is kept: each axis mixes true distances with an even
distribution of the places, so a coastline drawn with the same axes still fits.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from lazaretto.rules import Ref
from lazaretto.tui.board.auto_layout import Point
from lazaretto.tui.board.badges_and_signs import Style
from lazaretto.tui.board.board_data import Area, Link, Outlines, Shape
from lazaretto.tui.board.canvas import Place, Route, best, route, straight
from lazaretto.tui.board.label_placement import MANY, Block, Placing, Want
from lazaretto.tui.look.ascii_fallback import plain

STEPS = 240
"""The number of sample points on an axis."""

BLUR = 0.035
"""How far around a place the axis is stretched, as a fraction of the axis."""

EDGE = 0.07
"""The margin beyond the outermost places, as a fraction of their extent."""


class Axis:
    """One axis of a map; converts its units to 0 … 1 and back."""

    def __init__(self, values: Sequence[float], share: float) -> None:
        low, high = min(values), max(values)
        edge = (high - low) * EDGE or 1.0
        self.low, self.high = low - edge, high + edge
        span = self.high - self.low
        blur = span * BLUR
        self._marks = [self.low + span * step / STEPS for step in range(STEPS + 1)]
        crowd = [
            sum(math.exp(-(((value - mark) / blur) ** 2)) for value in values if abs(value - mark) < 3 * blur)
            for mark in self._marks
        ]
        total = sum(crowd) or 1.0
        reached, self._shares = 0.0, []
        for step, each in enumerate(crowd):
            self._shares.append(share * reached / total + (1 - share) * step / STEPS)
            reached += each
        top = self._shares[-1]
        self._shares = [each / top for each in self._shares]

    def to(self, value: float) -> float:
        """The position of a value; values outside the axis give positions outside 0 … 1."""
        place = min(STEPS - 1, max(0, bisect_right(self._marks, value) - 1))
        return _between(self._marks, self._shares, place, value)

    def back(self, share: float) -> float:
        """The value at a position."""
        place = min(STEPS - 1, max(0, bisect_right(self._shares, share) - 1))
        return _between(self._shares, self._marks, place, share)


def _between(given: list[float], wanted: list[float], place: int, value: float) -> float:
    step = given[place + 1] - given[place]
    part = (value - given[place]) / step if step else 0.0
    return wanted[place] + (wanted[place + 1] - wanted[place]) * part


class Projection:
    """Converts points of a map to fractional columns and rows."""

    def __init__(self, points: Sequence[Point], width: int, height: int, share: float = 0.6) -> None:
        self._across = Axis([x for x, _ in points], share)
        self._up = Axis([y for _, y in points], share)
        self._wide = max(1.0, width - 1.0)
        self._high = max(1.0, height - 1.0)

    def cell(self, point: Point) -> Point:
        """The column and row of a point."""
        return self.column(point[0]), (1 - self._up.to(point[1])) * self._high

    def column(self, x: float) -> float:
        """The column of an x coordinate."""
        return self._across.to(x) * self._wide

    def height_at(self, row: float) -> float:
        """The y coordinate that a row shows."""
        return self._up.back(1 - row / self._high)


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


FEW_AREAS = 12
"""The most areas that are shown with their names."""

ROOMY = 0.35
"""The share of cells that codes and marks may need at most for some labels to become full names."""


DOTS = 60_000
"""After so many dots, lines no longer bend around other places; after twice as many, none are drawn."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag at the edge of the map: the destination of a link that leaves there."""

    column: int
    row: int
    text: str
    link: Ref


@dataclass(slots=True)
class Atlas:
    """Everything that is computed once for a map of one size."""

    width: int
    height: int
    blocks: dict[Ref, Block] = field(default_factory=dict)
    areas: dict[Ref, Block] = field(default_factory=dict)
    routes: dict[Ref, Route] = field(default_factory=dict)
    tags: tuple[Tag, ...] = ()
    spots: dict[Ref, Place] = field(default_factory=dict)
    """The cell of every place, area and link, whether drawn or not."""
    taken: list[int] = field(default_factory=list)
    """For each row, the taken cells as a bitmask."""
    land: list[list[int]] = field(default_factory=list)
    """For each cell, its quarters that are land."""


def lay_out(shape: Shape, width: int, height: int, style: Style) -> Atlas:
    """Compute the positions of everything on the map."""
    atlas = Atlas(width, height)
    if not shape.spots:
        return atlas
    points = [each.at for each in shape.spots]
    projection = Projection(points, width, height, 0.55 if width * height > 2500 else 0.75)
    true = [_inside(projection.cell(point), width, height) for point in points]
    placing = _placed(shape, true, width, height, style)
    for spot, block, at in zip(shape.spots, placing.blocks, true, strict=True):
        if block is not None:
            atlas.blocks[spot.ref] = block
            atlas.spots[spot.ref] = (block.column, block.row)
        else:
            atlas.spots[spot.ref] = (round(at[0]), round(at[1]))
    _lay_areas(atlas, shape.areas, placing, projection, style)
    exits = _lay_links(atlas, shape.links)
    atlas.tags = tuple(_tags(shape, placing, exits, style))
    atlas.taken = placing.taken
    if shape.coast and not style.ascii and not style.mono:
        atlas.land = land(shape.coast, projection, width, height)
    return atlas


def _inside(at: Point, width: int, height: int) -> Point:
    return min(max(at[0], 1.0), max(0.0, width - 1.0)), min(max(at[1], 0.0), height - 1.0)


# --- places ------------------------------------------------------------------------------------


def _placed(shape: Shape, true: Sequence[Point], width: int, height: int, style: Style) -> Placing:
    """The most detailed placement that fits: full names, codes, less room for marks, or only signs."""
    names = [plain(spot.name) if style.ascii else spot.name for spot in shape.spots]
    codes = [spot.code for spot in shape.spots]
    near = _near(shape, true)
    crossed = _crossed(shape, true, width, height)
    nothing = [""] * len(codes)
    levels = (
        (names, 6, 0.25, 3.0),
        (names, 4, 0.33, 3.0),
        (codes, 4, 0.62, 99.0),
        (codes, 3, 0.8, 99.0),
        (codes, 0, 0.95, 99.0),
    )
    for labels, room, full, strained in levels:
        if sum(len(label) + room + 2 for label in labels) > full * width * height:
            continue
        placing = _placing(true, labels, room, near, width, height, crossed)
        if placing.fill() and placing.strain() <= strained:
            if labels is codes and sum(map(len, codes)) * 3 <= ROOMY * width * height:
                _widen(placing, shape, names)
            return placing
    placing = _placing(true, nothing, 0, near, width, height, crossed)
    placing.fill()
    return placing


def _widen(placing: Placing, shape: Shape, names: Sequence[str]) -> None:
    """Extend labels to full names where they fit without covering a line."""
    at = {spot.ref: block for spot, block in zip(shape.spots, placing.blocks, strict=True)}
    cells: set[Place] = set()
    for link in shape.links:
        one, other = (at[end] for end in link.ends)
        if one is not None and other is not None and not link.over_edge:
            cells.update(straight((one.column, one.row), (other.column, other.row)))
    for number in sorted(range(len(names)), key=lambda each: len(names[each])):
        placing.widen(number, names[number], lambda column, row: (column, row) in cells)


def _placing(
    true: Sequence[Point],
    labels: Sequence[str],
    room: int,
    near: Sequence[tuple[int, ...]],
    width: int,
    height: int,
    crossed: list[list[int]],
) -> Placing:
    wants = [Want(*each) for each in zip(true, labels, [room] * len(labels), near, strict=True)]
    return Placing(wants, width, height, crossed)


def _near(shape: Shape, true: Sequence[Point]) -> list[tuple[int, ...]]:
    number = {spot.ref: index for index, spot in enumerate(shape.spots)}
    found: list[set[int]] = [set() for _ in true]
    for link in shape.links:
        if not link.over_edge:
            one, other = (number[end] for end in link.ends)
            found[one].add(other)
            found[other].add(one)
    for one, (x, y) in enumerate(true if len(true) <= MANY else ()):
        found[one] |= {
            other for other, (to_x, to_y) in enumerate(true) if abs(x - to_x) < 14 and abs(y - to_y) < 4
        }
        found[one].discard(one)
    return [tuple(sorted(each)) for each in found]


def _crossed(shape: Shape, true: Sequence[Point], width: int, height: int) -> list[list[int]]:
    """For each row, the number of line cells before each column, if places were at their true positions."""
    at = {spot.ref: point for spot, point in zip(shape.spots, true, strict=True)}
    cells: set[Place] = set()
    for link in shape.links:
        if not link.over_edge:
            one, other = (at[end] for end in link.ends)
            cells.update(straight(one, other))
    found: list[list[int]] = []
    for row in range(height):
        line = [0]
        for column in range(width):
            line.append(line[-1] + ((column, row) in cells))
        found.append(line)
    return found


# --- areas -------------------------------------------------------------------------------------


def _lay_areas(
    atlas: Atlas, areas: Sequence[Area], placing: Placing, projection: Projection, style: Style
) -> None:
    """Place markers as close to the middle of their areas as possible; with few areas, show names."""
    for area in areas:
        x, y = _inside(projection.cell(area.at), atlas.width, atlas.height)
        name = plain(area.name) if style.ascii else area.name
        sizes = (
            ((name, 2), (area.code, 2), ("", 2), ("", 0)) if len(areas) <= FEW_AREAS else (("", 2), ("", 0))
        )
        atlas.spots[area.ref] = (round(x), round(y))
        for label, room in sizes:
            block = _free_block(placing, x, y, label, room, 3 if label else 5)
            if block is not None:
                atlas.areas[area.ref] = block
                atlas.spots[area.ref] = (block.column, block.row)
                break


def _free_block(placing: Placing, x: float, y: float, label: str, room: int, far: int) -> Block | None:
    length = 1 + len(label) + room
    near = sorted(
        ((column + length / 2 - x) ** 2 * 0.3 + (row - y) ** 2 * 2, column, row)
        for row in range(round(y) - far, round(y) + far + 1)
        for column in range(round(x) - 3 * far, round(x) + 3 * far + 1)
    )
    for _, column, row in near:
        if placing.take(column, row, length):
            return Block(column, row, column + 1, label, column + 1 + len(label), room, False, -1)
    return None


# --- links -------------------------------------------------------------------------------------


def _lay_links(atlas: Atlas, links: Sequence[Link]) -> dict[tuple[Ref, str], Place]:
    """Route lines between signs; return the cells where links leave the map."""
    owner: dict[Place, Ref] = {}
    for ref, block in (*atlas.blocks.items(), *atlas.areas.items()):
        owner.update(dict.fromkeys(block.written(), ref))
    whole = {
        (column, each.row)
        for each in (*atlas.blocks.values(), *atlas.areas.values())
        for column in range(each.start, each.end)
    }
    exits: dict[tuple[Ref, str], Place] = {}
    left = 2 * DOTS
    for link in links:
        one, other = (atlas.spots[end] for end in link.ends)
        if link.over_edge:
            dots = _over_edge(atlas, link, exits) if left > 0 else []
        elif left > DOTS:
            dots = best(_dot(one), _dot(other), _price(owner, link, atlas), _on(atlas))
        else:
            dots = straight(_dot(one), _dot(other)) if left > 0 else []
        left -= len(dots) + 1
        atlas.routes[link.ref] = route(dots, link.line, atlas.width, atlas.height)
        atlas.spots[link.ref] = _middle(atlas.routes[link.ref].cells, whole, one)
    return exits


def _dot(place: Place) -> Point:
    return place[0] * 2 + 0.5, place[1] * 4 + 1.5


def _on(atlas: Atlas) -> Callable[[Place], bool]:
    return lambda place: 0 <= place[0] < atlas.width and 0 <= place[1] < atlas.height


def _price(owner: Mapping[Place, Ref], link: Link, atlas: Atlas) -> Callable[[Place], float]:
    """The cost for a link of running under unrelated cells."""

    def price(place: Place) -> float:
        ref = owner.get(place)
        if ref is None or ref in link.ends:
            return 0.0
        return 5.0 if atlas.spots[ref] == place else 1.0

    return price


def _over_edge(atlas: Atlas, link: Link, exits: dict[tuple[Ref, str], Place]) -> list[Place]:
    """Draw two half lines: from the western end to the left edge, from the eastern end to the right edge."""
    west, east = sorted(link.ends, key=lambda ref: (atlas.spots[ref][0], ref))
    (x, y), (far_x, far_y) = atlas.spots[west], atlas.spots[east]
    total = x + atlas.width - 1 - far_x or 1
    level = round(y + (far_y - y) * x / total)
    exits[(link.ref, "left")] = (0, level)
    exits[(link.ref, "right")] = (atlas.width - 1, level)
    one = straight(_dot((x, y)), (0.0, level * 4 + 1.5))
    other = straight((atlas.width * 2 - 1.0, level * 4 + 1.5), _dot((far_x, far_y)))
    return one + other


def _middle(cells: Sequence[Place], taken: Collection[Place], start: Place) -> Place:
    """The free cell nearest to the middle of a line."""
    if not cells:
        return start
    middle = len(cells) / 2
    free = [number for number, cell in enumerate(cells) if cell not in taken]
    return cells[min(free or range(len(cells)), key=lambda number: abs(number - middle))]


def _tags(shape: Shape, placing: Placing, exits: Mapping[tuple[Ref, str], Place], style: Style) -> list[Tag]:
    """Place codes at the edges where links leave the map, to name their destinations."""
    spots = {spot.ref: spot for spot in shape.spots}
    at = {
        spot.ref: block for spot, block in zip(shape.spots, placing.blocks, strict=True) if block is not None
    }
    tags: list[Tag] = []
    for link in shape.links:
        ends = [end for end in link.ends if end in at]
        if (link.ref, "left") not in exits or len(ends) < 2:
            continue
        west, east = sorted(ends, key=lambda ref: (at[ref].column, ref))
        for side, target in (("left", east), ("right", west)):
            column, row = exits[(link.ref, side)]
            code = spots[target].code
            text = style.pick("◂", "<") + code if side == "left" else code + style.pick("▸", ">")
            start = 0 if side == "left" else column - len(text) + 1
            for shift in (0, 1, -1, 2, -2):
                if placing.take(start, row + shift, len(text)):
                    tags.append(Tag(start, row + shift, text, link.ref))
                    break
    return tags
