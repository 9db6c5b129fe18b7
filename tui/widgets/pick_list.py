"""A modal list from which the player picks an item with a letter or the arrow keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.message import Message

from lazaretto.tui.look.styled_text import ACCENT, BAD, CURSOR, FAINT, PLAIN, Line, Span, fitted
from lazaretto.tui.widgets.base_screens import FrontScreen, HintBar
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.text_page import SheetTitle, wrapped


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
        for index, each in list(enumerate(self.choices))[first : first + room]:
            pen = CURSOR if index == self.cursor else PLAIN
            if each.why_not is not None and index != self.cursor:
                pen = FAINT
            shut = " ✕" if each.why_not is not None else ""
            item: Line = (Span(f"   {each.letter or ' '}  ", ACCENT), Span(f"{each.label}{shut}", pen))
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
            for index, each in enumerate(pane.choices):
                if event.key in each.keys or (each.letter and each.letter == event.character):
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
