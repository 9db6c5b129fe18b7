"""Draws the map: over land and links, which stay as they are, what a view and the cursor change.

Links are faint by default, bright at the cursor, and thick where they carry a mark.
"""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter

from lazaretto.rules import Ref, View
from lazaretto.tui.board.badges_and_signs import (
    Mark,
    Marked,
    Style,
    by_importance,
    inks,
    label_inks,
    marks_of,
    ordered,
)
from lazaretto.tui.board.board_data import Area, Link, Shape, Spot
from lazaretto.tui.board.canvas import (
    APART,
    FAR_APART,
    MORE,
    Canvas,
    Ink,
    Layer,
    Place,
    Room,
    Route,
    blank,
    char,
    far,
)
from lazaretto.tui.board.highlights import LIT, cursor_pen, flag, is_dimmed, label_pen
from lazaretto.tui.board.kept_drawing import KeptDrawing
from lazaretto.tui.board.label_placement import Block
from lazaretto.tui.board.map_layout import FULL, QUARTERS, Atlas, lay_out
from lazaretto.tui.look.fit_and_wrap_text import STRONG, Pen

Marks = Mapping[Ref, Sequence[Mark]]

CROSSING = "+"
"""Where two links cross in ASCII."""

DASH = 3
"""In ASCII, every so many cells of a dashed link are left out."""

IN_STYLE = {"dotted": dict.fromkeys("-|/\\", "."), "double": {"-": "=", "|": "H"}}
"""Other characters for links of some styles in ASCII."""


TRACK = {"-": ("═", "="), "|": ("║", "H"), "/": ("\u2571", "/"), "\\": ("\u2572", "\\")}
"""The characters of a link that carries something, in Unicode and in ASCII."""


