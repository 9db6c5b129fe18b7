"""The panes of the table screen beside the board, each drawn from the desk."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Generic, Protocol, TypeVar

from rules import LogLine, PileView, SeatView, View
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
    Pen,
    Span,
    cut,
    fitted,
    width,
)
from tui.messages import table as say
from tui.shared_texts import words
from tui.standing_words import verdicts
from tui.table import cursor_info
from tui.table.answer_editor import Question, Row
from tui.table.pane_source import Shown
from tui.table.said_lines import help_lines, said_lines
from tui.table.side_panel import (
    Item,
    Section,
    piece_span,
    sections,
    standing_spans,
    supply_span,
    track_words,
)
from tui.table.table_state import Desk
from tui.table.view_lookup import backs, called, counted, hidden
from tui.widgets.drawn_pane import Pane

ROOMY = 3
"""The least rows below a question for a line about it."""

LONGEST = 3
"""The maximum number of lines of a message or question."""

LEAST_BODY = 3
"""The least rows for options below a question that takes more than one line."""

FEW = 4
"""The maximum number of characters for a thing in a short status line."""


D = TypeVar("D")


class DeskPane(Pane, Generic[D]):
    """A pane that draws from the desk once it has one; some panes need only what `Shown` provides."""

    desk: D | None = None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The lines drawn from the desk."""
        return () if self.desk is None else tuple(self.drawn(self.desk, width, height))

    def drawn(self, desk: D, width: int, height: int) -> Iterator[Line]:
        """The contents of the pane."""
        raise NotImplementedError


# --- status ------------------------------------------------------------------------------------


class StatusPane(DeskPane[Shown]):
    """The status of the game in one line, or in two if there is no side panel."""

    back = "panel"

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The title, the phase and the tracks; then the things, supplies and piles."""
        view = desk.view
        yield _ends(partial(_where, desk), partial(_tracks, view), width)
        if height > 1:
            yield _ends(partial(_standing, view), partial(_left, view), width)


def _where(desk: Shown, *, brief: bool) -> Iterator[Span]:
    view = desk.view
    if not brief:
        yield Span(f" {view.title} ", STRONG)
    if desk.turn:
        yield Span(f" {say.TURN(turn=desk.turn)}", FAINT)
    if view.phases:
        name, players = view.phases[-1]
        yield Span(f" · {words(name)}" if desk.turn else f" {words(name)}", FAINT)
        yield Span(f" {', '.join(players)}", PLAIN)


def _tracks(view: View, *, brief: bool) -> Iterator[Span]:
    for number, track in enumerate(each for each in view.tracks if not hidden(each.looks)):
        yield from (Span("  " if number else ""), Span(f"{called(track)} ", FAINT))
        yield Span(track_words(track, brief=brief), STRONG)


def _standing(view: View, *, brief: bool) -> Iterator[Span]:
    """The things that may change, in few characters."""
    for text, pen in standing_spans(view):
        yield Span(f" {text[:FEW] if brief else text}", pen)


def _left(view: View, *, brief: bool) -> Iterator[Span]:
    """Supplies and piles; in brief, only the hidden piles, each with one word if that is unambiguous."""
    for supply in view.supplies:
        if not hidden(supply.looks):
            yield from (supply_span(supply), Span(" "))
    piles = [each for each in view.piles if each.count and not hidden(each.looks)]
    piles = [each for each in piles if not each.open] if brief else sorted(piles, key=lambda each: each.open)
    names = [called(each) for each in piles]
    first = [name.split()[0] for name in names]
    if brief and len(set(first)) == len(first):
        names = first
    for pile, name in zip(piles, names, strict=True):
        yield from (Span(f" {name} ", FAINT), Span(str(pile.count), STRONG))


class _Spans(Protocol):
    """Spans that have a shorter form."""

    def __call__(self, *, brief: bool) -> Iterator[Span]: ...


def _ends(left: _Spans, right: _Spans, columns: int) -> Line:
    """Align spans at both ends of a line; with little room shorten the right end, then both."""
    for brief in ((False, False), (False, True), (True, True)):
        first, last = (tuple(each(brief=short)) for each, short in zip((left, right), brief, strict=True))
        room = columns - width(first) - width(last)
        if room > 0:
            return (*first, Span(" " * max(1, room - 2)), *last)
    return fitted((*first, Span(" "), *last), columns)


def _shorter(spans: _Spans, columns: int) -> Line:
    """Some spans, in their short form if the full form does not fit."""
    whole = tuple(spans(brief=False))
    return whole if width(whole) <= columns else fitted(tuple(spans(brief=True)), columns)


def _beside(line: Line, words: str, columns: int) -> Line:
    """Put words at the right end of a line, and shorten the line to fit."""
    room = columns - len(words) - 1
    left = fitted(line, room - 1)
    return (*left, Span(" " * (room - width(left))), Span(words, FAINT))


# --- the question ------------------------------------------------------------------------------


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
            said[-1] = _beside(said[-1], seen, width)
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


# --- own pieces, for small screens -------------------------------------------------------------


class HandPane(DeskPane[Desk]):
    """The seat's own pieces, counted ones first, in one line."""

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The pieces with their signs; with their codes if the names do not fit."""
        view = desk.view
        seat = view.seats[view.seat] if view.seat is not None else None
        if seat is not None and (seat.holds or any(map(_is_shown, seat.piles))):
            yield _shorter(partial(_hand, view, seat), width)


def _hand(view: View, seat: SeatView, *, brief: bool) -> Iterator[Span]:
    yield Span(f" {seat.name}:", FAINT)
    for place, (name, held) in enumerate(seat.holds):
        yield Span(f"{'  ' if place else ' '}{held} {words(name)}")
    piles = [each for each in seat.piles if _is_shown(each)]
    for place, pile in enumerate(piles, start=len(seat.holds)):
        if len(piles) > 1 or seat.holds:
            yield Span(f"{'  ' if place else ' '}{called(pile)}", FAINT)
        for number, (piece, count) in enumerate(counted(pile)):
            yield Span(" " if not number else "  ")
            yield piece_span(view, piece, count, brief=brief)
        yield from (Span(f"  {back}") for back in backs(pile))


def _is_shown(pile: PileView) -> bool:
    """Whether a pile has a piece to name, or one with something on its back."""
    return (any(pile.pieces) or bool(pile.backs)) and not hidden(pile.looks)


# --- the side panel and the log ----------------------------------------------------------------


class SidePane(DeskPane[Shown]):
    """Everything beside the board."""

    _beside: tuple[View | None, int, tuple[Section, ...]] = (None, 0, ())
    """A cache of the sections for a view and a width."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The spot under the cursor, then the sections, as much as fits."""
        if self._beside[0] is not desk.view or self._beside[1] != width:
            self._beside = desk.view, width, sections(desk.view, width - 2)
        found = list(self._beside[2])
        under = list(cursor_info.lines(desk.view, desk.cursor)) if desk.cursor is not None else []
        if under:
            found.insert(1, Section(say.HERE(), tuple(Item(fitted(line, width - 2)) for line in under)))
        lines = list(_set(found, width, height))
        if len(lines) > height:
            key = desk.keymap.shown("table.views" if isinstance(desk, Desk) else "replay.views")
            lines[height - 1 :] = [(Span(f" {say.MORE(key=key)}", FAINT),)]
        yield from lines


