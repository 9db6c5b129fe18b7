"""The pane of the question: its options in columns, and below them what is typed, a message or news."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from textual import events
from textual.message import Message

from lazaretto.rules import LogLine
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.bot_advice import SaidPlan, place_in
from lazaretto.tui.line.ending_words import verdicts
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    BAD,
    CURSOR,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    shortened,
    width,
    wrapped_line,
)
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import awaited
from lazaretto.tui.table.answers.answer_editor import Question, Row
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.bot_plans_page import plan_lines
from lazaretto.tui.table.panes.base_pane import DeskPane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import named_span

GAP = 2
"""The blanks between two columns."""


@dataclass(frozen=True, slots=True)
class OptionPage:
    """The options that are visible at the same time: their numbers by column, with its width."""

    columns: tuple[tuple[int, range], ...]

    @property
    def first(self) -> int:
        """The first option."""
        return self.columns[0][1].start

    @property
    def last(self) -> int:
        """The option after the last one."""
        return self.columns[-1][1].stop


def rows_needed(widths: Sequence[int], room: int, abreast: bool = True) -> int:
    """The number of rows for all options, in as many columns as fit."""
    count = len(widths)
    if not abreast or not count:
        return count
    for deep in range(max(1, -(-sum(widths) // max(1, room))), count):
        wide = [max(widths[start : start + deep]) for start in range(0, count, deep)]
        if sum(wide) + GAP * (len(wide) - 1) <= room:
            return deep
    return count


def page_with(index: int, widths: Sequence[int], room: int, rows: int, abreast: bool = True) -> OptionPage:
    """The page with an option: all options if they fit, otherwise as many as fit."""
    deep = min(rows, rows_needed(widths, room, abreast))
    return next(page for page in _pages(widths, room, max(1, deep), abreast) if index < page.last)


def _pages(widths: Sequence[int], room: int, deep: int, abreast: bool) -> Iterator[OptionPage]:
    start = 0
    while start < len(widths):
        found: list[tuple[int, range]] = []
        used = 0
        while start < len(widths):
            part = range(start, min(start + deep, len(widths)))
            wide = max(widths[part.start : part.stop])
            if found and (not abreast or used + GAP + wide > room):
                break
            found.append((wide, part))
            used += wide + (GAP if used else 0)
            start = part.stop
        yield OptionPage(tuple(found))


SAME = 2
"""So many words must two sentences have in common at the beginning to be told as one; the rest of each must
not be longer than that, so that it does not begin with another verb."""


def news_lines(news: Sequence[LogLine], columns: int, rows: int) -> list[str]:
    """The sentences one after another, in so many rows; if there are more, the oldest are left out.

    What only this player learnt comes before everything else, because nothing else on the screen tells it.
    """
    if rows < 1:
        return []
    own = [line.text for line in news if line.private]
    kept = len(own)
    public = [line.text for line in news if not line.private]
    while kept > 0 and len(_written([*own[-kept:]], columns)) > rows:
        kept -= 1
    own = own[len(own) - kept :]
    first = len(public)
    while first > 0 and len(_written([*public[first - 1 :], *own], columns)) <= rows:
        first -= 1
    found = _written([*public[first:], *own], columns)
    if found or not news:
        return found
    return broken(news[-1].text, columns)[:rows]


def rows_of_own(news: Sequence[LogLine], columns: int) -> int:
    """The rows for what only this player learnt."""
    return len(_written([line.text for line in news if line.private], columns))


def _written(sentences: Sequence[str], columns: int) -> list[str]:
    return broken(" ".join(_together(sentences)), columns)


def _together(sentences: Sequence[str]) -> Iterator[str]:
    """Sentences; neighbours that begin alike and end differently become one with a list at its end."""
    told: list[str] = []
    begin: list[str] = []
    for sentence in sentences:
        words = sentence.split()
        if begin and _continues(begin, words, told[-1][-1:]):
            told[-1] = f"{told[-1][:-1]}, {' '.join(words[len(begin) :])}"
            continue
        if told and (same := _alike(told[-1].split(), words)):
            begin = words[:same]
            told[-1] = f"{told[-1][:-1]}, {' '.join(words[same:])}"
            continue
        begin = []
        told.append(sentence)
    return iter(told)


def _continues(begin: Sequence[str], words: Sequence[str], end: str) -> bool:
    rest = len(words) - len(begin)
    return list(begin) == list(words[: len(begin)]) and 0 < rest <= len(begin) and words[-1][-1:] == end


def _alike(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words two sentences have in common at their beginning; 0 if they cannot be told as one."""
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    rests = len(first) - same, len(second) - same
    if same < SAME or not all(0 < rest <= same for rest in rests):
        return 0
    ends = first[-1][-1:], second[-1][-1:]
    return same if ends[0] == ends[1] and not ends[0].isalnum() else 0


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
    return wrapped_line((Span(INDENT), *help_at_cursor.line(desk.view, desk.cursor)), columns, INDENT)


