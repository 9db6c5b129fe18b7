"""The board widget: lays the board out in a thread when its size changes, and draws it from the desk."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import cast

from textual import events, work
from textual.message import Message
from textual.strip import Strip

from lazaretto.rules import Ref, View
from lazaretto.tui.board import Direction, Marked, Picture, Shape, shape_of
from lazaretto.tui.board.ascii_signs import likenesses
from lazaretto.tui.board.board_data import Outlines, places_of
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.fit_and_wrap_text import FAINT, Line, Span
from lazaretto.tui.table.panes.base_pane import Shown
from lazaretto.tui.table.panes.side_pane import table_lines
from lazaretto.tui.widgets.drawn_pane import NEVER, Pane

MARGIN = 1
"""How many rows of a picture are shown above and below what is marked, if only a part is shown."""


class BoardMap:
    """What a desk knows of the board: always the shape, and the picture once it is laid out."""

    def __init__(self, shape: Shape) -> None:
        self.picture: Picture | None = None
        self._things: object = None
        self._take(shape)

    def _take(self, shape: Shape) -> None:
        self.shape = shape
        self._names = (
            *((spot.ref, spot.name, spot.code) for spot in shape.spots),
            *((area.ref, area.name, area.code) for area in shape.areas),
            *((link.ref, link.name, "") for link in shape.links),
        )
        self._spots = dict.fromkeys(ref for ref, _, _ in self._names)

    def follow(self, view: View) -> bool:
        """Take over labels and positions that follow the game; return whether the board changed by that."""
        if view.things is self._things:
            return False
        self._things = view.things
        shown = {(Ref(kind, thing.key), narrow(thing.label), thing.at) for kind, thing in places_of(view)}
        if all((spot.ref, spot.name, spot.at) in shown for spot in self.shape.spots):
            return False
        shape = shape_of(view, self.shape.coast)
        if shape.spots == self.shape.spots:
            return False
        self._take(shape)
        return True

    def spots(self) -> Collection[Ref]:
        """Everything that the cursor can go to."""
        return self._spots.keys()

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        """Every place, area and link with its name and its code."""
        return self._names

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        """The next spot in a direction."""
        if self.picture is None:
            return start
        return self.picture.toward(start, cast(Direction, direction), among)

    def lying(self, start: Ref, direction: str, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in a direction, the best first."""
        return self.picture.lying(start, cast(Direction, direction), among) if self.picture else ()

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in reading order."""
        return self.picture.order(among) if self.picture is not None else tuple(among)


def map_of(view: View, coast: Outlines) -> BoardMap:
    """The board of a game."""
    return BoardMap(shape_of(view, coast))


class BoardPane(Pane):
    """The board."""

    class Clicked(Message):
        """Sent when the player clicks a spot."""

        def __init__(self, ref: Ref) -> None:
            super().__init__()
            self.ref = ref

    def __init__(self, board: BoardMap) -> None:
        super().__init__(id="board")
        self.board = board
        self.desk: Shown | None = None
        self.drawn_for = 0
        """The rows that the board is drawn for; 0: those of the pane. If it has fewer, they show a part."""
        self._first = 0
        """The first row of the picture that is shown."""
        self._wanted = (0, 0, False, False)
        """The parameters of the current or last layout: columns, rows, ASCII, without colours."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Shown until the board is laid out; where there is none, the table without it."""
        if self.desk is None or self.board.spots():
            return [(Span("…", FAINT),)]
        return table_lines(self.desk.view, width, height)

    def rows(self, width: int, height: int) -> list[Strip]:
        """The board if it is laid out for this size; in a new style, the old one until the new is ready."""
        picture = self.board.picture
        if self.desk is not None and self.terminal.ascii_only:
            self.terminal.learn_signs(likenesses(self.desk.view))
        if self.desk is None or (not self.board.spots() and self._alone):
            return super().rows(width, height)
        if self.board.follow(self.desk.view):
            self._wanted = (0, 0, False, False)
        self._lay_out(width, self._drawn_rows(height))
        if picture is None or (picture.width, picture.height) != (width, self._drawn_rows(height)):
            return super().rows(width, height)
        self._first = part_with(picture, self.desk.marked, self._first, height)
        drawn = picture.rows(self.desk.view, self.desk.marked)
        return self.cell_rows(drawn[self._first : self._first + height])

    def _drawn_rows(self, height: int) -> int:
        """The rows of the picture for a height of the pane."""
        return max(height, self.drawn_for)

    @property
    def _alone(self) -> bool:
        """Whether no side panel tells of players and piles."""
        beside = self.screen.query("#side")
        return not any(widget.display for widget in beside)

    @property
    def laid_out(self) -> bool:
        """Whether the picture for the current size is ready."""
        if not self.board.spots() and self._alone:
            return True
        picture = self.board.picture
        width, height = self.size
        return picture is not None and (picture.width, picture.height) == (width, self._drawn_rows(height))

    def _lay_out(self, width: int, height: int) -> None:
        """Start to lay out the board for this size and style, unless that is done or under way."""
        app = self.terminal
        wanted = (width, height, app.ascii_only, app.palette.mono)
        if wanted != self._wanted:
            self._wanted = wanted
            self._laid_out()

    @work(exclusive=True)
    async def _laid_out(self) -> None:
        shape = self.board.shape
        width, height, ascii, mono = self._wanted
        self.board.picture = await asyncio.to_thread(
            lambda: Picture(shape, width, height, ascii=ascii, mono=mono)
        )
        self._made_for = NEVER
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Report the clicked spot."""
        if self.board.picture is not None:
            ref = self.board.picture.at(event.x, event.y + self._first)
            if ref is not None:
                self.post_message(self.Clicked(ref))


def part_with(picture: Picture, marked: Marked, first: int, height: int) -> int:
    """The first row to show of a picture that is higher than its pane: the part shows what is marked.

    It moves no further than necessary.
    """
    spots = [each.ref for each in marked.pointed] or ([marked.cursor] if marked.cursor is not None else [])
    rows = [spot[1] for ref in spots if (spot := picture.where(ref)) is not None]
    if rows:
        first = max(first, max(rows) + MARGIN + 1 - height)
        first = min(first, min(rows) - MARGIN)
    return max(0, min(first, picture.height - height))
