"""Keeps the drawing of a view, so that a move of the cursor draws only what the cursor changes."""

from dataclasses import replace

from lazaretto.rules import View
from lazaretto.tui.board.badges_and_signs import NOTHING, Marked
from lazaretto.tui.board.canvas import Canvas


class KeptDrawing:
    """A board that is drawn once for each view, without the cursor; the cursor is drawn on a copy."""

    def __init__(self, still: Canvas) -> None:
        self._still = still
        """What is the same in every view."""
        self._kept = still
        self._view: View | None = None
        self._marked = NOTHING

    def drawn(self, view: View, marked: Marked) -> Canvas:
        """Return the board for a view; who draws more on it makes a copy."""
        quiet = replace(marked, cursor=None)
        if self._view is not view or self._marked != quiet:
            self._kept = self._still.copy()
            self.draw(self._kept, view, quiet)
            self._view, self._marked = view, quiet
        if marked.cursor is None:
            return self._kept
        canvas = self._kept.copy()
        self.draw_at_cursor(canvas, view, marked)
        return canvas

    def draw(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw everything that views change, as if there were no cursor."""
        raise NotImplementedError

    def draw_at_cursor(self, canvas: Canvas, view: View, marked: Marked) -> None:
        """Draw again what looks different because the cursor is where it is."""
        raise NotImplementedError
