"""The parts of the rulebook screen: the text, the list of chapters, and the title line."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from lazaretto.rules import Chapter
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.styled_text import ACCENT, CURSOR, FAINT, PLAIN, STRONG, Line, Span
from lazaretto.tui.reading.rulebook_layout import Book, Match, marked, padded
from lazaretto.tui.widgets.drawn_pane import Pane

BROAD = 96
"""The maximum width of a line, for comfortable reading."""
TWO_COLUMNS = 150
GUTTER = 4


class RulebookText(Pane):
    """The text, in two columns if there is room."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        super().__init__(id="text")
        self._chapters = chapters
        self._book: Book | None = None
        self.top = 0
        self.matches: tuple[Match, ...] = ()
        self.current = 0
        """The number of the current match."""
        self._sought = ""

    def _columns(self, width: int) -> tuple[int, int]:
        """The number of columns, and the width of each."""
        if width >= TWO_COLUMNS:
            return 2, min(BROAD, (width - GUTTER) // 2)
        return 1, min(BROAD, width)

    @property
    def book(self) -> Book:
        """The rulebook, laid out for the current width."""
        _, width = self._columns(self.size.width)
        if self._book is None or self._book.width != width:
            chapter = self._book.chapter_at(self.top) if self._book is not None else 0
            self._book = Book(self._chapters, width)
            self.top = self._book.starts[chapter] if chapter else self.top
            self.matches = self._book.find(self._sought)
        return self._book

    @property
    def room(self) -> int:
        """The number of visible lines."""
        return max(1, self.size.height * self._columns(self.size.width)[0])

    @property
    def chapter(self) -> int:
        """The visible chapter."""
        return self.book.chapter_at(self.top)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The visible part."""
        columns, wide = self._columns(width)
        book = self.book
        self.top = self._within(self.top)
        shown = [self._line(number) for number in range(self.top, min(self.top + self.room, len(book.lines)))]
        if columns == 1:
            return shown
        left, right = shown[:height], shown[height:]
        right += [()] * (len(left) - len(right))
        return [
            (*padded(one, wide), Span(" " * GUTTER), *other) for one, other in zip(left, right, strict=True)
        ]

    def _line(self, number: int) -> Line:
        line = self.book.lines[number]
        for index, match in enumerate(self.matches):
            for place in match:
                if place.line == number:
                    line = marked(line, place.first, place.last, index == self.current)
        return line

    def _within(self, top: int) -> int:
        last = max(len(self.book.lines) - self.room, self.book.starts[-1])
        return max(0, min(top, last))

    def scroll(self, step: int) -> None:
        """Scroll forward or back."""
        self.top = self._within(self.top + step)
        self.repaint()

    def turn_to(self, chapter: int) -> None:
        """Go to the start of a chapter."""
        starts = self.book.starts
        self.top = self._within(starts[max(0, min(chapter, len(starts) - 1))])
        self.repaint()

    def seek(self, text: str) -> None:
        """Highlight all matches of a text, and go to the next one."""
        self._sought = text
        self.matches = self.book.find(text)
        self.current = next(
            (number for number, match in enumerate(self.matches) if match[0].line >= self.top), 0
        )
        self._go()

    def go_on(self, step: int) -> None:
        """Go to another match."""
        if self.matches:
            self.current = (self.current + step) % len(self.matches)
            self._go()

    def _go(self) -> None:
        if self.matches:
            line = self.matches[self.current][0].line
            if not self.top <= line < self.top + self.room - 1:
                self.top = self._within(line - self.size.height // 3)
        self.repaint()


class ChapterList(Pane):
    """The titles of the chapters, with a cursor."""

    back = "panel"

    class Picked(Message):
        """Sent when the player clicks a chapter."""

        def __init__(self, chapter: int) -> None:
            super().__init__()
            self.chapter = chapter

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        super().__init__(id="chapters")
        self._titles = [narrow(each.title) for each in chapters]
        self.cursor = 0
        self._first = 0

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """One title per line, around the cursor."""
        room = max(1, height - 1)
        self._first = max(0, min(self.cursor - room // 2, len(self._titles) - room))
        found: list[Line] = [()]
        for number in range(self._first, min(self._first + room, len(self._titles))):
            here = number == self.cursor
            pen = CURSOR if here else PLAIN
            shown = self._titles[number][: width - 4]
            found.append((Span(" ▸" if here else "  ", ACCENT), Span(f" {shown} ", pen)))
        return found

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked chapter."""
        number = self._first + event.y - 1
        if 0 <= number < len(self._titles) and event.y:
            self.post_message(self.Picked(number))


class BookTitle(Pane):
    """The title line: the book, the chapter, and the reading progress."""

    back = "panel"
    shown: tuple[str, str, str] = ("", "", "")

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The title line."""
        title, chapter, right = self.shown
        left = width - len(title) - len(right) - 7
        return [
            (
                Span(f" {title}", STRONG),
                Span(f"  {'·' if chapter else ' '} "),
                Span(chapter[:left].ljust(max(0, left)), FAINT),
                Span(f"{right} ", FAINT),
            )
        ]
