"""The list on the left of the launcher, with a cursor that skips the headings."""

from collections.abc import Collection, Sequence
from typing import Generic, Protocol, TypeVar

from textual import events
from textual.message import Message

from lazaretto.tui.look.ascii_fallback import safe
from lazaretto.tui.look.fit_and_wrap_text import CURSOR, FAINT, Line, Pen, Span
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.widgets.drawn_pane import Pane


class Listed(Protocol):
    """An entry of the list, or a heading."""

    @property
    def title(self) -> str:
        """Its name."""

    @property
    def note(self) -> str:
        """A few words at the right."""

    @property
    def heading(self) -> bool:
        """Whether it is a heading."""

    @property
    def key(self) -> str:
        """A key that identifies the same entry after the list is reloaded."""

    @property
    def sign(self) -> str:
        """A character before the title, or nothing."""

    @property
    def pen(self) -> Pen:
        """How the title is written."""


Each = TypeVar("Each", bound=Listed)


class Shelf(Pane, Generic[Each]):
    """A list of entries with a cursor."""

    class Moved(Message):
        """Sent when the cursor moves to another entry."""

    class Picked(Message):
        """Sent when the player clicks the entry at the cursor."""

    def __init__(self) -> None:
        super().__init__(id="shelf")
        self.entries: tuple[Each, ...] = ()
        self.cursor = 0
        self._top = 0

    @property
    def entry(self) -> Each | None:
        """The entry at the cursor; None if the list is empty."""
        if 0 <= self.cursor < len(self.entries) and not self.entries[self.cursor].heading:
            return self.entries[self.cursor]
        return None

    def fill(self, entries: Sequence[Each], wanted: str = "") -> None:
        """Show another list; the cursor stays on its entry, or goes to the wanted one."""
        before = wanted or (self.entry.key if self.entry is not None else "")
        self.entries = tuple(entries)
        places = [number for number, entry in enumerate(self.entries) if not entry.heading]
        same = [number for number in places if self.entries[number].key == before]
        near = [number for number in places if number >= self.cursor] or places[-1:]
        self.cursor = next(iter((*same, *near)), 0)
        self.repaint()
        self.post_message(self.Moved())

    def step(self, by: int) -> None:
        """Move the cursor by some entries, stopping at the ends."""
        places = [number for number, entry in enumerate(self.entries) if not entry.heading]
        if self.cursor in places:
            at = max(0, min(len(places) - 1, places.index(self.cursor) + by))
            self._go(places[at])

    def jump(self) -> None:
        """Move the cursor to the first entry of the next section; the last section wraps to the first."""
        heads = [number for number, entry in enumerate(self.entries) if entry.heading]
        firsts = [head + 1 for head in heads if head + 1 < len(self.entries) and head + 1 not in heads]
        if firsts:
            self._go(next((first for first in firsts if first > self.cursor), firsts[0]))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The visible part of the list."""
        rows = self._rows()
        at = rows.index(self.cursor) if self.cursor in rows else 0
        first = max(0, at - 1) if at > 0 and self.entries[self.cursor - 1].heading else at
        self._top = max(0, min(self._top, first, len(rows) - height), at - height + 1)
        return [self._line(number, width) for number in rows[self._top : self._top + height]]

    def shortened(self, entry: Each, room: int) -> str:
        """The title of an entry in this many columns."""
        titles = {safe(each.title) for each in self.entries if not each.heading}
        return shortened(safe(entry.title), room, titles)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked entry; open it if the cursor is already there."""
        rows = self._rows()
        row = self._top + event.y
        number = rows[row] if row < len(rows) else None
        if number is None or self.entries[number].heading:
            return
        if number == self.cursor:
            self.post_message(self.Picked())
        else:
            self._go(number)

    def on_mouse_scroll_down(self) -> None:
        """Move down."""
        self.step(1)

    def on_mouse_scroll_up(self) -> None:
        """Move up."""
        self.step(-1)

    def _go(self, number: int) -> None:
        if number != self.cursor:
            self.cursor = number
            self.repaint()
            self.post_message(self.Moved())

    def _rows(self) -> list[int | None]:
        """The entry number of each line; None for an empty line between sections."""
        rows: list[int | None] = []
        for number, entry in enumerate(self.entries):
            if entry.heading and rows:
                rows.append(None)
            rows.append(number)
        return rows

    def _line(self, number: int | None, width: int) -> Line:
        if number is None:
            return ()
        entry = self.entries[number]
        if entry.heading:
            follows = number + 1 < len(self.entries) and not self.entries[number + 1].heading
            return (Span(f" {entry.title}", FAINT), Span("" if follows else say.NO_ENTRIES(), FAINT))
        note = safe(entry.note)
        room = max(4, width - len(note) - (5 if note else 3))
        title = self.shortened(entry, room)
        sign = entry.sign or " "
        if number == self.cursor:
            return (Span(f"▸{sign}{title:{room}} {note} ".ljust(width - 1), CURSOR),)
        return (Span(f" {sign}", entry.pen), Span(f"{title:{room}} ", entry.pen), Span(note, FAINT))


def shortened(title: str, room: int, titles: Collection[str] = ()) -> str:
    """Shorten a title: first by the words before a colon that it shares with others, then at its end.

    A title that shares no such words is shortened in the middle, because related games differ at the end.
    """
    if len(title) <= room:
        return title
    series, colon, own = title.partition(": ")
    if colon and any(each != title and each.startswith(f"{series}{colon}") for each in titles):
        rest = f"…{own}"
        return rest if len(rest) <= room else f"{rest[: room - 1].rstrip()}…"
    head = room // 3
    return f"{title[:head]}…{title[len(title) - (room - head - 1) :]}"
