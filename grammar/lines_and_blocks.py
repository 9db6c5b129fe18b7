"""Joins words to lines, and nests lines in blocks by their indentation.

A line continues while a bracket is open, after a final `and`, `or` or comma, and if the next line is indented
deeper and begins with `and`, `or` or `else "..."`. A line that cannot be read is marked as broken together
with its block, so that the lines around it can still be read.
"""

import re
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import Message
from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Source, Span

_INNER = r'"(?:[^"\\]++|\\.)*+"'
"""A text inside the braces of a text."""
_BRACES = rf'\{{(?:[^"{{}}\\]++|\\.|{_INNER}|\{{(?:[^"{{}}\\]++|\\.|{_INNER})*+\}})*+\}}'
"""Braces in a text, in which other texts and braces may stand. All repeats are possessive: a text that is not
closed takes no longer to read than one that is."""

_WHOLE_BRACES = re.compile(_BRACES)
_UP_TO_BAR = re.compile(rf'(?:[^"|\\]++|\\.|{_INNER}|")*+')

PATTERN = re.compile(
    rf"""
    [ \t\r]*(?:
      (?P<NAME>[^\W\d]\w*)
    | (?P<NUMBER>[0-9]+)
    | (?P<STRING>"(?:[^"\\{{]++|\\.|{_BRACES}|\{{)*+")
    | (?P<OPERATOR>\.\.(?!\.)|!=|<=|>=|=(?![=<>])|<(?!>)|>|-(?!>)|:(?!=)|[+*/.,?()\[\]]|\|(?!\|))
    | (?P<COMMENT>\#.*)
    | (?P<UNCLOSED>".*)
    | (?P<UNKNOWN>==+|=>|=<|<>|&&?|\|\||\.{{3,}}|->|:=|'[^']*'|“[^”]*”|[^ \t\r])
    | \Z)""",
    re.VERBOSE | re.DOTALL,
)

OPENING = {"(": ")", "[": "]"}
CLOSING = {")": "(", "]": "["}
COMPARING = frozenset(("=", "!=", "<", "<=", ">", ">=", "."))

HARD = frozenset({"and", "or", "not", "in", "is", "if", "else", "where", "when"})
"""Words that are never names."""

BEFORE_BRACKETS = frozenset({"return", "match", "needs", "then", "given", "repeat", "set", "add"})
"""Words that begin a line and may directly precede a bracket; other words are then a call."""

BEFORE_TEXTS = frozenset({"goal"})
"""Words that are keywords only before a text."""

BEFORE_NAMES = frozenset({"any", "all", "count", "first", "greatest", "least"})
BEFORE_VALUES = frozenset({"those", "sum", "highest", "lowest", "top", "bottom", "random", "may"})
"""Words that begin an expression; if what follows cannot continue it, they are names."""


_BEFORE_OTHERS = frozenset({"sorted", "list"})
"""Words that begin an expression only if a certain word follows later."""


class Word(NamedTuple):
    """A word of the text; its type is the kind of word, later the terminal of the grammar."""

    type: str
    text: str
    line: int
    column: int
    end_column: int


def span_of(word: Word, file: str) -> Span:
    """Return the span of a word."""
    return Span(file, word.line, word.column, word.line, word.end_column)


_new = tuple.__new__
"""Makes words faster than their class does, where all of them are made."""


def cut(text: str, line: int, column: int) -> tuple[list[Word], Word | None]:
    """Return the words of one physical line from a column on, and its comment."""
    words: list[Word] = []
    comment: Word | None = None
    for match in PATTERN.finditer(text):
        kind = match.lastgroup
        if kind is None:
            break
        start, end = match.span(kind)
        word = _new(Word, (kind, match[kind], line, column + start, column + end))
        if kind == "COMMENT":
            comment = word
        else:
            words.append(word)
    return words, comment


def end_of_braces(text: str, start: int) -> int:
    """Return where the braces end that begin here in a text; -1 if they do not."""
    found = _WHOLE_BRACES.match(text, start)
    return found.end() - 1 if found is not None else text.find("}", start)


