"""The rulebook as a screen: chapters on the left, their text on the right; where it is narrow, text alone."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from rules import Chapter
from tui.board.short_names import narrow
from tui.reading.rulebook_panes import BookTitle, ChapterList, RulebookText
from tui.widgets.min_size_screen import RoomyScreen
from tui.widgets.text_page import SheetScreen, paragraphs, reading_steps

WITH_LIST = 100
"""From this width on the chapters stand beside the text."""

HELP = (
    "Up and down, PgUp and PgDn, space and b, Home and End: read.",
    "Tab and Shift+Tab, or ] and [, or right and left: the next chapter and the one before.",
    "/ looks for a text while it is typed, n goes to the next place where it stands, N to the one before.",
    "Esc forgets what was looked for, then closes the book. q closes it at once.",
)


class RulebookScreen(RoomyScreen[None]):
    """The rules of the running game."""

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
        self._chapters = tuple(chapters) or (Chapter(title, "Nothing has been written about these rules."),)
        self.text = RulebookText(self._chapters)
        self.chapters = ChapterList(self._chapters)
        self._heading = BookTitle()
        self._typed: str | None = None

    def parts(self) -> ComposeResult:
        """Title, chapters and text, keys."""
        yield self._heading
        with Horizontal(id="middle"):
            yield self.chapters
            yield self.text
        yield self.bar

    def on_mount(self) -> None:
        """Open the book."""
        self._fit()

    def on_resize(self) -> None:
        """Another size, perhaps without the list."""
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
        self._heading.shown = (f"{self._title}: the rules", self._chapters[text.chapter].title, read)
        self._heading.repaint()
        self.bar.show(self._hints())

    def _hints(self) -> tuple[tuple[str, str], ...]:
        found = len(self.text.matches)
        places = f"{self.text.current + 1} of {found}" if found else "nowhere"
        if self._typed is not None:
            told = f"{self._typed}_" + (f"  {places}" if self._typed else "")
            return (("find", told), ("Enter", "done"), ("Esc", "stop"))
        if found:
            return (("n N", f"next, {places}"), ("/", "find"), ("Esc", "forget it"), ("q", "back"))
        return (
            ("↑↓ PgUp PgDn", "read"),
            ("Tab", "next chapter"),
            ("/", "find"),
            ("?", "help"),
            ("Esc", "back"),
        )

    def on_chapter_list_picked(self, message: ChapterList.Picked) -> None:
        """The mouse among the chapters."""
        self.text.turn_to(message.chapter)
        self._paint()

    def on_mouse_scroll_down(self) -> None:
        """The wheel reads on."""
        self._scroll(3)

    def on_mouse_scroll_up(self) -> None:
        """The wheel reads back."""
        self._scroll(-3)

    def _scroll(self, step: int) -> None:
        self.text.scroll(step)
        self._paint()

    def on_key(self, event: events.Key) -> None:
        """Read, turn, find, or close."""
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._find(event)
        else:
            self._read(event.key)
        if self.is_attached:
            self._paint()

    def _read(self, key: str) -> None:
        text = self.text
        steps = reading_steps(max(1, text.room - 2))
        if key in steps:
            text.scroll(steps[key])
        elif key in ("tab", "right_square_bracket", "right", "l"):
            text.turn_to(text.chapter + 1)
        elif key in ("shift+tab", "left_square_bracket", "left", "h"):
            at_title = text.top == text.book.starts[text.chapter]
            text.turn_to(text.chapter - at_title)
        elif key in ("n", "N"):
            text.go_on(1 if key == "n" else -1)
        elif key == "slash":
            self._typed = ""
        elif key in ("question_mark", "f1"):
            self.app.push_screen(SheetScreen("Reading the rulebook", paragraphs(HELP)))
        elif key in ("escape", "backspace") and text.matches:
            text.seek("")
        elif key in ("escape", "backspace", "q"):
            self.dismiss()

    def _find(self, event: events.Key) -> None:
        assert self._typed is not None
        if event.key == "escape":
            self._typed = None
            self.text.seek("")
        elif event.key == "enter":
            self._typed = None
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
            self.text.seek(self._typed)
        elif event.character is not None and event.character.isprintable():
            self._typed += event.character
            self.text.seek(self._typed)
