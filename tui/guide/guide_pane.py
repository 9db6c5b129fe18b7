"""The pane that shows the words of a guide, and what to press."""

from collections.abc import Iterator

from lazaretto.rules.guides.guide import COLUMNS, GuidedAnswer, filled, paragraphs
from lazaretto.rules.run.decision_wording import GO_ON
from lazaretto.tui.guide.aside_words import keys_of
from lazaretto.tui.guide.guide_reader import GuideReader
from lazaretto.tui.guide.keys_to_press import Pressing, pressing
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, FAINT, PLAIN, Line, Pen, Span
from lazaretto.tui.messages import guide as say
from lazaretto.tui.table.answer_editor import Question
from lazaretto.tui.table.desk_pane import DeskPane
from lazaretto.tui.table.table_state import Desk

MARGIN = 1
"""Free columns at each side."""

CAUTION = Pen("warn")


class GuidePane(DeskPane[Desk]):
    """Shows the current step of a guide."""

    def __init__(self, reader: GuideReader) -> None:
        super().__init__(id="guide")
        self.reader = reader
        self._found: tuple[Question | None, GuidedAnswer | None, Pressing] = (None, None, Pressing((), ""))
        """A cache of the keys for an answer to a question: to find them takes long."""

    def instruction(self, desk: Desk) -> Pressing:
        """What to press now."""
        reader, on = self.reader, desk.keymap.keys("guide.on")[:1]
        if _only_shows(desk) and not reader.strayed:
            return Pressing((), "")
        if reader.strayed:
            return Pressing(on, say.CLOSE(key=desk.keymap.shown("guide.on")))
        if reader.reading:
            last = reader.page == len(reader.guide.steps) - 1
            words = say.THE_END if last else say.READ_ON
            return Pressing(on, words(key=desk.keymap.shown("guide.on")))
        if reader.passing and desk.scene is not None:
            return Pressing((), "")
        if reader.passing:
            wanted: GuidedAnswer | None = GuidedAnswer(desk.seat.number, GO_ON)
        else:
            wanted = next(iter(reader.wanted), None)
        if wanted is None:
            return Pressing((), "")
        question, answer, _ = self._found
        if question is not desk.question or answer != wanted:
            self._found = desk.question, wanted, pressing(desk, wanted)
        return self._found[2]

    def rows_needed(self, desk: Desk) -> int:
        """How many rows the pane needs for the current step."""
        parts, below, _ = self._set(desk, self.size.width or COLUMNS + 2 * MARGIN)
        return sum(map(len, parts)) + len(below)

    def _set(self, desk: Desk, width: int) -> tuple[list[list[str]], list[str], Pen]:
        """The lines of each paragraph, those that say what to press, and the pen of the text."""
        room = width - 2 * MARGIN
        words, pen = told(self.reader, desk)
        below = broken(self.instruction(desk).words, room - 2 - len(_count(self.reader)))
        return [broken(each, room) for each in paragraphs(words)], below, pen

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The text from the top, and what to press in the last lines."""
        parts, below, pen = self._set(desk, width)
        count = _count(self.reader)
        roomy = sum(map(len, parts)) + len(parts) - 1 + len(below) <= height
        text = [line for each in parts for line in ([""] if roomy and each is not parts[0] else []) + each]
        for line in text:
            yield (Span(" " * MARGIN), Span(line, pen))
        yield from ((),) * (height - len(text) - len(below))
        for number, line in enumerate(below):
            gap = " " * (width - len(line) - len(count) - 4) if number == len(below) - 1 else ""
            mark = Span("  " if number else " ▸", ACCENT)
            yield (mark, Span(f" {line}", ACCENT), Span(f"{gap}{count if gap else ''}", FAINT))


def told(reader: GuideReader, desk: Desk) -> tuple[str, Pen]:
    """What the pane says now, and how it is written."""
    undo = desk.keymap.shown("table.undo")
    if reader.strayed:
        return say.STRAYED(undo=undo), CAUTION
    if reader.warned is not None:
        wanted = reader.wanted[0]
        return say.NOT_THIS(name=wanted.label or wanted.key, undo=undo), CAUTION
    if _only_shows(desk):
        return say.WATCH(), FAINT
    if reader.passing:
        return (say.PASSING() if desk.scene is None else say.WATCH()), FAINT
    step = reader.step
    return ("" if step is None else filled(step.text, keys_of(desk.keymap))), PLAIN


def _only_shows(desk: Desk) -> bool:
    """Whether the table shows what happens, and asks nothing."""
    return desk.scene is not None


def _count(reader: GuideReader) -> str:
    return "" if reader.step is None else say.COUNT(page=reader.page + 1, pages=len(reader.guide.steps))
