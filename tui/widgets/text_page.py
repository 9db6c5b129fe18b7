"""A page to read over everything else: help, the log, a list. Any way out closes it."""

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult

from tui.look.line_wrap import broken
from tui.look.styled_text import FAINT, PLAIN, STRONG, Line, Pen, Span
from tui.parse_answer import folded
from tui.widgets.drawn_pane import Pane
from tui.widgets.key_hints import HintBar
from tui.widgets.key_routing_screen import FrontScreen

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


class Reader:
    """The actions of a screen with a text to read."""

    @property
    def page_length(self) -> int:
        """Lines that a page goes on by."""
        raise NotImplementedError

    def read(self, lines: int) -> None:
        """Read on by so many lines, or back."""
        raise NotImplementedError

    def action_up(self) -> None:
        """A line back."""
        self.read(-1)

    def action_down(self) -> None:
        """A line on."""
        self.read(1)

    def action_page_up(self) -> None:
        """A page back."""
        self.read(-self.page_length)

    def action_page_down(self) -> None:
        """A page on."""
        self.read(self.page_length)

    def action_first(self) -> None:
        """To the beginning."""
        self.read(-FAR)

    def action_last(self) -> None:
        """To the end."""
        self.read(FAR)


class SheetScreen(Reader, FrontScreen[None]):
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
            found = self.keymap.hint("sheet.hint.found", typed=self._typed)
            bar.show((found, *self.keymap.hints("sheet.hint.next", "typing.stop")))
        else:
            bar.show(self.keymap.hints("reading.hint.read", "sheet.find", "sheet.close"))

    def on_key(self, event: events.Key) -> None:
        """Read on, find, or close."""
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._type(event)
            return
        self.act("sheet", event.key)

    def read(self, lines: int) -> None:
        """Read on or back."""
        self._pane.scroll(lines)

    @property
    def page_length(self) -> int:
        """Lines that a page goes on by."""
        return max(1, self._pane.size.height - 2)

    def action_find(self) -> None:
        """Begin to type a text to find."""
        self._typed = ""
        self._pane.seek()
        self._hints()

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss()

    def _type(self, event: events.Key) -> None:
        assert self._typed is not None
        match self.keymap.action("typing", event.key):
            case "typing.stop":
                self._typed = None
            case "typing.done":
                self._pane.find(self._typed, beyond=True)
            case "typing.erase":
                self._typed = self._typed[:-1]
            case _ if event.character is not None and event.character.isprintable():
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
