"""The pane of the question, its options and messages."""

from collections.abc import Iterator
from itertools import islice

from tui.awaited import awaited
from tui.board.short_names import narrow
from tui.look.line_wrap import broken
from tui.look.styled_text import (
    ACCENT,
    CURSOR,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Span,
    cut,
    fitted,
    width,
)
from tui.messages import table as say
from tui.standing_words import verdicts
from tui.table.answer_editor import Question, Row
from tui.table.desk_pane import DeskPane, beside
from tui.table.said_lines import help_lines, said_lines
from tui.table.table_state import Desk

ROOMY = 3
"""The least rows below a question for a line about it."""

LONGEST = 3
"""The maximum number of lines of a message or question."""

LEAST_BODY = 3
"""The least rows for options below a question that takes more than one line."""


class MenuPane(DeskPane[Desk]):
    """The question, the options, and why some of them cannot be chosen."""

    back = "panel"

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The question, the options in columns, and a line for messages."""
        question = desk.question if desk.scene is None else None
        said = said_lines(desk, width)[: max(1, min(height - 2, LONGEST))]
        prompt = _prompt(desk, width, max(1, min(height - len(said) - LEAST_BODY, LONGEST)))
        room = max(0, height - len(prompt) - len(said))
        note = _note(desk, width, room)
        body, seen = _body(desk, question, width, room - len(note)) if question is not None else ([], "")
        body = [*note, *body]
        if seen:
            said[-1] = beside(said[-1], seen, width)
        elif help := help_lines(desk, width, room - len(body) + 1):
            said, room = help, room + 1 - len(help)
        if desk.scene is None:
            body += (fitted((Span(f"   {each}"),), width) for each in _ending(desk)[1:])
        yield from prompt
        yield from islice(body, room)
        yield from ((),) * (room - len(body))
        yield from said


def _ending(desk: Desk) -> tuple[str, ...]:
    """Who has won and why, then the others; nothing while the game goes on."""
    outcome = desk.sight.outcome
    return () if outcome is None else verdicts(outcome, [narrow(each.name) for each in desk.sight.view.seats])


def _prompt(desk: Desk, columns: int, room: int) -> list[Line]:
    """The question in as many lines as it needs and has room for."""
    view = desk.sight.view
    decision = view.decision
    if desk.scene is not None:
        return [(Span(" ▸ ", ACCENT), Span(desk.message, STRONG))]
    if desk.sight.outcome is not None:
        return [fitted((Span(" ■ ", ACCENT), Span(_ending(desk)[0], STRONG)), columns)]
    if decision is None:
        return [(Span(" … ", FAINT),)]
    if desk.question is None:
        return [(Span(f" … {say.WAITING(player=awaited(decision))}", FAINT),)]
    asked = desk.question.decision.prompt.removeprefix(f"{decision.player}, ")
    if decision.chosen:
        asked = say.CHANGE_CHOICE(choice=decision.chosen, players=awaited(decision))
    who = view.seats[desk.seat.number].name
    more = f"  ({desk.question.amount})" if desk.question.amount else ""
    lines = broken(f"{who}: {asked}", columns - len(more) - 4)
    shown: list[Line] = [(Span(" ▸ ", ACCENT), *_bold(lines[0], len(who) + 1))]
    shown += [(Span("   "), Span(each)) for each in lines[1:room]]
    last = (*shown[-1], Span("…", FAINT)) if len(lines) > room else shown[-1]
    return [*shown[:-1], (*last, Span(more, FAINT))]


def _bold(text: str, length: int) -> Line:
    return (Span(text[:length], STRONG), Span(text[length:]))


def _note(desk: Desk, columns: int, room: int) -> list[Line]:
    """That everybody chooses at the same time, if that is so and there is room to say it."""
    decision = desk.sight.view.decision
    if desk.scene is not None or decision is None or not decision.waiting or decision.chosen or room < ROOMY:
        return []
    return [fitted((Span(f"   {say.ALL_IN_SECRET()}", FAINT),), columns)] if desk.question else []


def _body(desk: Desk, question: Question, columns: int, room: int) -> tuple[list[Line], str]:
    """The control for the answer, and which part of it is visible if not all."""
    if question.dial is not None:
        shown, low, high = question.dial
        told = Span(f"  {say.FROM_TO(low=low, high=high)}", FAINT)
        return [(Span("   "), Span(f" {shown} ", CURSOR), told)], ""
    head: list[Line] = []
    if question.on_board:
        count = len(question.lit or ())
        pick, done = desk.keymap.shown("table.pick"), desk.keymap.shown("table.take")
        tells = say.PICK(number=count, pick=pick, done=done) if question.picks else say.POINT(number=count)
        head = [(Span(f"   {tells}", FAINT),)]
    rows, seen = _columns(desk, question, columns, room - len(head))
    return head + rows, seen


def _columns(desk: Desk, question: Question, columns: int, room: int) -> tuple[list[Line], str]:
    """The rows in as many columns as fit, around the cursor."""
    cells = [_cell(desk, question, index, row) for index, row in enumerate(question.rows)]
    if not cells or room <= 0:
        return [], ""
    widest = min(columns - 2, max(width(cell) for cell in cells) + 2)
    across = max(1, (columns - 1) // widest) if question.in_columns else 1
    desk.deep = deep = min(room, -(-len(cells) // across))
    page = deep * across
    start = _row(desk, question) // page * page
    last = min(start + page, len(cells))
    seen = say.SEEN(first=start + 1, last=last, number=len(cells)) if len(cells) > page else ""
    cells = cells[start : start + page]
    lines: list[Line] = []
    for y in range(min(deep, len(cells))):
        line: list[Span] = [Span(" ")]
        for cell in cells[y::deep][:across]:
            shown = cut(cell, widest - 1)
            line += (*shown, Span(" " * (widest - width(shown))))
        lines.append(tuple(line))
    return lines, seen


def _row(desk: Desk, question: Question) -> int:
    """The row that must be visible: the one under the cursor, of the list or of the board."""
    if question.on_board:
        rows = (index for index, row in enumerate(question.rows) if row.option.of == desk.cursor)
        return next(rows, 0) if desk.cursor is not None else 0
    return question.cursor


def _cell(desk: Desk, question: Question, index: int, row: Row) -> Line:
    here = index == question.cursor and not desk.on_board
    if question.on_board:
        here = row.option.of is not None and row.option.of == desk.cursor
    name = row.option.label
    if row.closed:
        return (Span(f"{row.letter or ' '} ", FAINT), Span(f"{name} ✕", CURSOR if here else FAINT))
    return (Span(question.mark(row), ACCENT), Span(name, CURSOR if here else PLAIN))
