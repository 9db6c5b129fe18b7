"""Parses texts into trees of the grammar's own rules: every form keeps its name in the grammar."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.lexer import Lexer

from lazaretto.grammar import Source
from lazaretto.grammar.lines_and_blocks import Line
from lazaretto.grammar.parser import read
from lazaretto.grammar.recovery import Reading

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = re.sub(r"//.*", "", (ROOT / "grammar" / "language.lark").read_text(encoding="utf-8"))


class _NoLexer(Lexer):
    """Uses the product's lexer and keyword decisions."""

    def __init__(self, conf: Any) -> None:
        self.conf = conf

    def lex(self, *_: Any) -> Iterator[Token]:
        return iter(())


@cache
def _lark() -> Lark:
    return Lark(
        GRAMMAR, parser="lalr", lexer=_NoLexer, start=["module", "interpolation"], keep_all_tokens=True
    )


def tree_of(text: str) -> Tree[Token]:
    """Return the tree of one module."""
    reading, diagnostics = read(Source("example.rules", text))
    assert diagnostics == ()
    parser = _lark().parse_interactive(start="module")
    for token in _tokens(reading, reading.layout.lines):
        parser.feed_token(token)
    found: Tree[Token] = parser.feed_token(Token("$END", ""))
    return found


def _tokens(reading: Reading, lines: list[Line]) -> Iterator[Token]:
    for line in lines:
        for word in reading.words[line.words[0].line]:
            yield Token(word.type, word.text)
        yield Token("_NEWLINE", "")
        if line.block:
            yield Token("_INDENT", "")
            yield from _tokens(reading, line.block)
            yield Token("_DEDENT", "")
