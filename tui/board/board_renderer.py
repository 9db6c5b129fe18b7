"""Renders the board at a fixed size: computes the layout once, then draws it as often as needed."""

from collections.abc import Collection

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges_and_signs import NOTHING, Marked, Style
from lazaretto.tui.board.board_data import Shape
from lazaretto.tui.board.canvas import Layer, blank, far, in_ascii
from lazaretto.tui.board.cursor_navigation import (
    MANY,
    Direction,
    Seam,
    lying,
    one_way,
    over_the_seam,
    reading_order,
    step,
    ways,
)
from lazaretto.tui.board.highlights import draw_pointed
from lazaretto.tui.board.map_drawing import Chart
from lazaretto.tui.board.tile_board import Tiles, tiling
from lazaretto.tui.look.fit_and_wrap_text import Cell

__all__ = ["Direction", "Picture"]

REACH = 3
"""The distance from a spot, in columns, within which the mouse still hits it."""


class Picture:
    """A board of one shape, size and style. Creating one is slow, drawing it is fast."""

    def __init__(
        self, shape: Shape, width: int, height: int, *, ascii: bool = False, mono: bool = False
    ) -> None:
        self.shape, self.width, self.height = shape, max(0, width), max(0, height)
        self.style = Style(ascii, mono)
        self._drawing: Chart | Tiles | None = None
        if self.width and self.height and shape.spots:
            tiles = tiling(shape, self.width, self.height)
            if tiles is not None:
                self._drawing = Tiles(shape, self.width, self.height, self.style, tiles)
            else:
                self._drawing = Chart(shape, self.width, self.height, self.style)
        self._cells = dict(self._drawing.spots) if self._drawing is not None else {}
        over = tuple(link.ends for link in shape.links if link.over_edge)
        self._seam = Seam(self.width, over) if over else None
        self._ways: dict[frozenset[Ref], dict[Ref, dict[Direction, Ref]]] = {}

    def rows(self, view: View, marked: Marked = NOTHING) -> list[list[Cell]]:
        """Render the current view: exactly `height` rows of `width` cells."""
        if self._drawing is None:
            return blank(self.width, self.height, self.style.ground)
        canvas = self._drawing.drawn(view, marked)
        if marked.pointed:
            canvas = canvas.copy()
            canvas.layer = Layer.POINTERS
            draw_pointed(canvas, self.style, marked, self._cells)
        return in_ascii(canvas.rows) if self.style.ascii else canvas.rows

    def where(self, ref: Ref) -> tuple[int, int] | None:
        """The column and row of a place, of an area, or of the middle of a link."""
        return self._cells.get(ref)

    def at(self, column: int, row: int) -> Ref | None:
        """What the mouse points at: the thing drawn in this cell, or the nearest place within reach."""
        if self._drawing is None:
            return None
        found = self._drawing.hits.get((column, row))
        if found is not None:
            return found
        places = [spot.ref for spot in self.shape.spots]
        others = [cell for cell in self._cells if cell not in set(places)]
        for refs, reach in ((places, REACH), (others, REACH - 1)):
            near = min(((far(self._cells[ref], (column, row)), ref) for ref in refs), default=None)
            if near is not None and near[0] <= reach:
                return near[1]
        return self._drawing.wires.through((column, row))

    def toward(
        self, start: Ref | None, direction: Direction, among: Collection[Ref] | None = None
    ) -> Ref | None:
        """The next spot in a direction, among these or all places; without a start, the first of them."""
        wanted = self._among(among)
        if start is None or start not in self._cells:
            return next(iter(reading_order(self._cells, wanted)), None)
        if start not in wanted:
            ref = step(self._cells, start, direction, wanted)
            ref = ref or over_the_seam(self._cells, start, direction, wanted, self._seam)
            return ref or self._nearest(start, wanted)
        if len(wanted) > MANY:
            return one_way(self._cells, start, direction, wanted, self._seam)
        if wanted not in self._ways:
            self._ways[wanted] = ways(self._cells, reading_order(self._cells, wanted), self._seam)
        return self._ways[wanted][start].get(direction)

    def lying(self, start: Ref, direction: Direction, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in `among` that lie in a direction, the best first; only that one, if it is clear."""
        if start not in self._cells:
            return ()
        return lying(self._cells, start, direction, self._among(among), self._seam)

    def order(self, among: Collection[Ref] | None = None) -> tuple[Ref, ...]:
        """The spots in `among`, or all places, in reading order."""
        return reading_order(self._cells, self._among(among))

    def _among(self, among: Collection[Ref] | None) -> frozenset[Ref]:
        if among is not None:
            return frozenset(ref for ref in among if ref in self._cells)
        return frozenset(spot.ref for spot in self.shape.spots if spot.ref in self._cells)

    def _nearest(self, start: Ref, wanted: Collection[Ref]) -> Ref | None:
        at = self._cells[start]
        return min(wanted, key=lambda ref: (far(self._cells[ref], at), ref), default=None)
