"""The right side of the launcher: the details of an entry, and a picture of its board.

The picture is laid out in a thread whenever the game or the size changes.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, cast

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.strip import Strip

from lazaretto.host.lobby.lobby_protocol import Lobby, LobbyError, ScenarioInfo, Standing
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.rules import View
from lazaretto.tui.launcher import entry_description
from lazaretto.tui.launcher.entries import Entry
from lazaretto.tui.look.fit_and_wrap_text import FAINT, Line, Span
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.terminal.survive_handler_errors import Contained
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import SheetPane

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto
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
        return self.cell_rows(self._picture.rows(standing.view))

    async def _lay_out(self, standing: Standing, width: int, height: int, ascii: bool, mono: bool) -> None:
        picture = await asyncio.to_thread(_picture, standing, width, height, ascii, mono)
        if self._standing is standing and self._wanted == (width, height, ascii, mono):
            self._picture = picture
            self.repaint()


def _picture(standing: Standing, width: int, height: int, ascii: bool, mono: bool) -> "Picture":
    from lazaretto.tui.board import Picture, shape_of  # noqa: PLC0415

    return Picture(shape_of(standing.view, standing.coast), width, height, ascii=ascii, mono=mono)


SOON = 0.12
"""Seconds that the cursor must rest on an entry before its details are loaded."""

LEAST_GAME = 5
LEAST_PREVIEW = 11
"""The rows that a picture needs at least: for a saved game, and for the preview of a scenario."""

CELLS_OF_A_PLACE = 25
"""With fewer cells for each place, a map would put places far from where they are."""

Known = ScenarioInfo | Faults | Standing | str | None
"""What is known of an entry: a scenario or its mistakes, the state of a saved game or why it is unknown."""


class Details(Contained, Vertical):
    """Shows the details of one entry: first what is known at once, then what must be loaded."""

    DEFAULT_CSS = """
    Details Snapshot { display: none; }
    Details.pictured Snapshot { display: block; }
    """

    class Told(Message):
        """Sent when more details of the entry are known."""

    def __init__(self) -> None:
        super().__init__(id="details")
        self.faults: Faults | None = None
        """The mistakes of the scenario shown."""
        self._entry: Entry | None = None
        self._standing: Standing | None = None
        self._reader = SheetPane(lambda _width: (), tells_more=True)
        self._snapshot = Snapshot()

    def compose(self) -> ComposeResult:
        """The text, and the picture below it."""
        yield self._reader
        yield self._snapshot

    def scroll_page(self, pages: int) -> None:
        """Scroll the text by pages, back if negative."""
        self._reader.scroll(pages * max(1, self._reader.size.height - 2))

    def show(self, entry: Entry | None, again: bool = False) -> None:
        """Show the details of an entry; with `again`, load them even if they are already shown."""
        if entry == self._entry and not again:
            return
        self._entry = entry
        self.tell(None)
        self._reader.top = 0
        if entry is not None and entry.campaign is None and not (entry.stored is not None and entry.damaged):
            self._look_into(entry, again)

    def tell(self, known: Known, standing: Standing | None = None) -> None:
        """Show what is known so far; `standing` is for the picture."""
        entry = self._entry
        self.faults = known if isinstance(known, Faults) else None
        self._standing = standing
        if entry is None:
            self._reader.page = lambda _width: [(Span(say.NOTHING_HERE(), FAINT),)]
        elif entry.found is not None:
            scenario, loaded = entry.found, known if isinstance(known, ScenarioInfo | Faults) else None
            learn = cast("Lazaretto", self.app).keymap.shown("launcher.learn")
            self._reader.page = lambda width: entry_description.scenario(scenario, loaded, width, learn)
        elif entry.campaign is not None:
            campaign = entry.campaign
            self._reader.page = lambda width: entry_description.campaign(campaign, width)
        elif entry.stored is not None:
            stored, where = entry.stored, known if isinstance(known, Standing | str) else None
            self._reader.page = lambda width: entry_description.kept(stored, where, datetime.now(), width)
        self._fit()
        self._reader.repaint()
        self.post_message(self.Told())

    def on_resize(self) -> None:
        """Adapt the picture to a new size."""
        self._fit()

    def _fit(self) -> None:
        """Give the picture the rows that the text leaves free, if they suffice."""
        width, height = self.content_size
        words = len(self._reader.page(width)) + 1
        least = LEAST_GAME if self._entry is not None and self._entry.stored is not None else LEAST_PREVIEW
        rows = height - words
        shows = self._standing is not None and rows >= least and _has_room(self._standing.view, width * rows)
        self._reader.styles.height = words if shows else "1fr"
        self.set_class(shows, "pictured")
        self._snapshot.show(self._standing if shows else None)

    @work(exclusive=True, group="details")
    async def _look_into(self, entry: Entry, again: bool) -> None:
        await asyncio.sleep(SOON)
        app = cast("Lazaretto", self.app)
        try:
            await self._load(entry, again, app.lobby)
        except Exception as error:  # nobody asked for these details: the launcher goes on without them
            app.blemish(error)

    async def _load(self, entry: Entry, again: bool, lobby: Lobby) -> None:
        if entry.found is not None:
            folder = entry.found.folder
            known = await lobby.load(folder, again=again)
            self._found_out(entry, known)
            if isinstance(known, ScenarioInfo):
                with suppress(LobbyError):
                    self._found_out(entry, known, await lobby.preview(folder))
        elif entry.stored is not None:
            try:
                standing = await lobby.standing(entry.stored)
            except LobbyError as error:
                self._found_out(entry, str(error))
            else:
                self._found_out(entry, standing, standing)

    def _found_out(self, entry: Entry, known: Known, standing: Standing | None = None) -> None:
        """Show what was loaded, if the entry is still the one shown."""
        if entry == self._entry:
            self.tell(known, standing)


def _has_room(view: View, cells: int) -> bool:
    """Whether so many cells suffice for the board of a game; a game without a board has no picture."""
    places = [thing for kind, thing in view.things.items() if view.kinds[kind].shape == "place"]
    return bool(view.kinds) and cells >= CELLS_OF_A_PLACE * sum(map(len, places))
