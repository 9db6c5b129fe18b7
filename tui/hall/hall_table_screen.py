"""The screens at a table with other people: the game amid the people and their talk, and its end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, cast

from textual import events, work
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical

from lazaretto.host import Moment, SeatClient, Sitting
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
from lazaretto.rules import ChoiceError, View
from lazaretto.tui.hall.table_company import FRESH, SHOWN, Company, CompanyPane, TalkPane, chat
from lazaretto.tui.hall.table_description import players
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.look.fit_and_wrap_text import Line
from lazaretto.tui.messages import hall as say
from lazaretto.tui.reading.ending_screen import EndingScreen, VerdictPane
from lazaretto.tui.shared_texts import sentence
from lazaretto.tui.table.answers.answer_editor import Question
from lazaretto.tui.table.answers.name_typing import begins_a_name, letters_write
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.room_division import Window
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.sheets import Choice, PickScreen, SheetScreen

if TYPE_CHECKING:
    from lazaretto.tui.hall.hall_app import HallApp


class Entry(NamedTuple):
    """An entry of the menu."""

    words: str
    do: Callable[[], object]
    help: str = ""


class CompanyScreen(RoomyScreen[None]):
    """A screen with other people."""

    company: Company
    company_pane: CompanyPane
    talk_pane: TalkPane

    @property
    def lazaretto(self) -> "HallApp":
        """The app, with its actual type."""
        return cast("HallApp", self.app)

    def meet(self, seat: TableSeat) -> None:
        """Show the people at the table of this seat."""
        app = self.lazaretto
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
        app = self.lazaretto
        code = self.company.seat.code
        app.leave()
        app.hall_screen.notice.say(say.NO_SEAT_ANY_MORE(code=code), bad=True)

    def _changed_view(self, view: TableView) -> None:
        app = self.lazaretto
        if app.seat is not self.company.seat:
            return
        if self.company.heard():
            self.set_timer(FRESH + 0.05, self.company_changed)
            if app.settings.bell_chat and not app.app_focus:
                app.ring()
        if not self.company.seat.watching and not view.listing.yours:
            self.seat_lost()
            return
        if view.listing.state is State.CLOSED:
            app.leave()
            words = (
                say.TABLE_CLOSED_FOR(reason=view.listing.outcome)
                if view.listing.outcome
                else say.TABLE_CLOSED()
            )
            app.hall_screen.notice.say(words, bad=True)
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
            self.lazaretto.watch_table(company.seat.code, view.sees)

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
        company, hall = self.company, self.lazaretto.hall
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
        choices = [Choice(str(number), SIGNALS[name]()) for number, name in enumerate(names, 1)]

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
        entries = tuple(self._menu())

        def picked(index: int | None) -> None:
            if index is not None:
                entries[index].do()

        choices = [Choice("", entry.words, entry.help) for entry in entries]
        self.app.push_screen(PickScreen(say.MENU(), choices), picked)

    # --- the menu about the people -----------------------------------------------------------------

    def _menu(self) -> Iterator[Entry]:
        """Everything that makes sense now."""
        company = self.company
        seat, view, listing = company.seat, company.view, company.view.listing
        hall = self.lazaretto.hall
        yield Entry(say.MENU_TALK(), self._read_talk)
        if not seat.watching and listing.state in (State.OPEN, State.RUNNING):
            yield Entry(say.MENU_INVITE(), self.action_invite)
            if listing.state is State.RUNNING:
                words = say.MENU_GO_ON() if view.paused else say.MENU_PAUSE()
                yield Entry(words, lambda: self.command(lambda: seat.pause(not view.paused)))
            for each in listing.seats:
                if each.person and each.person != company.person:
                    yield from self._about(each, hall.bots)
        yield from self._sharing()
        for person in dict.fromkeys((*view.people, *(each.person for each in listing.seats))):
            if person and person != company.person:
                block = partial(hall.block, person, True)
                text = say.MENU_BLOCK.helped()
                yield Entry(say.MENU_BLOCK(about=person), partial(self.command, block), text)
        if not seat.watching and listing.state is not State.OVER:
            close = partial(seat.propose, VoteKind.CLOSE)
            yield Entry(say.MENU_CLOSE(), partial(self.command, close), say.MENU_CLOSE.helped())
            yield Entry(say.MENU_RESIGN(), self._confirm_resigning, say.MENU_RESIGN.helped())

    def _confirm_resigning(self) -> None:
        """Ask once more before the seat is given up."""

        def picked(number: int | None) -> None:
            if number == 1:
                self.command(self.company.seat.resign)

        choices = [Choice("", say.KEEP_SEAT()), Choice("", say.RESIGN_SURE(), say.MENU_RESIGN.helped())]
        self.app.push_screen(PickScreen(say.MENU_RESIGN(), choices), picked)

    def _about(self, about: SeatListing, bots: Sequence[str]) -> Iterator[Entry]:
        seat, person = self.company.seat, about.person
        if about.presence is Presence.AWAY and bots and self.company.view.listing.state is State.RUNNING:
            take_over = partial(seat.propose, VoteKind.TAKE_OVER, f"{about.number} {bots[0]}")
            text = say.MENU_TAKE_OVER.helped(bot=bots[0])
            yield Entry(say.MENU_TAKE_OVER(about=about.player), partial(self.command, take_over), text)
        kick = partial(seat.propose, VoteKind.KICK, person)
        yield Entry(say.MENU_KICK(about=person), partial(self.command, kick), say.MENU_KICK.helped())

    def _sharing(self) -> Iterator[Entry]:
        """Ask to see what somebody sees, or show it to who watches."""
        company = self.company
        seat, view, seats = company.seat, company.view, company.view.listing.seats
        if view.listing.state is not State.RUNNING:
            return
        if seat.watching:
            for each in seats:
                if each.person and each.presence is Presence.HERE and each.number != view.sees:
                    ask = partial(seat.propose, VoteKind.WATCH, str(each.number))
                    words = say.MENU_SEE(about=each.player)
                    yield Entry(words, partial(self.command, ask), say.MENU_SEE.helped())
            return
        for person in view.people:
            if person in view.shown_to:
                hide = partial(seat.show_to, person, False)
                yield Entry(say.MENU_HIDE(about=person), partial(self.command, hide))
            elif person not in {each.person for each in seats}:
                show = partial(seat.show_to, person, True)
                words = say.MENU_SHOW(about=person)
                yield Entry(words, partial(self.command, show), say.MENU_SHOW.helped())

    def _read_talk(self) -> None:
        """Show everything that was said, as far as it is still known."""
        company, scene = self.company, self.scene

        def page(width: int) -> list[Line]:
            return chat(company.view.chat, width, company.colours(scene), clock=True)

        self.app.push_screen(SheetScreen(say.THE_TALK(), page, at_end=True))


_OURS = frozenset(f"hall_table.{each}" for each in ("talk", "signal", "point", "people"))


PLAYING = (
    *("hall_table.talk", "table.help", "table.leave"),
    *("hall_table.point", "hall_table.people", "table.views"),
)
"""The hints for a player, after those of the question; in a small window the last ones do not fit."""
WATCHING = (
    *("table.hint.look", "hall_table.talk", "hall_table.people"),
    *("table.help", "table.views", "table.leave"),
)
"""The hints for a spectator."""


HESITATION = 0.25
"""Seconds in which nobody can have read a new question; an earlier key was meant for the one before."""


class HallTableScreen(TableScreen, CompanyScreen):
    """Shows a game with other people."""

    DEFAULT_CSS = """
    HallTableScreen #talking #log { width: 1fr; height: 3fr; }
    HallTableScreen #talk { width: 1fr; height: 2fr; }
    HallTableScreen.unlogged #talking, HallTableScreen.wide #talking { display: none; }
    HallTableScreen.large #talk { height: 3fr; }
    HallTableScreen.told #company { height: 2; }
    """

    def __init__(self, sitting: Sitting, seat: TableSeat) -> None:
        super().__init__(sitting)
        self.table_seat = seat
        self.company_pane = CompanyPane()
        self.talk_pane = TalkPane()
        self._changed_at = 0.0
        """When somebody else last changed what the player is asked."""
        self._own_change = False
        """Whether the player's own choice is being made."""
        self._was_asked = False
        """Whether the player has been told that it is their turn."""
        self.desk.contexts = ("hall_table", "table", "pick")

    def parts(self) -> ComposeResult:
        """The panes of every table, with a line about the people and the chat."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self._board
                yield self.advice.pane
                yield HandPane(id="hand")
                yield self.company_pane
                with Horizontal(id="below"):
                    yield MenuPane(id="menu")
                    with Vertical(id="talking"):
                        yield LogPane(id="log")
                        yield self.talk_pane
            yield SidePane(id="side")
        yield self.bar

    def on_mount(self) -> None:
        """Meet the people."""
        self.meet(self.table_seat)
        self.company.latest.start(self.sitting.seats[0].look().view)

    def window(self) -> Window:
        """The window without the lines about the people."""
        return replace(super().window(), taken=3 if self.company_pane.needs_two else 2)

    @property
    def scene(self) -> View | None:
        """What the board shows."""
        return self.desk.view

    def company_changed(self) -> None:
        """Draw the people and the chat, and the board if they show something else there."""
        if not self.is_mounted or self._behind:
            return
        if self.company.pointed(self.desk.view) != self.desk.pointed:
            self._paint()
            return
        self._note_letters()
        self.bar.show(self.keymap.hints(*self._hints(), writing=letters_write(self.desk)))
        self.paint_company()

    def _note_letters(self) -> None:
        """Note whether the game asks something whose options have the letters of a vote."""
        question = self.desk.question
        letters = {row.letter for row in question.rows} if question is not None else set()
        votes = (self.keymap.keys(each)[0] for each in ("vote.agree", "vote.refuse"))
        self.company.answering = any(vote in letters for vote in votes)

    def _paint(self) -> None:
        if not hasattr(self, "company"):
            return
        self._note_letters()
        self.desk.pointed = self.company.pointed(self.desk.view)
        super()._paint()
        self.company_pane.small = self.has_class("unlogged") or self.has_class("wide")
        self.paint_company()

    def _hints(self) -> tuple[str, ...]:
        if self.company.typed is not None:
            other = ("talk.other",) if self.company.view.side else ()
            return ("talk.hint.send", *other, "typing.stop")
        usual = super()._hints()
        if self.desk.scene is not None or self.desk.typed is not None:
            return usual
        if self.table_seat.watching:
            return WATCHING
        idle = {"table.others"} if len(self.sitting.seats) == 1 else set()
        idle |= set() if self.desk.asked else {"table.back"}
        usual = tuple(each for each in usual if each not in idle)
        at = usual.index("table.undo") + 1
        return tuple(dict.fromkeys((*usual[:at], *PLAYING, *usual[at:])))

    def _key_page(self) -> Sequence[tuple[str, tuple[Hint, ...]]]:
        return (*super()._key_page(), *self.keymap.page("hall_table"))

    def _heard(self, moments: Sequence[Moment]) -> None:
        self.company.latest.note(self.sitting.seats[0].look().view)
        super()._heard(moments)

    def _settle(self) -> None:
        """Note when the question becomes another one by what somebody else does."""
        before = self.desk.question
        super()._settle()
        after = self.desk.question
        if not self._own_change and not self._busy and _asks(before) != _asks(after):
            self._changed_at = monotonic()

    async def _changed(self, change: Callable[[], Awaitable[None]]) -> None:
        async def change_and_hear() -> None:
            await change()
            await asyncio.sleep(0)  # updates that came before the answer are heard first

        self._own_change = True
        try:
            await super()._changed(change_and_hear)
        finally:
            self._own_change = False

    def _announce(self) -> None:
        """Say once that it is the player's turn: in the window title, by the bell, and by a notice."""
        asked, decision = self.desk.wanted, self.desk.sight.view.decision
        title, app = self.sitting.title, self.lazaretto
        if asked:
            app.name_window(say.WINDOW_YOUR_TURN(title=title))
        elif decision is not None:
            app.name_window(say.WINDOW(player=decision.player, title=title))
        else:
            app.name_window(title)
        if asked and not self._was_asked and not self.app.app_focus:
            if app.settings.bell:
                app.ring()
            app.show_notice(app.settings.notice, title, say.NOTICE_TURN())
        self._was_asked = asked

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Handle the keys that concern the people; the table handles the others."""
        if (self.desk.typed is not None and self.company.typed is None) or self._behind:
            return
        if self.company.typed is None and self.desk.rest.takes(event.key, event.character, monotonic()):
            event.stop()
            event.prevent_default()
            return
        if self.company_key(event):
            event.stop()
            event.prevent_default()
            return
        if begins_a_name(self.desk, event.key, event.character):
            return
        if self.keymap.action("hall_table", event.key) in _OURS:
            event.stop()
            event.prevent_default()
            self.act("hall_table", event.key)
            self._paint()
        elif monotonic() - self._changed_at < HESITATION and self.desk.question is not None:
            event.stop()
            event.prevent_default()  # meant for what was asked before

    def commands(self) -> Iterable[SystemCommand]:
        """The table's command palette entries, and those about the people."""
        yield from super().commands()
        for each in ("talk", "signal", "point", "people"):
            yield SystemCommand(*self.keymap.palette(f"hall_table.{each}"), getattr(self, f"action_{each}"))

    def action_point(self) -> None:
        """Show the others the place under the cursor."""
        ref = self.desk.cursor
        if ref is None or self.table_seat.watching:
            self.desk.say(say.NOTHING_TO_POINT(), warning=True)
            return
        self.table_seat.point(ref)
        self.desk.say(say.YOU_POINT(place=label_of(self.desk.view, ref)))

    async def _undone(self) -> None:
        """Undo the last choice, or ask the others to agree."""
        try:
            await self.table_seat.undo()
        except HallError as error:
            raise ChoiceError(str(error)) from None
        me = self.company.person
        if any(vote.kind is VoteKind.UNDO and vote.by == me for vote in self.company.view.votes):
            self.desk.say(say.YOU_ASK())
            self._paint()

    def action_leave(self) -> None:
        """Go back to the hall; the seat stays the player's own."""
        self.lazaretto.leave()