def says_news(desk: Desk) -> bool:
    """Whether there is nothing else to say than what has happened since the last choice."""
    if desk.typed is not None or desk.scene is not None or desk.message or not desk.news:
        return False
    question = desk.question
    at_nothing = question is not None and not desk.on_board and question.current is None
    return desk.unread or (at_nothing and not desk.logged)


def plan_of(desk: Desk) -> SaidPlan | None:
    """The plan behind an event that is shown, or the last plan, if no event is shown."""
    log = desk.view.log
    places = [(place_in(log, plan), plan) for plan in desk.plans]
    if desk.scene is None:
        known = [said_plan for place, said_plan in places if place is not None]
    else:
        known = [
            said_plan
            for at, said_plan in places
            if at is not None and at < len(log) and said_plan.turn == desk.turn
        ]
    return known[-1] if known else None


def news_after(desk: Desk, plan: SaidPlan) -> Sequence[LogLine]:
    """What has happened since a bot told its plan, and whatever only this player has learnt."""
    log, news = desk.view.log, desk.news
    place = place_in(log, plan)
    first = 0 if place is None else place
    return [line for at, line in enumerate(news, len(log) - len(news)) if at >= first or line.private]


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
    return [*told, *((Span(INDENT), Span(line)) for line in news_lines(news, columns - 4, rows - len(told)))]


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


LEAST_ROWS = 2
"""The least rows of options that stay visible below a long question or message."""

PLAN_ROWS = 3
"""The most rows for what a bot is after, above what it does."""

HELP_ROWS = 2
"""The lines for help on an option that stay free even if there is no room for all options."""


class MenuPane(DeskPane[Desk]):
    """The question, the options, and why some of them cannot be chosen."""

    back = "panel"

    class Clicked(Message):
        """Sent when the player clicks an option."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    _places: tuple[tuple[int, int, int, int], ...] = ()
    """Where the options are: line, first column, the column after the last one, number of the option."""

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The question, the options in columns, and lines for messages and help."""
        self._places = ()
        head = [*_prompt(desk, width), *_note(desk, width)]
        question = desk.question if desk.scene is None else None
        if desk.scene is None:
            head += ((Span(f"   {part}"),) for each in _ending(desk)[1:] for part in broken(each, width - 4))
        if question is not None:
            head += _control(desk, question, width)
        cells = _cells(desk, question, width) if question is not None else None
        head = shortened(head, max(1, height - LEAST_ROWS), width)
        free = height - len(head) - (0 if cells is None else cells.needed)
        said = said_lines(desk, width, max(free, rows_of_own_news(desk, width)))
        if cells is not None and not desk.message:
            kept = min(HELP_ROWS, most_said(desk, width))
            said = shortened(said, max(kept, height - len(head) - cells.needed), width)
        said = shortened(said, max(1, height - len(head) - (LEAST_ROWS if cells is not None else 0)), width)
        room = height - len(head) - len(said)
        body: list[Line] = []
        if cells is not None and cells.lines and room > 0:
            page = cells.page(desk, room)
            part = page.last - page.first < len(cells.lines)
            if part and not _tell_part(head, said, cells.seen(page), width):
                room -= 1
                page = cells.page(desk, max(1, room))
                said = [(Span(cells.seen(page).rjust(width - 1), FAINT),), *said]
            body = list(self._set(cells, page, len(head)))
            desk.deep = len(page.columns[0][1])
        yield from head
        yield from body[:room]
        rest = room - len(body)
        elsewhere = desk.scene is not None or desk.logged or says_news(desk)
        news = [] if elsewhere else told_news(desk, width, rest - 1)
        yield from ((),) * (rest - len(news))
        yield from news
        yield from said

    def _set(self, cells: "Cells", page: OptionPage, top: int) -> Iterator[Line]:
        """The options of a page, side by side."""
        places: list[tuple[int, int, int, int]] = []
        for y in range(len(page.columns[0][1])):
            line: list[Span] = []
            x = 1
            for wide, part in page.columns:
                if y < len(part):
                    cell, index = cells.lines[part.start + y]
                    line += (Span(" " * (x - width(line))), *cell)
                    places.append((top + y, x, x + width(cell), index))
                    x += wide + GAP
            yield tuple(line)
        self._places = tuple(places)

    def option_at(self, x: int, y: int) -> int | None:
        """The number of the option at a cell of the pane."""
        return next(
            (index for line, first, end, index in self._places if line == y and first <= x < end), None
        )

    def on_click(self, event: events.Click) -> None:
        """Report the clicked option."""
        found = self.option_at(event.x, event.y)
        if found is not None:
            self.post_message(self.Clicked(found))


