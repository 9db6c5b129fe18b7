"""Lays out the rulebook for a width: its lines, the start of each chapter, and the matches of a search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    CURSOR,
    FAINT,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    cut,
    width,
)
from lazaretto.tui.shared_texts import folded

MARGIN = 2
STEP = 2
"""The indentation of one level in columns."""
LONGEST_TITLE = 26
LEAST_TEXT = 36
"""With fewer columns than this beside the titles, texts go below them."""
AIRY = 2.2
"""If the median length of the entries exceeds this many lines, empty lines separate them."""

_ENDINGS = {"win": ("✓", "good"), "lose": ("✕", "bad"), "draw": ("=", "warn")}


@dataclass(frozen=True, slots=True)
class Place:
    """A range of columns in a line."""

    line: int
    first: int
    last: int


Match = tuple[Place, ...]
"""A match of a search; it may continue on the next line."""


class Book:
    """A rulebook laid out for one width."""

    def __init__(self, chapters: Sequence[Chapter], width: int) -> None:
        self.width = width
        lines: list[Line] = []
        starts: list[int] = []
        for number, chapter in enumerate(chapters):
            if number:
                lines += ((), ())
            starts.append(len(lines))
            lines += _chapter(chapter, width)
        self.lines = tuple(lines)
        self.starts = tuple(starts)
        """The line of each chapter's title."""
        self._index: tuple[str, Sequence[tuple[int, int]]] | None = None

    def chapter_at(self, line: int) -> int:
        """The chapter that a line belongs to."""
        return max((number for number, start in enumerate(self.starts) if start <= line), default=0)

    def find(self, wanted: str) -> tuple[Match, ...]:
        """All matches of a text, ignoring case and accents, across line breaks too."""
        sought = " ".join(_even(wanted).split())
        if not sought:
            return ()
        if self._index is None:
            self._index = _indexed(self.lines)
        return tuple(_matches(*self._index, sought))


def _indexed(lines: Sequence[Line]) -> tuple[str, Sequence[tuple[int, int]]]:
    """The whole text with one space between words, and the line and column of each character."""
    whole: list[str] = []
    places: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        text = _even("".join(span.text for span in line)) + " "
        for column, char in enumerate(text):
            if char != " " or (whole and whole[-1] != " "):
                whole.append(char)
                places.append((number, column))
    return "".join(whole), places


def _matches(whole: str, places: Sequence[tuple[int, int]], sought: str) -> Iterator[Match]:
    start = whole.find(sought)
    while start >= 0:
        found: dict[int, tuple[int, int]] = {}
        for line, column in places[start : start + len(sought)]:
            first, _ = found.get(line, (column, column))
            found[line] = first, column + 1
        yield tuple(Place(line, first, last) for line, (first, last) in found.items())
        start = whole.find(sought, start + len(sought))


def _even(text: str) -> str:
    """The text without case and accents, with every character at the same index."""
    if text.isascii():
        return text.lower()
    return "".join(other if len(other := folded(char)) == 1 else char for char in text)


# --- layout ------------------------------------------------------------------------------------


def _chapter(chapter: Chapter, width: int) -> Iterator[Line]:
    title = narrow(chapter.title)
    yield (Span(f" {title} ", ACCENT), Span("─" * max(0, width - len(title) - 3), Pen("line")))
    for paragraph in chapter.text.split("\n\n"):
        if paragraph.strip():
            yield ()
            for text in broken(paragraph, width - 2 * MARGIN):
                yield (Span(" " * MARGIN), Span(text))
    if chapter.entries:
        yield ()
        yield from _entries(chapter.entries, width)


def _entries(entries: Sequence[Entry], width: int) -> Iterator[Line]:
    marks = [mark_of(entry) for entry in entries]
    wide = max(len(mark.text) for mark in marks)
    beside = MARGIN + wide + bool(wide)
    column = beside + min(LONGEST_TITLE, max(map(_title_width, entries))) + 2
    stacked = width - column < LEAST_TEXT
    blocks = []
    for entry, mark in zip(entries, marks, strict=True):
        number = f"{entry.number} " if entry.number else ""
        indent = beside + STEP * entry.depth
        first, *more = broken(narrow(entry.title), width - indent - len(number)) or [""]
        head = (
            Span(" " * (MARGIN + STEP * entry.depth)),
            mark,
            Span(" " * (wide - len(mark.text) + bool(wide))),
            Span(number, FAINT),
            Span(first, _title_pen(entry)),
        )
        at = indent + 2 if stacked else column
        rest = [(Span(" " * indent), Span(text, _title_pen(entry))) for text in more]
        body = _body(entry, width - at - 1)
        blocks.append([head, *rest, *_below(body, at)] if rest else _block(head, body, at, stacked))
    airy = sum(len(block) for block in blocks) > AIRY * len(blocks)
    for at_block, block in enumerate(blocks):
        if at_block and (airy or entries[at_block].kind == "menu"):
            yield ()
        yield from block


def _title_width(entry: Entry) -> int:
    return len(entry.title) + STEP * entry.depth + (len(entry.number) + 1 if entry.number else 0)


def _block(head: Line, body: Sequence[Span], at: int, stacked: bool) -> list[Line]:
    """A title with its text beside it, or below it if the title is long."""
    used = sum(len(span.text) for span in head)
    if stacked or used + 1 > at or not body:
        return [head, *_below(body, at)]
    first, *rest = body
    return [(*head, Span(" " * (at - used)), first), *_below(rest, at)]


def _below(body: Sequence[Span], at: int) -> Iterator[Line]:
    return ((Span(" " * at), span) for span in body)


def _body(entry: Entry, room: int) -> list[Span]:
    spans = [Span(text) for text in broken(entry.text, room)]
    for note in entry.notes:
        for number, text in enumerate(broken(note, room - 2)):
            spans.append(Span(f"{'– ' if not number else '  '}{text}", FAINT))
    return spans


def mark_of(entry: Entry) -> Span:
    """The entry's own sign, in its colour; empty if it has none."""
    if entry.kind in _ENDINGS:
        mark, colour = _ENDINGS[entry.kind]
        return Span(mark, Pen(colour, bold=True))
    glyph = narrow(entry.looks.get("glyph", ""))
    shown = glyph if 1 < len(glyph) <= 3 else sign(glyph, entry.looks.get("letter", ""))
    return Span(shown, Pen(entry.looks.get("colour", "text"), bold=True))


def _title_pen(entry: Entry) -> Pen:
    if entry.kind in _ENDINGS:
        return Pen(_ENDINGS[entry.kind][1], bold=True)
    if entry.kind == "menu" or (entry.kind == "phase" and not entry.depth):
        return ACCENT
    colour = entry.looks.get("colour")
    return Pen(colour, bold=True) if colour else STRONG


# --- highlighting matches ----------------------------------------------------------------------


def marked(line: Line, first: int, last: int, strong: bool) -> Line:
    """Highlight some columns of a line."""
    spans: list[Span] = []
    column = 0
    for text, pen in line:
        start, end = (max(0, min(len(text), each - column)) for each in (first, last))
        lit = CURSOR if strong else Pen(pen.fore, underline=True, bold=True)
        parts = ((text[:start], pen), (text[start:end], lit), (text[end:], pen))
        spans += (Span(part, its) for part, its in parts if part)
        column += len(text)
    return tuple(spans)


def padded(line: Line, columns: int) -> Line:
    """Pad or cut a line to a width."""
    shown = cut(line, columns)
    return (*shown, Span(" " * (columns - width(shown))))