def _asks(question: Question | None) -> tuple[str, tuple[str, ...]] | None:
    """What a question asks, to compare it with another one."""
    if question is None:
        return None
    return question.decision.prompt, tuple(option.key for option in question.decision.options)


PLAYED = ("hall_ending.again", "ending.replay", "hall_ending.hint.hall", "ending.table")
WATCHED = ("hall_ending.hint.hall", "ending.table")
FURTHER = ("ending.log", "ending.help", "ending.hint.mark")


class HallEndingScreen(EndingScreen):
    """Shows how a game with other people ended."""

    context = "hall_ending"

    def __init__(self, sitting: Sitting, seat: SeatClient, table_seat: TableSeat) -> None:
        self._table_seat = table_seat
        super().__init__(sitting, seat)
        self.hints = (*(WATCHED if table_seat.watching else PLAYED), *FURTHER)

    def make_verdict(self) -> VerdictPane:
        """The result, with the names of those who played."""
        seat = self._table_seat
        return VerdictPane(self._sight, self.sitting.name, players(seat.view.listing), seat.watching)

    def tell_news(self, words: str) -> None:
        """Show news from the hall."""
        self.verdict.said = words
        self.verdict.repaint()

    def action_again(self) -> None:
        """Set up a table like this one for the same people."""
        if not self._table_seat.watching:
            cast("HallApp", self.app).again(self._table_seat.view.listing)