def rows_wanted(desk: Desk, columns: int, help_rows: int) -> int:
    """The number of lines for the question, all its options, and the longest help or reason.

    A question that is answered on the board needs no list of all its places.
    """
    question = desk.question
    head = len(_prompt(desk, columns)) + len(_note(desk, columns))
    if question is None or desk.scene is not None:
        return head + len(said_lines(desk, columns))
    head += len(_control(desk, question, columns))
    listed = 1 if question.on_board else _cells(desk, question, columns).needed
    return head + listed + max(1, min(help_rows, most_said(desk, columns)))


def _tell_part(head: list[Line], said: list[Line], seen: str, columns: int) -> bool:
    """Say which options are visible at the end of the question or of the help; whether there is room."""
    for lines in (head, said):
        space = columns - width(lines[-1]) - len(seen) - 1 if lines else -1
        if space > 1:
            lines[-1] = (*lines[-1], Span(" " * space), Span(seen, FAINT))
            return True
    return False


def _ending(desk: Desk) -> tuple[str, ...]:
    """Who has won and why, then the others; nothing while the game goes on."""
    outcome = desk.sight.outcome
    return () if outcome is None else verdicts(outcome, [narrow(seat.name) for seat in desk.sight.view.seats])


def _prompt(desk: Desk, columns: int) -> list[Line]:
    """The question in as many lines as it needs."""
    view = desk.sight.view
    decision = view.decision
    if desk.scene is not None:
        plan = None if desk.logged else plan_of(desk)
        told = [] if plan is None else shortened(plan_lines(plan.words, columns), PLAN_ROWS, columns)
        return [*told, *_marked(desk.message, STRONG, columns)]
    if desk.sight.outcome is not None:
        return _marked(_ending(desk)[0], STRONG, columns, "■")
    if decision is None:
        return [(Span(" … ", FAINT),)]
    if desk.question is None:
        waiting = broken(say.WAITING(player=awaited(decision)), columns - 4)
        return [
            (Span(" … " if not number else "   ", FAINT), Span(each, FAINT))
            for number, each in enumerate(waiting)
        ]
    asked = desk.question.decision.prompt.removeprefix(f"{decision.player}, ")
    if decision.chosen:
        asked = say.CHANGE_CHOICE(choice=decision.chosen, players=awaited(decision))
    who = view.seats[desk.seat.number].name
    lines = _marked(f"{who}: {asked}", PLAIN, columns)
    mark, (first, _) = lines[0]
    lines[0] = (mark, Span(first[: len(who) + 1], STRONG), Span(first[len(who) + 1 :]))
    if desk.question.amount:
        more = Span(f"  ({desk.question.amount})", FAINT)
        if width(lines[-1]) + len(more.text) < columns:
            lines[-1] = (*lines[-1], more)
        else:
            lines.append((Span(" "), more))
    return lines


