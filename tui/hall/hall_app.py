"""The app of a session on a server: starts in the hall, and opens tables with other people from there."""

from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

from textual import work
from textual.driver import Driver
from textual.screen import Screen

from lazaretto.host import SeatClient, Sitting, StoreError, sit_down
from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.server.hall_protocol import Hall, TableSeat
from lazaretto.host.server.hall_views import HallError, HallView, State, TableListing, TableOrder
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules import RuleError
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.app_for_screens import LONG, NOTHING
from lazaretto.tui.base_app import GameApp
from lazaretto.tui.hall.hall_entries import free_seats
from lazaretto.tui.hall.hall_screen import HallScreen
from lazaretto.tui.hall.hall_table_screen import CompanyScreen, HallEndingScreen, HallTableScreen
from lazaretto.tui.messages import hall as say
from lazaretto.tui.shared_texts import sentence


class HallApp(GameApp):
    """One person's screen on a server."""

    def __init__(
        self,
        hall: Hall,
        *,
        code: str = "",
        forced: Mapping[str, object] = NOTHING,
        environ: Mapping[str, str] = NOTHING,
        notices: Sequence[str] = (),
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.hall = hall
        self.seat: TableSeat | None = None
        """The person's place at the table that is open."""
        self._code = code
        """The code of a table to join right after the start."""
        self._awaited = ""
        """The code of a table that the person waits for in the hall."""
        self._going = ""
        """The code of the table that is being opened."""
        self._seen = hall.view
        super().__init__(
            hall.settings,
            forced=forced,
            environ=environ,
            notices=notices,
            on_crash=on_crash,
            driver_class=driver_class,
        )

    def get_default_screen(self) -> Screen[Any]:
        """The hall is at the bottom of the screen stack."""
        return HallScreen()

    def on_mount(self) -> None:
        """Listen to the hall."""
        self.hall.listen(self.in_own_context(self._heard))

    @property
    def hall_screen(self) -> HallScreen:
        """The screen at the bottom of the stack."""
        return cast("HallScreen", self.screen_stack[0])

    def begin(self) -> bool:
        """Join the table that was asked for at the start; return whether there is one."""
        code, self._code = self._code, ""
        if code:
            self.join(code)
        return bool(code)

    def exit(self, *arguments: Any, **named: Any) -> None:
        """Leave the table and the hall, and exit."""
        self.stand_up()
        self.hall.leave()
        super().exit(*arguments, **named)

    async def keep(self, settings: Settings) -> None:
        """Save the settings of the person."""
        try:
            await self.hall.keep(settings)
        except HallError as error:
            self.notify(str(error), severity="warning", markup=False)

    # --- news ------------------------------------------------------------------------------------

    def _heard(self, view: HallView) -> None:
        """Show a change in the hall; at a table, tell only what concerns the person."""
        before = {table.code: table for table in self._seen.tables}
        if view.announcement and view.announcement != self._seen.announcement and self.seat is not None:
            self._news(say.ANNOUNCED(text=view.announcement))
        self._seen = view
        here = self.seat.code if self.seat is not None else self._going
        for table in view.tables:
            old = before.get(table.code)
            if table.code in (here, self._awaited):
                continue
            if table.your_turn and not (old is not None and old.your_turn):
                self._news(say.TURN_ELSEWHERE(code=table.code, title=table.title))
            elif table.invited and not table.yours and not (old is not None and old.invited):
                self._news(say.INVITATION(code=table.code, title=table.title, person=table.made_by))
        if self.hall_screen.is_current:
            self.hall_screen.look_again()
            if self._awaited and not self.hall_screen.notice.typing:
                self._tell_awaited()

    def _news(self, words: str) -> None:
        if isinstance(self.screen, CompanyScreen | HallEndingScreen):
            self.screen.tell_news(words)
        elif self.screen is self.hall_screen and not self.hall_screen.notice.typing:
            self.hall_screen.notice.say(words)
        else:
            self.notify(words, timeout=LONG, markup=False)
        if self.settings.bell and not self.app_focus:
            self.ring()

    # --- tables ----------------------------------------------------------------------------------

    def join(self, code: str) -> None:
        """Go to a table and take a seat there."""
        self._go(code, lambda: self.hall.join(code))

    def watch_table(self, code: str, seat: int | None = None) -> None:
        """Watch a table, or with its owner's leave one seat of it."""
        self._go(code, lambda: self.hall.watch(code, seat))

    @work(exclusive=True, group="table")
    async def _go(self, code: str, find: Callable[[], Awaitable[TableSeat | None]]) -> None:
        notice = self.hall_screen.notice
        notice.say(say.GOING())
        self._going = code.upper()
        try:
            seat = await find()
            notice.say("")
            await self._arrive(code, seat)
        except HallError as error:
            notice.say(sentence(str(error)), bad=True)
        finally:
            self._going = ""

    async def _arrive(self, code: str, seat: TableSeat | None) -> None:
        """Show a table; while it has free seats, wait for it in the hall."""
        if seat is None:
            self.go_home()
            self._awaited = code.upper()
            self.hall_screen.look_again(self._awaited)
            self._tell_awaited()
            return
        try:
            sitting = await sit_down(seat.table)
        except CancelledError:
            seat.leave()
            raise
        except (RuleError, StoreError) as error:
            seat.leave()
            self.hall_screen.notice.say(sentence(str(error)), bad=True)
        else:
            self._awaited = ""
            self.hall.look_at_lists(False)
            self.seat_at(sitting, HallTableScreen(sitting, seat))
            self.seat = seat

    def _tell_awaited(self) -> None:
        """Say how many players the table waits for; go there when the game begins."""
        table = next((each for each in self.hall.view.tables if each.code == self._awaited), None)
        if table is None:
            self._awaited = ""
        elif table.state is State.OPEN:
            self.hall_screen.notice.say(say.WAITS(code=table.code, number=free_seats(table)))
        elif self.seat is None and self.screen is self.hall_screen:
            self._awaited = ""
            self.join(table.code)

    def stand_up(self) -> None:
        """Leave the table; the seat stays the person's own."""
        super().stand_up()
        if self.seat is not None:
            self.seat.listen(None)
            self.seat.leave()
            self.seat = None

    def show_table_form(self, found: FoundScenario, program: ScenarioInfo) -> None:
        """Set up a new table."""
        self._show_form(found, program, None)

    def _show_form(self, found: FoundScenario, program: ScenarioInfo, last: TableListing | None) -> None:
        """Set up a table, one like the last for the same people if there was one."""
        from lazaretto.tui.hall.table_form import TableForm  # noqa: PLC0415
        from lazaretto.tui.launcher.setup_screen import SetupScreen  # noqa: PLC0415

        form = TableForm(found.folder, program, self.hall.bots)
        invited: tuple[str, ...] = ()
        if last is not None:
            form.repeat(last, self.hall.view.person)
            invited = self._others_at(last)
        make = partial(self._make, invited=invited)
        self.push_screen(SetupScreen(found, form, self.hall.load, make))

    def _others_at(self, listing: TableListing) -> tuple[str, ...]:
        people = (seat.person for seat in listing.seats)
        return tuple(dict.fromkeys(person for person in people if person not in ("", self.hall.view.person)))

    async def _make(self, order: TableOrder, invited: Sequence[str] = ()) -> None:
        code = await self.hall.make(order)
        for person in invited:
            with suppress(HallError):  # a guest who has left, for instance
                await self.hall.invite(code, person)
        if self.seat is not None:
            self.go_home()
        await self._arrive(code, await self.hall.join(code))

    def show_end(self, sitting: Sitting, seat: SeatClient) -> None:
        """Show how a game ended."""
        if self.seat is None:
            super().show_end(sitting, seat)
        else:
            self.push_screen(HallEndingScreen(sitting, seat, self.seat))

    @work(exclusive=True, group="table")
    async def again(self, listing: TableListing) -> None:
        """Join the table that one of the same people has made since, or set up one like the last."""
        others = self._others_at(listing)
        for table in self.hall.view.tables:
            made = table.scenario == listing.scenario and table.made_by in others and table.invited
            if made and table.state is State.OPEN:
                self.go_home()
                self.join(table.code)
                return
        games = await self.hall.scenarios()
        scenario = next((game for game in games if game.name == listing.scenario), None)
        program = None if scenario is None else await self.hall.load(scenario.folder)
        if scenario is None or not isinstance(program, ScenarioInfo):
            self.notify(say.NO_SCENARIO(), severity="warning", markup=False)
            return
        self._show_form(scenario, program, listing)

    @work(exclusive=True, group="table")
    async def show_record(self, code: str) -> None:
        """Replay a finished game."""
        try:
            showing = await self.hall.replay(code)
        except HallError as error:
            self.hall_screen.notice.say(sentence(str(error)), bad=True)
        else:
            self.show_playback(showing)
