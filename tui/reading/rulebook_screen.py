"""The rulebook screen: chapters on the left and text on the right; on a narrow screen only the text."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from lazaretto.rules import Chapter
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.messages import reading as say
from lazaretto.tui.reading.rulebook_panes import BookTitle, ChapterList, RulebookText
from lazaretto.tui.widgets.min_size_screen import RoomyScreen
from lazaretto.tui.widgets.text_page import Reader, SheetScreen, paragraphs

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
