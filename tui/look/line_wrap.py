"""Texts in lines: broken between words, and within a word only where a line has no room for it."""

from tui.look.ascii_fallback import safe

LEAST = 8
"""Columns that a line has in any case."""


def broken(text: str, room: int) -> list[str]:
    """The lines of a text; none where there is no word in it."""
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
