"""The lines below the options: what is typed, a message, or what the option under the cursor does."""

from itertools import chain, repeat

from tui.look.line_wrap import broken, wrapped_line
from tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Span
from tui.messages import table as say
from tui.table import cursor_info
from tui.table.answer_editor import Row
from tui.table.table_state import Desk

INDENT = "   "


def said_lines(desk: Desk, columns: int) -> list[Line]:
    """The typed text, the message, or what the option under the cursor does, in as many lines as it needs."""
    if desk.typed is not None:
        found = desk.message or (desk.found if desk.typed else "")
        typed = (Span(" / ", ACCENT), Span(f"{desk.typed}_", STRONG), Span(f"  {found}", FAINT))
        return wrapped_line(typed, columns, INDENT)
    if desk.scene is not None:
        return [(Span(f"{INDENT}{say.GOES_ON(key=desk.keymap.shown('showing.skip'))}", FAINT),)]
    if desk.message:
        pen = BAD if desk.warning else PLAIN
        marks = chain((" ! " if desk.warning else INDENT,), repeat(INDENT))
        return [(Span(next(marks), pen), Span(part, pen)) for part in broken(desk.message, columns - 4)]
    question = desk.question
    if question is not None and not desk.on_board and question.current is not None:
        text = _told(question.current)
        if text is not None:
            return [(Span(INDENT), Span(part, FAINT)) for part in broken(text, columns - 4)] or [()]
    if not desk.cursor:
        return [()]
    return wrapped_line((Span(INDENT), *cursor_info.line(desk.view, desk.cursor)), columns, INDENT)


def most_said(desk: Desk, columns: int) -> int:
    """The number of lines for the longest help or reason of an option of the list."""
    question = desk.question
    if question is None or question.on_board:
        return 2
    texts = {text for row in question.rows if (text := _told(row)) is not None}
    return max((len(broken(text, columns - 4)) for text in texts), default=1)


def _told(row: Row) -> str | None:
    """What an option does, or why it is closed; None if it says nothing."""
    return row.option.why_not or row.option.help
