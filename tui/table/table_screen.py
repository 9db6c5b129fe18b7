"""The table screen: shows the board, the question, the players and the log, and handles the keys.

While the table is busy, keys are queued, so that players may type ahead.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from lazaretto.host import SeatClient, Sitting, StoreError
from lazaretto.host.settings.user_settings import AT_ONCE
from lazaretto.host.table.actions_on import Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.stop_settings import CHANGES
from lazaretto.rules import ChoiceError, Ref, RuleError
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.messages import outlook as outlook_say, table as say, travel
from lazaretto.tui.shared_texts import awaited, sentence, went_wrong
from lazaretto.tui.table.advice import ADVICE, AdvisedScreen
from lazaretto.tui.table.answers.actions_on_thing import Step, others_offered, step_of, ways_offered
from lazaretto.tui.table.answers.answer_editor import Sent
from lazaretto.tui.table.answers.name_typing import action_while, letters_write, takes_at_once
from lazaretto.tui.table.answers.offers_of_other_players import UNTIL, others_wait
from lazaretto.tui.table.answers.option_letters import GO_ON
from lazaretto.tui.table.event_playback_screen import is_own
from lazaretto.tui.table.journey_words import other_ways, steps
from lazaretto.tui.table.pages.bot_plans_page import plays_with_bots
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.pages.outlook_page import outlook_page, outlooks_for
from lazaretto.tui.table.pages.view_menu import show_views
from lazaretto.tui.table.pages.what_is_screen import show_help
from lazaretto.tui.table.panes.board_pane import BoardMap, BoardPane, map_of
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk, asked
from lazaretto.tui.table.table_stops import TableStops
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.sheets import PickScreen, SheetScreen


def hints(desk: Desk) -> tuple[str, ...]:
    """The hints for the hint bar, by their names in the registry."""
    return tuple(_hints(desk))


def _hints(desk: Desk) -> Iterator[str]:
    question = desk.question
    if desk.scene is not None:
        yield "showing.skip"
        return
    if desk.typed is not None:
        yield from ("table_typing.hint.take", "table_typing.hint.stop")
        return
    if desk.sitting.closed:
        yield from ("table.hint.look", "table.help", "table.views", "table.leave")
        return
    if desk.sight.outcome is not None:
        yield "table.hint.result"
    if question is None:
        yield from ("table.hint.look",) if desk.map.spots() else ()
    elif desk.exploring:
        yield from ("table.hint.look", "table.hint.actions_here", "table.hint.to_list")
    elif question.on_board:
        named = "table.hint.name_takes" if takes_at_once(desk) else "table.hint.name"
        yield from ("table.hint.move", "table.next", named)
        yield question.board_hint
    else:
        has_board = bool(desk.map.spots())
        yield from (
            list_hint for list_hint in question.list_hints if has_board or list_hint != "table.hint.to_board"
        )
    if desk.stepping:
        yield "table.back"
    elif desk.away:
        yield "table.hint.give_back"
    elif desk.sight.can_go_back:
        yield "table.back"
    if others_wait(desk.question, desk.others()):
        yield "table.others"
    hint = ("table.hint",) if desk.asked else ()
    if desk.bots_talk and desk.seat.remarks:  # in a small window, what stands last has no room
        yield from ("table.undo", "table.help", *hint, "table.why", "table.leave", "table.views")
    else:
        yield from ("table.undo", "table.help", *hint, "table.views", "table.leave")


_LOOKS = frozenset(f"table.{each}" for each in ("why", "help", "views", "leave"))
_MOVES = frozenset(f"table.{each}" for each in ("up", "down", "left", "right", "next", "previous"))
"""Actions that change nothing at the table, so they are possible while bots are playing."""

AHEAD = 60
"""The maximum number of keys that are queued while the table is busy."""


class QueuedKeysScreen(AdvisedScreen):
    """A screen on which players may type ahead."""

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self._ahead: deque[tuple[str, str | None, float]] = deque(maxlen=AHEAD)
        self._waits = False
        """Whether the player has seen, during a change, that bots are playing."""
        self._meanwhile: Timer | None = None
        """The timer that shows the current state during a change that takes long."""

    def on_key(self, event: events.Key) -> None:
        """Queue a key for the table."""
        if self.keymap.leaves(event.key, "table", "table_typing", "showing"):
            return
        event.stop()
        event.prevent_default()
        self._ahead.append((event.key, event.character, monotonic()))
        self._drain()

    def _drain(self) -> None:
        """Handle the queued keys in order, unless the table is busy.

        While it waits for bots, keys look around.
        """
        while self._ahead and (self._waits or not self._busy) and self.is_current and not self._behind:
            key, character, when = self._ahead.popleft()
            if self.desk.rest.takes(key, character, when):
                continue
            if self._busy:
                self._press_meanwhile(key, character)
            else:
                self._press(key, character)

    def _press(self, key: str, character: str | None) -> None:
        """Do what a key means now."""
        raise NotImplementedError

    def _show_meanwhile(self) -> None:
        """Show the current state while bots are playing; from now on, keys look around."""
        self._meanwhile = None
        if self._busy and self._timer is None:
            self._shown = self.desk.sight.view
            self._waits = asked(self.desk.sitting) is None
            self._show()
            self._drain()

    def _press_meanwhile(self, key: str, character: str | None) -> None:
        """Look around; other keys must not answer a question that nobody has read."""
        if self._timer is not None:
            self._skip()
            if self.keymap.action("showing", key) is not None:
                return
        action = self.keymap.action("table", key)
        if action in _LOOKS:
            self.act("table", key)
        elif action in _MOVES:
            self.desk.press(key, character)
        elif (decision := self.desk.sight.view.decision) is not None:
            self.desk.say(say.STILL_PLAYING(player=awaited(decision)))
        self._paint()


_DONE_HERE = frozenset(
    f"table.{each}" for each in ("back", "undo", *ADVICE, "help", "others", "pass_on", "views", "leave")
)
"""Actions that the screen handles; the others go to the question or the board."""

_CHOOSES = frozenset(("table.take", "table.pick"))
"""Actions on what is under the cursor; the same keys skip events."""

GLANCE = 0.3
"""Seconds after which players have noticed that events are shown; a later key skips them and never acts for
the next player."""

MEANWHILE = 0.05
"""Seconds after which the screen shows the current state while bots are playing."""


class TableScreen(QueuedKeysScreen):
    """Shows a game in progress."""

    DEFAULT_CSS = """
    TableScreen #menu { width: 1fr; }
    """

    def __init__(self, sitting: Sitting) -> None:
        first = asked(sitting) or sitting.seats[0]
        board = map_of(first.look().view, sitting.coast)
        super().__init__(Desk(sitting, first, board), board)
        self.sitting = sitting
        for seat in sitting.seats:
            seat.on_error = self._failed
        self._ended = False
        """Whether the ending screen has been shown."""
        self._unsettled = False
        """Whether an event arrived during a change."""
        self.stopping = TableStops(self, self._go_on)

    # --- layout --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """All panes; the window size decides which of them are visible."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self._board
                yield self.advice.pane
                yield HandPane(id="hand")
                with Horizontal(id="below"):
                    yield MenuPane(id="menu")
                    yield LogPane(id="log")
            yield SidePane(id="side")
        yield self.bar

    def on_mount(self) -> None:
        """Show the first seat."""
        self.desk.use(self.keymap)
        self.stopping.begin()
        self._fit()
        first, notices = self.desk.seat, " ".join(self.sitting.notices)
        if first.look().secret and len(self.sitting.seats) > 1:
            self._hand_over(first)
            self.desk.say(notices)
        else:
            self.desk.say(notices)
            self._sit(first)
            self._show_end()

    def on_screen_resume(self) -> None:
        """Use settings that were changed on another screen."""
        self.desk.at_once = self.lazaretto.settings.typing == AT_ONCE
        self.desk.bots_talk = self.lazaretto.settings.hints
        self.stopping.renew()

    def _paint(self) -> None:
        if self.has_class("small") and self.desk.message and self.desk.warning:
            self.advice.close()  # it covers the message
        desk = None if self._behind else self.desk
        told = () if desk is None else desk.keymap.hints(*self._hints(), writing=letters_write(desk))
        self._paint_from(desk, told)

    def _hints(self) -> tuple[str, ...]:
        """The hints for the hint bar, by their names in the registry."""
        names = [hint for hint in hints(self.desk) if not (self._waits and hint == "table.undo")]
        if self.has_class("small") and "table.undo" in names and letters_write(self.desk):
            names.remove("table.leave")  # what stands last has no room, and no letter leaves now
            undo = names.index("table.undo")
            names[undo : undo + 2] = ["table.leave", "table.help", "table.undo"]
        return tuple(names)

    # --- the seat shown ------------------------------------------------------------------------

    def _sit(self, seat: SeatClient) -> None:
        """Show the table from a seat, and listen to that seat's events."""
        self.sitting.hush()
        if self.desk.seat is not seat:
            self.desk.cursor = None
        self.desk.seat = seat
        self._behind = False
        self._shown = seat.look().view
        self._listen()
        self._show()

    def _show(self) -> None:
        self.desk.refresh()
        self.advice.renew()
        self._announce()
        if told := self.desk.seat.notices():
            self.desk.say(" ".join(told), warning=True)
        self._paint()

    def _hand_over(self, seat: SeatClient) -> None:
        """Hide everything until the player of a seat is at the keyboard."""
        self.sitting.hush()
        self._behind = True
        self._queue.clear()
        while self._ahead:
            self.desk.rest.takes(*self._ahead.popleft())
        self.desk.say("")
        self._paint()
        secret = seat.look().secret
        curtain = CurtainScreen(seat.name, self.desk.rest, lambda: self._hesitates, secret=secret)
        self.app.push_screen(curtain, lambda _: self._sit(seat))

    def _settle(self) -> None:
        """With no events left, show the seat that must choose, once the table is no longer busy."""
        self._unsettled = self._busy
        if self._busy:
            if self._meanwhile is None:
                self._meanwhile = self.set_timer(MEANWHILE, self._show_meanwhile)
            return
        wanted = asked(self.sitting)
        if wanted is not None and wanted.number != self.desk.seat.number:
            if self.desk.sight.secret or wanted.look().secret:
                self._hand_over(wanted)
            else:
                self._sit(wanted)
            return
        self._shown = self.desk.sight.view
        self._show()
        self._show_end()

    def _show_end(self) -> None:
        """Show how the game ended, once."""
        told, self._ended = self._ended, self.desk.sight.outcome is not None
        if self._ended and not told:
            self._ahead.clear()
            if self.lazaretto.settings.bell_over:
                self.lazaretto.ring()
            self.lazaretto.show_end(self.sitting, self.desk.seat)

    # --- keys ----------------------------------------------------------------------------------

    def _press(self, key: str, character: str | None) -> None:
        if self._timer is not None:
            seat, watched = self.desk.seat, monotonic() - self._watched > GLANCE
            foreign = self._shown is not None and is_own(self._shown) is False
            self._skip()
            passed_on = watched and (foreign or self.desk.seat is not seat)
            others = self._behind or not self.is_current or passed_on
            asks_why = self.keymap.action("table", key) == "table.why" and self.is_current
            if self.keymap.action("showing", key) is not None or (others and not asks_why):
                return
        action = action_while(self.desk, key, character)
        if action in _CHOOSES and self._hesitates:
            return
        self.desk.unread = False
        if self.desk.typed is None:
            self.desk.say("")
        if action == "typing.stop":
            self.action_back()
        elif action in _DONE_HERE:
            self.act("table", key)
        elif self.advice.arrows_scroll(action) or (action == "table.take" and self.advice.take()):
            pass
        elif action == "table.take" and self._ended:
            self.lazaretto.show_end(self.sitting, self.desk.seat)
        elif (step := step_of(self.desk, key, character)) is not None:
            self._busy = True
            self.run_worker(self._step(self.desk.seat, step))
            return
        else:
            sent = self.desk.press(key, character)
            if sent is not None:
                self.send(sent)
                return
            if action in ("table.take", "table.pick", "typing.done") and self.desk.exploring:
                self._what_here()
        self._paint()

    def on_board_pane_clicked(self, message: BoardPane.Clicked) -> None:
        """Choose the clicked spot, or move the cursor there."""
        if not self._busy and self._timer is None:
            if (sent := self.desk.click(message.ref)) is not None:
                self.send(sent)
            self._paint()

    def on_menu_pane_clicked(self, message: MenuPane.Clicked) -> None:
        """Choose the clicked option."""
        if not self._busy and self._timer is None:
            if (sent := self.desk.click_row(message.index)) is not None:
                self.send(sent)
            self._paint()

    def action_back(self) -> None:
        """Go one step back: clear the typed text, the picked options, or the last step of the choice."""
        desk = self.desk
        desk.say("")
        stopped = desk.stop_typing() and not desk.stepping
        if self.advice.close() or stopped or (desk.question is not None and desk.question.clear()):
            return
        if desk.stepping:
            desk.refresh()
        elif desk.away:
            self._settle()
        elif desk.sight.inside:
            self._go_on(desk.seat.back)
        else:
            message = say.OVER if desk.sight.outcome is not None else say.NOT_BEGUN
            undo, leave = self.keymap.shown("table.undo"), self.keymap.shown("table.leave")
            desk.say(message(undo=undo, leave=leave))

    def send(self, sent: Sent) -> None:
        """Send an answer to the table, or pass."""
        self.advice.sent(sent.key)
        if sent.key in UNTIL and (self.desk.sight.moment or self.desk.sight.awaited):
            self.stopping.pass_until(UNTIL[sent.key])
            return
        seat = next((client for client in self.sitting.seats if client.number == sent.seat), self.desk.seat)
        passes = sent.key == GO_ON
        (self._go_on if passes else self._change)(lambda: seat.choose(sent.key))

    def _change(self, change: Callable[[], Awaitable[None]]) -> None:
        self.desk.chooses()
        self.advice.forget()
        self._go_on(change)

    def _go_on(self, change: Callable[[], Awaitable[None]]) -> None:
        """Change something at the table that is no choice of its own, so that older news stay news."""
        self._busy = True
        self.run_worker(self._changed(change), exit_on_error=True)

    async def _changed(self, change: Callable[[], Awaitable[None]]) -> None:
        problem = ""
        try:
            await change()
        except ChoiceError as error:
            problem = str(error)
        except RuleError as error:
            problem = went_wrong(error)
        except StoreError as error:
            problem = say.NOT_KEPT(error=error)
        self._busy = self._waits = False
        if self._meanwhile is not None:
            self._meanwhile.stop()
            self._meanwhile = None
        if problem and self._timer is not None:
            self._skip()
        elif self._unsettled and self._timer is None:
            self._next()
        if problem:
            self.desk.say(sentence(problem), warning=True)
            self._paint()
        self._drain()

    def _what_here(self) -> None:
        """List the actions on the spot under the cursor, when Enter is pressed but no spot is asked for."""
        if self.desk.cursor is not None:
            self._busy = True
            self.run_worker(self._offer_ways(self.desk.seat, self.desk.cursor))

    async def _offer_ways(self, seat: SeatClient, ref: Ref) -> None:
        ways, journeys = await seat.ways(ref), await seat.journeys(ref)
        self._busy = False
        if not ways and not journeys:
            self.desk.say(self.desk.nothing_with(ref))
            self.desk.on_board = not self.desk.stands_on(ref)
            self._paint()
            self._drain()
            return
        pick = self._pick_way(label_of(self.desk.sight.view, ref), ways, journeys, seat)
        while self._ahead:
            pick.post_message(events.Key(*self._ahead.popleft()[:2]))

    def _pick_way(
        self, name: str, found: Sequence[Way], journeys: Sequence[Journey], seat: SeatClient
    ) -> PickScreen:
        """Let the player pick one of the actions on a thing, or one of the ways to a place."""
        others = other_ways(found, journeys)

        def picked(index: int | None) -> None:
            if index is not None and index < len(journeys):
                self._change(lambda: self._travel(seat, journeys[index]))
            elif index is not None:
                self._change(lambda: seat.choose(others[index - len(journeys)].key))

        pick = PickScreen(name, ways_offered(self.desk.view, others, journeys, self.desk.letters))
        self.app.push_screen(pick, picked)
        return pick

    async def _travel(self, seat: SeatClient, journey: Journey) -> None:
        """Make a journey, and say how it can be undone or that it ended early."""
        made = await seat.travel(steps(journey))
        if made < len(steps(journey)):
            self.desk.say(travel.STOPPED(), warning=True)
        elif made > 1 and journey.certain:
            self.desk.say(travel.ARRIVED(undo=self.keymap.shown("table.undo")))

    async def _step(self, seat: SeatClient, step: Step) -> None:
        """Go to a place that one action leads to, or ask which one is meant."""
        question = self.desk.question
        places = await seat.journeys(None)
        self._busy = False
        sent = step(places) if self.desk.question is question else None
        if sent is not None:
            self.send(sent)
        else:
            self._paint()
            self._drain()

    def commands(self) -> Iterable[SystemCommand]:
        """The table's command palette entries: the open options, then the actions of the screen."""
        if self._busy or self._behind:
            return
        closed = self.sitting.closed
        question = None if closed else self.desk.question
        if question is not None and question.at_once:
            for row in question.open:
                option = row.option
                what = option.help or question.decision.prompt
                yield SystemCommand(option.label, what, partial(self.send, Sent(option.key, option.seat)))
        looks = ("why", "help", "others")
        for action in (*looks, "views") if closed else ("undo", "hint", *looks, "pass_on", "views"):
            yield SystemCommand(*self.keymap.palette(f"table.{action}"), getattr(self, f"action_{action}"))

    # --- commands ------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Undo the last choice."""
        self._go_on(self._undone)

    async def _undone(self) -> None:
        before = self.desk.sight.view.log
        await self.desk.seat.undo()
        self.desk.forget_news()
        gone = before[len(self.desk.seat.look().view.log) :]
        what = " ".join(line.text for line in gone)
        self.desk.say(say.TAKEN_BACK_WHAT(what=what) if what else say.TAKEN_BACK())

    def action_help(self) -> None:
        """Show help for whatever the cursor is on."""
        show_help(self, self.desk, self._key_page())

    def _key_page(self) -> Sequence[tuple[str, tuple[Hint, ...]]]:
        """The keys for the help page."""
        return self.keymap.page("table")

    def action_others(self) -> None:
        """List what other players at this keyboard may do out of turn."""
        if not (found := self.desk.others()):
            self.desk.say(say.NOBODY_ELSE())
            return

        def picked(index: int | None) -> None:
            if index is None:
                return
            seat, option = found[index]
            if option is None:
                self._hand_over(seat)
            else:
                self._change(lambda: seat.choose(option.key))

        offered = others_offered(found, self.desk.letters)
        self.app.push_screen(PickScreen(say.OTHER_PLAYERS(), offered), picked)

    def action_pass_on(self) -> None:
        """Pass where nobody has to act, until something changes."""
        self.stopping.pass_until(CHANGES)

    def action_views(self) -> None:
        """Show the view menu."""
        show_views(
            self,
            self.desk,
            rulebook=lambda: self.lazaretto.show_rulebook(self.sitting),
            alone=lambda: self.toggle_class("wide"),
            course=lambda: self.lazaretto.show_end(self.sitting, self.desk.seat),
            outlook=None if self.desk.watching else lambda: self.run_worker(self._show_outlook()),
            bots=self.action_why if plays_with_bots(self.desk.view) else None,
            stops=None if self.desk.watching or self.sitting.closed else self.stopping.show,
        )

    async def _show_outlook(self) -> None:
        """Work out what would happen next, and show it."""
        desk = self.desk
        view = desk.sight.view
        try:
            outlooks = await outlooks_for(desk.seat, view, desk.cursor)
        except (ChoiceError, RuleError) as error:
            desk.say(sentence(str(error)), warning=True)
            return
        self.app.push_screen(SheetScreen(outlook_say.OUTLOOK(), outlook_page(view, outlooks)))

    def _failed(self, error: Exception) -> None:
        self.lazaretto._handle_exception(error)

    def abandon(self) -> None:
        """Give up the seats."""
        self.sitting.leave()

    def action_leave(self) -> None:
        """Go back to the launcher; the game stays saved."""
        self.sitting.leave()
        self.lazaretto.leave()
