"""Lists links in words below a board of small cells, `a1 → d4`: nobody could follow lines between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lazaretto.rules import Ref
from lazaretto.tui.board.badges import Style
from lazaretto.tui.board.board_data import Link, Shape
from lazaretto.tui.board.braille_lines import Place
from lazaretto.tui.board.canvas import Canvas
from lazaretto.tui.board.highlights import label_pen
from lazaretto.tui.board.pieces_as_marks import Marked
from lazaretto.tui.board.tile_layout import Tile
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.styled_text import Pen

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
    if not tiles or any(each.framed for each in tiles.values()):
        return {}
    names = {each.ref: each.name if len(each.name) <= LONGEST else each.code for each in shape.spots}
    if ascii:
        names = {ref: plain(name) for ref, name in names.items()}
    wanted = [
        ListedLink(each, 0, 0, *(names[end] for end in each.ends))
        for each in shape.links
        if each.one_way or not _touch(*(tiles[end] for end in each.ends))
    ]
    top, bottom = (choose(each.row for each in tiles.values()) for choose in (min, max))
    rows = [*range(bottom + 2, height), *reversed(range(top - 1))]
    lines = list(_lines(wanted, width))
    if len(lines) > len(rows) or any(each.width + GAP > width for each in wanted):
        return {}
    return {
        each.link.ref: each for line, row in zip(lines, rows, strict=False) for each in _at(line, row, width)
    }


def _touch(one: Tile, other: Tile) -> bool:
    return abs(one.row - other.row) <= 1 and abs(one.column - other.column) <= one.width


def _lines(wanted: Sequence[ListedLink], width: int) -> Iterator[list[ListedLink]]:
    """Split links into lines that fit the width."""
    line: list[ListedLink] = []
    for each in wanted:
        if line and sum(one.width + GAP for one in (*line, each)) > width:
            yield line
            line = []
        line.append(each)
    if line:
        yield line


def _at(line: Sequence[ListedLink], row: int, width: int) -> Iterator[ListedLink]:
    """Put the links of a line into the middle of a row."""
    column = (width - sum(each.width + GAP for each in line)) // 2
    for each in line:
        yield ListedLink(each.link, column, row, each.first, each.last)
        column += each.width + GAP
