"""The reference of the language: every example runs, is laid out as it should be, and nothing is left out."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.lexer import Lexer

from grammar import Source, format_text, render_all
from grammar.indent import Line
from grammar.parser import read
from grammar.reading import Reading
from rules import testing

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = re.sub(r"//.*", "", (ROOT / "grammar" / "language.lark").read_text(encoding="utf-8"))
LITERALS = set(re.findall(r'"([^"]+)"', GRAMMAR))
NEVER_SEEN = {"broken", "interpolation", "quantifier"}
"""Lines that could not be read, the gaps of texts, and a rule whose every form has a name of its own."""


def test_every_example_passes_its_tests(example: dict[str, str], lighthouse: Path, tmp_path: Path) -> None:
    for name, text in example.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    tested = testing.run(tmp_path, search=[lighthouse])
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
    assert not [each for each in tested.results if each.failure]
    assert tested.results, "an example has at least one test"


def test_the_game_of_the_examples_has_no_mistakes(lighthouse: Path) -> None:
    tested = testing.run(lighthouse / "lighthouse")
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)


def test_every_example_is_laid_out_as_it_should_be(texts: tuple[str, ...]) -> None:
    for text in texts:
        laid_out, diagnostics = format_text(Source("example.rules", text))
        assert diagnostics == ()
        assert laid_out == text


class _NoLexer(Lexer):
    """The words are cut and judged by the product."""

    def __init__(self, conf: Any) -> None:
        self.conf = conf

    def lex(self, *_: Any) -> Iterator[Token]:
        return iter(())


@pytest.fixture(scope="module")
def trees(texts: tuple[str, ...]) -> list[Tree[Token]]:
    """Each text of the reference as a tree of the grammar's own rules."""
    lark = Lark(
        GRAMMAR, parser="lalr", lexer=_NoLexer, start=["module", "interpolation"], keep_all_tokens=True
    )
    found: list[Tree[Token]] = []
    for text in texts:
        reading, diagnostics = read(Source("example.rules", text))
        assert diagnostics == ()
        parser = lark.parse_interactive(start="module")
        for token in _tokens(reading, reading.layout.lines):
            parser.feed_token(token)
        found.append(parser.feed_token(Token("$END", "")))
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


def tokens(trees: list[Tree[Token]]) -> Iterator[Token]:
    for tree in trees:
        yield from tree.scan_values(lambda _: True)


def test_every_word_of_the_language_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {token.value for token in tokens(trees) if token.type != "NAME"}
    assert {each for each in LITERALS if each[0].isalpha()} - used == set()


def test_every_sign_of_the_language_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {token.value for token in tokens(trees)}
    assert {each for each in LITERALS if not each[0].isalpha()} - used == set()


def test_every_rule_of_the_grammar_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {str(each.data) for tree in trees for each in tree.iter_subtrees()}
    names = set(re.findall(r"^([a-z]\w*):", GRAMMAR, re.MULTILINE)) | set(re.findall(r"-> (\w+)", GRAMMAR))
    assert names - used - NEVER_SEEN == set()
