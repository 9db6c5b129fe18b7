"""The modal screens that open over another: a page of text to read or search, and a list to pick from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.message import Message

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
    fitted,
)
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.shared_texts import folded
from lazaretto.tui.widgets.base_screens import FrontScreen, HintBar
from lazaretto.tui.widgets.drawn_pane import Pane

Page = Callable[[int], Sequence[Line]]
"""Returns the lines of a page for a width."""

WIDEST = 100
"""The maximum width of a line of text."""
WHEEL = 3
"""Lines per step of the mouse wheel."""
FAR = 1_000_000
"""More lines or columns than any page has."""


class SheetPane(Pane):
    """A scrolling page."""

    def __init__(self, page: Page, tells_more: bool = False) -> None:
        super().__init__()
        self.page = page
        self._tells_more = tells_more
        """Whether the last row says that the page goes on."""
        self.top = 0
        self._at = 0
        """The line found last; at the end of the page it is not the first visible line."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The visible part."""
        whole = self.page(width)
        self.top = max(0, min(self.top, len(whole) - height))
        shown = whole[self.top : self.top + height]
        if self._tells_more and self.top + height < len(whole):
            return (*shown[:-1], (Span(say.MORE_BELOW(), FAINT),))
        return shown

    def scroll(self, step: int) -> None:
        """Scroll up or down."""
        self.top = max(0, self.top + step)
        self.repaint()

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward with the wheel."""
        self.scroll(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the wheel."""
        self.scroll(-WHEEL)

    def seek(self) -> None:
        """Start a search at the first visible line."""
        self._at = self.top

    def find(self, text: str, beyond: bool = False) -> None:
        """Scroll to the next line with the text, if any; with `beyond`, skip the line found last."""
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
        """The number of lines to scroll by for a page."""
        raise NotImplementedError

    def read(self, lines: int) -> None:
        """Scroll forward by some lines, or back if negative."""
        raise NotImplementedError

    def action_up(self) -> None:
        """Scroll back by a line."""
        self.read(-1)

    def action_down(self) -> None:
        """Scroll forward by a line."""
        self.read(1)

    def action_page_up(self) -> None:
        """Scroll back by a page."""
        self.read(-self.page_length)

    def action_page_down(self) -> None:
        """Scroll forward by a page."""
        self.read(self.page_length)

    def action_first(self) -> None:
        """Scroll to the beginning."""
        self.read(-FAR)

    def action_last(self) -> None:
        """Scroll to the end."""
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
        """The title, the page and the hint bar."""
        yield SheetTitle(self._title)
        yield self._pane
        yield self._bar

    def on_mount(self) -> None:
        """Show the hints."""
        self._hints()

    def _hints(self) -> None:
        bar = self._bar
        if self._typed is not None:
            found = self.keymap.hint("sheet.hint.found", typed=self._typed)
            bar.show((found, *self.keymap.hints("sheet.hint.next", "typing.stop")))
        else:
            bar.show(self.keymap.hints("reading.hint.read", "sheet.find", "sheet.close"))

    def on_key(self, event: events.Key) -> None:
        """Scroll, search or close."""
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._type(event)
            return
        self.act("sheet", event.key)

    def read(self, lines: int) -> None:
        """Scroll forward or back."""
        self._pane.scroll(lines)

    @property
    def page_length(self) -> int:
        """The number of lines to scroll by for a page."""
        return max(1, self._pane.size.height - 2)

    def action_find(self) -> None:
        """Start to type a search text."""
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
    """The title line of a page."""

    back = "panel"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The title."""
        return [(Span(f" {self._title}", STRONG),)]


def paragraphs(texts: Sequence[str]) -> Page:
    """A page of paragraphs, wrapped to the width."""
    return lambda width: [line for text in texts for line in (*wrapped(text, width), ())]


def wrapped(text: str, width: int, indent: int = 1, pen: Pen = PLAIN) -> list[Line]:
    """Wrap a text with a margin on both sides, at most as wide as is comfortable to read."""
    room = min(width, WIDEST) - 2 * indent
    return [(Span(" " * indent), Span(line, pen)) for line in broken(text, room)]


def rule(width: int) -> Line:
    """A horizontal line."""
    return (Span("─" * width, FAINT),)


@dataclass(frozen=True, slots=True)
class Choice:
    """An item of the list; with `why_not` it cannot be picked."""

    letter: str
    label: str
    note: str = ""
    why_not: str | None = None
    keys: tuple[str, ...] = ()
    """The keys that pick it, if they are not its letter."""


class PickPane(Pane):
    """The list, and a note about the item under the cursor."""

    class Clicked(Message):
        """Sent when the player clicks an item."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    _visible: range = range(0)
    """The items that are visible, from the second line on."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.choices = choices
        self.cursor = 0
        self.refusal = ""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """One item per line, then the note."""
        current = self.choices[self.cursor] if self.choices else None
        below: list[Line] = [()]
        if self.refusal:
            below += wrapped(self.refusal, width, 3, BAD)
        elif current is not None:
            below += wrapped(current.why_not or current.note, width, 3, FAINT)
        room = max(1, height - 1 - len(below))
        first = max(0, min(self.cursor - room // 2, len(self.choices) - room))
        self._visible = range(first, min(first + room, len(self.choices)))
        found: list[Line] = [()]
        for index, choice in list(enumerate(self.choices))[first : first + room]:
            pen = CURSOR if index == self.cursor else PLAIN
            if choice.why_not is not None and index != self.cursor:
                pen = FAINT
            shut = " ✕" if choice.why_not is not None else ""
            item: Line = (Span(f"   {choice.letter or ' '}  ", ACCENT), Span(f"{choice.label}{shut}", pen))
            found.append(fitted(item, width))
        return [*found, *below]

    def on_click(self, event: events.Click) -> None:
        """Report the clicked item."""
        if 1 <= event.y <= len(self._visible):
            self.post_message(self.Clicked(self._visible[event.y - 1]))


class PickScreen(FrontScreen[int | None]):
    """Returns the number of the picked item, or None."""

    def __init__(self, title: str, choices: Sequence[Choice], at_end: bool = False) -> None:
        super().__init__()
        self._heading = SheetTitle(title)
        self._pane = PickPane(choices)
        if at_end:
            self._pane.cursor = max(0, len(choices) - 1)
        self._bar = HintBar()

    def compose(self) -> ComposeResult:
        """The title, the list and the hint bar."""
        self._heading.styles.height = 1
        yield self._heading
        yield self._pane
        self._bar.show(self.keymap.hints("pick.hint.move", "pick.take", "pick.back"))
        yield self._bar

    def on_key(self, event: events.Key) -> None:
        """Move, pick or cancel; a letter picks its item."""
        event.stop()
        event.prevent_default()
        pane = self._pane
        pane.refusal = ""
        if not self.act("pick", event.key):
            for index, choice in enumerate(pane.choices):
                if event.key in choice.keys or (choice.letter and choice.letter == event.character):
                    pane.cursor = index
                    self._take(index)
                    return
        pane.repaint()

    def on_pick_pane_clicked(self, message: PickPane.Clicked) -> None:
        """Pick the clicked item."""
        self._pane.cursor = message.index
        self._take(message.index)

    def action_up(self) -> None:
        """Move up."""
        self._step(-1)

    def action_down(self) -> None:
        """Move down."""
        self._step(1)

    def _step(self, step: int) -> None:
        if self._pane.choices:
            self._pane.cursor = (self._pane.cursor + step) % len(self._pane.choices)

    def action_take(self) -> None:
        """Pick the item under the cursor."""
        self._take(self._pane.cursor)

    def action_back(self) -> None:
        """Cancel."""
        self.dismiss(None)

    def _take(self, index: int) -> None:
        if not self._pane.choices:
            self.dismiss(None)
        elif (why_not := self._pane.choices[index].why_not) is not None:
            self._pane.refusal = why_not
            self._pane.repaint()
        else:
            self.dismiss(index)
