"""Games with mistakes in them, each announced on its line; what is not announced must not come."""

import re
from pathlib import Path

import pytest

from grammar import Diagnostic, Source, parse
from rules.check.checker import check
from rules.errors.catalogue import CODES
from rules.link.compose_modules import compose

HERE = Path(__file__).resolve().parent
HOUSE = HERE.parents[2]
BASE = (HERE / "base.rules").read_text(encoding="utf-8")
MARK = re.compile(r" *### (?P<code>R\d+) (?P<words>.*?)(?= *###|$)")
ELSEWHERE = {"R021": "at the first line of the game", "R034": "in a table: the numbers of rules are shorter"}


def cases() -> list[tuple[str, str]]:
    """Each case with its name, after as many empty lines as there are lines before it."""
    found = []
    for path in sorted((HERE / "cases").glob("*.rules")):
        line = 0
        for case in path.read_text(encoding="utf-8").split("---\n"):
            found.append((f"{path.stem}:{line + 1}", "\n" * line + case))
            line += case.count("\n") + 1
    return found


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a module on top of the base."""
    modules = []
    for name, each in (("base", BASE), ("case", text)):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert told == (), told
        modules.append(module)
    return check(compose(modules, ()), (2, 4)).diagnostics


def announced(text: str) -> list[tuple[int, str, str]]:
    return [
        (number, mark["code"], mark["words"].strip())
        for number, line in enumerate(text.split("\n"), 1)
        for mark in MARK.finditer(line)
    ]


CASES = cases()


@pytest.mark.parametrize("text", [text for _, text in CASES], ids=[name for name, _ in CASES])
def test_each_mistake_is_told_where_it_is(text: str) -> None:
    diagnostics = mistakes("\n".join(MARK.sub("", line) for line in text.split("\n")))
    found = [(each.span.line, each.code, each.message) for each in diagnostics if each.code != "R021"]
    expected = announced(text)
    assert [each[:2] for each in found] == [each[:2] for each in expected], found
    for (_, _, message), (_, _, words) in zip(found, expected, strict=True):
        assert words in message
    for each in diagnostics:
        assert wellformed(each), each


def test_the_base_is_without_mistakes() -> None:
    assert mistakes("") == ()


def test_a_game_without_a_beginning_is_told() -> None:
    assert [each.code for each in mistakes("remove phase game\n")] == ["R021"]


def test_each_code_has_a_case_and_a_sentence() -> None:
    used = {code for _, text in CASES for _, code, _ in announced(text)} | set(ELSEWHERE)
    assert used == set(CODES)
    for path in (HOUSE / "rules").rglob("*.py"):
        assert set(re.findall(r"\bR\d\d\d\b", path.read_text(encoding="utf-8"))) <= set(CODES), path


def wellformed(diagnostic: Diagnostic) -> bool:
    words = re.sub(r"`[^`]*`", "x", diagnostic.message)
    return bool(words) and not words.endswith(".") and not words[0].isupper() and diagnostic.code in CODES
