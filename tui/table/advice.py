"""What bots advise and say at the table: shows hints as they get better, and selects what they advise."""

from collections.abc import Callable

from lazaretto.rules import ChoiceError, RuleError
from lazaretto.tui.board import Pointed
from lazaretto.tui.bot_talk import BotTalk
from lazaretto.tui.messages import advice as say
from lazaretto.tui.shared_texts import sentence, went_wrong
from lazaretto.tui.table.advice_pane import Advice, AdvicePane
from lazaretto.tui.table.event_screen import EventScreen
from lazaretto.tui.table.followed_hint import FollowedHint
from lazaretto.tui.table.log_pane import LogPane


class AdviceControl:
    """The hint of one table screen, and what bots said lately."""

    def __init__(self, screen: EventScreen, paint: Callable[[], None]) -> None:
        self._screen, self._paint = screen, paint
        self._talk = BotTalk()
        self.pane = AdvicePane(id="advice")
        self._advice: Advice | None = None
        self._followed = FollowedHint()

    def toggle(self) -> None:
        """Ask for a hint, or close the one that is shown."""
        screen = self._screen
        if self.close():
            return
        if not screen.lazaretto.settings.hints:
            screen.desk.say(say.HINTS_OFF())
            return
        seat, keymap = screen.desk.seat, screen.keymap
        back = keymap.shown("table.back")
        keys = say.KEYS(take=keymap.shown("table.take"), back=back)
        scroll = keymap.shown("table.read_back"), keymap.shown("table.read_on")
        self._advice = Advice(seat, seat.look().view.decision, keys, scroll, closes=say.CLOSES(back=back))
        screen.run_worker(self._ask(self._advice))
        self._show()

    def close(self) -> bool:
        """Close the hint; return whether one was shown."""
        if self._advice is None:
            return False
        self._advice.seat.drop_hint()
        self._advice = None
        self._show()
        return True

    def renew(self) -> None:
        """Close a hint about another question than the present one, and hear what bots are after.

        While the player follows a hint, select its next answer.
        """
        self.hear()
        self._followed.go_on(self._screen.desk)
        advice, desk = self._advice, self._screen.desk
        if advice is not None and (
            advice.seat is not desk.seat or advice.decision != desk.sight.view.decision
        ):
            self.close()

    def forget(self) -> None:
        """The player has chosen: what bots said before is over."""
        self._talk.forget()
        self._tell()

    def hear(self) -> None:
        """Hear what bots are after: the log tells it or, where it has no room, the pane of the question."""
        if self._screen.lazaretto.settings.hints:
            self._talk.news(self._screen.desk.seat)
        self._tell()

    def _tell(self) -> None:
        desk = self._screen.desk
        desk.plans = self._talk.lately(desk.seat)
        for log in self._screen.query(LogPane):
            log.talk = desk.plans

    def take(self) -> bool:
        """Select what the hint advises, without sending it; return whether a hint was shown."""
        advice = self._advice
        if advice is None or advice.hint is None or not advice.hint.moves:
            return self.close()
        self._followed.begin(self._screen.desk, advice.hint.moves[0])
        return self.close()

    def sent(self, key: str) -> None:
        """The player has answered: what a hint advises next is selected only if that was its answer."""
        self._followed.sent(key)

    def arrows_scroll(self, action: str | None) -> bool:
        """Scroll a hint that covers the list with the keys of the list; return whether they did."""
        lines = {"table.up": -1, "table.down": 1}.get(action or "", 0)
        if not lines or self._screen.desk.on_board or not self.pane.covers:
            return False
        self.pane.scroll_by(lines=lines)
        return True

    async def _ask(self, advice: Advice) -> None:
        number = 0
        while self._advice is advice:
            try:
                hint = await advice.seat.hint(number)
            except ChoiceError as error:
                advice.problem = sentence(str(error))
                break
            except RuleError as error:
                advice.problem = went_wrong(error)
                break
            number = hint.number
            if hint.moves and self._advice is advice:
                advice.hint = hint
                self._show()
            if hint.final:
                break
        if self._advice is advice:
            self._show()

    def _show(self) -> None:
        screen = self._screen
        hint = self._advice.hint if self._advice is not None else None
        refs = hint.moves[0].of if hint is not None else ()
        screen.desk.advised = tuple(Pointed(ref, say.MARK(), "accent") for ref in refs)
        screen.set_class(self._advice is not None, "advised")
        self.pane.show(self._advice, self.pane.size.width or screen.app.size.width, screen.app.size.height)
        if screen.is_current:
            self._paint()
