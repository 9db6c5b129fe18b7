"""Lines of text with pens: measured, fitted, cut, and wrapped between words.

A pen names a role of the palette, never a terminal colour. Everything that draws returns cells or spans with
pens; the palette of each app decides which colour a role has, and whether there are colours at all. Plain
text is broken inside a word only if the word is longer than a line.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from lazaretto.tui.look.ascii_fallback import safe


class Pen(NamedTuple):
    """The style of a character: palette roles for foreground and background, and attributes.

    Every repaint compares thousands of pens and looks them up; a tuple does that fastest.
    """

    fore: str = "text"
    back: str = ""
    """Empty: the background that is already there."""
    bold: bool = False
    underline: bool = False
    reverse: bool = False

    def on(self, back: str) -> "Pen":
        """The same pen on another background."""
        return Pen(self.fore, back, self.bold, self.underline, self.reverse)


PLAIN = Pen()
FAINT = Pen("faint")
STRONG = Pen("text", bold=True)
ACCENT = Pen("accent", bold=True)
"""Headings, keys to press, and our own marks."""
BAD = Pen("bad", bold=True)
CURSOR = Pen("text", back="cursor", bold=True)
"""The list item under the cursor."""


class Cell(NamedTuple):
    """One character on the screen; each is one column wide."""

    char: str
    pen: Pen


class Span(NamedTuple):
    """A run of text with one pen."""

    text: str
    pen: Pen = PLAIN


Line = tuple[Span, ...]


def width(line: Iterable[Span]) -> int:
    """The width of a line in columns."""
    return sum(len(span.text) for span in line)


def fitted(line: Line, columns: int) -> Line:
    """Shorten a line to the given width, and show that something is missing."""
    return line if width(line) <= columns else (*cut(line, columns - 1), Span("…", FAINT))


def cut(line: Sequence[Span], columns: int) -> Line:
    """Cut a line to the given width."""
    spans: list[Span] = []
    for span in line:
        if columns <= 0:
            break
        spans.append(Span(span.text[:columns], span.pen))
        columns -= len(span.text)
    return tuple(spans)


_UNBROKEN = re.compile(r"\s+(?!%)")
"""Where a line may end: not between a number and its sign."""

LEAST = 8
"""The minimum width of a line in columns."""


def broken(text: str, room: int) -> list[str]:
    """The lines of a text; no lines if it contains no words."""
    return [*_broken(text, max(LEAST, room))]


@lru_cache(maxsize=4096)
def _broken(text: str, room: int) -> Sequence[str]:
    """The lines of a text; panes break the same texts on every key."""
    found: list[str] = []
    line = ""
    for word in _UNBROKEN.split(safe(text).strip()) if text.strip() else ():
        if line and len(line) + 1 + len(word) > room:
            found.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > room:
            found.append(line[:room])
            line = line[room:]
    return [*found, line] if line else found


def flowed(parts: Iterable[Line], columns: int, indent: str = "", gap: str = "  ") -> list[Line]:
    """Parts one after the other, with a gap between them; a part that does not fit begins a new line.

    A part that is longer than a line is wrapped between its words.
    """
    found: list[Line] = []
    line: Line = ()
    for part in parts:
        if line and width(line) + len(gap) + width(part) <= columns:
            line = (*line, Span(gap), *part)
            continue
        if line:
            found.append(line)
        *whole, line = wrapped_line((Span(indent), *part), columns, indent)
        found += whole
    return [*found, line] if line else found


def wrapped_line(line: Line, columns: int, indent: str = "") -> list[Line]:
    """A line in as many lines as it needs; those after the first are indented."""
    if width(line) <= columns:
        return [line]
    found: list[Line] = []
    now: list[Span] = []
    used = 0
    for text, pen in _words(line):
        if used + len(text.rstrip()) > columns and used > len(indent):
            found.append(_trimmed(now))
            now, used = [Span(indent)], len(indent)
            text = text.lstrip()
        while used + len(text.rstrip()) > columns:
            room = max(1, columns - used)
            found.append((*now, Span(text[:room], pen)))
            now, used, text = [Span(indent)], len(indent), text[room:]
        if text:
            now.append(Span(text, pen))
            used += len(text)
    return [*found, _trimmed(now)]


def _trimmed(line: list[Span]) -> Line:
    """A line without blanks at its end."""
    while line and not line[-1].text.rstrip():
        line.pop()
    return (*line[:-1], Span(line[-1].text.rstrip(), line[-1].pen)) if line else ()


def _words(line: Line) -> Iterable[Span]:
    """Every word of a line with the blanks after it; blanks at the beginning stand alone."""
    for text, pen in line:
        rest = safe(text)
        while rest:
            blanks = len(rest) - len(rest.lstrip(" "))
            word = "".join(takewhile(lambda char: char != " ", rest[blanks:]))
            after = rest[blanks + len(word) :]
            if after.startswith(" %"):
                more = "".join(takewhile(lambda char: char != " ", after[1:]))
                word, after = f"{word} {more}", after[1 + len(more) :]
            end = blanks + len(word) + len(after) - len(after.lstrip(" "))
            yield Span(rest[:end], pen)
            rest = rest[end:]


def shortened(lines: Sequence[Line], room: int, columns: int) -> list[Line]:
    """The first lines; where some are left out, the last one ends with dots."""
    if len(lines) <= room:
        return list(lines)
    last: list[Span] = []
    used = 0
    for text, pen in lines[room - 1] if room > 0 else ():
        last.append(Span(text[: max(0, columns - 2 - used)], pen))
        used += len(last[-1].text)
    return [*lines[: max(0, room - 1)], (*last, Span(" …", FAINT))][: max(0, room)]
