"""The rulebook screen: chapters on the left and text on the right; on a narrow screen only the text."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message

from lazaretto.rules import Chapter
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, CURSOR, FAINT, PLAIN, STRONG, Line, Span
from lazaretto.tui.messages import reading as say
from lazaretto.tui.reading.rulebook_layout import Book, Match, marked, padded
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import Reader, SheetScreen, paragraphs

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
        self._titles = [narrow(chapter.title) for chapter in chapters]
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


WITH_LIST = 100
"""The width from which the chapters appear beside the text."""


class RulebookScreen(Reader, RoomyScreen[None]):
    """The rules of the current game."""

    DEFAULT_CSS = """
    RulebookScreen { layout: vertical; }
    RulebookScreen BookTitle { height: 1; }
    RulebookScreen #middle { height: 1fr; }
    RulebookScreen #chapters { width: 30; }
    RulebookScreen #text { width: 1fr; margin: 1 1 0 1; }
    RulebookScreen.narrow #chapters { display: none; }
    """

    def __init__(self, title: str, chapters: Sequence[Chapter]) -> None:
        super().__init__()
        self._title = narrow(title)
        self._chapters = tuple(chapters) or (Chapter(title, say.NOTHING_WRITTEN()),)
        self.text = RulebookText(self._chapters)
        self.chapters = ChapterList(self._chapters)
        self._heading = BookTitle()
        self._typed: str | None = None

    def parts(self) -> ComposeResult:
        """The title, the chapters and the text, and the hint bar."""
        yield self._heading
        with Horizontal(id="middle"):
            yield self.chapters
            yield self.text
        yield self.bar

    def on_mount(self) -> None:
        """Show the rulebook."""
        self._fit()

    def on_resize(self) -> None:
        """Adapt to a new size, with the list of chapters if there is room."""
        self._fit()

    def _fit(self) -> None:
        self.set_class(self.app.size.width < WITH_LIST, "narrow")
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        text = self.text
        self.chapters.cursor = text.chapter
        self.chapters.repaint()
        last = max(1, len(text.book.lines) - text.room)
        read = f"{min(100, 100 * text.top // last)} %"
        self._heading.shown = (say.THE_RULES(title=self._title), self._chapters[text.chapter].title, read)
        self._heading.repaint()
        self.bar.show(self._hints())

    def _hints(self) -> tuple[Hint, ...]:
        keymap, found = self.keymap, len(self.text.matches)
        places = say.PLACE(number=self.text.current + 1, found=found) if found else say.NOWHERE()
        if self._typed is not None:
            after = f"  {places}" if self._typed else ""
            told = keymap.hint("rulebook.hint.found", typed=self._typed, places=after)
            return (told, *keymap.hints("typing.done", "typing.stop"))
        if found:
            told = keymap.hint("rulebook.hint.next", places=places)
            return (told, *keymap.hints("rulebook.find", "rulebook.hint.forget", "rulebook.close"))
        return keymap.hints(
            "reading.hint.read", "rulebook.next_chapter", "rulebook.find", "rulebook.help", "rulebook.back"
        )

    def on_chapter_list_picked(self, message: ChapterList.Picked) -> None:
        """Go to the clicked chapter."""
        self.text.turn_to(message.chapter)
        self._paint()

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward with the mouse wheel."""
        self._scroll(3)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the mouse wheel."""
        self._scroll(-3)

    def _scroll(self, step: int) -> None:
        self.text.scroll(step)
        self._paint()

    def on_key(self, event: events.Key) -> None:
        """Scroll, change the chapter, search, or close."""
        if self.keymap.leaves(event.key, "rulebook", "typing"):
            return
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._type(event)
        else:
            self.act("rulebook", event.key)
        if self.is_attached:
            self._paint()

    def _type(self, event: events.Key) -> None:
        assert self._typed is not None
        match self.keymap.action("typing", event.key):
            case "typing.stop":
                self._typed = None
                self.text.seek("")
            case "typing.done":
                self._typed = None
            case "typing.erase":
                self._typed = self._typed[:-1]
                self.text.seek(self._typed)
            case _ if event.character is not None and event.character.isprintable():
                self._typed += event.character
                self.text.seek(self._typed)

    def read(self, lines: int) -> None:
        """Scroll forward or back."""
        self.text.scroll(lines)

    @property
    def page_length(self) -> int:
        """The number of lines to scroll by for a page."""
        return max(1, self.text.room - 2)

    def action_next_chapter(self) -> None:
        """Go to the next chapter."""
        self.text.turn_to(self.text.chapter + 1)

    def action_previous_chapter(self) -> None:
        """Go to the beginning of this chapter, or to the previous chapter."""
        text = self.text
        at_title = text.top == text.book.starts[text.chapter]
        text.turn_to(text.chapter - at_title)

    def action_find(self) -> None:
        """Start to type a search text."""
        self._typed = ""

    def action_next_match(self) -> None:
        """Go to the next match."""
        self.text.go_on(1)

    def action_previous_match(self) -> None:
        """Go to the previous match."""
        self.text.go_on(-1)

    def action_help(self) -> None:
        """Show what the keys do."""
        page = paragraphs(self.keymap.prose("rulebook"))
        self.app.push_screen(SheetScreen(say.READING(), page))

    def action_back(self) -> None:
        """Clear the search, or close the rulebook."""
        if self.text.matches:
            self.text.seek("")
        else:
            self.dismiss()

    def action_close(self) -> None:
        """Close the rulebook."""
        self.dismiss()
