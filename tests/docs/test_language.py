"""Every example of the language reference runs and is formatted, and the reference covers every form."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Token, Tree

from lazaretto.grammar import Source, format_text, render_all
from lazaretto.rules.build import link, parse_once
from lazaretto.rules.flow.check_flows import warnings_of
from lazaretto.rules.lower import fuel_cost
from lazaretto.rules.run import limits
from lazaretto.rules.tools import scenario_tests
from tests.docs.pages import examples
from tests.docs.trees import GRAMMAR, ROOT, tree_of
from tests.soak import soak

LITERALS = set(re.findall(r'"([^"]+)"', GRAMMAR))
NEVER_SEEN = {"broken", "interpolation", "quantifier"}
"""Unreadable lines, placeholders of texts, and a rule whose forms all have names of their own."""


def test_every_example_passes_its_tests(example: dict[str, str], lighthouse: Path, tmp_path: Path) -> None:
    folder = tmp_path / "example"  # alone: what it uses is first sought among its neighbours
    folder.mkdir()
    for name, text in example.items():
        (folder / name).write_text(text, encoding="utf-8")
    tested = scenario_tests.run(folder, search=[lighthouse])
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
    assert not [result for result in tested.results if result.failure]
    assert tested.results, "an example has at least one test"


@soak
def test_no_example_tells_a_secret(lighthouse: Path, tmp_path: Path) -> None:
    parsing = parse_once()
    for number, (section, files) in enumerate(examples().items()):
        folder = tmp_path / f"example_{number}"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        linked = link(folder, search=[lighthouse], tests=False, parsing=parsing)
        assert linked.checked is not None and not linked.diagnostics, section
        assert linked.head is not None
        found = warnings_of(linked, linked.head.name)
        assert not found, render_all(found, linked.sources)


def test_the_numbers_about_fuel_hold() -> None:
    line = fuel_cost.LINE // fuel_cost.UNIT
    for page, more in (
        ("docs/language.md", [limits.LOOKING, limits.LARGEST_TEXT]),
        ("rules/lower/fuel_cost.py", []),
    ):
        words = (ROOT / page).read_text(encoding="utf-8")
        for number in (limits.FUEL, limits.FUEL_EACH, limits.MOST_FUEL, line, *more):
            assert f" {number:,}" in words, (page, number)


def test_the_game_of_the_examples_has_no_mistakes(lighthouse: Path) -> None:
    tested = scenario_tests.run(lighthouse / "lighthouse")
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)


def test_every_example_is_laid_out_as_it_should_be(texts: tuple[str, ...]) -> None:
    for text in texts:
        laid_out, diagnostics = format_text(Source("example.rules", text))
        assert diagnostics == ()
        assert laid_out == text


@pytest.fixture(scope="module")
def trees(texts: tuple[str, ...]) -> list[Tree[Token]]:
    """Return each text of the reference as a tree of the grammar's own rules."""
    return [tree_of(text) for text in texts]


def tokens(trees: list[Tree[Token]]) -> Iterator[Token]:
    for tree in trees:
        yield from tree.scan_values(lambda _: True)


def test_every_word_of_the_language_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {token.value for token in tokens(trees) if token.type != "NAME"}
    assert {literal for literal in LITERALS if literal[0].isalpha()} - used == set()


def test_every_sign_of_the_language_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {token.value for token in tokens(trees)}
    assert {literal for literal in LITERALS if not literal[0].isalpha()} - used == set()


def test_every_rule_of_the_grammar_is_in_an_example(trees: list[Tree[Token]]) -> None:
    used = {str(subtree.data) for tree in trees for subtree in tree.iter_subtrees()}
    names = set(re.findall(r"^([a-z]\w*):", GRAMMAR, re.MULTILINE)) | set(re.findall(r"-> (\w+)", GRAMMAR))
    assert names - used - NEVER_SEEN == set()
