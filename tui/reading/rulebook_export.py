"""Writes a rulebook as plain text, as Markdown, or as a page that prints well and needs nothing else.

All texts come from scenarios: in Markdown their signs are escaped, and in the page everything is escaped.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.look.styled_text import Line, Span
from lazaretto.tui.messages import reading as say
from lazaretto.tui.reading.board_drawing import PAPER, drawing
from lazaretto.tui.reading.markup import element
from lazaretto.tui.reading.rulebook_layout import Book, mark_of

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
        lines += (line for each in chapter.entries for line in _item(each))
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
    yield from (f"{indent}  - {_plain(each)}" for each in entry.notes)


def _plain(text: str) -> str:
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _anchor(number: int) -> str:
    return f"chapter-{number}"


# --- the page ----------------------------------------------------------------------------------


def as_page(chapters: Sequence[Chapter], board: Sequence[Line]) -> str:
    """The rulebook as one page of HTML, with styles for paper."""
    title, *rest = chapters
    contents = "\n".join(
        element("li", element("a", escape(each.title), href=f"#{_anchor(number)}"))
        for number, each in enumerate(rest, _GLANCE)
    )
    drawn = element("h2", escape(say.THE_MAP())) + drawing(board, say.THE_MAP()) if board else ""
    return _PAGE.substitute(
        title=escape(say.THE_RULES(title=title.title)),
        heading=escape(title.title),
        about=_about(title.text),
        contents_title=escape(say.CONTENTS()),
        contents=contents,
        board=drawn,
        chapters="\n".join(_chapter(number, each) for number, each in enumerate(rest, _GLANCE)),
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
    notes = "".join(element("span", escape(each), look="note") for each in entry.notes)
    sign = mark_of(entry)
    shown = _sign(sign) + " " if sign.text else ""
    content = element("dt", shown + number + escape(entry.title)) + element("dd", escape(entry.text) + notes)
    return element("div", content, look=f"depth-{min(entry.depth, 3)}" if entry.depth else "")
