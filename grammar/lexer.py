"""Splits a line of text into words.

A word has a position. The lexer does not decide which words are keywords: that depends on what the grammar
accepts at that point, so that an attribute may be called `top` or `cost`. `reads_as_name` decides it where
the grammar accepts both.
"""

import re
from typing import NamedTuple

from lazaretto.grammar.source import Span

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
