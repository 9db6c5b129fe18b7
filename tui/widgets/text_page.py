"""A page to read over everything else: help, the log, a list. Any way out closes it."""

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult

from tui.look.line_wrap import broken
from tui.look.styled_text import FAINT, PLAIN, STRONG, Line, Pen, Span
from tui.parse_answer import folded
from tui.widgets.key_hints import HintBar
from tui.widgets.modal_screen import FrontScreen
from tui.widgets.pane import Pane

Page = Callable[[int], Sequence[Line]]
"""Gives the lines of a page for a width."""

WIDEST = 100
"""Columns of a line of text."""
FAR = 1_000_000
"""More lines or columns than there are of anything."""


class SheetPane(Pane):
    """A page that is longer than the screen."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.top = 0
        self._at = 0
        """The line that was last found; at the end of the page it is not the topmost in sight."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The part that is in sight."""
        whole = self.page(width)
        self.top = max(0, min(self.top, len(whole) - height))
        return whole[self.top : self.top + height]

    def scroll(self, step: int) -> None:
        """Go up or down."""
        self.top = max(0, self.top + step)
        self.repaint()

    def seek(self) -> None:
        """Begin to look for a text, from what is in sight on."""
        self._at = self.top

    def find(self, text: str, beyond: bool = False) -> None:
        """Go to the next line that holds a text, if there is one; `beyond` the one that was last found."""
        whole = ["".join(span.text for span in line) for line in self.page(self.size.width)]
        start = self._at + beyond
        for number in (*range(start, len(whole)), *range(min(start, len(whole)))):
            if folded(text) in folded(whole[number]):
                self.top = self._at = number
                self.repaint()
                return


class SheetScreen(FrontScreen[None]):
    """One page with a title."""

    DEFAULT_CSS = """
    SheetScreen { layout: vertical; }
    SheetScreen SheetTitle { height: 1; }
    """

    def __init__(self, title: str, page: Page, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._pane = SheetPane(page)
        self._bar = HintBar()
        self._typed: str | None = None
        if at_end:
            self._pane.top = FAR

    def compose(self) -> ComposeResult:
        """The title, the page, the keys."""
        yield SheetTitle(self._title)
        yield self._pane
        yield self._bar

    def on_mount(self) -> None:
        """Say which keys there are."""
        self._hints()

    def _hints(self) -> None:
        bar = self._bar
        if self._typed is not None:
            bar.show((("find", f"{self._typed}_"), ("Enter", "next"), ("Esc", "stop")))
        else:
            bar.show((("↑↓ PgUp PgDn", "read"), ("/", "find"), ("Esc", "back")))

    def on_key(self, event: events.Key) -> None:
        """Read on, find, or close."""
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._find(event)
            return
        steps = reading_steps(max(1, self._pane.size.height - 2))
        if event.key in steps:
            self._pane.scroll(steps[event.key])
        elif event.key == "slash":
            self._typed = ""
            self._pane.seek()
            self._hints()
        elif event.key in ("escape", "q", "enter", "question_mark", "backspace", "left", "h"):
            self.dismiss()

    def _find(self, event: events.Key) -> None:
        assert self._typed is not None
        if event.key == "escape":
            self._typed = None
        elif event.key == "enter":
            self._pane.find(self._typed, beyond=True)
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.character is not None and event.character.isprintable():
            self._typed += event.character
            self._pane.find(self._typed)
        self._hints()


class SheetTitle(Pane):
    """What the page is about."""

    back = "panel"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The title."""
        return [(Span(f" {self._title}", STRONG),)]


def reading_steps(page: int) -> dict[str, int]:
    """The keys that read on or back, and by how many lines where so many are in sight."""
    return {
        "up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "b": -page, "pagedown": page,
        "space": page, "home": -FAR, "g": -FAR, "end": FAR, "G": FAR,
    }  # fmt: skip


def paragraphs(texts: Sequence[str]) -> Page:
    """A page of paragraphs, set for the width that there is."""
    return lambda width: [line for text in texts for line in (*wrapped(text, width), ())]


def wrapped(text: str, width: int, indent: int = 1, pen: Pen = PLAIN) -> list[Line]:
    """A text in lines with a margin on either side, none longer than eyes can follow."""
    room = min(width, WIDEST) - 2 * indent
    return [(Span(" " * indent), Span(line, pen)) for line in broken(text, room)]


def rule(width: int) -> Line:
    """A line across the page."""
    return (Span("─" * width, FAINT),)
