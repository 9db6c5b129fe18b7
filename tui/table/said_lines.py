"""The lines below the options: what is typed, a message, or what the option under the cursor does."""

from itertools import chain, repeat

from tui.look.line_wrap import broken
from tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Span, fitted
from tui.messages import table as say
from tui.table import cursor_info
from tui.table.table_state import Desk


def said_lines(desk: Desk, columns: int) -> list[Line]:
    """The typed text, the message, or what the option under the cursor does."""
    if desk.typed is not None:
        found = desk.message or (desk.found if desk.typed else "")
        typed = (Span(" / ", ACCENT), Span(f"{desk.typed}_", STRONG), Span(f"  {found}", FAINT))
        return [fitted(typed, columns)]
    if desk.scene is not None:
        return [(Span(f"   {say.GOES_ON(key=desk.keymap.shown('showing.skip'))}", FAINT),)]
    if desk.message:
        pen = BAD if desk.warning else PLAIN
        marks = chain((" ! " if desk.warning else "   ",), repeat("   "))
        return [(Span(next(marks), pen), Span(part, pen)) for part in broken(desk.message, columns - 4)]
    text = _option_help(desk)
    if text is not None:
        return [fitted((Span("   "), Span(text, FAINT)), columns)]
    return (
        [fitted((Span("   "), *cursor_info.line(desk.view, desk.cursor)), columns)] if desk.cursor else [()]
    )


def help_lines(desk: Desk, columns: int, room: int) -> list[Line]:
    """What the option under the cursor does, if one line is too short for it and enough lines are free."""
    text = None if desk.typed is not None or desk.scene is not None or desk.message else _option_help(desk)
    parts = [] if text is None else broken(text, columns - 4)
    return [(Span("   "), Span(each, FAINT)) for each in parts] if 1 < len(parts) <= room else []


def _option_help(desk: Desk) -> str | None:
    """What the option under the cursor of the list does, or why it is closed; None if there is none."""
    question = desk.question
    if question is None or desk.on_board or question.current is None:
        return None
    option = question.current.option
    return option.why_not or option.help
