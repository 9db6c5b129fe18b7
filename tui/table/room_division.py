"""Divides the screen of a table among its panes by what they have to show.

The question with its options, and help or a reason below them, get the lines that they need. Then come the
own pieces and the status of the game. The log gives way first, then the board, down to a minimum.
"""

from dataclasses import dataclass

from rules import View
from tui.table.answer_editor import Question
from tui.table.hand_pane import hand_lines
from tui.table.menu_pane import rows_wanted
from tui.table.pane_source import Shown
from tui.table.status_pane import status_lines
from tui.table.table_state import Desk

SMALL = (100, 30)
"""Below this size there is no panel beside the board."""
ROOMY, VAST = 150, 200
"""From these widths on the panel is wider, and has two columns."""

SIDE, ROOMY_SIDE, VAST_SIDE = 38, 46, 94
"""The width of the panel."""

BOARD = 11
"""The least rows of a board."""
LOG = 24
"""The least columns of the log."""

USUAL_ROWS = ((60, 18), (44, 14), (36, 12), (30, 9), (0, 7))
"""The rows below the board that it never takes, by the height of the window."""

HELP_ROWS = 2
"""The rows for help on an option in a low window; longer help ends with dots, and a key shows it whole."""


@dataclass(frozen=True, slots=True)
class Division:
    """The rows and columns of the panes; the board gets the rest."""

    status: int
    hand: int
    below: int
    log: int
    """Columns of the log; 0: it is hidden."""
    side: int
    """Columns of the panel beside the board; 0: it is hidden."""


def is_small(columns: int, rows: int) -> bool:
    """Whether there is no room for a panel beside the board."""
    return columns < SMALL[0] or rows < SMALL[1]


def side_columns(columns: int, rows: int) -> int:
    """The width of the panel beside the board; 0 if there is no room for one."""
    if is_small(columns, rows):
        return 0
    return VAST_SIDE if columns >= VAST else ROOMY_SIDE if columns >= ROOMY else SIDE


def status_rows(shown: Shown, columns: int, side: int) -> int:
    """The number of lines of the status."""
    return len(status_lines(shown, columns, whole=not side))


def divide(
    desk: Desk, columns: int, rows: int, *, taken: int, alone: bool, boardless: bool, least: int
) -> Division:
    """Divide a window.

    `taken` are rows that other panes take, `alone` hides the panel and the log, and `least` are the rows
    that the question had before, so that the board does not jump with every question.
    """
    side = 0 if alone or boardless else side_columns(columns, rows)
    status = status_rows(desk, columns, side)
    left = columns - side
    hand = 0 if side else len(hand_lines(desk, left))
    rest = rows - taken - status - hand
    usual = rest // 2 if boardless else next(usual for high, usual in USUAL_ROWS if rows >= high)
    most = max(usual, rest - BOARD)
    help_rows = HELP_ROWS if rows < SMALL[1] else most
    log = 0
    for share in (left * 2 // 5, LOG) if not alone and (rows >= SMALL[1] or columns >= SMALL[0]) else ():
        if share >= LOG and rows_wanted(desk, left - share, help_rows) <= max(usual, least):
            log = share
            break
    below = max(usual, least, rows_wanted(desk, left - log, help_rows))
    return Division(status, hand, min(below, most), log, side)


class Divided:
    """The last division of a window: it is made again for another question, and grows during a turn."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._question: Question | None = None
        self._made_for: tuple[object, ...] = ()
        self._window: tuple[object, ...] = ()
        self._found: Division | None = None

    def among(
        self, desk: Desk, columns: int, rows: int, *, taken: int, alone: bool, boardless: bool
    ) -> Division:
        """Divide a window, so that the board does not jump with every question of a turn."""
        question = desk.question
        window = columns, rows, taken, alone, boardless
        told = (question.amount,) if question is not None and desk.scene is None else (desk.message,)
        made_for = *window, desk.turn, *told
        same = self._view is desk.view and self._question is question and self._made_for == made_for
        if self._found is None or not same:
            kept = self._found is not None and self._window == (*window, desk.turn)
            least = self._found.below if kept and self._found is not None else 0
            self._found = divide(
                desk, columns, rows, taken=taken, alone=alone, boardless=boardless, least=least
            )
            self._view, self._question, self._made_for = desk.view, question, made_for
            self._window = *window, desk.turn
        return self._found
