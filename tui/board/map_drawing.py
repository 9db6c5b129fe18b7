"""Draws the map: caches the static parts as rows, and draws everything that changes over a copy of them."""

from collections.abc import Mapping, Sequence
from itertools import product
from operator import itemgetter

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges import Style, by_importance, inks, label_inks, ordered
from lazaretto.tui.board.board_data import Shape, Spot
from lazaretto.tui.board.braille_lines import Place
from lazaretto.tui.board.canvas import MORE, Canvas, Ink, blank
from lazaretto.tui.board.coastline import FULL, QUARTERS
from lazaretto.tui.board.free_cells import APART, FAR_APART, Room
from lazaretto.tui.board.highlights import cursor_pen, flag, is_dimmed, label_pen
from lazaretto.tui.board.label_placement import Block
from lazaretto.tui.board.link_drawing import Marks, Wires
from lazaretto.tui.board.map_layout import Atlas, lay_out
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.pieces_as_marks import Marked, marks_of
from lazaretto.tui.look.styled_text import STRONG, Cell, Pen


class Chart:
    """A map of one size."""

    def __init__(self, shape: Shape, width: int, height: int, style: Style) -> None:
        self.shape, self.style = shape, style
        self.atlas: Atlas = lay_out(shape, width, height, style)
        self.spots: Mapping[Ref, Place] = self.atlas.spots
        self.hits: dict[Place, Ref] = {}
        for ref, block in (*self.atlas.areas.items(), *self.atlas.blocks.items()):
            for column in range(block.start, block.end):
                self.hits[(column, block.row)] = ref
        blocks = (*self.atlas.areas.values(), *self.atlas.blocks.values())
        written = {place for block in blocks for place in block.written()}
        self.wires = Wires(shape, self.atlas.routes, self.atlas.spots, style, written, self.hits)
        self._mixed: dict[tuple[Pen, str], Pen] = {}
        self._base = self._still(width, height)

    def rows(self, view: View, marked: Marked) -> list[list[Cell]]:
        """Render the map for the current view."""
        marks = marks_of(view)
        canvas = Canvas([list(row) for row in self._base], self._mixed)
        room = Room(self.atlas.taken, self.atlas.width)
        near = self.wires.near(marked.cursor)
        drawn = [
            (each, self.atlas.blocks[each.ref]) for each in self.shape.spots if each.ref in self.atlas.blocks
        ]
        self.wires.draw(canvas, marked, marks, room)
        self._draw_tags(canvas, self.wires.hot(marked.cursor))
        self._draw_areas(canvas, marked, marks, room)
        for spot, block in drawn:
            danger = any(each.kind == "danger" for each in marks.get(spot.ref, ()))
            self._draw_spot(canvas, spot, block, marked, spot.ref in near, danger)
        for spot, block in drawn:
            before, used = flag(self.style, spot.ref, marked), 0
            if spot.ref in marks:
                dimmed = is_dimmed(spot.ref, marked)
                used = self._draw_marks(canvas, block, marks[spot.ref], room, dimmed, before is None)
            if before is not None and _marks_first(block):
                canvas.put(block.label - used - 1, block.row, *before)
        return canvas.rows

    def _still(self, width: int, height: int) -> list[list[Cell]]:
        canvas = Canvas(blank(width, height, self.style.ground), self._mixed)
        for row, line in enumerate(self.atlas.land):
            for column, quarters in enumerate(line):
                if quarters == FULL:
                    canvas.put(column, row, " ", Pen("text", "land"))
                elif quarters:
                    canvas.put(column, row, QUARTERS[quarters], Pen("land", "ground"))
        self.wires.draw_still(canvas)
        return canvas.rows

    def _draw_tags(self, canvas: Canvas, hot: set[Ref]) -> None:
        for tag in self.atlas.tags:
            if tag.link in hot:
                canvas.write(tag.column, tag.row, tag.text, STRONG)
            elif not self.style.mono:
                canvas.write(tag.column, tag.row, tag.text, Pen("faint"))

    # --- places and areas ----------------------------------------------------------------------

    def _draw_spot(
        self, canvas: Canvas, spot: Spot, block: Block, marked: Marked, near: bool, danger: bool
    ) -> None:
        """Draw the sign and the label of a place; the sign glows if something threatens the place."""
        pen = label_pen(self.style, spot.ref, marked, near, Pen())
        sign = Pen("faint") if is_dimmed(spot.ref, marked) else self.style.coloured(spot.colour, bold=True)
        if danger:
            sign = self.style.filled("warn")
        if spot.ref == marked.cursor:
            sign = cursor_pen(self.style)
        canvas.put(block.column, block.row, self.style.sign(spot.glyph, spot.letter), sign)
        canvas.write(block.label, block.row, block.text, pen)
        before = flag(self.style, spot.ref, marked)
        if before is not None and block.flag >= 0 and not _marks_first(block):
            canvas.put(block.flag, block.row, *before)

    def _draw_areas(self, canvas: Canvas, marked: Marked, marks: Marks, room: Room) -> None:
        for area in self.shape.areas:
            block = self.atlas.areas.get(area.ref)
            if block is None:
                continue
            pen = label_pen(self.style, area.ref, marked, False, Pen(area.colour or "faint"))
            lit = marked.lit is not None and area.ref in marked.lit
            sign = self.style.pick("◈" if lit or area.ref == marked.cursor else "◦", "%")
            canvas.put(
                block.column, block.row, self.style.pick("✓", "x") if area.ref in marked.chosen else sign, pen
            )
            canvas.write(block.label, block.row, block.text, pen)
            if area.ref in marks:
                self._draw_marks(canvas, block, marks[area.ref], room, is_dimmed(area.ref, marked), False)

    # --- marks ---------------------------------------------------------------------------------

    def _draw_marks(
        self, canvas: Canvas, block: Block, marks: Sequence[Mark], room: Room, dimmed: bool, free: bool
    ) -> int:
        """Draw marks beside the label; marks that do not fit go around it, and a plus replaces the rest.

        Return how many cells of the block they take, with the gap between them and the label.
        """
        waiting: list[tuple[int, list[Ink]]] = []
        placed: list[tuple[int, list[Ink]]] = []
        left = block.cells
        for number, mark in by_importance(ordered(each for each in marks if each.kind != "danger")):
            name = label_inks(mark, self.style, dimmed)
            if name and len(name) <= left:
                placed.append((number, name))
                left -= len(name)
            elif not name or not self._around(canvas, block, name, room, free):
                waiting.append((number, inks(mark, self.style, dimmed)))
        while waiting and len(waiting[0][1]) <= left:
            left -= len(waiting[0][1])
            placed.append(waiting.pop(0))
        lost = [each for _, each in waiting if not self._around(canvas, block, each, room, free)]
        shown = [ink for _, each in sorted(placed, key=itemgetter(0)) for ink in each]
        if any(each.kind == "danger" for each in marks):
            warning: Ink = ("!", self.style.filled("warn"))
            if left and not lost:
                shown.append(warning)
            elif not self._around(canvas, block, [warning], room, free):
                canvas.put(block.column, block.row, *warning)
        if lost and block.cells:
            shown = [*shown[: block.cells - 1], MORE]
        elif lost:
            canvas.inks(block.flag if block.flag >= 0 else block.column, block.row, [MORE])
        apart = 1 if len(shown) < block.cells and block.text else 0
        spare = block.cells - len(shown) - apart
        canvas.inks(block.room + (spare if block.leftward else apart), block.row, shown)
        return len(shown) + apart if shown else 0

    def _around(self, canvas: Canvas, block: Block, cells: Sequence[Ink], room: Room, free: bool) -> bool:
        """Draw into free cells beside, below or above a block; cells before it may cover its own flag."""
        length, row = len(cells), block.row
        if room.take(block.end, row, length):
            canvas.inks(block.end, row, cells)
            return True
        if room.take(block.start - length, row, length):
            shift = 1 if free and block.flag >= 0 and not block.leftward else 0
            canvas.inks(block.start - length + shift, row, cells)
            return True
        columns = range(block.start, max(block.start, block.end - length) + 1)
        for apart, down, column in product((FAR_APART, APART), (1, -1), columns):
            if room.take_apart(column, row + down, length, apart):
                canvas.inks(column, row + down, cells)
                return True
        return False


def _marks_first(block: Block) -> bool:
    """Whether the cells for marks come before the label: a flag stands before those that are used."""
    return block.leftward and block.cells > 0 and block.flag >= 0
