"""The fields of a form: each knows its value, its keys and its appearance."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from lazaretto.tui.look.styled_text import ACCENT, CURSOR, FAINT, PLAIN, STRONG, Line, Span
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.widgets.line_edit import Typed

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
        if sum(len(each) + 2 for each in self.words) > width:
            return _between(self.chosen, active)
        return tuple(
            Span(f"[{each}]", CURSOR if active else ACCENT)
            if each == self.chosen
            else Span(f" {each} ", FAINT if not active else PLAIN)
            for each in self.words
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
