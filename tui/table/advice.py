"""What bots advise and say at the table: shows hints as they get better, and selects what they advise."""

from collections.abc import Callable

from rules import ChoiceError, RuleError
from rules.run.choice_history import STEP
from rules.run.hint_types import Hint
from tui.board import Pointed
from tui.bot_talk import BotTalk
from tui.messages import advice as say
from tui.shared_texts import sentence, went_wrong
from tui.table.advice_pane import Advice, AdvicePane
from tui.table.event_screen import EventScreen
from tui.table.log_pane import LogPane
from tui.table.table_state import Desk


class AdviceControl:
    """The hint of one table screen, and what bots said lately."""

    def __init__(self, screen: EventScreen, paint: Callable[[], None]) -> None:
        self._screen, self._paint = screen, paint
        self._talk = BotTalk()
        self.pane = AdvicePane(id="advice")
        self._advice: Advice | None = None

    def toggle(self) -> None:
        """Ask for a hint, or close the one that is shown."""
        screen = self._screen
        if self.close():
            return
        if not screen.lazaretto.settings.hints:
            screen.desk.say(say.HINTS_OFF())
            return
        seat, keymap = screen.desk.seat, screen.keymap
        keys = say.KEYS(take=keymap.shown("table.take"), back=keymap.shown("table.back"))
        self._advice = Advice(seat, seat.look().view.decision, keys)
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

        Where the log has no room, it is said once below the board.
        """
        screen, desk = self._screen, self._screen.desk
        said = self._talk.news(desk.seat) if screen.lazaretto.settings.hints else []
        unseen = screen.has_class("small") or screen.has_class("unlogged")
        if said and unseen and not desk.message:
            desk.say(said[-1])
        self._tell_log()
        advice = self._advice
        if advice is not None and (
            advice.seat is not desk.seat or advice.decision != desk.sight.view.decision
        ):
            self.close()

    def forget(self) -> None:
        """The player has chosen: what bots said before is over."""
        self._talk.forget()
        self._tell_log()

    def _tell_log(self) -> None:
        for log in self._screen.query(LogPane):
            log.talk = self._talk.lately(self._screen.desk.seat)

    def take(self) -> bool:
        """Select what the hint advises, without sending it; return whether a hint was shown."""
        advice = self._advice
        if advice is None or advice.hint is None or not advice.hint.moves:
            return self.close()
        select(self._screen.desk, advice.hint)
        return self.close()

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


def select(desk: Desk, hint: Hint) -> None:
    """Move the cursor to the first step of a hint; of several things that are picked, pick them."""
    question = desk.question
    if question is None:
        return
    first = hint.moves[0].key.split(STEP)[0]
    keys = first.split(", ") if question.picks else [first]
    spots = [ref for ref, option in question.spots.items() if option.key in keys]
    rows = [at for at, row in enumerate(question.rows) if row.option.key in keys and not row.closed]
    if question.picks:
        question.picked = [each for each in keys if each != "none"]
    if question.on_board and spots:
        desk.cursor, desk.on_board = spots[0], True
    elif rows:
        question.cursor, desk.on_board = rows[0], False