def _set(found: Sequence[Section], columns: int, room: int) -> Iterator[Line]:
    """Sections under their headings, separated by empty lines if there is room."""
    needed = sum(len(section.items) + 2 for section in found)
    for number, section in enumerate(found):
        if number and needed <= room:
            yield ()
        yield (Span(f" {section.title} ", ACCENT), Span("─" * columns, Pen("line")))
        for item in section.items:
            yield (Span(" "), *item.line)


class LogPane(DeskPane[Shown]):
    """The last log lines, with a mark at the seat's last choice."""

    _tail: tuple[View | None, View | None, tuple[int, int], tuple[Line, ...]] = (None, None, (0, 0), ())
    """A cache of the lines for a view."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The end of the log."""
        view, before, room, _ = self._tail
        if view is not desk.view or before is not desk.before or room != (width, height):
            made = tuple(self._made(desk, width, height))
            self._tail = desk.view, desk.before, (width, height), made
        yield from self._tail[3]

    def _made(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        view, before = desk.view, desk.before
        seen = len(before.log) if before is not None else 0
        lines: list[Line] = []
        for number in range(len(view.log) - 1, -1, -1):
            lines[:0] = _told(view.log[number], width, number >= seen)
            if number == seen and seen:
                lines.insert(0, (Span(f" {desk.since} ", FAINT), Span("─" * width, Pen("line"))))
            if len(lines) >= height:
                break
        yield from lines[-height:]


def _told(line: LogLine, columns: int, fresh: bool) -> list[Line]:
    pen = Pen("warn") if line.prevents else PLAIN if fresh else FAINT
    mark = "✕ " if line.prevents else "* " if line.private else "· " if fresh else "  "
    return [
        (Span(f" {mark if not number else '  '}", pen), Span(part, pen))
        for number, part in enumerate(broken(line.text, columns - 4) or [""])
    ]
