"""The base of the table and replay screens: a board with panes around it, arranged by window size."""

from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.pages.info_pages import help_page
from lazaretto.tui.table.panes.base_pane import DeskPane, Shown
from lazaretto.tui.table.panes.board_pane import BoardMap, BoardPane
from lazaretto.tui.table.panes.room_division import (
    Divided,
    Division,
    Window,
    before_any,
    is_small,
    status_rows,
)
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.sheets import SheetScreen

LARGE = (150, 44)
"""From this size on there is plenty of room."""


class BoardScreen(RoomyScreen[None]):
    """A screen around a board."""

    DEFAULT_CSS = """
    BoardScreen { layout: vertical; }
    BoardScreen StatusPane { height: 1; }
    BoardScreen #middle { height: 1fr; }
    BoardScreen #left { width: 1fr; }
    BoardScreen.small #side, BoardScreen.unlogged #log { display: none; }
    BoardScreen.wide #side, BoardScreen.wide #log { display: none; }
    BoardScreen.boardless #side { display: none; }
    """

    def __init__(self, board: BoardMap) -> None:
        super().__init__()
        self._board = BoardPane(board)
        self._divided = Divided()
        self._given: Division | None = None
        """The room that the panes have."""

    def on_resize(self) -> None:
        """Adapt to a new size, perhaps with another layout."""
        self._fit()
        self.call_after_refresh(self._paint)

    def on_screen_resume(self) -> None:
        """Redraw when the screen is shown again, because the palette may have changed."""
        self.call_after_refresh(self._paint)

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(is_small(width, height), "small")
        self.set_class(width >= LARGE[0] and height >= LARGE[1], "large")
        self.set_class(not self._board.board.spots(), "boardless")

    def on_side_pane_asked(self, message: SidePane.Asked) -> None:
        """Show help on what was clicked in the panel."""
        self.app.push_screen(SheetScreen(say.HELP(), help_page(message.topic, ())))

    def _paint(self) -> None:
        """Draw the current state."""
        raise NotImplementedError

    def _paint_from(self, shown: Shown | None, hints: tuple[Hint, ...]) -> None:
        """Draw every pane from the same source, and show the hints."""
        if self.is_attached:
            self._arrange(shown)
        for pane in self.walk_children(DeskPane):
            pane.desk = shown
            pane.repaint()
        self._board.desk = shown
        self._board.repaint()
        self.bar.show(hints)

    def window(self) -> Window:
        """The window, and what in it is not free for the panes around the board."""
        columns, rows = self.app.size
        alone, boardless = self.has_class("wide"), self.has_class("boardless")
        return Window(columns, rows, 1, alone=alone, boardless=boardless)

    def _arrange(self, shown: Shown | None) -> None:
        """Give each pane the room that its contents need; behind a curtain, the room that it often needs."""
        window = self.window()
        if shown is None:
            division = before_any(window)
        elif isinstance(shown, Desk):
            division = self._divided.among(shown, window)
            shown.logged = bool(division.log)
        else:
            log = int(not is_small(window.columns, window.rows))
            status = status_rows(shown, window.columns, window.side)
            division = Division(status, 0, 0, log, window.side)
        if division != self._given:
            self._given = division
            self._give(division)

    def _give(self, found: Division) -> None:
        """Set the sizes of the panes."""
        self.set_class(not found.log, "unlogged")
        self._board.drawn_for = found.board
        sizes = (
            ("#status", "height", found.status),
            ("#hand", "height", found.hand),
            ("#below", "height", found.below),
            ("#side", "width", found.side),
            ("#below>#log", "width", found.log),
            ("#talking", "width", found.log),
        )
        for selector, name, size in sizes:
            for widget in self.query(selector):
                setattr(widget.styles, name, size)
