"""The lines below the options: what is typed, a message, or what the option under the cursor does."""

from collections.abc import Sequence
from itertools import chain, repeat

from lazaretto.rules import LogLine
from lazaretto.tui.look.line_wrap import broken, shortened, wrapped_line
from lazaretto.tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Span
from lazaretto.tui.messages import table as say
from lazaretto.tui.table import cursor_info
from lazaretto.tui.table.answer_editor import Row
from lazaretto.tui.table.bot_plans import news_after, plan_lines, plan_of
from lazaretto.tui.table.latest_news import news_lines, rows_of_own
from lazaretto.tui.table.table_state import Desk

INDENT = "   "

MOST_NEWS = 3
"""The most lines about what has happened since the last choice; what a bot is after may take another one."""

MOST_PLAN = 1
"""The most lines about what a bot is after: what has happened matters more, and a page has the whole plan."""


def said_lines(desk: Desk, columns: int, rows: int = MOST_NEWS) -> list[Line]:
    """The typed text, the message, or what the option under the cursor does, in as many lines as it needs.

    News take at most `rows` lines.
    """
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
    if says_news(desk):
        return told_news(desk, columns, max(1, rows))
    question = desk.question
    if question is not None and not desk.on_board:
        if question.current is None:
            return [()]
        text = _told(question.current)
        if text is not None:
            return [(Span(INDENT), Span(part, FAINT)) for part in broken(text, columns - 4)] or [()]
    if not desk.cursor:
        return [()]
    return wrapped_line((Span(INDENT), *cursor_info.line(desk.view, desk.cursor)), columns, INDENT)


def says_news(desk: Desk) -> bool:
    """Whether there is nothing else to say than what has happened since the last choice."""
    if desk.typed is not None or desk.scene is not None or desk.message or not desk.news:
        return False
    question = desk.question
    at_nothing = question is not None and not desk.on_board and question.current is None
    return desk.unread or (at_nothing and not desk.logged)


def told_news(desk: Desk, columns: int, rows: int) -> list[Line]:
    """What has happened since the last choice, in at most so many lines; beside the log, its last line.

    What a bot is after comes before what it did, if both have room.
    """
    news: Sequence[LogLine] = desk.news[-1:] if desk.logged else desk.news
    plan = None if desk.logged or desk.request else plan_of(desk)
    rows, told = min(rows, MOST_NEWS if plan is None else MOST_NEWS + 1), list[Line]()
    if plan is not None and (room := rows - max(1, rows_of_own(news, columns - 4))) > 0:
        told = shortened(plan_lines(plan.words, columns), min(room, MOST_PLAN), columns)
        news = news_after(desk, plan)
    return [*told, *((Span(INDENT), Span(each)) for each in news_lines(news, columns - 4, rows - len(told)))]


def rows_of_own_news(desk: Desk, columns: int) -> int:
    """The lines that the news need at least: those about what only this player learnt."""
    return rows_of_own(desk.news, columns - 4) if desk.unread and not desk.logged else 0


def most_said(desk: Desk, columns: int) -> int:
    """The number of lines for the longest help or reason of an option of the list."""
    question = desk.question
    if question is None or question.on_board:
        return 2
    texts = {text for row in question.rows if (text := _told(row)) is not None}
    return max(
        rows_of_own_news(desk, columns), max((len(broken(text, columns - 4)) for text in texts), default=1)
    )


def _told(row: Row) -> str | None:
    """What an option does, or why it is closed; None if it says nothing."""
    return row.option.why_not or row.option.help
