"""Keeps the cursor on what a hint advises, from question to question, while the player follows it."""

from lazaretto.host import SeatClient
from lazaretto.rules import DecisionView
from lazaretto.rules.run.choice_history import STEP
from lazaretto.rules.run.hint_types import HintMove
from lazaretto.tui.table.answer_editor import Question
from lazaretto.tui.table.answer_editors_by_form import NumberQuestion, OrderQuestion
from lazaretto.tui.table.table_state import Desk

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
    return {each.key for each in options if each.why_not is None}.issuperset(_keys(question, answer))


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
