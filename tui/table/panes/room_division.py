"""Divides the screen of a table among its panes by what they have to show.

The question with its options, and help or a reason below them, get the lines that they need. Then come the
own pieces and the status of the game. The log gives way first, then the board, down to a minimum. The board
is drawn for the rows that it usually has, whatever the question: if it has fewer, a part of it is shown.
"""

from dataclasses import dataclass

from lazaretto.rules import View
from lazaretto.tui.table.answers.answer_editor import Question
from lazaretto.tui.table.panes.base_pane import Shown
from lazaretto.tui.table.panes.hand_pane import hand_lines
from lazaretto.tui.table.panes.menu_pane import HELP_ROWS, rows_wanted
from lazaretto.tui.table.panes.side_pane import columns_in, panel_columns, panel_of
from lazaretto.tui.table.panes.status_pane import status_lines
from lazaretto.tui.table.table_state import Desk

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
QUESTION = 34
"""The least columns of a question beside the log."""

HAND = 2
"""The rows of the own pieces where there is no panel; the board leaves them free even if they are empty."""

USUAL_ROWS = ((60, 18), (44, 14), (36, 12), (30, 9), (0, 8))
"""The rows below the board that it never takes, by the height of the window."""


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
    board: int = 0
    """The rows that the board is drawn for; 0: those that it has."""


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


@dataclass(frozen=True, slots=True)
class Window:
    """A window, and what in it is not free for the panes of a table."""

    columns: int
    rows: int
    taken: int
    """Rows of other panes, such as the hint bar."""
    beside: int = 0
    """Columns of other panes beside the question."""
    least: int = 0
    """Rows that those panes need."""
    alone: bool = False
    """Whether the board stands alone, without panel and log."""
    boardless: bool = False

    @property
    def side(self) -> int:
        """The width of the panel beside the board."""
        return 0 if self.alone or self.boardless else side_columns(self.columns, self.rows)


def before_any(window: Window) -> Division:
    """The division as long as nothing is shown, so that the first picture has its places already."""
    side = window.side
    status, hand = _usual_status(window), 0 if side else 1
    board = board_rows(window)
    below = window.rows - window.taken - status - hand - board
    return Division(status, hand, below, LOG if side else 0, side, board)


def _usual_status(window: Window) -> int:
    return 1 if window.side else 2


def board_rows(window: Window) -> int:
    """The rows that a board is drawn for in a window, so that its places do not move with every question."""
    usual = max(_usual_rows(window), window.least)
    hand = 0 if window.side else HAND
    return max(BOARD, window.rows - window.taken - _usual_status(window) - hand - usual)


def _usual_rows(window: Window) -> int:
    return next(usual for high, usual in USUAL_ROWS if window.rows >= high)


def divide(desk: Desk, window: Window, before: int = 0) -> Division:
    """Divide a window; the question gets at least the rows that it had before, and what the board leaves."""
    columns, rows, side = window.columns, window.rows, window.side
    beside = 0 if window.alone else side_columns(columns, rows)
    if side and not panel_of(desk.view, panel_columns(side)).fits(
        (rows - window.taken - 1) * columns_in(side)
    ):
        beside = 0  # the panel cannot tell everything, so the status does
    status = status_rows(desk, columns, beside)
    hand = 0 if side else len(hand_lines(desk, columns))
    rest = rows - window.taken - status - hand
    board = 0 if window.boardless else board_rows(window)
    usual = max(rest // 2 if window.boardless else rest - board, before, window.least)
    most = max(usual, rest - BOARD)
    help_rows = HELP_ROWS if rows < SMALL[1] else most
    left = columns - side - window.beside
    log = 0
    small = rows < SMALL[1] and columns < SMALL[0]
    for share in () if window.alone or small else (left * 2 // 5, LOG):
        roomy = share >= LOG and left - share >= QUESTION
        if roomy and rows_wanted(desk, left - share, help_rows) <= usual:
            log = share
            break
    below = max(usual, rows_wanted(desk, left - log, help_rows))
    return Division(status, hand, min(below, most), log, side, board)


class Divided:
    """The last division of a window: it is made again for another question, and grows during a turn."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._question: Question | None = None
        self._told: tuple[object, ...] = ()
        self._window: tuple[Window, int] | None = None
        self._found: Division | None = None

    def among(self, desk: Desk, window: Window) -> Division:
        """Divide a window among the panes, by what they have to show now."""
        question = desk.question
        told = (question.amount,) if question is not None and desk.scene is None else (desk.message,)
        kept = self._window == (window, desk.turn)
        same = kept and self._view is desk.view and self._question is question and self._told == told
        if self._found is None or not same:
            before = self._found.below if kept and self._found is not None else 0
            self._found = divide(desk, window, before)
            self._view, self._question, self._told = desk.view, question, told
            self._window = window, desk.turn
        return self._found
