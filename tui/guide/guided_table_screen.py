"""The table of a guided game: the table screen, with the words of the guide beside the question."""

from collections.abc import Iterator
from dataclasses import replace

from lazaretto.host import Sitting
from lazaretto.rules.guides.guide import COLUMNS, LINES, Guide, GuidedAnswer, filled, paragraphs
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.tui.board import Pointed
from lazaretto.tui.guide.guide_reader import GuideReader, keys_of
from lazaretto.tui.guide.keys_to_press import Pressing, pressing
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, PLAIN, Line, Pen, Span, broken
from lazaretto.tui.messages import guide as say
from lazaretto.tui.table.answers.answer_editor import Question, Sent
from lazaretto.tui.table.panes.base_pane import DeskPane
from lazaretto.tui.table.panes.room_division import Window
from lazaretto.tui.table.table_screen import TableScreen
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
        return [broken(paragraph, room) for paragraph in paragraphs(words)], below, pen

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The text from the top, and what to press in the last lines."""
        parts, below, pen = self._set(desk, width)
        count = _count(self.reader)
        roomy = sum(map(len, parts)) + len(parts) - 1 + len(below) <= height
        text = [line for part in parts for line in ([""] if roomy and part is not parts[0] else []) + part]
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


PRESSED = 2
"""The lines for what to press."""


class GuidedTableScreen(TableScreen):
    """Shows a guided game; when the guide is over, it is a table like any other."""

    DEFAULT_CSS = f"""
    GuidedTableScreen #guide {{ width: {COLUMNS + 2 * MARGIN}; }}
    """

    def __init__(self, sitting: Sitting, guide: Guide) -> None:
        super().__init__(sitting)
        self.reader = GuideReader(guide)
        self._guide = GuidePane(self.reader)
        self._entered = False
        """Whether the key that reads on was pressed where there is nothing to read on."""

    def on_mount(self) -> None:
        """Add the pane of the guide, at the right so that it stays in its place; the table mounts itself."""
        self.query_one("#below").mount(self._guide)

    @property
    def instruction(self) -> Pressing:
        """What the guide says to press now."""
        return self._guide.instruction(self.desk)

    def _show(self) -> None:
        self.reader.follow(self.desk.seat.look().guided, self._open_keys())
        self._point()
        super()._show()
        if self.reader.passing:
            self.call_later(self._let_pass)

    def _let_pass(self) -> None:
        """Go on at a moment at which somebody could act, but nobody in the guide does."""
        decision = self.desk.sight.view.decision
        free = not self._busy and self._timer is None and not self._behind
        if free and self.reader.passing and decision is not None and self.desk.asked:
            super().send(Sent(GO_ON, decision.seat))

    def _open_keys(self) -> frozenset[str]:
        """The keys of everything that may be chosen at this keyboard."""
        decisions = (seat.look().view.decision for seat in self.sitting.seats)
        options = (option for decision in decisions if decision is not None for option in decision.options)
        return frozenset(option.key for option in options if option.why_not is None)

    def _point(self) -> None:
        """Highlight what the step is about."""
        step = self.reader.step
        shown = step.show if step is not None else ()
        self.desk.pointed = tuple(Pointed(ref, say.HERE(), "accent") for ref in shown)

    def _paint(self) -> None:
        shows = self.reader.leads or (self.reader.strayed and not self.reader.put_away)
        self._guide.display = shows
        self.set_class(shows, "guided")
        super()._paint()

    def window(self) -> Window:
        """The window without the columns of the guide."""
        if not self.has_class("guided"):
            return super().window()
        needed = max(LINES + PRESSED, self._guide.rows_needed(self.desk))
        return replace(super().window(), beside=COLUMNS + 2 * MARGIN, least=needed)

    def _hints(self) -> tuple[str, ...]:
        waits = self.reader.reading and self.desk.typed is None and self.desk.scene is None
        return (("guide.on",) if waits else ()) + super()._hints()

    def _press(self, key: str, character: str | None) -> None:
        free = self._timer is None and self.desk.typed is None
        action = self.keymap.action("guide", key)
        if free and action == "guide.on" and self.reader.read_on():
            self._turned()
            return
        if free and action == "guide.back" and self.reader.read_back():
            self._turned()
            return
        self._entered = free and action == "guide.on"
        super()._press(key, character)
        self._entered = False

    def _turned(self) -> None:
        """Show another step."""
        self._point()
        self._paint()

    def send(self, sent: Sent) -> None:
        """Send an answer; one that leaves the guide only after a warning.

        The key that reads on never leaves it: who presses it once too often sees what to do.
        """
        if self._entered and self.reader.wants_else(sent.seat, sent.key):
            self.desk.say(say.ANOTHER_KEY(words=self.instruction.words))
            self._paint()
            return
        if self.reader.warns(sent.seat, sent.key):
            self._paint()
            return
        super().send(sent)
