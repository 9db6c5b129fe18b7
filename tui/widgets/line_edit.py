"""A single-line text editor: holds the text and the cursor, and handles the editing keys."""

from dataclasses import dataclass

from lazaretto.tui.look.fit_and_wrap_text import FAINT, Line, Pen, Span

CURSOR = Pen("text", reverse=True)
WRITTEN = Pen("text", underline=True)


@dataclass(slots=True)
class Typed:
    """A text and its cursor."""

    text: str = ""
    most: int = 60
    cursor: int = 0

    def __post_init__(self) -> None:
        self.cursor = len(self.text)

    def key(self, key: str, character: str | None) -> bool:
        """Handle a key; return whether it is an editing key."""
        text, at = self.text, self.cursor
        if character is not None and character.isprintable():
            self.insert(character)
        elif key == "backspace":
            self.text, self.cursor = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
        elif key == "delete":
            self.text = text[:at] + text[at + 1 :]
        elif key == "left":
            self.cursor = max(0, at - 1)
        elif key == "right":
            self.cursor = min(len(text), at + 1)
        elif key in ("home", "ctrl+a"):
            self.cursor = 0
        elif key in ("end", "ctrl+e"):
            self.cursor = len(text)
        elif key == "ctrl+u":
            self.text, self.cursor = text[at:], 0
        elif key == "ctrl+w":
            start = text[:at].rstrip().rfind(" ") + 1
            self.text, self.cursor = text[:start] + text[at:], start
        else:
            return False
        return True

    def insert(self, text: str) -> None:
        """Insert typed or pasted text at the cursor, as much as fits."""
        room = max(0, self.most - len(self.text))
        shown = "".join(each for each in text if each.isprintable())[:room]
        self.text = self.text[: self.cursor] + shown + self.text[self.cursor :]
        self.cursor += len(shown)

    def spans(self, width: int, active: bool, empty: str = "") -> Line:
        """Render the text in `width` columns, with its cursor while the player is typing."""
        if not active:
            if not self.text:
                return (Span(empty[:width].ljust(width), FAINT),)
            shown = self.text if len(self.text) <= width else f"{self.text[: width - 1]}…"
            return (Span(shown.ljust(width), WRITTEN),)
        first = max(0, self.cursor - width + 1)
        shown = self.text[first : first + width].ljust(width)
        at = self.cursor - first
        return (Span(shown[:at], WRITTEN), Span(shown[at], CURSOR), Span(shown[at + 1 :], WRITTEN))
