"""Reading the folder of a game is reading its rulebook: rules first, tests beside them."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lazaretto.grammar import Source, nodes, parse

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(each.parent for each in ROOT.glob("scenarios/*/scenario.toml"))
MOST = 0.15
"""The share of test lines that explain rules better than words."""


def is_test(declaration: nodes.Declaration) -> bool:
    inner = declaration.declaration if isinstance(declaration, nodes.Replace) else declaration
    return isinstance(inner, nodes.Test)


def texts(folder: Path) -> Iterator[tuple[Path, str, nodes.Module]]:
    for path in sorted(folder.glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        yield path, text, parse(Source(path.name, text), path.stem)[0]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_few_lines_of_rules_are_tests(folder: Path) -> None:
    lines = tested = 0
    for _, text, module in texts(folder):
        written = text.split("\n")
        lines += sum(1 for each in written if each.strip())
        for each in filter(is_test, module.declarations):
            block = written[each.span.line - 1 : each.span.end_line]
            tested += sum(1 for line in block if line.strip())
    assert tested <= MOST * lines, f"{tested} of {lines} lines: move tests to a file beside their module"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_every_file_of_a_game_holds_rules_or_data(folder: Path) -> None:
    for path, _, module in texts(folder):
        assert any(not is_test(declaration) for declaration in module.declarations), f"{path} holds no rule"
    for path in folder.glob("*.toml"):
        assert tomllib.loads(path.read_text(encoding="utf-8")), f"{path} is empty"


def test_the_measure_notices_tests(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('var n : number = 0\n\ntest "it"\n    then n = 0\n', encoding="utf-8")
    with pytest.raises(AssertionError, match="2 of 3 lines"):
        test_few_lines_of_rules_are_tests(tmp_path)
    (tmp_path / "b.rules").write_text('test "it"\n    then n = 0\n', encoding="utf-8")
    with pytest.raises(AssertionError, match=r"b\.rules holds no rule"):
        test_every_file_of_a_game_holds_rules_or_data(tmp_path)
