"""Writes a rulebook as plain text, as Markdown, or as a page that prints well and needs nothing else.

All texts come from scenarios: in Markdown their signs are escaped, and in the page everything is escaped.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from rich.color import Color

from lazaretto.rules import Chapter, Entry, View
from lazaretto.tui.board import Outlines, Picture, shape_of
from lazaretto.tui.board.canvas import BITS
from lazaretto.tui.board.map_layout import QUARTERS
from lazaretto.tui.look.fit_and_wrap_text import Cell, Line, Pen, Span
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.messages import reading as say
from lazaretto.tui.reading.rulebook_layout import Book, mark_of

BOARD_WIDTH, HEIGHT = 118, 36
"""A size that fits on a page of paper."""


def empty_board(start: View, coast: Outlines = ()) -> tuple[Line, ...]:
    """The empty board as the app draws it; no lines if the game has none."""
    view = _empty(start)
    shape = shape_of(view, coast)
    if not shape.spots:
        return ()
    rows = Picture(shape, BOARD_WIDTH, HEIGHT).rows(view)
    shown = [number for number, row in enumerate(rows) if any(cell.char != " " for cell in row)]
    return tuple(_line(row) for row in rows[shown[0] : shown[-1] + 1]) if shown else ()


def _line(row: Sequence[Cell]) -> Line:
    """A row of cells, with neighbours of one look put together."""
    groups = groupby(row, lambda cell: cell.pen)
    return tuple(Span("".join(cell.char for cell in cells), pen) for pen, cells in groups)


def _empty(view: View) -> View:
    """The view without anything that can move or change."""
    things = {
        kind: tuple(replace(member, attributes={}, holds=(), piles=()) for member in members)
        for kind, members in view.things.items()
    }
    links = tuple(replace(link, attributes={}) for link in view.links)
    return replace(view, seats=(), things=things, links=links, markers=(), drawn={})


def element(name: str, content: str, look: str = "", **attributes: str | int | float) -> str:
    """An element; its content is escaped already. `look` is its class; `_` in attributes stands for `-`."""
    given = {"class": look, **{key.replace("_", "-"): value for key, value in attributes.items()}}
    shown = "".join(f' {key}="{escape(str(value))}"' for key, value in given.items() if value != "")
    return f"<{name}{shown}>{content}</{name}>"


WIDE, HIGH = 6, 12
"""The size of a cell."""
DOT = 1.3
"""The width of a dot."""
_BASE = 9
"""How far below the top of its cell a text stands."""
_BRAILLE = range(0x2800, 0x2900)

PAPER = Palette(dark=False)


def drawing(board: Sequence[Line], title: str) -> str:
    """The board as an SVG element."""
    columns = max(sum(len(span.text) for span in line) for line in board)
    size = " ".join(map(str, (0, 0, columns * WIDE, len(board) * HIGH)))
    parts = (*_grounds(board), *(each for row, line in enumerate(board) for each in _row(row, line)))
    named = {"viewBox": size, "role": "img", "aria-label": title}
    return element("svg", "\n".join(parts), "map", shape_rendering="crispEdges", **named)


def _grounds(board: Sequence[Line]) -> Iterator[str]:
    """The backgrounds, from left to right, as far as a colour goes."""
    for row, line in enumerate(board):
        column = 0
        for back, spans in groupby(line, lambda span: span.pen.back):
            length = sum(len(span.text) for span in spans)
            colour = _hex(PAPER.style(Pen(back=back)).bgcolor)
            if colour:
                yield _rectangle(column * WIDE, row * HIGH, length * WIDE, HIGH, colour)
            column += length


def _row(row: int, line: Line) -> Iterator[str]:
    column = 0
    for span in line:
        colour = _hex(PAPER.style(span.pen).color)
        for drawn, group in groupby(span.text, _how):
            chars = "".join(group)
            if drawn == "dots":
                yield _dots(column, row, chars, colour)
            elif drawn == "quarters":
                yield from _quarters(column, row, chars, colour)
            elif chars.strip():
                yield _text_element(column, row, Span(chars, span.pen), colour)
            column += len(chars)


def _how(char: str) -> str:
    """How a character is drawn."""
    if ord(char) in _BRAILLE:
        return "dots"
    return "quarters" if char in QUARTERS[1:] else "text"


def _dots(column: int, row: int, chars: str, colour: str) -> str:
    steps = [
        f"M{(column + at) * WIDE + WIDE * (2 * x + 1) / 4:g},{row * HIGH + HIGH * (2 * y + 1) / 8:g}h0"
        for at, char in enumerate(chars)
        for y, bits in enumerate(BITS)
        for x, bit in enumerate(bits)
        if ord(char) & bit
    ]
    return element("path", "", d="".join(steps), stroke=colour, stroke_width=DOT, stroke_linecap="round")


def _quarters(column: int, row: int, chars: str, colour: str) -> Iterator[str]:
    wide, high = WIDE // 2, HIGH // 2
    for at, char in enumerate(chars):
        filled = QUARTERS.index(char)
        for quarter in range(4):
            if filled >> quarter & 1:
                left = (column + at) * WIDE + (quarter & 1) * wide
                yield _rectangle(left, row * HIGH + (quarter >> 1) * high, wide, high, colour)


def _text_element(column: int, row: int, span: Span, colour: str) -> str:
    before = len(span.text) - len(span.text.lstrip())
    text = span.text.strip()
    size = {"textLength": str(len(text) * WIDE), "lengthAdjust": "spacingAndGlyphs"}
    x, y, weight = (column + before) * WIDE, row * HIGH + _BASE, "bold" if span.pen.bold else ""
    return element("text", escape(text), x=x, y=y, fill=colour, font_weight=weight, **size)


def _rectangle(x: int, y: int, width: int, height: int, colour: str) -> str:
    return element("rect", "", x=x, y=y, width=width, height=height, fill=colour)


def _hex(colour: Color | None) -> str:
    return colour.triplet.hex if colour is not None and colour.triplet is not None else ""


WIDTH = 96
"""The columns of the plain text."""

_SIGNS = re.compile(r"([\\`*_\[\]<>#|~])")
_FENCE = "```"
_PAGE = Template((Path(__file__).parent / "rulebook.html").read_text(encoding="utf-8"))
_GLANCE = 1
"""The chapter with the rules at a glance has a page of its own; the one before it is the title."""


def as_text(chapters: Sequence[Chapter], board: Sequence[Line]) -> str:
    """The rulebook in lines of text."""
    lines = map(_text, Book(chapters, WIDTH).lines)
    return "\n".join((*lines, "", *map(_text, board))).rstrip() + "\n"


def _text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


# --- Markdown ----------------------------------------------------------------------------------


def as_markdown(chapters: Sequence[Chapter], board: Sequence[Line]) -> str:
    """The rulebook as Markdown, with a table of contents."""
    title, *rest = chapters
    lines = [f"# {_plain(title.title)}", "", *_paragraphs(title.text), f"## {say.CONTENTS()}", ""]
    lines += (f"- [{_plain(each.title)}](#{_anchor(number)})" for number, each in enumerate(rest, 1))
    if board:
        lines += ("", f"## {say.THE_MAP()}", "", *_fenced([_text(each) for each in board]))
    for number, chapter in enumerate(rest, 1):
        lines += ("", element("a", "", id=_anchor(number)), "", f"## {_plain(chapter.title)}", "")
        lines += _paragraphs(chapter.text)
        lines += (line for entry in chapter.entries for line in _item(entry))
    return "\n".join(lines) + "\n"


def _fenced(lines: Sequence[str]) -> list[str]:
    """Lines as they are; no label in them is as long as the fence, which would end there."""
    longest = max((len(each) for line in lines for each in re.findall("`+", line)), default=0)
    fence = "`" * max(len(_FENCE), longest + 1)
    return [f"{fence}text", *lines, fence]


def _paragraphs(text: str) -> Iterator[str]:
    for each in text.split("\n\n"):
        if each.strip():
            yield _plain(each)
            yield ""


def _item(entry: Entry) -> Iterator[str]:
    number = f"{_plain(entry.number)} " if entry.number else ""
    text = f" {_plain(entry.text)}" if entry.text else ""
    indent = "  " * entry.depth
    yield f"{indent}- **{number}{_plain(entry.title)}.**{text}"
    yield from (f"{indent}  - {_plain(note)}" for note in entry.notes)


def _plain(text: str) -> str:
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _anchor(number: int) -> str:
    return f"chapter-{number}"


# --- the page ----------------------------------------------------------------------------------


def as_page(chapters: Sequence[Chapter], board: Sequence[Line]) -> str:
    """The rulebook as one page of HTML, with styles for paper."""
    title, *rest = chapters
    contents = "\n".join(
        element("li", element("a", escape(chapter.title), href=f"#{_anchor(number)}"))
        for number, chapter in enumerate(rest, _GLANCE)
    )
    drawn = element("h2", escape(say.THE_MAP())) + drawing(board, say.THE_MAP()) if board else ""
    return _PAGE.substitute(
        title=escape(say.THE_RULES(title=title.title)),
        heading=escape(title.title),
        about=_about(title.text),
        contents_title=escape(say.CONTENTS()),
        contents=contents,
        board=drawn,
        chapters="\n".join(_chapter(number, chapter) for number, chapter in enumerate(rest, _GLANCE)),
    )


def _sign(span: Span) -> str:
    """The sign of an entry, in its colour."""
    return element("span", escape(span.text), look="sign", style=f"color:{PAPER.hex(span.pen.fore)}")


def _about(text: str) -> str:
    return "\n".join(element("p", escape(each)) for each in text.split("\n\n") if each.strip())


def _chapter(number: int, chapter: Chapter) -> str:
    entries = element("dl", "\n".join(map(_definition, chapter.entries)))
    content = "\n".join((element("h2", escape(chapter.title)), _about(chapter.text), entries))
    return element("section", content, look="glance" if number == _GLANCE else "", id=_anchor(number))


def _definition(entry: Entry) -> str:
    number = element("span", escape(entry.number), look="number") + " " if entry.number else ""
    notes = "".join(element("span", escape(note), look="note") for note in entry.notes)
    sign = mark_of(entry)
    shown = _sign(sign) + " " if sign.text else ""
    content = element("dt", shown + number + escape(entry.title)) + element("dd", escape(entry.text) + notes)
    return element("div", content, look=f"depth-{min(entry.depth, 3)}" if entry.depth else "")
