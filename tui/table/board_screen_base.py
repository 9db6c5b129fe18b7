"""The base of the table and replay screens: a board with panes around it, arranged by window size."""

from tui.keys.keymap import Hint
from tui.table.board_widget import BoardMap, BoardPane
from tui.table.desk_pane import DeskPane
from tui.table.pane_source import Shown
from tui.widgets.min_size_screen import RoomyScreen

SMALL = (100, 30)
"""Below this size there is little room beside the board."""
LARGE = (150, 44)
"""From this size on there is plenty of room."""


class BoardScreen(RoomyScreen[None]):
    """A screen around a board."""

    DEFAULT_CSS = """
    BoardScreen { layout: vertical; }
    BoardScreen StatusPane { height: 1; }
    BoardScreen #middle { height: 1fr; }
    BoardScreen #left { width: 1fr; }
    BoardScreen #side { width: 38; }
    BoardScreen.large #side { width: 46; }
    BoardScreen.small StatusPane { height: 2; }
    BoardScreen.small #side, BoardScreen.small #log { display: none; }
    BoardScreen.wide #side, BoardScreen.wide #log { display: none; }
    BoardScreen.boardless #side { display: none; }
    BoardScreen.boardless #below, BoardScreen.boardless.large #below { height: 1fr; }
    """

    def __init__(self, board: BoardMap) -> None:
        super().__init__()
        self._board = BoardPane(board)

    def on_resize(self) -> None:
        """Adapt to a new size, perhaps with another layout."""
        self._fit()
        self.call_after_refresh(self._paint)

    def on_screen_resume(self) -> None:
        """Redraw when the screen is shown again, because the palette may have changed."""
        self.call_after_refresh(self._paint)

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(width < SMALL[0] or height < SMALL[1], "small")
        self.set_class(width >= LARGE[0] and height >= LARGE[1], "large")
        self.set_class(not self._board.board.spots(), "boardless")

    def _paint(self) -> None:
        """Draw the current state."""
        raise NotImplementedError

    def _paint_from(self, shown: Shown | None, hints: tuple[Hint, ...]) -> None:
        """Draw every pane from the same source, and show the hints."""
        for pane in self.query(DeskPane):
            pane.desk = shown
            pane.repaint()
        self._board.desk = shown
        self._board.repaint()
        self.bar.show(hints)
