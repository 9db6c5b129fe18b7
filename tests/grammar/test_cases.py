"""Broken texts with the expected mistake written on its line; no other mistakes may be reported."""

import re
from pathlib import Path

import pytest

from lazaretto.grammar import (
    Diagnostic,
    Source,
    Span,
    diagnostics,
    layout_messages as messages,
    message,
    parse,
    render_all,
    syntax_messages,
)
from lazaretto.grammar.diagnostics import MOST, diagnose
from lazaretto.grammar.lalr_stack import DEEPEST
from lazaretto.grammar.layout_messages import CODES
from lazaretto.grammar.lines_and_blocks import DEEPEST_BLOCK, DEEPEST_BRACKET, LONGEST_LINE
from lazaretto.grammar.message import messages_of
from lazaretto.grammar.parser import LARGEST

HERE = Path(__file__).resolve().parent
MARK = re.compile(r" *### (?P<code>G\d+) (?P<words>.*?)(?= *###|$)")
NESTED = "".join(f"{' ' * depth}if b\n" for depth in range(1, DEEPEST_BLOCK + 2))
BOUNDS = {
    "G007": f"to a()\n let b = {'(' * (DEEPEST_BRACKET + 1)}c{')' * (DEEPEST_BRACKET + 1)}\n",
    "G008": f"to a()\n{NESTED}{' ' * (DEEPEST_BLOCK + 2)}stop\n",
    "G009": f"to a()\n let b = {'c + ' * (LONGEST_LINE // 4)}d\n",
    "G010": f"to a()\n let b = {'c + ' * (DEEPEST + 2)}d\n",
    "G011": "# nothing\n" * (LARGEST // 10 + 1),
}


def cases() -> list[tuple[str, str]]:
    """Return each case with its name, with empty lines in place of the lines before it."""
    found = []
    for path in sorted((HERE / "cases").glob("*.rules")):
        line = 0
        for case in path.read_text(encoding="utf-8").split("---\n"):
            found.append((f"{path.stem}:{line + 1}", "\n" * line + case))
            line += case.count("\n") + 1
    return found


def announced(text: str) -> list[tuple[int, str, str]]:
    return [
        (number, mark["code"], mark["words"].strip())
        for number, line in enumerate(text.split("\n"), 1)
        for mark in MARK.finditer(line)
    ]


@pytest.mark.parametrize("text", [text for _, text in cases()], ids=[name for name, _ in cases()])
def test_each_mistake_is_told_where_it_is(text: str) -> None:
    bare = "\n".join(MARK.sub("", line) for line in text.split("\n"))
    _, diagnostics = parse(Source("a.rules", bare), "a")
    found = [(diagnostic.span.line, diagnostic.code, diagnostic.message) for diagnostic in diagnostics]
    expected = announced(text)
    assert [each[:2] for each in found] == [each[:2] for each in expected], found
    for (_, _, told), (_, _, words) in zip(found, expected, strict=True):
        assert words in told


def test_the_help_of_a_kind_names_links_in_one_way() -> None:
    _, (told,) = parse(Source("a.rules", "kind Current links Floe oneway\n"), "a")
    assert "`kind NAME links KIND`, also with `one way`" in told.help


@pytest.mark.parametrize("code", sorted(BOUNDS))
def test_a_text_past_a_bound_is_told_once(code: str) -> None:
    _, diagnostics = parse(Source("a.rules", BOUNDS[code]), "a")
    assert code in {diagnostic.code for diagnostic in diagnostics}
    assert len(diagnostics) <= 2


def test_each_code_has_a_case_and_a_sentence() -> None:
    used = {code for _, text in cases() for _, code, _ in announced(text)} | set(BOUNDS)
    assert used == set(CODES)
    for path in (HERE.parents[1] / "grammar").rglob("*.py"):
        assert set(re.findall(r"\bG\d\d\d\b", path.read_text(encoding="utf-8"))) <= set(CODES), path


def test_each_message_is_said_in_some_case(said: set[str]) -> None:
    for text in (*(text for _, text in cases()), *BOUNDS.values()):
        parse(Source("a.rules", "\n".join(MARK.sub("", line) for line in text.split("\n"))), "a")
    many = [diagnose(messages.LARGE_NUMBER, Span("a", line, 1, line, 2)) for line in range(MOST + 1)]
    assert render_all(many, {}).endswith("... and 1 more")
    cause = Diagnostic("G001", "a", Span("b", 1, 1, 1, 2), breaks=tuple(many))
    assert render_all([cause], {}).endswith("and 98 more, in a")
    again = Diagnostic(
        "W001", "a", Span("b", 1, 1, 1, 2), alike=tuple(diagnostic.span for diagnostic in many[:5])
    )
    assert render_all([again], {}).endswith("and 5 more like this: a:0:1, a:1:1, a:2:1, a:3:1, ...")
    assert set(messages_of((diagnostics, message, messages, syntax_messages))) - said == set()


def wellformed(diagnostic: Diagnostic) -> bool:
    message = re.sub(r"`[^`]*`", "", diagnostic.message)
    return (
        bool(message) and not message.endswith(".") and not message[0].isupper() and diagnostic.code in CODES
    )


def test_messages_are_sentences_without_a_full_stop() -> None:
    for _, text in cases():
        bare = "\n".join(MARK.sub("", line) for line in text.split("\n"))
        for diagnostic in parse(Source("a.rules", bare), "a")[1]:
            assert wellformed(diagnostic), diagnostic


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ('Role Field Doctor "Doctor"', "Role Field_Doctor"),
        ("extend City Ho Chi Minh", "extend City Ho_Chi_Minh"),
        ("to heal the world(player)", "to heal_the_world(player)"),
        ('action long drive in moves "Drive"', "action long_drive in moves"),
    ],
)
def test_a_declaration_whose_name_has_spaces_is_shown_without_them(line: str, instead: str) -> None:
    _, found = parse(Source("a.rules", f"{line}\n    b = 3\n"), "a")
    assert found[0].help == f"write `{instead}`"


def test_the_mark_is_below_the_word_that_begins_no_line() -> None:
    _, (diagnostic,) = parse(Source("a.rules", 'acton foo in moves "Foo"\n    nothing\n'), "a")
    assert (diagnostic.span.column, diagnostic.span.line) == (1, 1)
