"""The page about the engine names existing files, and its example runs as described."""

import ast
import re
from pathlib import Path

import pytest

from lazaretto.rules import load
from lazaretto.rules.backends.python.code_line_numbers import code_of
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.build import compile_linked, link
from lazaretto.rules.lower.lower import lower
from lazaretto.rules.lower.printer import print_function
from tests.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
PASSES = {
    "rules/lower/lower.py": "rules_behind_texts segments open_actions statements_without_questions "
    "quantifiers outcome_watchers find_tail_calls fuel_cost verify",
    "rules/backends/python/compile_passes.py": "translate_statements merge_segments inline "
    "comprehensions_to_loops reuse_values code_line_numbers",
}
"""The modules whose docstrings list the passes of the compiler, and the modules of the passes."""
PACKAGES = "grammar|rules|lab|host|tui|serve|scenarios|tests|docs|benchmarks"


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("docs/engine.md", 45),
        ("CONTRIBUTING.md", 25),
        ("docs/decisions.md", 1),
        ("README.md", 5),
        ("docs/serving.md", 1),
        ("docs/bots.md", 3),
        ("benchmarks/results/journal.md", 10),
        ("benchmarks/results/speed.md", 2),
        ("docs/speed.md", 5),
    ],
)
def test_every_file_it_names_is_there(page: str, least: int) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:{PACKAGES})/[\w./]*)`", text))
    assert len(named) >= least
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []


def test_every_pass_of_the_compiler_is_named() -> None:
    """The page names where the passes are listed, and the list has all of them, by files that exist."""
    for listing, passes in PASSES.items():
        assert f"`{listing}`" in PAGE
        docstring = ast.get_docstring(ast.parse((ROOT / listing).read_text(encoding="utf-8"))) or ""
        named = set(re.findall(r"`([\w/]+\.py)`", docstring))
        assert named >= {f"{Path(listing).parent}/{each}.py" for each in passes.split()}
        assert [each for each in named if not (ROOT / each).is_file()] == []


def test_the_text_it_follows_is_the_text_of_the_game() -> None:
    texts = [text for _, info, text in blocks("docs/engine.md") if info == "rules"]
    (followed,) = [each for each in texts if each.startswith("action ")]
    written = "".join(
        (ROOT / "scenarios" / "contagion" / each).read_text(encoding="utf-8")
        for each in ("treat_and_share.rules", "cubes.rules")
    )
    lines = set(written.splitlines())
    assert [line for line in followed.splitlines() if line not in lines] == []


def _unnumbered(code: str) -> str:
    return re.sub(r"\d+", "N", code)


def test_the_lowered_form_it_shows_is_that_of_the_game() -> None:
    checked = link(ROOT / "scenarios" / "pandemic", tests=False).checked
    assert checked is not None
    made = {_unnumbered(print_function(function)) for function in lower(checked).functions.values()}
    shown = [text for _, info, text in blocks("docs/engine.md") if info == "lowered"]
    functions = [each for text in shown for each in text.strip().split("\n\n")]
    assert len(functions) == 3
    assert [function for function in functions if _unnumbered(function) not in made] == []


def test_the_code_it_shows_is_the_code_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def seen(functions: list[PyFunction]) -> tuple[tuple[str, ...], bytes]:
        found = code_of(functions)
        made.extend(_unnumbered(ast.unparse(function.definition)) for function in functions)
        return found

    monkeypatch.setattr("lazaretto.rules.backends.python.compile_passes.code_of", seen)
    assert compile_linked(link(ROOT / "scenarios" / "pandemic", tests=False)) is not None
    shown = [text for _, info, text in blocks("docs/engine.md") if info == "python"]
    assert shown
    assert [each for each in shown if _unnumbered(ast.unparse(ast.parse(each))) not in made] == []


def test_the_deed_it_follows_goes_as_it_says() -> None:
    program = load(ROOT / "scenarios" / "pandemic").program
    assert program is not None
    game = program.start(seed=1, players=("anna", "ben"))
    game.choose("drive > Chicago")
    (line,) = game.choose("treat")
    words = " ".join(PAGE.split())
    assert f"`{line}`" in words
    (chicago,) = [thing for thing in game.view(0).things["City"] if thing.key == "Chicago"]
    (held,) = chicago.holds
    assert f'`holds` `("{held[0]}", {held[1]})`' in words
