"""Draws the links of the board: faint by default, bright at the cursor, thick where they carry a mark."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from lazaretto.rules import Ref
from lazaretto.tui.board.badges import Style, inks, ordered
from lazaretto.tui.board.board_data import Link, Shape
from lazaretto.tui.board.braille_lines import Place, Route, char, far
from lazaretto.tui.board.canvas import MORE, Canvas, Ink
from lazaretto.tui.board.free_cells import Room
from lazaretto.tui.board.highlights import LIT, cursor_pen
from lazaretto.tui.board.marks import Mark
from lazaretto.tui.board.pieces_as_marks import Marked
from lazaretto.tui.look.styled_text import Pen

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
        self._members = {each.ref: frozenset(each.members) for each in shape.areas}
        self._routes, self._spots, self._style = routes, spots, style
        self._covered = covered
        """The cells that places and their names cover."""
        self._reserved = reserved
        """The cells that marks of places may cover."""
        self._at: dict[Ref, set[Ref]] = {each.ref: set() for each in shape.spots}
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
        ends = {end for each in self.hot(cursor) for end in self.links[each].ends}
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
        """Draw the links that are highlighted or marked."""
        held = [each for each in self.links.values() if each.ref in marks]
        built = {
            each.ref
            for each in held
            if self._track(canvas, each, Pen(marks[each.ref][0].colour or "text", bold=True))
        }
        lit = [each for each in self.links.values() if marked.lit is not None and each.ref in marked.lit]
        for link in lit:
            self._line(canvas, link, LIT, thick=link.ref in marked.chosen)
        for link in (self.links[each] for each in sorted(self.hot(marked.cursor))):
            own = Pen("cursor" if link.ref == marked.cursor else link.colour or "text", bold=True)
            if link.ref in marks:
                self._track(canvas, link, own)
            else:
                self._line(canvas, link, own, thick=link.ref == marked.cursor)
        for link in held:
            told = [each for each in marks[link.ref] if link.ref not in built or not _is_plain(each)]
            signs = [ink for each in ordered(told) for ink in inks(each, self._style)]
            if signs:
                self._sign(canvas, link.ref, signs, room)
        for link in lit:
            chosen = link.ref in marked.chosen
            sign = self._style.pick("✓", "x") if chosen else self._style.pick("◇", "o")
            self._sign(canvas, link.ref, [(sign, Pen("lit", bold=True, reverse=chosen))], None)
        if marked.cursor in self.links:
            sign = self._style.pick("◆", "#")
            self._sign(canvas, marked.cursor, [(sign, cursor_pen(self._style))], None)

    def _sign(self, canvas: Canvas, ref: Ref, signs: list[Ink], room: Room | None) -> None:
        """Draw signs at the middle of a link: in free cells if `room` is given, else over everything."""
        place = self._spots[ref]
        if room is None:
            canvas.inks(*place, signs)
            return
        along = sorted(self._routes[ref].cells, key=lambda each: far(each, place))
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
        free = [number for number, each in enumerate(cells) if each not in self._covered]
        if not link.one_way or not free:
            return
        number = min(free, key=lambda each: (cells[each] in self._reserved, abs(each - past)))
        one, other = cells[number // 2], cells[-1]
        if one == other:
            one, other = (self._spots[each] for each in link.ends)
        canvas.put(*cells[number], self._style.pick(*head(other[0] - one[0], other[1] - one[1])), pen)

    def hidden_heads(self) -> Iterator[Link]:
        """The one-way links that have no free cell for an arrow head."""
        for link in self.links.values():
            if link.one_way and all(each in self._covered for each in self._routes[link.ref].cells):
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
