"""The screen of a table that waits for players: who has a seat, how friends join, and the chat."""

from datetime import datetime
from typing import TYPE_CHECKING, cast

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from host.server.hall_protocol import TableSeat
from tui.hall.company_panes import CompanyPane, TalkPane
from tui.hall.company_screen import CompanyScreen
from tui.hall.hall_entries import free_seats
from tui.hall.table_description import described
from tui.launcher.hints import help_page
from tui.look.styled_text import STRONG, Line
from tui.messages import hall as say
from tui.widgets.text_page import SheetPane, SheetScreen, SheetTitle, wrapped

if TYPE_CHECKING:
    from tui.hall.hall_app import HallApp


class WaitingScreen(CompanyScreen):
    """The room in front of a table; the table opens as soon as the game begins."""

    DEFAULT_CSS = """
    WaitingScreen { layout: vertical; }
    WaitingScreen SheetTitle { height: 2; }
    WaitingScreen #about { height: 1fr; padding: 0 2; }
    WaitingScreen #talk { height: 7; }
    WaitingScreen.large #talk { height: 16; }
    """

    def __init__(self, seat: TableSeat) -> None:
        super().__init__()
        self.table_seat = seat
        self.company_pane = CompanyPane()
        self.talk_pane = TalkPane()
        self._about = SheetPane(self._described)

    def parts(self) -> ComposeResult:
        """What is known about the table, the people and the chat."""
        listing = self.table_seat.view.listing
        yield SheetTitle(say.TABLE_CODE(title=listing.title, code=listing.code))
        with Horizontal(id="about"):
            yield self._about
        yield self.company_pane
        yield self.talk_pane
        yield self.bar

    def on_mount(self) -> None:
        """Meet the people."""
        self.meet(self.table_seat)
        self.company_changed()

    def on_resize(self) -> None:
        """Adapt to a new size."""
        width, height = self.app.size
        self.set_class(width >= 100 and height >= 36, "large")

    def on_screen_resume(self) -> None:
        """Name the window after the table."""
        cast("HallApp", self.app).name_window(self.table_seat.view.listing.title)

    def _described(self, width: int) -> list[Line]:
        listing = self.table_seat.view.listing
        hall = cast("HallApp", self.app).hall.view
        waiting = say.WAITING_FOR(number=free_seats(listing))
        return [*wrapped(waiting, width, 0, STRONG), (), *described(listing, hall, datetime.now(), width)]

    def company_changed(self) -> None:
        """Show who has come; open the table when the game has begun."""
        if self.table_seat.table is not None:
            self._begin()
            return
        self._about.repaint()
        self.paint_company()
        if self.company.typed is not None:
            other = ("talk.other",) if self.company.view.side else ()
            names: tuple[str, ...] = ("talk.hint.send", *other, "typing.stop")
        else:
            names = ("waiting.talk", "waiting.signal", "waiting.invite", "waiting.people", "waiting.help")
            names += ("waiting.leave",)
        self.bar.show(self.keymap.hints(*names))

    @work(exclusive=True, group="table")
    async def _begin(self) -> None:
        app = cast("HallApp", self.app)
        if app.seat is self.table_seat:
            await app.take(self.table_seat)

    def on_key(self, event: events.Key) -> None:
        """Write, answer, or run the action of the key."""
        if self.company_key(event) or self.act("waiting", event.key):
            event.stop()

    def action_read_on(self) -> None:
        """Scroll down."""
        self._about.scroll(1)

    def action_read_back(self) -> None:
        """Scroll up."""
        self._about.scroll(-1)

    def action_help(self) -> None:
        """Show all keys."""
        page = help_page(self.keymap.page("waiting"))
        self.app.push_screen(SheetScreen(say.KEYS(), lambda _width: page))

    def action_leave(self) -> None:
        """Go back to the hall; the seat stays the player's own."""
        cast("HallApp", self.app).leave()
