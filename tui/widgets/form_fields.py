"""What a form is made of: each field knows its value, what keys do to it, and how it looks."""

from collections.abc import Sequence
from typing import Protocol

from tui.look.styled_text import ACCENT, CURSOR, FAINT, PLAIN, STRONG, Line, Span
from tui.messages import base_app_and_widgets as say
from tui.widgets.line_edit import Typed

WIDEST = 24
"""Columns of a text; a longer one moves along under its cursor."""

MORE = ("right", "l", "space", "plus")
LESS = ("left", "h", "minus")


class Field(Protocol):
    """One thing that can be set."""

    name: str
    help: str

    @property
    def writes(self) -> bool:
        """Whether letters are written here, and mean nothing else."""

    def key(self, key: str, character: str | None) -> bool:
        """Do what a key says; whether it was for this field."""

    def spans(self, width: int, active: bool) -> Line:
        """How it looks, in so many columns."""


class Choice:
    """One of a few words."""

    writes = False

    def __init__(self, name: str, words: Sequence[str], chosen: str, help: str = "") -> None:
        self.name, self.help = name, help
        self.words = tuple(words)
        self.chosen = chosen if chosen in self.words else self.words[0]

    def key(self, key: str, character: str | None) -> bool:
        """Go to the next word or the one before; round the corner with the space bar alone."""
        at = self.words.index(self.chosen)
        if key == "space":
            self.chosen = self.words[(at + 1) % len(self.words)]
        elif key in MORE:
            self.chosen = self.words[min(at + 1, len(self.words) - 1)]
        elif key in LESS:
            self.chosen = self.words[max(at - 1, 0)]
        else:
            return False
        return True

    def spans(self, width: int, active: bool) -> Line:
        """All words with the chosen one in brackets, or that one alone where there is no room."""
        if sum(len(each) + 2 for each in self.words) > width:
            return _between(self.chosen, active)
        return tuple(
            Span(f"[{each}]", CURSOR if active else ACCENT)
            if each == self.chosen
            else Span(f" {each} ", FAINT if not active else PLAIN)
            for each in self.words
        )


class Number:
    """A number between two others."""

    writes = False

    def __init__(self, name: str, low: int, high: int, value: int, help: str = "") -> None:
        self.name, self.help = name, help
        self.low, self.high = low, high
        self.value = max(low, min(high, value))

    def key(self, key: str, character: str | None) -> bool:
        """One more, one less, or the number itself, digit after digit."""
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
        """The number, and from where to where it goes."""
        return (
            *_between(str(self.value), active),
            Span(f"  {say.LIMITS(low=self.low, high=self.high)}", FAINT),
        )


class Text:
    """A line that is typed."""

    writes = True

    def __init__(self, name: str, text: str, help: str = "", most: int = 30, empty: str = "") -> None:
        self.name, self.help, self.empty = name, help, empty
        self.typed = Typed(text, most)

    @property
    def text(self) -> str:
        """What was typed, without spaces around."""
        return self.typed.text.strip()

    def key(self, key: str, character: str | None) -> bool:
        """Type."""
        return self.typed.key(key, character)

    def spans(self, width: int, active: bool) -> Line:
        """The text."""
        return self.typed.spans(max(4, min(width, WIDEST, self.typed.most + 1)), active, self.empty)


class Button:
    """Something that is done when it is pressed."""

    writes = False
    help = ""

    def __init__(self, name: str, label: str) -> None:
        self.name, self.label = name, label

    def key(self, key: str, character: str | None) -> bool:
        """Pressing is the form's business."""
        return False

    def spans(self, width: int, active: bool) -> Line:
        """The label in brackets."""
        return (Span(f"[ {self.label} ]", CURSOR if active else STRONG),)


def _between(text: str, active: bool) -> Line:
    if not active:
        return (Span(f"  {text}  ", ACCENT),)
    return (Span("◂ "), Span(text, CURSOR), Span(" ▸"))
