"""A form: rows of fields with a cursor, and a last row that is always visible; `FormSheet` shows one.

The form draws all fields itself: it uses neither the framework's focus nor child widgets. The screen passes
the keys on, and letters are input only where the player types a text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message

from lazaretto.tui.look.fit_and_wrap_text import ACCENT, CURSOR, FAINT, PLAIN, STRONG, Line, Span, width
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.line_edit import Typed
from lazaretto.tui.widgets.sheets import SheetPane, SheetTitle

WIDEST = 24
"""The visible width of a text field in columns; a longer text scrolls with its cursor."""

MORE = ("right", "l", "space", "plus")
LESS = ("left", "h", "minus")


NO_HELPS: Mapping[str, str] = MappingProxyType({})


class Field(Protocol):
    """One value that the player can set."""

    name: str

    @property
    def help(self) -> str:
        """A line about it."""

    @property
    def writes(self) -> bool:
        """Whether letters are text input here."""

    def key(self, key: str, character: str | None) -> bool:
        """Handle a key; return whether the field uses it."""

    def spans(self, width: int, active: bool) -> Line:
        """Render the field in `width` columns."""


class Choice:
    """A choice among a few words."""

    writes = False

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        chosen: str,
        help: str = "",
        helps: Mapping[str, str] = NO_HELPS,
    ) -> None:
        self.name, self._help, self._helps = name, help, helps
        self.words = tuple(words)
        self.chosen = chosen if chosen in self.words else self.words[0]

    @property
    def help(self) -> str:
        """The line about the chosen word, if it has one, otherwise about the whole choice."""
        return self._helps.get(self.chosen, self._help)

    def key(self, key: str, character: str | None) -> bool:
        """Select the next or previous word; the first one follows the last one."""
        at = self.words.index(self.chosen)
        if key in MORE:
            self.chosen = self.words[(at + 1) % len(self.words)]
        elif key in LESS:
            self.chosen = self.words[at - 1]
        else:
            return False
        return True

    def spans(self, width: int, active: bool) -> Line:
        """All words with the chosen one in brackets, or only the chosen one if there is no room."""
        if sum(len(word) + 2 for word in self.words) > width:
            return _between(self.chosen, active)
        return tuple(
            Span(f"[{word}]", CURSOR if active else ACCENT)
            if word == self.chosen
            else Span(f" {word} ", FAINT if not active else PLAIN)
            for word in self.words
        )


class Number:
    """A number within limits."""

    writes = False

    def __init__(self, name: str, low: int, high: int, value: int, help: str = "") -> None:
        self.name, self.help = name, help
        self.low, self.high = low, high
        self.value = max(low, min(high, value))

    def key(self, key: str, character: str | None) -> bool:
        """Increase or decrease the number, or type it digit by digit."""
        if key in MORE:
            self.value = min(self.high, self.value + 1)
        elif key in LESS:
            self.value = max(self.low, self.value - 1)
        elif character is not None and character.isascii() and character.isdigit():
            longer, alone = int(f"{self.value}{character}"), int(character)
            self.value = next((each for each in (longer, alone) if self.low <= each <= self.high), self.value)
        else:
            return False
        return True

    def spans(self, width: int, active: bool) -> Line:
        """The number and its limits, with an arrow wherever a step leads to another number."""
        return (
            *_between(str(self.value), active, self.value > self.low, self.value < self.high),
            Span(f"  {say.LIMITS(low=self.low, high=self.high)}", FAINT),
        )


class Text:
    """A text that the player types."""

    writes = True

    def __init__(self, name: str, text: str, help: str = "", most: int = 30, empty: str = "") -> None:
        self.name, self.help, self.empty = name, help, empty
        self.typed = Typed(text, most)

    @property
    def text(self) -> str:
        """The typed text without surrounding spaces."""
        return self.typed.text.strip()

    def key(self, key: str, character: str | None) -> bool:
        """Edit the text."""
        return self.typed.key(key, character)

    def spans(self, width: int, active: bool) -> Line:
        """Render the text."""
        return self.typed.spans(max(4, min(width, WIDEST, self.typed.most + 1)), active, self.empty)


class Button:
    """A button that triggers an action."""

    writes = False
    help = ""

    def __init__(self, name: str, label: str) -> None:
        self.name, self.label = name, label

    def key(self, key: str, character: str | None) -> bool:
        """Use no keys: the form handles pressing."""
        return False

    def spans(self, width: int, active: bool) -> Line:
        """The label in brackets."""
        return (Span(f"[ {self.label} ]", CURSOR if active else STRONG),)


def _between(text: str, active: bool, less: bool = True, more: bool = True) -> Line:
    if not active:
        return (Span(f"  {text}  ", ACCENT),)
    return (Span("◂ " if less else "  "), Span(text, CURSOR), Span(" ▸" if more else "  "))


LABEL = 18
"""The minimum width of the labels in columns."""

LONGEST = 40
"""The maximum width of the labels; a longer label shifts only the values of its own row."""

VALUES = 30
"""The columns that a longer label leaves to the values of its row."""


@dataclass(frozen=True, slots=True)
class Row:
    """A label and its fields; a row without fields is a heading.

    A text with a choice beside it is one stop of the cursor: letters go to the text, left and right to the
    choice.
    """

    label: str
    fields: tuple[Field, ...] = ()

    @property
    def stops(self) -> int:
        """The number of fields that the cursor can stop at."""
        return min(1, len(self.fields)) if self.beside is not None else len(self.fields)

    @property
    def beside(self) -> Field | None:
        """The choice beside a text, if this row is one stop."""
        text_and_choice = len(self.fields) == 2 and self.fields[0].writes and not self.fields[1].writes
        return self.fields[1] if text_and_choice else None


class Form(Pane):
    """Rows of fields; `last` stays at the bottom."""

    class Changed(Message):
        """Sent when the value of a field changes."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    class Pressed(Message):
        """Sent when the player presses a button."""

        def __init__(self, button: Button) -> None:
            super().__init__()
            self.button = button

    class Moved(Message):
        """Sent when the cursor moves to another field."""

    def __init__(self) -> None:
        super().__init__()
        self.rows_: tuple[Row, ...] = ()
        self.last: Row | None = None
        self._at = (0, 0)
        self._top = 0

    @property
    def field(self) -> Field | None:
        """The field at the cursor."""
        rows = self._all()
        row, column = self._at
        if row < len(rows) and column < len(rows[row].fields):
            return rows[row].fields[column]
        return None

    @property
    def beside(self) -> Field | None:
        """The choice beside the text at the cursor, if the row is one stop."""
        rows = self._all()
        return rows[self._at[0]].beside if self._at[0] < len(rows) else None

    @property
    def help(self) -> str:
        """The line about the choice beside the field at the cursor, if there is one, and about the field."""
        found = (self.beside, self.field)
        return " ".join(field.help for field in found if field is not None)

    def fill(self, rows: Sequence[Row], last: Row | None = None, at: str = "") -> None:
        """Show other rows; the cursor goes to the field named `at`, or stays on its field."""
        wanted = at or (self.field.name if self.field is not None else "")
        self.rows_, self.last = tuple(rows), last
        places = [place for place, _ in self._places()]
        self._at = next((place for place, field in self._places() if field.name == wanted), places[0])
        self.repaint()
        self.post_message(self.Moved())

    def go(self, name: str) -> None:
        """Move the cursor to a field."""
        self._go(next((place for place, field in self._fields() if field.name == name), self._at))

    def key(self, key: str, character: str | None) -> bool:
        """Handle a key; return whether the form uses it."""
        field = self.field
        if field is None:
            return False
        beside = self.beside
        taker = beside if beside is not None and key in ("left", "right") else field
        if taker.key(key, character):
            self.repaint()
            self.post_message(self.Changed(taker))
            return True
        places = [place for place, _ in self._places()]
        number = places.index(self._at)
        if key == "enter" and isinstance(field, Button):
            self.post_message(self.Pressed(field))
        elif key in ("tab", "enter"):
            self._go(places[(number + 1) % len(places)])
        elif key == "shift+tab":
            self._go(places[number - 1])
        elif key == "down" or (key == "j" and not field.writes):
            self._row(1)
        elif key == "up" or (key == "k" and not field.writes):
            self._row(-1)
        elif key in ("left", "right", "h", "l") and not field.writes:
            pass
        else:
            return False
        return True

    def paste(self, text: str) -> None:
        """Insert a pasted text into a text field."""
        for each in text[:200]:
            if self.field is not None and self.field.writes:
                self.key("", each)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The visible rows, and the last row."""
        drawn = list(self._drawn(self.rows_, 0, width))
        room = height - (2 if self.last is not None else 0)
        rows = [number for number, _ in drawn]
        if self._at[0] in rows:
            at = rows.index(self._at[0])
            self._top = max(min(self._top, at - 1), at - room + (2 if at + 1 < len(rows) else 1))
        self._top = max(0, min(self._top, len(drawn) - room))
        lines = [line for _, line in drawn[self._top : self._top + room]]
        if self.last is not None:
            lines += [(), *(line for _, line in self._drawn((self.last,), len(self.rows_), width))]
        if len(drawn) > room and self._top + room < len(drawn):
            lines[room] = (Span(f"  {'':{self._label}} {say.MORE_BELOW()}", FAINT),)
        return lines

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, and press a clicked button."""
        drawn = [number for number, _ in self._drawn(self.rows_, 0, self.size.width)]
        room = self.size.height - (2 if self.last is not None else 0)
        seen = drawn[self._top : self._top + room]
        row = seen[event.y] if event.y < len(seen) else len(self.rows_) if event.y == len(seen) + 1 else -1
        found = [place for place, _ in self._places() if place[0] == row]
        if found:
            self._go(found[0])
            if isinstance(self.field, Button):
                self.post_message(self.Pressed(self.field))

    def _drawn(self, rows: Sequence[Row], first: int, room: int) -> Iterator[tuple[int, Line]]:
        """Each line with the number of its row; an empty line precedes each heading."""
        for number, row in enumerate(rows, first):
            if not row.fields:
                if number:
                    yield -1, ()
                yield -1, (Span(f"  {row.label}", STRONG),)
                continue
            here = number == self._at[0]
            line: list[Span] = [
                Span("▸ " if here else "  ", ACCENT),
                Span(f"{self._shortened(row.label, room):{self._label}} ", FAINT),
            ]
            for column, field in enumerate(row.fields):
                active = here and (column == self._at[1] or row.beside is not None)
                line += field.spans(room - width(line) - 1, active)
                line.append(Span("   "))
            yield number, tuple(line)

    @property
    def _label(self) -> int:
        """The width of the labels, so that all values are aligned."""
        return min(LONGEST, max(LABEL, *(len(row.label) for row in self._all() if row.fields)))

    def _shortened(self, label: str, room: int) -> str:
        """The label as far as it leaves room for the values."""
        most = max(self._label, room - VALUES)
        return label if len(label) <= most else f"{label[: most - 1].rstrip()}…"

    def _all(self) -> tuple[Row, ...]:
        return (*self.rows_, self.last) if self.last is not None else self.rows_

    def _places(self) -> list[tuple[tuple[int, int], Field]]:
        """Where the cursor can stop."""
        return [
            ((number, column), field)
            for number, row in enumerate(self._all())
            for column, field in enumerate(row.fields[: row.stops])
        ]

    def _fields(self) -> list[tuple[tuple[int, int], Field]]:
        """All fields, each with the place at which the cursor stops for it."""
        return [
            ((number, min(column, row.stops - 1)), field)
            for number, row in enumerate(self._all())
            for column, field in enumerate(row.fields)
        ]

    def _row(self, step: int) -> None:
        """Move up or down, keeping the column if possible."""
        rows = self._all()
        numbers = [number for number, row in enumerate(rows) if row.fields]
        at = numbers.index(self._at[0]) + step
        if 0 <= at < len(numbers):
            row = numbers[at]
            self._go((row, min(self._at[1], rows[row].stops - 1)))

    def _go(self, place: tuple[int, int]) -> None:
        if place != self._at:
            self._at = place
            self.repaint()
            self.post_message(self.Moved())


class FormSheet(RoomyScreen[None]):
    """A sheet whose fields take effect at once; its keys are those of the settings."""

    DEFAULT_CSS = """
    FormSheet { layout: vertical; }
    FormSheet SheetTitle { height: 2; }
    FormSheet #help { height: 4; padding: 1 2 0 2; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.form = Form()

    def parts(self) -> ComposeResult:
        """The form, and a description of the field at the cursor."""
        yield SheetTitle(self._title)
        yield self.form
        with Horizontal(id="help"):
            yield SheetPane(self._help)
        self.bar.show(self.keymap.hints("form.hint.move", "form.hint.change", "settings.back"))
        yield self.bar

    def _help(self, width: int) -> list[Line]:
        """The description of the field at the cursor."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Set the field, move to another, or go back."""
        if self.form.key(event.key, event.character) or self.act("settings", event.key):
            event.stop()

    def action_back(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()

    def on_form_moved(self) -> None:
        """Show the description of the field."""
        self.query_one(SheetPane).repaint()
