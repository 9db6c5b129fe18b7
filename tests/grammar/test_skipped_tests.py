"""Who does not need the tests of a text reads it without them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.grammar import Source, nodes
from lazaretto.grammar.parser import parse

RULE = "to g()\n    stop\n"


def test_only_the_tests_of_a_real_text_are_skipped(texts: list[Path], shape: Callable[[object], str]) -> None:
    for path in texts[::6]:
        source = Source(path.name, path.read_text(encoding="utf-8"))
        whole, _ = parse(source, "a")
        kept = [declaration for declaration in whole.declarations if not _of_a_test(declaration)]
        without, mistakes = parse(source, "a", tests=False)
        assert not mistakes
        assert shape(without.declarations) == shape(tuple(kept))
        assert [declaration.span for declaration in without.declarations] == [each.span for each in kept]


@pytest.mark.parametrize(
    "test",
    [
        'test "a"\n    do g(\n)\n    expect n is 3\n',
        'test "a"\n# a comment\n    expect n is 3\n\n    expect n is 4\n',
        'test "a"\n    let = 3\n  @\n    expect (\n',
        'replace test "a"\n    expect n is 3\n',
        'remove  test "a"\n',
    ],
)
def test_a_skipped_test_ends_where_the_next_rule_begins(test: str, shape: Callable[[object], str]) -> None:
    module, mistakes = parse(Source("a.rules", RULE + test + RULE.replace("g", "h")), "a", tests=False)
    assert not mistakes
    assert shape(module.declarations) == (
        "[Procedure(g [] - [Stop()] '' no) Procedure(h [] - [Stop()] '' no)]"
    )


def test_what_only_begins_like_a_test_is_read(shape: Callable[[object], str]) -> None:
    text = "Tests a\ntests b\nremove to test\nto test()\n    stop\n"
    module, mistakes = parse(Source("a.rules", text), "a", tests=False)
    assert not mistakes
    assert shape(module.declarations) == shape(parse(Source("a.rules", text), "a")[0].declarations) != "[]"


def _of_a_test(declaration: nodes.Declaration) -> bool:
    match declaration:
        case nodes.Test() | nodes.Replace(nodes.Test()) | nodes.Remove(nodes.Name("test")):
            return True
        case _:
            return False
