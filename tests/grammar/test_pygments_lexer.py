"""Rules are highlighted without errors, nearly as the parser reads them, in every tool that uses Pygments."""

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Error, Keyword, Name, Operator, String, Token

from lazaretto.grammar import Source
from lazaretto.grammar.lalr_tables import tables
from lazaretto.grammar.parser import read
from lazaretto.grammar.pygments_lexer import KEYWORDS, RulesLexer
from tests.docs.pages import ROOT, blocks
from tests.docs.test_links import PAGES

RULES = sorted(ROOT.glob("scenarios/*/*.rules"))
TESTS = sorted(ROOT.glob("scenarios/*/*.tests"))


def test_pygments_finds_it_by_its_names() -> None:
    for name in ("rules", "lazaretto"):
        assert isinstance(get_lexer_by_name(name), RulesLexer)
    for file in ("cubes.rules", "cubes.tests"):
        assert isinstance(get_lexer_for_filename(file), RulesLexer)


def test_keywords_are_those_of_the_parser() -> None:
    assert {terminal for terminal in tables().terminals if terminal.isalpha()} == KEYWORDS


def test_a_line() -> None:
    text = (
        'action drive in actions "Drive {n} far"  # on roads\n'
        "    choose city in Goal where not city.first = (cost)\n"
    )
    pieces = [(type_, piece) for _, type_, piece in RulesLexer().get_tokens_unprocessed(text)]
    types = {piece: type_ for type_, piece in pieces if piece.strip()}
    assert "".join(piece for _, piece in pieces) == text
    assert [types[each] for each in ("action", "choose", "where")] == [Keyword] * 3
    assert [types[each] for each in ("in", "not")] == [Operator.Word] * 2
    assert types["drive"] is Name.Function
    assert types["Goal"] is Name.Class
    assert types["{n}"] is String.Interpol
    assert types["# on roads"] is Token.Comment.Single
    assert [types[each] for each in ("first", "cost")] == [Name] * 2, "keywords, but not here"


@pytest.mark.parametrize("text", ['say "open', "a & b", "'quoted'"])
def test_what_no_rule_can_contain_is_an_error(text: str) -> None:
    assert Error in {type_ for _, type_, _ in RulesLexer().get_tokens_unprocessed(text)}


def words_of(text: str) -> dict[int, bool]:
    """Return where words begin, and whether each is highlighted as a keyword; nothing may be an error."""
    words, at = dict[int, bool](), 0
    for start, type_, piece in RulesLexer().get_tokens_unprocessed(text):
        assert start == at and type_ not in Error, text[start : start + 40]
        at += len(piece)
        if type_ in Keyword or type_ in Name or type_ in Operator.Word:
            words[start] = type_ not in Name
    assert at == len(text)
    return words


def test_games_are_highlighted_as_the_parser_reads_them() -> None:
    wrong = right = 0
    for file in RULES:
        text = file.read_text(encoding="utf-8")
        words = words_of(text)
        reading, _ = read(Source(file.name, text))
        lines = [0]
        for line in text.split("\n"):
            lines.append(lines[-1] + len(line) + 1)
        for word in (word for row in reading.words.values() for word in row):
            keyword = words.get(lines[word.line - 1] + word.column - 1)
            if keyword is not None:
                right += keyword is (word.type != "NAME")
                wrong += keyword is not (word.type != "NAME")
    assert right > 20_000
    assert wrong < 0.01 * right


def test_tests_of_games_are_highlighted() -> None:
    assert TESTS
    for file in TESTS:
        words_of(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda each: str(each.relative_to(ROOT)))
def test_blocks_of_the_documents_are_highlighted(page: object) -> None:
    for _, info, text in blocks(str(page)):
        if info.partition(" ")[0] in ("rules", "tests"):
            words_of(text)
