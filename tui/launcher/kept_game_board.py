"""A small picture of a game's board, laid out in a thread whenever the game or the size changes."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.strip import Strip

from lazaretto.host.lobby_protocol import Standing
from lazaretto.tui.look.styled_text import Line
from lazaretto.tui.widgets.drawn_pane import Pane

if TYPE_CHECKING:
    from lazaretto.tui.board import Picture


class Snapshot(Pane):
    """Shows the board of a game."""

    def __init__(self) -> None:
        super().__init__(id="snapshot")
        self._standing: Standing | None = None
        self._picture: Picture | None = None
        self._wanted: tuple[object, ...] = ()

    def show(self, standing: Standing | None) -> None:
        """Show another game, or none."""
        if standing is not self._standing:
            self._standing, self._picture, self._wanted = standing, None, ()
            self.repaint()

    @property
    def ready(self) -> bool:
        """Whether the layout is ready."""
        return self._picture is not None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Nothing, until the layout is ready."""
        return ()

    def rows(self, width: int, height: int) -> list[Strip]:
        """The board if it is laid out for this size; otherwise start the layout."""
        standing, app = self._standing, self.terminal
        if standing is None:
            return super().rows(width, height)
        wanted = (width, height, app.ascii_only, app.palette.mono)
        if wanted != self._wanted:
            self._wanted, self._picture = wanted, None
            self.run_worker(self._lay_out(standing, *wanted), exclusive=True)
        if self._picture is None:
            return super().rows(width, height)
        from lazaretto.tui.board import NOTHING  # noqa: PLC0415

        return self.cell_rows(self._picture.rows(standing.view, NOTHING))

    async def _lay_out(self, standing: Standing, width: int, height: int, ascii: bool, mono: bool) -> None:
        picture = await asyncio.to_thread(_picture, standing, width, height, ascii, mono)
        if self._standing is standing and self._wanted == (width, height, ascii, mono):
            self._picture = picture
            self.repaint()


def _picture(standing: Standing, width: int, height: int, ascii: bool, mono: bool) -> "Picture":
    from lazaretto.tui.board import Picture, shape_of  # noqa: PLC0415

    return Picture(shape_of(standing.view, standing.coast), width, height, ascii=ascii, mono=mono)
