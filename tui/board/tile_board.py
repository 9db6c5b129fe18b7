"""Draws the board as tiles: a box for each place that lists its contents, with links between the boxes.

Boxes stand in rows from the top, at the x positions of their places. On a board of small cells, links are
listed in words below it (`a1 → d4`), because nobody could follow lines between them.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges_and_signs import Mark, Marked, Style, inks, label_inks, marks_of, ordered
from lazaretto.tui.board.board_data import Area, Link, Shape, Spot
from lazaretto.tui.board.canvas import MORE, Canvas, Ink, Layer, Place, Room, Route, best, blank, mask, route
from lazaretto.tui.board.highlights import CHANGED, LIT, flag, is_dimmed, label_pen
from lazaretto.tui.board.kept_drawing import KeptDrawing
from lazaretto.tui.board.map_drawing import Wires, head
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.fit_and_wrap_text import Pen

PIPS = 8
"""The most pieces that are drawn one by one."""

SPACE: Ink = (" ", Pen())


def contents(marks: Sequence[Mark], width: int, height: int, style: Style, dimmed: bool) -> list[list[Ink]]:
    """Lines for all marks; the last line ends in a plus if some do not fit."""
    lines: list[list[Ink]] = []
    for wordy in (3, 2, 1, 0):
        lines = _lines(ordered(marks), width, style, wordy, dimmed)
        if len(lines) <= height and all(len(line) <= width for line in lines):
            return lines
    if width < 1 or height < 1:
        return []
    kept = [line for line in lines if len(line) <= width][:height]
    if kept and len(kept) == height:
        kept[-1] = kept[-1][: width - 1]
    else:
        kept.append([])
    return [*kept[:-1], [*kept[-1], MORE]]


def _lines(marks: Sequence[Mark], width: int, style: Style, wordy: int, dimmed: bool) -> list[list[Ink]]:
    """Put marks below each other at the highest level of detail, otherwise side by side."""
    lines: list[list[Ink]] = []
    for mark in marks:
        cells = inks(mark, style, dimmed)
        name = label_inks(mark, style, dimmed)
        if name and len(name) <= width:
            cells = name
        words = [] if mark.label else _words(mark, style, wordy)
        if len(cells) + len(words) <= width:
            cells = cells + words
        if lines and wordy < 3 and len(lines[-1]) + 1 + len(cells) <= width:
            lines[-1] += [SPACE, *cells]
        else:
            lines.append(cells)
    return lines


def _words(mark: Mark, style: Style, wordy: int) -> list[Ink]:
    """The words of a mark: at the top level each piece and the name, then only players' names, then none."""
    found: list[Ink] = []
    if wordy >= 2 and mark.glyph and mark.letter and mark.kind != "seat" and mark.count <= PIPS:
        glyph = style.sign(mark.glyph, mark.letter)
        found += [SPACE, *[(glyph, style.coloured(mark.colour, bold=True))] * mark.count]
    if wordy == 3 or (wordy and mark.kind == "seat"):
        pen = Pen() if mark.kind == "seat" else Pen("faint")
        found += [(each, pen) for each in f" {narrow(mark.text, style.ascii)}"]
    return found


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
            if (tiles := _laid(exact, shape, width, height, least)) is not None:
                return tiles
    for rows in (exact, *others):
        tiles = _laid(rows, shape, width, height, LEAST)
        if tiles is not None:
            return tiles
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
    tiles: dict[Ref, Tile] = {}
    spare = height - high * len(rows)
    for number, row in enumerate(rows):
        top = number * high + (spare * number // (len(rows) - 1) if len(rows) > 1 else spare // 2)
        for spot, column in zip(row, _columns(row, left, right, wide, gap, width), strict=True):
            tiles[spot.ref] = Tile(beside + column, above + top, wide, high, hex)
    return tiles


def _step(rows: Sequence[Sequence[Spot]]) -> float:
    """The distance between neighbours in the rows of a grid; 0 if the places do not lie on a grid."""
    found = min((b.at[0] - a.at[0] for row in rows for a, b in pairwise(row)), default=0.0)
    left = min(spot.at[0] for row in rows for spot in row)
    if found <= 0:
        return 0.0
    halves = [(spot.at[0] - left) / found * 2 for row in rows for spot in row]
    return found if all(abs(half - round(half)) < OFF for half in halves) else 0.0


def _shifted(spots: Sequence[Spot], left: float, step: float) -> bool:
    """Whether some rows of a grid are shifted by half a place, as those of hexes are."""
    return any(round((spot.at[0] - left) / step * 2) % 2 for spot in spots)


def _columns(row: Sequence[Spot], left: float, right: float, wide: int, gap: int, width: int) -> list[int]:
    """The first column of each tile in a row: the true position, pushed apart, then moved back inside."""
    room = width - wide
    span = right - left
    columns = [round((spot.at[0] - left) / span * room) if span else room // 2 for spot in row]
    for number in range(1, len(columns)):
        columns[number] = max(columns[number], columns[number - 1] + wide + gap)
    limit = room
    for number in reversed(range(len(columns))):
        columns[number] = min(columns[number], limit)
        limit = columns[number] - wide - gap
    return columns


LONGEST = 12
"""A longer name of a place is replaced by its code."""

GAP = 4
"""The columns behind each link, for its marks."""


@dataclass(frozen=True, slots=True)
class ListedLink:
    """A link in words: where it begins, and the names of its ends."""

    link: Link
    column: int
    row: int
    first: str
    last: str

    @property
    def width(self) -> int:
        """The columns that it takes."""
        return len(self.first) + len(self.last) + 3

    @property
    def spot(self) -> Place:
        """The cell behind it, where its marks stand."""
        return self.column + self.width + 1, self.row

    def cells(self) -> Iterator[Place]:
        """The cells that it takes."""
        return ((column, self.row) for column in range(self.column, self.column + self.width))

    def draw(self, canvas: Canvas, style: Style, marked: Marked, near: bool) -> None:
        """Write the names, and between them an arrow, or a dash if it leads both ways."""
        pen = label_pen(style, self.link.ref, marked, near, Pen(self.link.colour or "faint"))
        between = style.pick("→", ">") if self.link.one_way else style.pick("–", "-")
        canvas.write(self.column, self.row, f"{self.first} {between} {self.last}", pen)


def listed_links(
    shape: Shape, tiles: Mapping[Ref, Tile], width: int, height: int, ascii: bool
) -> dict[Ref, ListedLink]:
    """The links that cells without frames cannot show, in free rows below and above; none if they do not fit.

    Those are the links that lead one way, and those between cells that do not touch.
    """
    if not tiles or any(tile.framed for tile in tiles.values()):
        return {}
    names = {spot.ref: spot.name if len(spot.name) <= LONGEST else spot.code for spot in shape.spots}
    if ascii:
        names = {ref: plain(name) for ref, name in names.items()}
    wanted = [
        ListedLink(link, 0, 0, *(names[end] for end in link.ends))
        for link in shape.links
        if link.one_way or not _touch(*(tiles[end] for end in link.ends))
    ]
    top, bottom = (choose(tile.row for tile in tiles.values()) for choose in (min, max))
    rows = [*range(bottom + 2, height), *reversed(range(top - 1))]
    lines = list(_link_lines(wanted, width))
    if len(lines) > len(rows) or any(listed_link.width + GAP > width for listed_link in wanted):
        return {}
    return {
        listed_link.link.ref: listed_link
        for line, row in zip(lines, rows, strict=False)
        for listed_link in _at(line, row, width)
    }


def _touch(one: Tile, other: Tile) -> bool:
    return abs(one.row - other.row) <= 1 and abs(one.column - other.column) <= one.width


def _link_lines(wanted: Sequence[ListedLink], width: int) -> Iterator[list[ListedLink]]:
    """Split links into lines that fit the width."""
    line: list[ListedLink] = []
    for link in wanted:
        if line and sum(one.width + GAP for one in (*line, link)) > width:
            yield line
            line = []
        line.append(link)
    if line:
        yield line


def _at(line: Sequence[ListedLink], row: int, width: int) -> Iterator[ListedLink]:
    """Put the links of a line into the middle of a row."""
    column = (width - sum(link.width + GAP for link in line)) // 2
    for link in line:
        yield ListedLink(link.link, column, row, link.first, link.last)
        column += link.width + GAP


BOWS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6)
"""How far a line may bend to avoid a tile, as a fraction of its length."""

STIFF = 6.0

NEAR = 120.0
"""The maximum squared distance between the name of an area and its middle."""

AREA_ROOM = 3
"""The cells reserved after the name of an area for its marks."""


class Tiles(KeptDrawing):
    """Tiles on a board of one size."""

    def __init__(
        self, shape: Shape, width: int, height: int, style: Style, tiles: Mapping[Ref, Tile]
    ) -> None:
        self.shape, self.style, self.width, self.height = shape, style, width, height
        self.tiles = tiles
        self.spots: dict[Ref, Place] = {ref: tile.middle for ref, tile in tiles.items()}
        self.hits = {
            (column, row): ref
            for ref, tile in tiles.items()
            for row in range(tile.row, tile.row + tile.height)
            for column in range(tile.column, tile.column + tile.width)
        }
        self._taken = [0] * height
        for column, row in self.hits:
            self._taken[row] |= 1 << column
        self._listed = listed_links(shape, tiles, width, height, style.ascii)
        routes = {link.ref: self._route(link) for link in shape.links}
        for ref, found in routes.items():
            cells = found.cells
            self.spots[ref] = cells[len(cells) // 2] if cells else self._between(ref)
        for ref, listed in self._listed.items():
            self.spots[ref] = listed.spot
            self.hits.update(dict.fromkeys(listed.cells(), ref))
        self.wires = Wires(shape, routes, self.spots, style, self.hits)
        self._areas: dict[Ref, tuple[Place, str]] = {}
        for area in shape.areas:
            self._lay_area(area)
        still = Canvas(blank(width, height, style.ground), {})
        self.wires.draw_still(still)
        super().__init__(still)

    def _route(self, link: Link) -> Route:
        """The route between two tiles, without the cells that tiles cover."""
        if link.ref in self._listed:
            return Route({}, {}, ())
        one, other = (self.tiles[ref].middle for ref in link.ends)

        def price(place: Place) -> float:
            hit = self.hits.get(place)
            return 0.0 if hit is None or hit in link.ends else 1.0

        def inside(place: Place) -> bool:
            return 0 <= place[0] < self.width and 0 <= place[1] < self.height

        start, end = (one[0] * 2.0, one[1] * 4 + 1.5), (other[0] * 2.0, other[1] * 4 + 1.5)
        dots = best(start, end, price, inside, BOWS, STIFF)
        found = route(dots, link.line, self.width, self.height)
        return Route(
            {each: bits for each, bits in found.thin.items() if each not in self.hits},
            {each: bits for each, bits in found.thick.items() if each not in self.hits},
            tuple(cell for cell in found.cells if cell not in self.hits),
        )

    def _between(self, ref: Ref) -> Place:
        link = next(each for each in self.shape.links if each.ref == ref)
        (x, y), (to_x, to_y) = (self.tiles[end].middle for end in link.ends)
        return (x + to_x) // 2, (y + to_y) // 2

    def _lay_area(self, area: Area) -> None:
        """Place the name of an area in free cells near its middle; without free cells, only set its spot."""
        members = [self.tiles[member].middle for member in area.members if member in self.tiles]
        if not members:
            return
        x = sum(member[0] for member in members) / len(members)
        y = sum(member[1] for member in members) / len(members)
        self.spots[area.ref] = (round(x), round(y))
        lines = self._lined()
        for label, taken, far in (
            (f"◦{area.name}", lines, NEAR),
            (f"◦{area.code}", lines, NEAR),
            (f"◦{area.code}", self._taken, math.inf),
            ("◦", self._taken, math.inf),
        ):
            room = Room(taken, self.width)
            length = len(label) + AREA_ROOM
            cells = sorted(
                ((column + length / 2 - x) ** 2 + 4 * (row - y) ** 2, column, row)
                for row in range(self.height)
                for column in range(self.width - length + 1)
            )
            for away, column, row in cells:
                if away <= far and room.take(column, row, length):
                    self._taken[row] |= mask(column, length)
                    self._areas[area.ref] = ((column, row), label)
                    self.spots[area.ref] = (column, row)
                    self.hits.update({(column + each, row): area.ref for each in range(length)})
                    return

    def _lined(self) -> list[int]:
        """The taken cells, including those with lines."""
        found = list(self._taken)
        for column, row in self.wires.cells():
            found[row] |= 1 << column
        return found

    # --- drawing -------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw the tiles for a view."""
        marks = marks_of(view)
        canvas.layer = Layer.LINES
        for listed in self._listed.values():
            listed.draw(canvas, self.style, marked, False)
        self.wires.draw(canvas, marked, marks, Room(self._taken, self.width))
        for area in self.shape.areas:
            self._draw_area(canvas, area, marked, marks.get(area.ref, ()))
        for spot in self.shape.spots:
            self._draw_tile(canvas, spot, marked, False, marks.get(spot.ref, ()))
        canvas.layer = Layer.MARKS
        for link in self.wires.hidden_heads():
            self._draw_way_out(canvas, link)

    def draw_at_cursor(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw the tile under the cursor, its links and its neighbours."""
        marks, cursor = marks_of(view), marked.cursor
        near, hot = self.wires.near(cursor), self.wires.hot(cursor)
        canvas.layer = Layer.LINES_AT_CURSOR
        for ref in sorted(hot & self._listed.keys()):
            self._listed[ref].draw(canvas, self.style, marked, True)
        self.wires.draw_at_cursor(canvas, cursor, marks)
        for area in self.shape.areas:
            if area.ref == cursor:
                self._draw_area(canvas, area, marked, marks.get(area.ref, ()))
        for spot in self.shape.spots:
            if spot.ref == cursor or spot.ref in near:
                self._draw_tile(canvas, spot, marked, spot.ref in near, marks.get(spot.ref, ()))

    def _draw_way_out(self, canvas: Canvas, link: Link) -> None:
        """Draw the head of a one-way link between touching tiles on the frame of the first one."""
        tile, other = (self.tiles[end] for end in link.ends)
        (x, y), (to_x, to_y) = tile.middle, other.middle
        if not tile.framed:
            return
        beside, below = abs(to_x - x) >= tile.width, abs(to_y - y) >= tile.height
        right, bottom = tile.column + tile.width - 1, tile.row + tile.height - 1
        column = (right if to_x > x else tile.column) if beside else (x + to_x) // 2
        row = (bottom if to_y > y else tile.row) if below else y
        pen = Pen(link.colour or "text", bold=True)
        canvas.put(column, row, self.style.pick(*head(to_x - x, to_y - y)), pen)

    def _draw_area(self, canvas: Canvas, area: Area, marked: Marked, marks: Sequence[Mark]) -> None:
        if area.ref not in self._areas:
            return
        canvas.layer = Layer.AREAS
        (column, row), label = self._areas[area.ref]
        before = flag(self.style, area.ref, marked)
        if before is not None:
            label = before[0] + label[1:]
        label = plain(label) if self.style.ascii else label
        canvas.write(column, row, label, label_pen(self.style, area.ref, marked, False, Pen("faint")))
        cells = [ink for mark in ordered(marks) for ink in inks(mark, self.style)]
        if len(cells) > AREA_ROOM:
            cells = [*cells[: AREA_ROOM - 1], MORE]
        canvas.inks(column + len(label) + (len(cells) < AREA_ROOM), row, cells)

    def _draw_tile(
        self, canvas: Canvas, spot: Spot, marked: Marked, near: bool, marks: Sequence[Mark]
    ) -> None:
        canvas.layer = Layer.PLACES
        tile, style = self.tiles[spot.ref], self.style
        pen = self._frame(spot, marked, near)
        if not tile.framed:
            self._draw_cell(canvas, spot, pen, marked, marks)
            return
        heavy = spot.ref == marked.cursor or (marked.lit is not None and spot.ref in marked.lit)
        signs = style.pick("┏┓┗┛━┃" if heavy else "╭╮╰╯─│", "++++=|" if heavy else "++++-|")
        if tile.hex:
            signs = style.pick("╱╲╲╱", "/\\\\/") + signs[4:]  # noqa: RUF001
        right, bottom = tile.column + tile.width - 1, tile.row + tile.height - 1
        for row in range(tile.row, bottom + 1):
            edge = row in (tile.row, bottom)
            canvas.write(tile.column, row, (signs[4] if edge else " ") * tile.width, pen)
            canvas.put(tile.column, row, signs[5], pen)
            canvas.put(right, row, signs[5], pen)
        corners = ((tile.column, tile.row), (right, tile.row), (tile.column, bottom), (right, bottom))
        for (column, row), corner in zip(corners, signs, strict=False):
            canvas.put(column, row, corner, pen)
        title = self._title(spot, tile, marked)
        canvas.write(
            tile.column + 1, tile.row, title, label_pen(style, spot.ref, marked, near, Pen(bold=True))
        )
        edge_room = 2 if tile.width >= LEAST[0] else 1
        room = tile.width - 2 * edge_room, tile.height - 2
        for number, line in enumerate(contents(marks, *room, style, is_dimmed(spot.ref, marked))):
            canvas.inks(tile.column + edge_room, tile.row + 1 + number, line)

    def _draw_cell(self, canvas: Canvas, spot: Spot, pen: Pen, marked: Marked, marks: Sequence[Mark]) -> None:
        """Draw a cell of one row between brackets: its sign and name, and its contents as far as they fit."""
        tile, room = self.tiles[spot.ref], self.tiles[spot.ref].width - 2
        lit = marked.lit is not None and spot.ref in marked.lit
        left, right = "><" if spot.ref == marked.cursor else "()" if lit else "[]"
        canvas.write(tile.column, tile.row, f"{left}{' ' * room}{right}", pen)
        title = label_pen(self.style, spot.ref, marked, False, Pen(spot.colour or "faint"))
        dimmed = is_dimmed(spot.ref, marked)
        for name in self._cell_names(spot):
            beside = room - len(name) - (len(name) > 0)
            lines = contents(marks, max(0, beside), 1, self.style, dimmed) if marks else [[]]
            if len(name) <= room and lines and MORE not in lines[0]:
                canvas.write(tile.column + 1, tile.row, name, title)
                canvas.inks(tile.column + 1 + room - beside, tile.row, lines[0])
                return
        canvas.inks(tile.column + 1, tile.row, next(iter(contents(marks, room, 1, self.style, dimmed)), []))

    def _cell_names(self, spot: Spot) -> Iterator[str]:
        """Yield what may stand in a cell for its place, the best first; nothing at last."""
        own = sign(spot.glyph, spot.letter, self.style.ascii)
        names = [plain(each) if self.style.ascii else each for each in (spot.name, spot.code)]
        yield from (f"{own} {name}" for name in names if own)
        yield from names
        yield from (own, "") if own else ("",)

    def _frame(self, spot: Spot, marked: Marked, near: bool) -> Pen:
        if spot.ref == marked.cursor:
            return Pen("cursor", bold=True)
        if marked.lit is not None:
            return LIT if spot.ref in marked.lit else Pen("line")
        if spot.ref in marked.changed:
            return CHANGED
        return Pen("text" if near else spot.colour or "line")

    def _title(self, spot: Spot, tile: Tile, marked: Marked) -> str:
        name = plain(spot.name) if self.style.ascii else spot.name
        before = flag(self.style, spot.ref, marked)
        own = sign(spot.glyph, spot.letter, self.style.ascii)
        shown_sign = f"{before[0] if before is not None else ''}{own}"
        lead = f"{shown_sign} " if shown_sign else ""
        if tile.width < LEAST[0]:
            room = tile.width - 2
            fits = (each for each in (lead + name, lead + spot.code, name, spot.code) if len(each) <= room)
            return next(fits, spot.code[:room])
        room = tile.width - 4
        shown = next((each for each in (lead + name, name, lead + spot.code) if len(each) <= room), spot.code)
        return f" {shown} "[: tile.width - 2]