class Wires:
    """The links of a board with their routes."""

    def __init__(
        self,
        shape: Shape,
        routes: Mapping[Ref, Route],
        spots: Mapping[Ref, Place],
        style: Style,
        covered: Container[Place],
        reserved: Container[Place] = (),
    ) -> None:
        self.links = {each.ref: each for each in shape.links if each.ref in routes}
        self._members = {area.ref: frozenset(area.members) for area in shape.areas}
        self._routes, self._spots, self._style = routes, spots, style
        self._covered = covered
        """The cells that places and their names cover."""
        self._reserved = reserved
        """The cells that marks of places may cover."""
        self._at: dict[Ref, set[Ref]] = {spot.ref: set() for spot in shape.spots}
        for link in self.links.values():
            for end in link.ends:
                self._at[end].add(link.ref)

    def hot(self, cursor: Ref | None) -> set[Ref]:
        """The links of the spot under the cursor."""
        if cursor is None:
            return set()
        return {cursor} if cursor in self.links else self._at.get(cursor, set())

    def near(self, cursor: Ref | None) -> set[Ref]:
        """What is related to the spot under the cursor: its neighbours, ends or members."""
        if cursor is None:
            return set()
        ends = {end for ref in self.hot(cursor) for end in self.links[ref].ends}
        return (ends | self._members.get(cursor, frozenset())) - {cursor}

    def through(self, place: Place) -> Ref | None:
        """A link that runs through a cell."""
        return next((ref for ref, route in self._routes.items() if place in route.cells), None)

    def cells(self) -> set[Place]:
        """All cells that a link runs through."""
        return {place for route in self._routes.values() for place in route.cells}

    def draw_still(self, canvas: Canvas) -> None:
        """Draw all links faintly."""
        if self._style.ascii:
            self._strokes(canvas)
        else:
            self._dots(canvas, self.links.values(), Pen("link") if self._style.mono else None)

    def draw(self, canvas: Canvas, marked: Marked, marks: Marks, room: Room) -> None:
        """Draw the links that are highlighted or marked, apart from those at the cursor."""
        canvas.layer = Layer.LINES
        held = [each for each in self.links.values() if each.ref in marks]
        built = {
            each.ref
            for each in held
            if self._track(canvas, each, Pen(marks[each.ref][0].colour or "text", bold=True))
        }
        lit = [each for each in self.links.values() if marked.lit is not None and each.ref in marked.lit]
        for link in lit:
            self._line(canvas, link, LIT, thick=link.ref in marked.chosen)
        canvas.layer = Layer.SIGNS_OF_LINKS
        for link in held:
            told = [mark for mark in marks[link.ref] if link.ref not in built or not _is_plain(mark)]
            signs = [ink for each in ordered(told) for ink in inks(each, self._style)]
            if signs:
                self._sign(canvas, link.ref, signs, room)
        for link in lit:
            chosen = link.ref in marked.chosen
            sign = self._style.pick("✓", "x") if chosen else self._style.pick("◇", "o")
            self._sign(canvas, link.ref, [(sign, Pen("lit", bold=True, reverse=chosen))], None)

    def draw_at_cursor(self, canvas: Canvas, cursor: Ref | None, marks: Marks) -> None:
        """Draw the links of the spot under the cursor."""
        canvas.layer = Layer.LINES_AT_CURSOR
        for link in (self.links[ref] for ref in sorted(self.hot(cursor))):
            own = Pen("cursor" if link.ref == cursor else link.colour or "text", bold=True)
            if link.ref in marks:
                self._track(canvas, link, own)
            else:
                self._line(canvas, link, own, thick=link.ref == cursor)
        if cursor in self.links:
            canvas.layer = Layer.CURSOR_ON_LINK
            sign = self._style.pick("◆", "#")
            self._sign(canvas, cursor, [(sign, cursor_pen(self._style))], None)

    def _sign(self, canvas: Canvas, ref: Ref, signs: list[Ink], room: Room | None) -> None:
        """Draw signs at the middle of a link: in free cells if `room` is given, else over everything."""
        place = self._spots[ref]
        if room is None:
            canvas.inks(*place, signs)
            return
        along = sorted(self._routes[ref].cells, key=lambda cell: far(cell, place))
        for each in (signs, [MORE]):
            found = room.near([place, *along], len(each))
            if found is not None:
                canvas.inks(*found, each)
                return

    def _track(self, canvas: Canvas, link: Link, pen: Pen) -> bool:
        """Draw a link that carries something as a double line; return whether that can be seen."""
        cells = self._routes[link.ref].cells
        free = [each for each in strokes(cells, "") if each[0] not in self._covered]
        if not free:
            self._line(canvas, link, pen, thick=True)
        for (column, row), stroke in free:
            canvas.put(column, row, self._style.pick(*TRACK[stroke]), pen)
        self._arrow(canvas, link, pen)
        return any(stroke in "-|" for _, stroke in free)

    def _line(self, canvas: Canvas, link: Link, pen: Pen, thick: bool = False) -> None:
        if not self._style.ascii:
            self._dots(canvas, [link], pen, thick)
            return
        for (column, row), stroke in strokes(self._routes[link.ref].cells, link.line):
            canvas.put(column, row, stroke, pen)
        self._arrow(canvas, link, pen)

    def _strokes(self, canvas: Canvas) -> None:
        """Draw all links in ASCII: a plus where links cross, gaps or dots where a link has that style."""
        drawn: dict[Place, tuple[str, Pen]] = {}
        for link in self.links.values():
            pen = Pen("link" if self._style.mono else link.colour or "link")
            for place, stroke in strokes(self._routes[link.ref].cells, link.line):
                old = drawn.get(place)
                drawn[place] = (stroke if old is None or old[0] == stroke else CROSSING, pen)
        for (column, row), (stroke, pen) in drawn.items():
            canvas.put(column, row, stroke, pen)
        for link in self.links.values():
            self._arrow(canvas, link, Pen("link" if self._style.mono else link.colour or "link"))

    def _dots(self, canvas: Canvas, links: Collection[Link], pen: Pen | None, thick: bool = False) -> None:
        """Draw links with merged dots; a link's own colour takes precedence."""
        cells: dict[Place, tuple[int, Pen]] = {}
        for link in links:
            own = pen or Pen(link.colour or "link")
            route = self._routes[link.ref]
            for place, bits in (route.thick if thick else route.thin).items():
                old, under = cells.get(place, (0, own))
                cells[place] = (old | bits, own if under.fore == "link" else under)
        for (column, row), (bits, ink) in cells.items():
            canvas.put(column, row, char(bits), ink)
        for link in links:
            self._arrow(canvas, link, pen or Pen(link.colour or "link"))

    def _arrow(self, canvas: Canvas, link: Link, pen: Pen) -> None:
        """Draw where a one-way link leads: past its middle, or in the free cell nearest to that."""
        cells = self._routes[link.ref].cells
        past = min(len(cells) - 1, 2 * len(cells) // 3)
        free = [number for number, cell in enumerate(cells) if cell not in self._covered]
        if not link.one_way or not free:
            return
        number = min(free, key=lambda each: (cells[each] in self._reserved, abs(each - past)))
        one, other = cells[number // 2], cells[-1]
        if one == other:
            one, other = (self._spots[end] for end in link.ends)
        canvas.put(*cells[number], self._style.pick(*head(other[0] - one[0], other[1] - one[1])), pen)

    def hidden_heads(self) -> Iterator[Link]:
        """The one-way links that have no free cell for an arrow head."""
        for link in self.links.values():
            if link.one_way and all(cell in self._covered for cell in self._routes[link.ref].cells):
                yield link


def _is_plain(mark: Mark) -> bool:
    """Whether a mark is one piece, which a double line tells as well."""
    return mark.kind == "pieces" and mark.count == 1


_HEADS = {
    (1, 0): ("→", ">"),
    (-1, 0): ("←", "<"),
    (0, -1): ("↑", "^"),
    (0, 1): ("↓", "v"),
    (1, -1): ("↗", ">"),
    (1, 1): ("↘", ">"),
    (-1, -1): ("↖", "<"),
    (-1, 1): ("↙", "<"),
}
"""Arrow heads by direction, to the right and down, and what stands for them in ASCII."""


def head(right: int, down: int) -> tuple[str, str]:
    """The arrow head for a direction; a row is as high as two columns are wide."""
    down *= 2
    flat, steep = abs(right) > 2 * abs(down), abs(down) > 2 * abs(right)
    across = 0 if steep else (right > 0) - (right < 0)
    return _HEADS.get((across, 0 if flat else (down > 0) - (down < 0)), ("→", ">"))


def strokes(cells: Sequence[Place], style: str) -> Iterator[tuple[Place, str]]:
    """The ASCII characters of a link, cell by cell: with gaps if it is dashed, dots if it is dotted.

    Of two slashes side by side one is enough.
    """
    last: tuple[int, str] | None = None
    for number, (column, row) in enumerate(cells):
        one, other = cells[max(0, number - 1)], cells[min(len(cells) - 1, number + 1)]
        stroke = _stroke(other[0] - one[0], other[1] - one[1])
        gap = style == "dashed" and len(cells) > DASH and number % DASH == DASH - 1
        if not gap and (last != (row, stroke) or stroke not in "/\\"):
            yield (column, row), IN_STYLE.get(style, {}).get(stroke, stroke)
        last = row, stroke


def _stroke(right: int, down: int) -> str:
    """The ASCII character for a line in this direction."""
    if abs(right) > 2 * abs(down):
        return "-"
    if abs(down) > abs(right) or not right:
        return "|"
    return "\\" if (right > 0) == (down > 0) else "/"


class Chart(KeptDrawing):
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
        self._spots = {spot.ref: spot for spot in shape.spots}
        self._areas = {area.ref: area for area in shape.areas}
        super().__init__(self._land_and_links(width, height))

    def draw(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw the map for a view."""
        marks = marks_of(view)
        room = Room(self.atlas.taken, self.atlas.width)
        drawn = [
            (each, self.atlas.blocks[each.ref]) for each in self.shape.spots if each.ref in self.atlas.blocks
        ]
        self.wires.draw(canvas, marked, marks, room)
        for area in self.shape.areas:
            self._draw_area(canvas, area, marked)
            if area.ref in marks and area.ref in self.atlas.areas:
                canvas.layer = Layer.MARKS
                block, dimmed = self.atlas.areas[area.ref], is_dimmed(area.ref, marked)
                self._draw_marks(canvas, block, marks[area.ref], room, dimmed, False)
        for spot, block in drawn:
            self._draw_spot(canvas, spot, block, marked, marks, False)
        canvas.layer = Layer.MARKS
        for spot, block in drawn:
            before, used = flag(self.style, spot.ref, marked), 0
            if spot.ref in marks:
                dimmed = is_dimmed(spot.ref, marked)
                used = self._draw_marks(canvas, block, marks[spot.ref], room, dimmed, before is None)
            if before is not None and _marks_first(block):
                canvas.put(block.label - used - 1, block.row, *before)

    def draw_at_cursor(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw the spot under the cursor, its links and its neighbours."""
        marks, cursor = marks_of(view), marked.cursor
        self.wires.draw_at_cursor(canvas, cursor, marks)
        hot = self.wires.hot(cursor)
        canvas.layer = Layer.TAGS
        for tag in self.atlas.tags:
            if tag.link in hot:
                canvas.write(tag.column, tag.row, tag.text, STRONG)
        near = self.wires.near(cursor)
        for ref in sorted({*near, *([] if cursor is None else [cursor])}):
            if ref in self._areas:
                self._draw_area(canvas, self._areas[ref], marked)
            elif ref in self._spots and ref in self.atlas.blocks:
                block = self.atlas.blocks[ref]
                self._draw_spot(canvas, self._spots[ref], block, marked, marks, ref in near)

    def _land_and_links(self, width: int, height: int) -> Canvas:
        canvas = Canvas(blank(width, height, self.style.ground), {})
        for row, line in enumerate(self.atlas.land):
            for column, quarters in enumerate(line):
                if quarters == FULL:
                    canvas.put(column, row, " ", Pen("text", "land"))
                elif quarters:
                    canvas.put(column, row, QUARTERS[quarters], Pen("land", "ground"))
        self.wires.draw_still(canvas)
        canvas.layer = Layer.TAGS
        for tag in () if self.style.mono else self.atlas.tags:
            canvas.write(tag.column, tag.row, tag.text, Pen("faint"))
        return canvas

    # --- places and areas ----------------------------------------------------------------------

    def _draw_spot(
        self, canvas: Canvas, spot: Spot, block: Block, marked: Marked, marks: Marks, near: bool
    ) -> None:
        """Draw the sign and the label of a place; the sign glows if something threatens the place."""
        canvas.layer = Layer.PLACES
        pen = label_pen(self.style, spot.ref, marked, near, Pen())
        sign = Pen("faint") if is_dimmed(spot.ref, marked) else self.style.coloured(spot.colour, bold=True)
        if any(mark.kind == "danger" for mark in marks.get(spot.ref, ())):
            sign = self.style.filled("warn")
        if spot.ref == marked.cursor:
            sign = cursor_pen(self.style)
        canvas.put(block.column, block.row, self.style.sign(spot.glyph, spot.letter), sign)
        canvas.write(block.label, block.row, block.text, pen)
        before = flag(self.style, spot.ref, marked)
        if before is not None and block.flag >= 0 and not _marks_first(block):
            canvas.put(block.flag, block.row, *before)

    def _draw_area(self, canvas: Canvas, area: Area, marked: Marked) -> None:
        block = self.atlas.areas.get(area.ref)
        if block is None:
            return
        canvas.layer = Layer.AREAS
        pen = label_pen(self.style, area.ref, marked, False, Pen(area.colour or "faint"))
        lit = marked.lit is not None and area.ref in marked.lit
        sign = self.style.pick("◈" if lit or area.ref == marked.cursor else "◦", "%")
        sign = self.style.pick("✓", "x") if area.ref in marked.chosen else sign
        canvas.put(block.column, block.row, sign, pen)
        canvas.write(block.label, block.row, block.text, pen)

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
