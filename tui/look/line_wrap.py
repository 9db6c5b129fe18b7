"""Wraps text into lines: between words, and inside a word only if the word is longer than a line."""

from tui.look.ascii_fallback import safe

LEAST = 8
"""The minimum width of a line in columns."""


def broken(text: str, room: int) -> list[str]:
    """The lines of a text; no lines if it contains no words."""
    room = max(LEAST, room)
    found: list[str] = []
    line = ""
    for word in safe(text).split():
        if line and len(line) + 1 + len(word) > room:
            found.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > room:
            found.append(line[:room])
            line = line[room:]
    return [*found, line] if line else found