def divided(inside: str) -> list[str]:
    """Divide what stands between braces at each `|` that is not inside a text."""
    if "|" not in inside:
        return [inside]
    parts: list[str] = []
    at = 0
    while at <= len(inside):
        found = _UP_TO_BAR.match(inside, at)
        assert found is not None
        parts.append(found[0])
        at = found.end() + 1
    return parts


def joined(words: list[Word]) -> list[Word]:
    """Join `or none` and `or stop` to one word, if no comparison follows: they end a choice."""
    if not any(word.text in ("none", "stop") for word in words):
        return words
    found: list[Word] = []
    for at, word in enumerate(words):
        ends = word.text in ("none", "stop")
        if ends and found and found[-1].text == "or" and found[-1].line == word.line:
            follows = words[at + 1].text if at + 1 < len(words) else ""
            if follows not in COMPARING:
                kind, text = f"OR_{word.text.upper()}", f"or {word.text}"
                found[-1] = Word(kind, text, word.line, found[-1].column, word.end_column)
                continue
        found.append(word)
    return found


class Ahead:
    """Looks ahead in a line, once for all its words: a line may have hundreds of thousands."""

    __slots__ = ("_leading", "_words")

    def __init__(self) -> None:
        self._words: list[Word] = []
        self._leading = bytearray()

    def leads_to_over(self, words: list[Word], start: int) -> bool:
        """Whether a value begins here, and `over` follows it inside the same brackets."""
        first = words[start]
        if first.text in HARD or first.text == "over":
            return False
        if first.type == "OPERATOR" and first.text not in "([-":
            return False
        if self._words is not words:
            self._words, self._leading = words, _before_over(words)
        return bool(self._leading[start])


def _before_over(words: list[Word]) -> bytearray:
    """Return for each word whether `over` follows inside the same brackets, before a comma or `where`."""
    found = bytearray(len(words) + 1)
    closings: list[int] = []
    for at in range(len(words) - 1, -1, -1):
        text = words[at].text
        if text in CLOSING:
            closings.append(at)
        elif text in OPENING:
            found[at] = found[closings.pop() + 1] if closings else 0
        elif text not in ("where", ","):
            found[at] = text == "over" or found[at + 1]
    return found


def _continues(words: list[Word], at: int, ahead: Ahead) -> bool:
    """Whether `sorted x in ...` or `list ... over ...` begins here; these words are often names."""
    if words[at].text == "list":
        return at + 1 < len(words) and (words[at + 1].text == "of" or ahead.leads_to_over(words, at + 1))
    return len(words) > at + 2 and words[at + 1].type == "NAME" and words[at + 2].text == "in"


def reads_as_name(words: list[Word], at: int, ahead: Ahead) -> bool:
    """Whether this keyword is a name, judging by what follows it.

    It is one before a colon, at the start of a line before `=` or a directly following bracket, between `set`
    and `to`, where it would begin an expression that does not continue, and without a text that must follow.
    """
    word = words[at]
    if word.text in BEFORE_TEXTS:
        return at + 1 == len(words) or words[at + 1].type != "STRING"
    if at == 1 and words[0].text == "set" and len(words) > 2 and words[2].text == "to":
        return word.text in BEFORE_NAMES | BEFORE_VALUES | _BEFORE_OTHERS
    if word.text in _BEFORE_OTHERS and not _continues(words, at, ahead):
        return True
    if at + 1 == len(words):
        return word.text in BEFORE_VALUES or (word.text in BEFORE_NAMES and word.text != "all")
    following = words[at + 1]
    if following.type != "OPERATOR":
        return following.text in HARD and (word.text in BEFORE_NAMES or word.text in BEFORE_VALUES)
    if following.text == ":":
        return True
    if word.text in BEFORE_NAMES:
        return True
    if word.text in BEFORE_VALUES:
        return following.text not in ("(", "[", "-")
    if at:
        return False
    if following.text == "(":
        touches = word.line == following.line and word.end_column == following.column
        return touches and word.text not in BEFORE_BRACKETS
    return following.text == "="


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
