"""Joins words to lines, and nests lines in blocks by their indentation.

A line continues while a bracket is open, after a final `and`, `or` or comma, and if the next line is indented
deeper and begins with `and`, `or` or `else "..."`. A line that cannot be read is marked as broken together
with its block, so that the lines around it can still be read.
"""

import re
from collections.abc import Iterator
from dataclasses import field

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.lexer import CLOSING, OPENING, Word, cut, span_of
from lazaretto.grammar.message import Message
from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Source, Span

LONGEST_LINE = 2_000
DEEPEST_BLOCK = 20
DEEPEST_BRACKET = 50
STEP = 4
MOST = 200
"""Parsing stops after this many mistakes."""

_MARGIN = re.compile(r"[ \t]*")
_TOP_LEVEL = re.compile(r"[^ \t\r#)\]]")
"""The start of a line that is neither indented nor the end of a bracket."""
_OF_A_TEST = re.compile(r"(?:(?:replace|remove)[ \t]+)?test(?!\w)")
"""The start of a top-level line that is a test, or changes one."""


@changing_node
class Line:
    """A logical line of words, possibly over several physical lines, with the lines of its block."""

    words: list[Word]
    indent: int
    broken: bool = False
    block: list["Line"] = field(default_factory=list)
    cut_off: bool = False
    """Whether its block is left out, because it stands too deep."""

    @property
    def last(self) -> Word:
        """The last word of the line."""
        return self.words[-1]


@changing_node
class _Row:
    """One physical line of the text."""

    number: int
    indent: int
    words: list[Word]


class Layout:
    """The lines of a text as a tree, its comments, and the mistakes in its layout.

    `leading` are the words that begin a line; one of them ends a bracket that was never closed. Without
    `tests` the lines of tests are skipped, unread.
    """

    def __init__(self, source: Source, leading: frozenset[str], tests: bool = True) -> None:
        self.file = source.name
        self.leading = leading
        self.comments: list[Word] = []
        self.diagnostics: list[Diagnostic] = []
        self.lines: list[Line] = []
        self._broken_rows: set[int] = set()
        rows = list(self._rows(source.text, tests))
        self._nest(self._join(rows))

    def _tell(self, message: Message, span: Span, **gaps: object) -> None:
        if len(self.diagnostics) < MOST:
            self.diagnostics.append(diagnose(message, span, **gaps))

    # --- physical lines

    def _rows(self, text: str, tests: bool) -> Iterator[_Row]:
        skipped = False
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            if not tests and _TOP_LEVEL.match(line):
                skipped = _OF_A_TEST.match(line) is not None
            if skipped:
                continue
            margin = _MARGIN.match(line)
            assert margin is not None
            start = margin.end()
            if len(line) > LONGEST_LINE:
                span = Span(self.file, number, start + 1, number, LONGEST_LINE)
                self._tell(messages.LONG_LINE, span, length=len(line), most=LONGEST_LINE)
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
                self._tell(messages.TAB, Span(self.file, number, column, number, start + 1), step=STEP)
            yield _Row(number, len(margin.group().expandtabs(STEP)), words)

    # --- physical to logical lines

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
                    messages.UNCLOSED_BRACKET,
                    span_of(bracket, self.file),
                    bracket=bracket.text,
                    closing=OPENING[bracket.text],
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
                    self._tell(messages.BRACKETS_TOO_DEEP, span_of(word, self.file), most=DEEPEST_BRACKET)
                    line.broken = True
            elif word.text in CLOSING:
                if open_ and open_[-1].text == CLOSING[word.text]:
                    open_.pop()
                    continue
                self._unmatched(word, open_[-1].text if open_ else "")
                line.broken = True

    def _unmatched(self, word: Word, open_: str) -> None:
        span = span_of(word, self.file)
        if open_:
            self._tell(messages.WRONG_BRACKET, span, bracket=word.text, open=open_, closing=OPENING[open_])
        else:
            self._tell(messages.LONELY_BRACKET, span, bracket=word.text, opening=CLOSING[word.text])

    # --- logical lines to blocks

    def _nest(self, lines: Iterator[Line]) -> None:
        levels: list[tuple[int, list[Line]]] = [(0, self.lines)]
        too_deep = False
        for line in lines:
            indent, siblings = levels[-1]
            if line.indent > indent:
                if len(levels) > DEEPEST_BLOCK:
                    if not too_deep:
                        span = span_of(line.words[0], self.file)
                        self._tell(messages.BLOCKS_TOO_DEEP, span, most=DEEPEST_BLOCK)
                        siblings[-1].cut_off = True
                    too_deep = True
                    continue
                if siblings:
                    siblings = siblings[-1].block
                else:
                    self._tell(messages.FIRST_LINE_INDENTED, self._margin(line))
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
                    outer = levels[-1][0]
                    self._tell(messages.STRANGE_INDENT, self._margin(line), outer=outer, inner=inner)
                    levels.append((line.indent, popped))
                    siblings = popped
            too_deep = False
            siblings.append(line)

    def _margin(self, line: Line) -> Span:
        """Return the indentation of a line."""
        first = line.words[0]
        return Span(self.file, first.line, 1, first.line, first.column)
