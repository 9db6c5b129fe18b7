"""Draws the board as tiles: a box for each place that lists its contents, with links between the boxes."""

import math
from collections.abc import Iterator, Mapping, Sequence

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges import Style, inks, ordered
from lazaretto.tui.board.board_data import Area, Link, Shape, Spot
from lazaretto.tui.board.braille_lines import Place, Route, best, route
from lazaretto.tui.board.canvas import MORE, Canvas, blank
from lazaretto.tui.board.free_cells import Room, mask
from lazaretto.tui.board.highlights import CHANGED, LIT, flag, is_dimmed, label_pen
from lazaretto.tui.board.link_drawing import Wires, head
from lazaretto.tui.board.listed_links import listed_links
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.pieces_as_marks import Marked, marks_of
from lazaretto.tui.board.short_names import sign
from lazaretto.tui.board.tile_layout import LEAST, Tile
from lazaretto.tui.board.tile_text import contents
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.styled_text import Cell, Pen

BOWS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6)
"""How far a line may bend to avoid a tile, as a fraction of its length."""

STIFF = 6.0

NEAR = 120.0
"""The maximum squared distance between the name of an area and its middle."""

AREA_ROOM = 3
"""The cells reserved after the name of an area for its marks."""


class Tiles:
    """Tiles on a board of one size."""

    def __init__(
        self, shape: Shape, width: int, height: int, style: Style, tiles: Mapping[Ref, Tile]
    ) -> None:
        self.shape, self.style, self.width, self.height = shape, style, width, height
        self.tiles = tiles
        self.spots: dict[Ref, Place] = {ref: each.middle for ref, each in tiles.items()}
        self.hits = {
            (column, row): ref
            for ref, each in tiles.items()
            for row in range(each.row, each.row + each.height)
            for column in range(each.column, each.column + each.width)
        }
        self._taken = [0] * height
        for column, row in self.hits:
            self._taken[row] |= 1 << column
        self._listed = listed_links(shape, tiles, width, height, style.ascii)
        routes = {each.ref: self._route(each) for each in shape.links}
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
        self._mixed: dict[tuple[Pen, str], Pen] = {}
        base = Canvas(blank(width, height, style.ground), self._mixed)
        self.wires.draw_still(base)
        self._base = base.rows

    def _route(self, link: Link) -> Route:
        """The route between two tiles, without the cells that tiles cover."""
        if link.ref in self._listed:
            return Route({}, {}, ())
        one, other = (self.tiles[each].middle for each in link.ends)

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
            tuple(each for each in found.cells if each not in self.hits),
        )

    def _between(self, ref: Ref) -> Place:
        link = next(each for each in self.shape.links if each.ref == ref)
        (x, y), (to_x, to_y) = (self.tiles[each].middle for each in link.ends)
        return (x + to_x) // 2, (y + to_y) // 2

    def _lay_area(self, area: Area) -> None:
        """Place the name of an area in free cells near its middle; without free cells, only set its spot."""
        members = [self.tiles[each].middle for each in area.members if each in self.tiles]
        if not members:
            return
        x = sum(each[0] for each in members) / len(members)
        y = sum(each[1] for each in members) / len(members)
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

    def rows(self, view: View, marked: Marked) -> list[list[Cell]]:
        """Render the tiles for the current view."""
        marks = marks_of(view)
        canvas = Canvas([list(row) for row in self._base], self._mixed)
        near = self.wires.near(marked.cursor)
        hot = self.wires.hot(marked.cursor)
        for ref, listed in self._listed.items():
            listed.draw(canvas, self.style, marked, ref in hot)
        self.wires.draw(canvas, marked, marks, Room(self._taken, self.width))
        for area in self.shape.areas:
            if area.ref in self._areas:
                self._draw_area(canvas, area, marked, marks.get(area.ref, ()))
        for spot in self.shape.spots:
            self._draw_tile(canvas, spot, marked, spot.ref in near, marks.get(spot.ref, ()))
        for link in self.wires.hidden_heads():
            self._draw_way_out(canvas, link)
        return canvas.rows

    def _draw_way_out(self, canvas: Canvas, link: Link) -> None:
        """Draw the head of a one-way link between touching tiles on the frame of the first one."""
        tile, other = (self.tiles[each] for each in link.ends)
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
        (column, row), label = self._areas[area.ref]
        before = flag(self.style, area.ref, marked)
        if before is not None:
            label = before[0] + label[1:]
        label = plain(label) if self.style.ascii else label
        canvas.write(column, row, label, label_pen(self.style, area.ref, marked, False, Pen("faint")))
        cells = [ink for each in ordered(marks) for ink in inks(each, self.style)]
        if len(cells) > AREA_ROOM:
            cells = [*cells[: AREA_ROOM - 1], MORE]
        canvas.inks(column + len(label) + (len(cells) < AREA_ROOM), row, cells)

    def _draw_tile(
        self, canvas: Canvas, spot: Spot, marked: Marked, near: bool, marks: Sequence[Mark]
    ) -> None:
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
        yield from (f"{own} {each}" for each in names if own)
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
