"""Highlights rules in any tool that uses Pygments, which finds this lexer by an entry point of the package.

Words are cut as the parser cuts them, and keywords are those of the grammar. Where a keyword may also be a
name, the words around it decide; only the parser would never be wrong. Nothing but Pygments imports this.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from lazaretto.grammar.lexer import (
    HARD,
    Ahead,
    Word,
    cut,
    end_of_braces,
    reads_as_name,
)

Piece = tuple[int, object, str]
"""Where a piece of a text begins, the type that Pygments has for it, and the piece."""

_GRAMMAR = re.sub(r"//(?! ---).*", "", Path(__file__).with_name("language.lark").read_text(encoding="utf-8"))
_WORD = re.compile(r'"([a-z]+)')
_EXPRESSIONS = _GRAMMAR.partition("// --- expressions")[2].partition("// ---")[0]

KEYWORDS = frozenset(_WORD.findall(_GRAMMAR))
"""Every word that the grammar names."""
_IN_EXPRESSIONS = frozenset(_WORD.findall(_EXPRESSIONS))
_BEFORE_OPERANDS = frozenset({"=", "(", "[", ",", "+", "-", "*", "/", "<", ">", "and", "or", "not"})
"""After these comes a value, so a keyword of no expression is a name there."""

_CONSTANTS = frozenset({"yes", "no", "none"})
_OPERATORS = frozenset({"and", "or", "not", "in", "is", "mod"})
_DECLARED = {"kind": Name.Class, "to": Name.Function, "phase": Name.Function, "action": Name.Function}
"""What the name after the first word of a line declares."""
_TYPES = {
    "NUMBER": Number.Integer,
    "OPERATOR": Operator,
    "COMMENT": Comment.Single,
    "UNCLOSED": Error,
    "UNKNOWN": Error,
}


class RulesLexer(Lexer):  # type: ignore[misc]
    """The rules language of Lazaretto, for Pygments."""

    name = "Lazaretto rules"
    aliases: ClassVar = ["lazaretto", "rules"]
    filenames: ClassVar = ["*.rules", "*.tests"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[Piece]:
        """Yield the pieces of a text."""
        start = 0
        for line in text.splitlines(keepends=True):
            yield from _of_line(line, start)
            start += len(line)


def _of_line(line: str, start: int) -> Iterator[Piece]:
    at = 0
    words, comment = cut(line.rstrip("\r\n"), 1, 1)
    ahead = Ahead()
    for number, word in enumerate([*words, *([comment] if comment else [])]):
        begin = word.column - 1
        if begin > at:
            yield start + at, Whitespace, line[at:begin]
        at = word.end_column - 1
        if word.type == "STRING":
            yield from _of_string(word.text, start + begin)
        else:
            type_ = _of_name(words, number, ahead) if word.type == "NAME" else _of_sign(word)
            yield start + begin, type_, word.text
    if line[at:]:
        yield start + at, Whitespace, line[at:]


def _of_sign(word: Word) -> object:
    return Punctuation if word.text in "()[],.:" else _TYPES[word.type]


def _of_name(words: list[Word], at: int, ahead: Ahead) -> object:
    """Return the type of a word: what kind of keyword or name it is."""
    text = words[at].text
    if _is_keyword(words, at, ahead):
        if text in _CONSTANTS:
            return Keyword.Constant
        return Operator.Word if text in _OPERATORS else Keyword
    if at == 1 and words[0].text in _DECLARED:
        return _DECLARED[words[0].text]
    if at + 1 < len(words) and words[at + 1].text == "(":
        return Name.Function
    return Name.Class if text[0].isupper() else Name


def _is_keyword(words: list[Word], at: int, ahead: Ahead) -> bool:
    text = words[at].text
    before = words[at - 1].text if at else ""
    after = words[at + 1].text if at + 1 < len(words) else ""
    if text in HARD or (text, after) == ("may", "not"):
        return True
    if text not in KEYWORDS or before == ".":
        return False
    if before in _BEFORE_OPERANDS and text not in _IN_EXPRESSIONS:
        return False
    return not reads_as_name(words, at, ahead)


def _of_string(text: str, start: int) -> Iterator[Piece]:
    """Yield the pieces of a text in quotes: words, and placeholders in braces."""
    at = begin = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        end = end_of_braces(text, at) if text[at] == "{" else -1
        if end < 0:
            at += 1
            continue
        if at > begin:
            yield start + begin, String, text[begin:at]
        yield start + at, String.Interpol, text[at : end + 1]
        at = begin = end + 1
    if text[begin:]:
        yield start + begin, String, text[begin:]