def _marked(text: str, pen: Pen, columns: int, sign: str = "▸") -> list[Line]:
    """A text under a sign, in as many lines as it needs."""
    signs = chain((Span(f" {sign} ", ACCENT),))
    return [(next(signs, Span("   ")), Span(each, pen)) for each in broken(text, columns - 4) or [""]]


def _note(desk: Desk, columns: int) -> list[Line]:
    """Why a bot asks this, and that everybody chooses at the same time, if that is so."""
    decision = desk.sight.view.decision
    if desk.scene is not None or decision is None:
        return []
    lines: list[Line] = [(Span(f"   {part}"),) for each in desk.request for part in broken(each, columns - 4)]
    if decision.waiting and not decision.chosen and desk.question:
        lines += ((Span(f"   {each}", FAINT),) for each in broken(say.ALL_IN_SECRET(), columns - 4))
    return lines


def _control(desk: Desk, question: Question, columns: int) -> list[Line]:
    """A number to turn, or how to answer on the board."""
    if question.dial is not None:
        shown, low, high = question.dial
        span = Span(f"  {say.FROM_TO(low=low, high=high)}", FAINT)
        return [(Span("   "), Span(f" {shown} ", CURSOR), span)]
    if not question.on_board:
        return []
    count = len(question.lit or ())
    pick, done = desk.keymap.shown("table.pick"), desk.keymap.shown("table.take")
    tells = say.PICK(number=count, pick=pick, done=done) if question.picks else say.POINT(number=count)
    return [(Span(f"   {each}", FAINT),) for each in broken(tells, columns - 4)]


@dataclass(frozen=True, slots=True)
class Cells:
    """The options as they are drawn: lines with the number of their option, and the room for them."""

    lines: tuple[tuple[Line, int], ...]
    widths: tuple[int, ...]
    room: int
    abreast: bool
    number: int
    """How many options there are."""

    @property
    def needed(self) -> int:
        """The number of rows for all of them."""
        return rows_needed(self.widths, self.room, self.abreast)

    def page(self, desk: Desk, rows: int) -> OptionPage:
        """The options that are visible: those around the cursor."""
        wanted = _row(desk)
        at = next((place for place, (_, index) in enumerate(self.lines) if index == wanted), 0)
        return page_with(at, self.widths, self.room, rows, self.abreast)

    def seen(self, page: OptionPage) -> str:
        """Which options are visible."""
        first, last = self.lines[page.first][1], self.lines[page.last - 1][1]
        return say.SEEN(first=first + 1, last=last + 1, number=self.number)


def _cells(desk: Desk, question: Question, columns: int) -> Cells:
    """The options, side by side if none of them is longer than the line."""
    room = columns - 2
    if question.dial is not None:
        return Cells((), (), room, False, 0)
    lines = [(_cell(desk, question, index, row), index) for index, row in enumerate(question.rows)]
    abreast = question.in_columns
    if any(width(cell) > room for cell, _ in lines):
        abreast = False
        lines = [(part, index) for cell, index in lines for part in _folded(cell, room)]
    return Cells(tuple(lines), tuple(width(cell) for cell, _ in lines), room, abreast, len(question.rows))


def _folded(cell: Line, room: int) -> Iterator[Line]:
    """An option in as many lines as it needs."""
    mark, (text, pen) = cell
    indent = len(mark.text)
    for number, part in enumerate(broken(text, room - indent)):
        yield (mark if not number else Span(" " * indent), Span(part, pen))


def _row(desk: Desk) -> int:
    """The row that must be visible: the one under the cursor, of the list or of the board."""
    question = desk.question
    assert question is not None
    if question.on_board:
        rows = (index for index, row in enumerate(question.rows) if row.option.of == desk.cursor)
        return next(rows, 0) if desk.cursor is not None else 0
    return question.cursor


def _cell(desk: Desk, question: Question, index: int, row: Row) -> Line:
    here = index == question.cursor and not desk.on_board
    if question.on_board:
        here = row.option.of is not None and row.option.of == desk.cursor
    name, pen = named_span(desk.view, row.option.of, row.option.label)
    if row.closed:
        return (Span(f"{row.letter or ' '} ", FAINT), Span(f"{name} ✕", CURSOR if here else FAINT))
    return (Span(question.mark(row), ACCENT), Span(name, CURSOR if here else pen))
