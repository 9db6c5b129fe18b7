"""The base of the screens at a table with other people: talking, signals, votes, and the people menu."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual import events, work

from lazaretto.host.server.hall_messages import SIGNALS
from lazaretto.host.server.hall_protocol import TableHeard, TableSeat
from lazaretto.host.server.hall_views import (
    HallError,
    Pointer,
    Presence,
    SeatListing,
    State,
    TableView,
    VoteKind,
)
from lazaretto.rules import View
from lazaretto.tui.hall.company import FRESH, SHOWN, Company
from lazaretto.tui.hall.company_panes import CompanyPane, TalkPane, chat
from lazaretto.tui.look.styled_text import Line
from lazaretto.tui.messages import hall as say
from lazaretto.tui.shared_texts import sentence
from lazaretto.tui.widgets.min_size_screen import RoomyScreen
from lazaretto.tui.widgets.pick_list import Choice, PickScreen
from lazaretto.tui.widgets.text_page import SheetScreen

if TYPE_CHECKING:
    from lazaretto.tui.hall.hall_app import HallApp


class Entry(NamedTuple):
    """An entry of the menu."""

    words: str
    do: Callable[[], object]
    help: str = ""


def menu(screen: "CompanyScreen") -> Iterator[Entry]:
    """Everything that makes sense now."""
    company = screen.company
    seat, view, listing = company.seat, company.view, company.view.listing
    hall = cast("HallApp", screen.app).hall
    yield Entry(say.MENU_TALK(), partial(read_talk, screen))
    if not seat.watching and listing.state in (State.OPEN, State.RUNNING):
        yield Entry(say.MENU_INVITE(), screen.action_invite)
        if listing.state is State.RUNNING:
            words = say.MENU_GO_ON() if view.paused else say.MENU_PAUSE()
            yield Entry(words, lambda: screen.command(lambda: seat.pause(not view.paused)))
        for each in listing.seats:
            if each.person and each.person != company.person:
                yield from _about(screen, each, hall.bots)
    yield from _sharing(screen)
    for person in dict.fromkeys((*view.people, *(each.person for each in listing.seats))):
        if person and person != company.person:
            block = partial(hall.block, person, True)
            told = say.MENU_BLOCK.helped()
            yield Entry(say.MENU_BLOCK(about=person), partial(screen.command, block), told)
    if not seat.watching and listing.state is not State.OVER:
        close = partial(seat.propose, VoteKind.CLOSE)
        yield Entry(say.MENU_CLOSE(), partial(screen.command, close), say.MENU_CLOSE.helped())
        yield Entry(say.MENU_RESIGN(), partial(confirm_resigning, screen), say.MENU_RESIGN.helped())


def confirm_resigning(screen: "CompanyScreen") -> None:
    """Ask once more before the seat is given up."""

    def picked(number: int | None) -> None:
        if number == 1:
            screen.command(screen.company.seat.resign)

    choices = [Choice("", say.KEEP_SEAT()), Choice("", say.RESIGN_SURE(), say.MENU_RESIGN.helped())]
    screen.app.push_screen(PickScreen(say.MENU_RESIGN(), choices), picked)


def _about(screen: "CompanyScreen", about: SeatListing, bots: Sequence[str]) -> Iterator[Entry]:
    seat, person = screen.company.seat, about.person
    if about.presence is Presence.AWAY and bots and screen.company.view.listing.state is State.RUNNING:
        take_over = partial(seat.propose, VoteKind.TAKE_OVER, f"{about.number} {bots[0]}")
        told = say.MENU_TAKE_OVER.helped(bot=bots[0])
        yield Entry(say.MENU_TAKE_OVER(about=about.player), partial(screen.command, take_over), told)
    kick = partial(seat.propose, VoteKind.KICK, person)
    yield Entry(say.MENU_KICK(about=person), partial(screen.command, kick), say.MENU_KICK.helped())


def _sharing(screen: "CompanyScreen") -> Iterator[Entry]:
    """Ask to see what somebody sees, or show it to who watches."""
    company = screen.company
    seat, view, seats = company.seat, company.view, company.view.listing.seats
    if view.listing.state is not State.RUNNING:
        return
    if seat.watching:
        for each in seats:
            if each.person and each.presence is Presence.HERE and each.number != view.sees:
                ask = partial(seat.propose, VoteKind.WATCH, str(each.number))
                words = say.MENU_SEE(about=each.player)
                yield Entry(words, partial(screen.command, ask), say.MENU_SEE.helped())
        return
    for person in view.people:
        if person in view.shown_to:
            hide = partial(seat.show_to, person, False)
            yield Entry(say.MENU_HIDE(about=person), partial(screen.command, hide))
        elif person not in {each.person for each in seats}:
            show = partial(seat.show_to, person, True)
            words = say.MENU_SHOW(about=person)
            yield Entry(words, partial(screen.command, show), say.MENU_SHOW.helped())


def read_talk(screen: "CompanyScreen") -> None:
    """Show everything that was said, as far as it is still known."""
    company, scene = screen.company, screen.scene

    def page(width: int) -> list[Line]:
        return chat(company.view.chat, width, company.colours(scene), clock=True)

    screen.app.push_screen(SheetScreen(say.THE_TALK(), page, at_end=True))


class CompanyScreen(RoomyScreen[None]):
    """A screen with other people."""

    company: Company
    company_pane: CompanyPane
    talk_pane: TalkPane

    def meet(self, seat: TableSeat) -> None:
        """Show the people at the table of this seat."""
        app = cast("HallApp", self.app)
        self.company = Company(seat, app.hall.view.person, app.keymap)
        self.company_pane.company = self.talk_pane.company = self.company
        self.company.heard()
        heard = TableHeard(app.in_own_context(self._changed_view), app.in_own_context(self._pointed))
        seat.listen(heard)

    @property
    def scene(self) -> View | None:
        """What the board shows; None while there is no game."""
        return None

    def paint_company(self) -> None:
        """Draw the people and the chat again."""
        self.set_class(self.company_pane.needs_two, "told")
        for pane in (self.company_pane, self.talk_pane):
            pane.scene = self.scene
            pane.repaint()

    def seat_lost(self) -> None:
        """Go back to the hall, because the player no longer holds the seat."""
        app = cast("HallApp", self.app)
        code = self.company.seat.code
        app.leave()
        app.hall_screen.notice.say(say.NO_SEAT_ANY_MORE(code=code), bad=True)

    def _changed_view(self, view: TableView) -> None:
        if cast("HallApp", self.app).seat is not self.company.seat:
            return
        app = cast("HallApp", self.app)
        if self.company.heard():
            self.set_timer(FRESH + 0.05, self.company_changed)
            if app.settings.bell_chat and not app.app_focus:
                app.ring()
        if not self.company.seat.watching and not view.listing.yours:
            self.seat_lost()
            return
        if view.listing.state is State.CLOSED:
            cast("HallApp", self.app).leave()
            words = (
                say.TABLE_CLOSED_FOR(reason=view.listing.outcome)
                if view.listing.outcome
                else say.TABLE_CLOSED()
            )
            cast("HallApp", self.app).hall_screen.notice.say(words, bad=True)
            return
        self._look_at_seat(view)
        self.company_changed()

    def _look_at_seat(self, view: TableView) -> None:
        """Go to the seat that the person, who watches, may look at now, or back to what everybody may see."""
        company = self.company
        if view.sees == view.shows:
            company.goes_to = view.shows
        elif company.seat.watching and view.sees != company.goes_to:
            company.goes_to = view.sees
            cast("HallApp", self.app).watch_table(company.seat.code, view.sees)

    def company_changed(self) -> None:
        """Show that something has changed besides the game."""
        self.paint_company()

    def tell_news(self, words: str) -> None:
        """Show news from the hall for a while."""
        self.company.news = (words, self.company.clock())
        self.company_changed()
        self.set_timer(FRESH + 0.05, self.company_changed)

    def _pointed(self, pointer: Pointer) -> None:
        self.company.point(pointer)
        self.company_changed()
        self.set_timer(SHOWN + 0.05, self._forget)

    def _forget(self) -> None:
        self.company.forget()
        self.company_changed()

    # --- keys ------------------------------------------------------------------------------------

    def company_key(self, event: events.Key) -> bool:
        """Handle a key of a text that the player writes, or of a vote; return whether it was one."""
        company = self.company
        if company.typed is not None:
            if self.keymap.leaves(event.key, "talk"):
                return False
            text = company.press(event.key, event.character)
            if text:
                self._send(text)
            self.company_changed()
            return True
        company.message = ""
        if company.vote is not None and company.vote_action(event.key) is not None:
            self.act("vote", event.key)
            return True
        return False

    def _send(self, text: str) -> None:
        company, hall = self.company, cast("HallApp", self.app).hall
        if company.inviting:
            self.command(lambda: hall.invite(company.seat.code, text))
        else:
            side = company.side
            self.command(lambda: company.seat.say(text, side))

    def on_paste(self, event: events.Paste) -> None:
        """Insert a pasted text into the line that the player writes."""
        if self.company.typed is not None:
            self.company.typed.insert(event.text.replace("\n", " "))
            self.company_changed()

    @work
    async def command(self, command: Callable[[], Awaitable[None]]) -> None:
        """Run a command at the table; show why it is refused."""
        try:
            await command()
        except HallError as error:
            self.company.message = sentence(str(error))
        self.company_changed()

    def action_talk(self) -> None:
        """Start to write to the others."""
        self.company.write()
        self.company_changed()

    def action_invite(self) -> None:
        """Start to write the name of somebody to invite."""
        self.company.write(inviting=True)
        self.company_changed()

    def action_signal(self) -> None:
        """Say something ready-made."""
        names = tuple(SIGNALS)
        choices = [Choice(str(number), SIGNALS[each]()) for number, each in enumerate(names, 1)]

        def picked(index: int | None) -> None:
            if index is not None:
                self.command(lambda: self.company.seat.signal(names[index]))

        self.app.push_screen(PickScreen(say.SIGNAL(), choices), picked)

    def action_agree(self) -> None:
        """Agree to what somebody asks."""
        self._answer(True)

    def action_refuse(self) -> None:
        """Refuse what somebody asks."""
        self._answer(False)

    def _answer(self, agree: bool) -> None:
        vote = self.company.vote
        if vote is not None:
            self.command(lambda: self.company.seat.vote(vote.number, agree))

    def action_people(self) -> None:
        """Show the menu about the people at the table."""
        entries = tuple(menu(self))

        def picked(index: int | None) -> None:
            if index is not None:
                entries[index].do()

        choices = [Choice("", each.words, each.help) for each in entries]
        self.app.push_screen(PickScreen(say.MENU(), choices), picked)
