"""The pane that shows the words of a guide, and what to press."""

from collections.abc import Iterator

from rules.guides.guide import filled, paragraphs
from tui.guide.aside_words import keys_of
from tui.guide.guide_reader import GuideReader
from tui.guide.keys_to_press import Pressing, pressing
from tui.look.line_wrap import broken
from tui.look.styled_text import ACCENT, FAINT, PLAIN, Line, Pen, Span
from tui.messages import guide as say
from tui.table.desk_pane import DeskPane
from tui.table.table_state import Desk

MARGIN = 1
"""Free columns at each side."""

CAUTION = Pen("warn")


class GuidePane(DeskPane[Desk]):
    """Shows the current step of a guide."""

    def __init__(self, reader: GuideReader) -> None:
        super().__init__(id="guide")
        self.reader = reader

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The text from the top, and what to press in the last lines."""
        room = width - 2 * MARGIN
        words, pen = told(self.reader, desk)
        text = [line for each in paragraphs(words) for line in broken(each, room)]
        count = _count(self.reader)
        below = broken(instruction(self.reader, desk).words, room - 2 - len(count))
        for line in text:
            yield (Span(" " * MARGIN), Span(line, pen))
        yield from ((),) * (height - len(text) - len(below))
        for number, line in enumerate(below):
            gap = " " * (width - len(line) - len(count) - 4) if number == len(below) - 1 else ""
            mark = Span("  " if number else " ▸", ACCENT)
            yield (
                mark,
                Span(f" {line}", Pen("accent", bold=True)),
                Span(f"{gap}{count if gap else ''}", FAINT),
            )


def told(reader: GuideReader, desk: Desk) -> tuple[str, Pen]:
    """What the pane says now, and how it is written."""
    undo = desk.keymap.shown("table.undo")
    if reader.strayed:
        return say.STRAYED(undo=undo), CAUTION
    if reader.warned is not None:
        wanted = reader.wanted[0]
        return say.NOT_THIS(name=wanted.label or wanted.key, undo=undo), CAUTION
    step = reader.step
    return ("" if step is None else filled(step.text, keys_of(desk.keymap))), PLAIN


def instruction(reader: GuideReader, desk: Desk) -> Pressing:
    """What to press now."""
    on = desk.keymap.keys("guide.on")[:1]
    if reader.strayed:
        return Pressing(on, say.CLOSE(key=desk.keymap.shown("guide.on")))
    if reader.reading:
        last = reader.page == len(reader.guide.steps) - 1
        words = say.THE_END if last else say.READ_ON
        return Pressing(on, words(key=desk.keymap.shown("guide.on")))
    wanted = reader.wanted
    return pressing(desk, wanted[0]) if wanted else Pressing((), "")


def _count(reader: GuideReader) -> str:
    return "" if reader.step is None else say.COUNT(page=reader.page + 1, pages=len(reader.guide.steps))
