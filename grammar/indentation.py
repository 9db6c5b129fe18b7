"""Joins words to lines, and nests lines in blocks by their indentation.

A line continues while a bracket is open, after a final `and`, `or` or comma, and where the next line is
indented deeper and begins with `and`, `or` or `else "..."`. A line that cannot be read is marked as broken
together with its block, so that the lines around it can still be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar.diagnostics import Diagnostic
from grammar.lexer import CLOSING, OPENING, Word, cut, span_of
from grammar.source import Source, Span

LONGEST_LINE = 2_000
DEEPEST_BLOCK = 20
DEEPEST_BRACKET = 50
STEP = 4

_MARGIN = re.compile(r"[ \t]*")


@dataclass(slots=True)
class Line:
    """A line of words, perhaps over several lines of the text, with the lines of the block below it."""

    words: list[Word]
    indent: int
    broken: bool = False
    block: list["Line"] = field(default_factory=list)

    @property
    def last(self) -> Word:
        """The word the line ends with."""
        return self.words[-1]


@dataclass(slots=True)
class _Row:
    """One line of the text as it stands there."""

    number: int
    indent: int
    words: list[Word]


class Layout:
    """The lines of a text as a tree, its comments, and what is wrong with its layout.

    `leading` are the words that begin a line; one of them ends a bracket that was never closed.
    """

    def __init__(self, source: Source, leading: frozenset[str]) -> None:
        self.file = source.name
        self.leading = leading
        self.comments: list[Word] = []
        self.diagnostics: list[Diagnostic] = []
        self.lines: list[Line] = []
        self._broken_rows: set[int] = set()
        rows = list(self._rows(source.text))
        self._nest(self._join(rows))

    def _tell(self, code: str, message: str, span: Span, help: str) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, help))

    # --- the lines of the text

    def _rows(self, text: str) -> Iterator[_Row]:
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            margin = _MARGIN.match(line)
            assert margin is not None
            start = margin.end()
            if len(line) > LONGEST_LINE:
                self._tell(
                    "G009",
                    f"this line has {len(line)} characters",
                    Span(self.file, number, start + 1, number, LONGEST_LINE),
                    f"a line has at most {LONGEST_LINE}; break it inside brackets",
                )
                self._broken_rows.add(number)
                word = Word("UNKNOWN", "", number, start + 1, start + 2)
                yield _Row(number, len(margin.group().expandtabs(STEP)), [word])
                continue
            words, comment = cut(line[start:], number, start + 1)
            if comment is not None:
                self.comments.append(comment)
            if not words:
                continue
            if "\t" in margin.group():
                column = margin.group().index("\t") + 1
                self._tell(
                    "G001",
                    "a tab stands in the indentation",
                    Span(self.file, number, column, number, start + 1),
                    f"indent by {STEP} spaces a step; `lazaretto fmt` does it",
                )
            yield _Row(number, len(margin.group().expandtabs(STEP)), words)

    # --- rows to lines

    def _join(self, rows: list[_Row]) -> Iterator[Line]:
        at = 0
        while at < len(rows):
            row = rows[at]
            line = Line(row.words, row.indent, row.number in self._broken_rows)
            open_: list[Word] = []
            self._brackets(line, row.words, open_)
            at += 1
            while at < len(rows) and self._goes_on(line, open_, rows[at]):
                if line.words is row.words:
                    line.words = list(row.words)
                line.words += rows[at].words
                self._brackets(line, rows[at].words, open_)
                at += 1
            if open_ and not line.broken:
                bracket = open_[-1]
                self._tell(
                    "G005",
                    f"this `{bracket.text}` is not closed",
                    span_of(bracket, self.file),
                    f"write `{OPENING[bracket.text]}` where it ends",
                )
                line.broken = True
            yield line

    def _goes_on(self, line: Line, open_: list[Word], row: _Row) -> bool:
        first = row.words[0]
        if row.number in self._broken_rows:
            return False
        if open_:
            leads = first.text in self.leading or first.type == "STRING"
            return (
                row.indent > line.indent or first.text in CLOSING or (row.indent == line.indent and not leads)
            )
        if row.indent <= line.indent:
            return False
        if line.last.text in ("and", "or", ","):
            return True
        if first.type != "NAME":
            return False
        if first.text in ("and", "or"):
            return True
        return first.text == "else" and len(row.words) > 1 and row.words[1].type == "STRING"

    def _brackets(self, line: Line, words: list[Word], open_: list[Word]) -> None:
        for word in words:
            if word.type != "OPERATOR" or line.broken:
                continue
            if word.text in OPENING:
                open_.append(word)
                if len(open_) > DEEPEST_BRACKET:
                    self._tell(
                        "G007",
                        f"brackets stand more than {DEEPEST_BRACKET} deep here",
                        span_of(word, self.file),
                        "name parts of it with `let`",
                    )
                    line.broken = True
            elif word.text in CLOSING:
                if open_ and open_[-1].text == CLOSING[word.text]:
                    open_.pop()
                    continue
                if open_:
                    message = f"`{word.text}` does not close `{open_[-1].text}`"
                    help = f"write `{OPENING[open_[-1].text]}`"
                else:
                    message, help = (
                        f"this `{word.text}` closes nothing",
                        f"remove it, or write `{CLOSING[word.text]}` before",
                    )
                self._tell("G006", message, span_of(word, self.file), help)
                line.broken = True

    # --- lines to blocks

    def _nest(self, lines: Iterator[Line]) -> None:
        levels: list[tuple[int, list[Line]]] = [(0, self.lines)]
        too_deep = False
        for line in lines:
            indent, siblings = levels[-1]
            if line.indent > indent:
                if len(levels) > DEEPEST_BLOCK:
                    if not too_deep:
                        self._tell(
                            "G008",
                            f"blocks stand more than {DEEPEST_BLOCK} deep here",
                            span_of(line.words[0], self.file),
                            "move the inner part to a procedure of its own",
                        )
                    too_deep = True
                    continue
                if siblings:
                    siblings = siblings[-1].block
                else:
                    self._strange_margin(line, "the first line is indented", "begin it at the margin")
                    line.indent = 0
                if line.indent:
                    levels.append((line.indent, siblings))
            else:
                inner = indent
                while line.indent < levels[-1][0]:
                    inner = levels.pop()[0]
                    popped = siblings
                    siblings = levels[-1][1]
                if line.indent > levels[-1][0]:
                    self._strange_margin(
                        line,
                        "this line is indented like no line above it",
                        f"indent it by {levels[-1][0]} or by {inner} spaces",
                    )
                    levels.append((line.indent, popped))
                    siblings = popped
            too_deep = False
            siblings.append(line)

    def _strange_margin(self, line: Line, message: str, help: str) -> None:
        first = line.words[0]
        self._tell("G002", message, Span(self.file, first.line, 1, first.line, first.column), help)
