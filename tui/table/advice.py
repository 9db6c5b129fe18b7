"""What bots advise at the table: shows hints as they get better, and selects what they advise.

`AdvisedScreen` is the base of a table screen with hints; what its bots say and plan is heard there as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lazaretto.host import Moment, SeatClient
from lazaretto.rules import ChoiceError, DecisionView, RuleError
from lazaretto.rules.run.planning.hint_types import Hint, HintMove
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.tui.board import Pointed
from lazaretto.tui.bot_advice import BotTalk, hint_lines, move_words, plans_of_bots
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    BAD,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    fitted,
)
from lazaretto.tui.messages import advice as say
from lazaretto.tui.shared_texts import sentence, went_wrong
from lazaretto.tui.table.answers.answer_editor import NumberQuestion, OrderQuestion, Question
from lazaretto.tui.table.event_playback_screen import EventScreen
from lazaretto.tui.table.pages.bot_plans_page import BotsSheet
from lazaretto.tui.table.panes.board_pane import BoardMap
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.room_division import Division
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.widgets.drawn_pane import Pane

TALLEST = 12
"""The maximum number of lines; it takes at most a third of the window."""


@dataclass(slots=True)
class Advice:
    """A hint that a player looks at."""

    seat: SeatClient
    decision: DecisionView | None
    """The question that it is about."""
    keys: str
    """What the keys do while there is a hint."""
    scroll: tuple[str, str] = ("", "")
    """The keys that scroll back and on."""
    hint: Hint | None = None
    problem: str = ""
    closes: str = ""
    """What the keys do while there is none."""

    @property
    def state(self) -> str:
        """How far the search is."""
        if self.hint is None:
            return "" if self.problem else say.THINKING()
        if self.hint.final:
            return say.FINAL()
        return say.FIRST_GUESS() if self.hint.number == 1 else say.BETTER()

    def lines(self, width: int) -> list[Line]:
        """The hint, wrapped to a width."""
        keys = self.closes if self.hint is None or self.problem else self.keys
        state = f" {self.state}  " if self.state else " "
        heading = (Span(f" {say.HINT()} ", ACCENT), Span(f"{state}{keys}", FAINT))
        found: list[Line] = [fitted(heading, width)]
        if self.problem:
            return [*found, *_wrapped(self.problem, width, BAD)]
        if self.hint is not None and self.hint.moves:
            found += _wrapped(move_words(self.hint.moves[0]), width, STRONG)
            for line in hint_lines(self.hint):
                found += _wrapped(line, width, PLAIN)
        return found


def _wrapped(text: str, width: int, pen: Pen) -> list[Line]:
    return [
        (Span("   " if number == 0 else "     "), Span(part, pen))
        for number, part in enumerate(broken(text, width - 6))
    ]


class AdvicePane(Pane):
    """Shows a hint; hidden while there is none."""

    DEFAULT_CSS = "AdvicePane { height: 0; display: none; }"

    back = "panel"
    advice: Advice | None = None
    _instead = 0
    """The rows of the panes that it covers; 0: it is as high as the hint."""

    _top = 0
    """How many lines below the heading are scrolled away."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The hint; if it is too long, a part of it, and which part."""
        if self.advice is None:
            return ()
        heading, *told = self.advice.lines(width)
        if len(told) < height:
            return heading, *told
        room = max(1, height - 2)
        self._top = max(0, min(self._top, len(told) - room))
        last = min(self._top + room, len(told))
        back, on = self.advice.scroll
        seen = say.READ(first=self._top + 1, last=last, number=len(told), back=back, on=on)
        return (heading, *told[self._top : last], (Span(f"   {seen}", FAINT),))[:height]

    def scroll_by(self, pages: int = 0, lines: int = 0) -> None:
        """Scroll a long hint."""
        self._top = max(0, self._top + lines + pages * max(1, self.size.height - 2))
        self.repaint()

    @property
    def covers(self) -> bool:
        """Whether it stands in place of the list of options."""
        return self.advice is not None and self._instead > 0

    def show(self, advice: Advice | None, columns: int, rows: int) -> None:
        """Show a hint as high as it needs in a window of this size, or hide the pane."""
        if advice is not self.advice:
            self._top = 0
        self.advice = advice
        self.display = advice is not None
        self._fit(columns, rows)
        self.repaint()

    def instead_of(self, rows: int) -> None:
        """Cover panes with this many rows; 0: take rows from the board."""
        self._instead = rows
        self._fit(self.size.width or self.app.size.width, self.app.size.height)

    def on_resize(self) -> None:
        """Adapt the height to a new width, also when the pane learns its width for the first time."""
        self._fit(self.size.width, self.app.size.height)

    def _fit(self, columns: int, rows: int) -> None:
        if self.advice is not None and columns:
            most = min(TALLEST, max(4, rows // 3))
            self.styles.height = self._instead or min(most, len(self.advice.lines(columns)))


AMONG = ", "
"""What stands between the parts of an answer with several things."""
NOTHING = "none"
"""The answer that picks nothing."""


class FollowedHint:
    """The answers that an advised action still needs; none if the player does not follow a hint."""

    def __init__(self) -> None:
        self._left: list[str] = []
        self._seat: SeatClient | None = None
        self._decision: DecisionView | None = None
        """The question that the cursor was set for."""

    def begin(self, desk: Desk, move: HintMove) -> None:
        """Select the first answer of an advised action, without sending it."""
        self._left, self._seat = move.key.split(STEP), desk.seat
        self._select(desk)

    def sent(self, key: str) -> None:
        """The player has answered; with something else than was advised, the hint is over."""
        self._left = self._left[1:] if self._left[:1] == [key] else []

    def go_on(self, desk: Desk) -> None:
        """Select the next answer, if the action asks something else now."""
        if not self._left or desk.sight.view.decision == self._decision:
            return
        if desk.seat is not self._seat or not desk.sight.inside:
            self._left = []
        self._select(desk)

    def _select(self, desk: Desk) -> None:
        question, self._decision = desk.question, desk.sight.view.decision
        if question is None:
            self._left = []
        else:  # an answer that nobody is asked for has been given by itself
            while self._left and not _can_answer(question, self._left[0]):
                del self._left[0]
            if self._left:
                select(desk, question, self._left[0])


def _keys(question: Question, answer: str) -> list[str]:
    """The keys of the options that an answer takes."""
    if question.picks and answer == NOTHING:
        return []
    return answer.split(AMONG) if question.picks or question.carries else [answer]


def _can_answer(question: Question, answer: str) -> bool:
    options = [*(row.option for row in question.rows), *question.spots.values()]
    return {option.key for option in options if option.why_not is None}.issuperset(_keys(question, answer))


def select(desk: Desk, question: Question, answer: str) -> None:
    """Move the cursor to an answer; if that is several things, a number or an order, fill it in."""
    keys = _keys(question, answer)
    if isinstance(question, NumberQuestion):
        question.number, question.untouched = answer, True
    if isinstance(question, OrderQuestion):
        question.rows.sort(
            key=lambda row: keys.index(row.option.key) if row.option.key in keys else len(keys)
        )
        question.number_rows()
    if question.picks:
        question.picked = keys
        question.renumber(keys)
    spots = [ref for ref, option in question.spots.items() if option.key in keys]
    rows = [at for at, row in enumerate(question.rows) if row.option.key in keys and not row.closed]
    if question.on_board and spots:
        desk.cursor, desk.on_board = spots[0], True
    elif rows:
        question.cursor, desk.on_board = rows[0], False


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


ADVICE = ("hint", "read_on", "read_back", "why")
"""The actions of such a screen."""


class AdvisedScreen(EventScreen):
    """A screen with hints; in a small window a hint covers the question, and not the board."""

    DEFAULT_CSS = """
    AdvisedScreen.small.advised #below, AdvisedScreen.small.advised #hand { display: none; }
    """

    def __init__(self, desk: Desk, board: BoardMap) -> None:
        super().__init__(desk, board)
        self.advice = AdviceControl(self, self._paint)

    def _give(self, found: Division) -> None:
        super()._give(found)
        self.advice.pane.instead_of(found.hand + found.below if self.has_class("small") else 0)

    def _heard(self, moments: Sequence[Moment]) -> None:
        """Hear what bots are after before what they do is shown."""
        self.advice.hear()
        super()._heard(moments)

    def action_hint(self) -> None:
        """Ask what a bot would do, or close its answer."""
        self.advice.toggle()

    def action_read_on(self) -> None:
        """Scroll a long hint."""
        self.advice.pane.scroll_by(pages=1)

    def action_read_back(self) -> None:
        """Scroll a long hint back."""
        self.advice.pane.scroll_by(pages=-1)

    def action_why(self) -> None:
        """Show what the bots are after."""
        if self.lazaretto.settings.hints:
            self.app.push_screen(BotsSheet(plans_of_bots(self.desk.seat)))
        else:
            self.desk.say(say.HINTS_OFF())
