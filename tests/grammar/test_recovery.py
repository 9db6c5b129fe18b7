"""A mistake costs only its line."""

import re
from collections.abc import Callable
from pathlib import Path

from lazaretto.grammar import Diagnostic, Source, parse, parser, render_all
from lazaretto.grammar.error_examples import EXAMPLES
from lazaretto.grammar.lalr_tables import tables
from lazaretto.grammar.lines_and_blocks import MOST
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.syntax_messages import FORMS
from tests.soak import TIMES, longer

Mistakes = Callable[[str], tuple[Diagnostic, ...]]


def test_what_stands_around_a_broken_line_is_read(shape: Callable[[object], str]) -> None:
    text = "to f()\n    stop\n    let = 3\n    nothing\nkind ==\n    a : flag\nto g()\n    stop\n"
    module, diagnostics = parse(Source("a.rules", text), "a")
    assert [diagnostic.span.line for diagnostic in diagnostics] == [3, 5]
    assert shape(module.declarations) == (
        "[Procedure(f [] - [Stop() Pass()] '' no) Procedure(g [] - [Stop()] '' no)]"
    )


def test_nothing_is_read_twice(shape: Callable[[object], str]) -> None:
    good = 'before a() when b\n    when = 3\n    stop\nchoose\nforbid a() when b because "c"\n'
    module, _ = parse(Source("a.rules", good * 3), "a")
    assert shape(module.declarations).count("Forbid") == 3


@longer
def test_one_broken_line_of_a_real_text_is_one_mistake(texts: list[Path]) -> None:
    for path in texts[:: 1 if TIMES > 1 else 3]:
        lines = path.read_text(encoding="utf-8").split("\n")[:150]
        for at in range(1, min(len(lines), 140), 11):
            above, below = lines[at - 1], lines[at]
            margin = len(above) - len(above.lstrip())
            deeper = len(below) - len(below.lstrip()) > margin
            goes_on = above.lstrip().startswith(("#", '"', 'else "'))
            if deeper or goes_on or not above.strip() or "(" in above + below:
                continue
            broken = [*lines[:at], " " * margin + "@", *lines[at:]]
            _, diagnostics = parse(Source("a.rules", "\n".join(broken)), "a")
            inside = [diagnostic for diagnostic in diagnostics if diagnostic.span.line < 145]
            assert [(diagnostic.code, diagnostic.span.line) for diagnostic in inside] == [("G004", at + 1)]


def test_each_malformed_example_gets_its_own_sentence(mistakes: Mistakes) -> None:
    for example in EXAMPLES:
        for text in example.texts:
            (mistake,) = mistakes(f"to a()\n{text}" if text.startswith(" ") else text)
            assert isinstance(mistake.message, MessageText)
            assert mistake.message.message is example.message, text
            assert mistake.help, text


def test_every_form_names_its_word() -> None:
    assert all(word in form.sentence for word, form in FORMS.items())


def test_every_word_that_begins_a_line_has_a_form() -> None:
    """The words come from the grammar, so a new statement is covered automatically."""
    leading = set(tables().leading)
    text = (Path(parser.__file__).parent / "language.lark").read_text(encoding="utf-8")
    alone = set(re.findall(r': "(\w+)" _NEWLINE', text))
    assert {"stop", "nothing"} <= alone <= leading
    missing = leading - alone - set(FORMS)
    assert not missing, f"say in FORMS (grammar/syntax_messages.py) how a line begins with {missing}"
    assert set(FORMS) <= leading, "FORMS has words that begin no line"


def test_words_of_clauses_do_not_begin_a_line() -> None:
    leading = set(tables().leading)
    assert {"set", "choose", "else", "when", "active", "kind", "leave"} <= leading
    assert not {"where", "by", "because", "and", "or none", "in", "such"} & leading


def test_the_help_says_what_to_write(mistakes: Mistakes) -> None:
    def help(line: str) -> str:
        (mistake,) = mistakes(
            f"to f()\n    {line}\n        stop\n" if "if" in line else f"to f()\n    {line}\n"
        )
        return mistake.help

    assert help("a.b = c + 1") == "write `set a.b to c + 1`"
    assert help("a += 1") == "write `add 1 to a`"
    assert help("a -= b.c") == "write `add -b.c to a`"
    assert help("chose a in B") == "did you mean `choose`?"
    assert help("if a == b") == "write `=`"
    assert help("elif a") == "write `else if`"
    assert help("say 'a'") == 'write `"a"`'
    assert help("add 3 a") == "the form is `add NUMBER to NAME`"
    assert help("foo") == "write `foo(...)` to call it"


def test_mistakes_are_told_up_to_a_number(mistakes: Mistakes) -> None:
    found = mistakes("to f()\n" + "    let = 3\n" * 10_000)
    assert len(found) == MOST


def test_a_mistake_is_shown_with_its_line() -> None:
    source = Source("a.rules", "kind A\n    b number\n")
    shown = render_all(parse(source, "a")[1], {"a.rules": source})
    assert shown == (
        "a.rules:2:7: G044 expected `:` after the attribute's name\n"
        "    2 |     b number\n"
        "      |       ^^^^^^\n"
        "  help: write `b : number`"
    )


def test_blocks_that_stand_too_deep_are_one_mistake(mistakes: Mistakes) -> None:
    for depth in (20, 21, 25, 60):
        lines = ["to f()", *(f"{'    ' * each}if a" for each in range(1, depth + 1))]
        text = "\n".join([*lines, f"{'    ' * (depth + 1)}stop", "to g()", "    stop", ""])
        assert [(mistake.code, mistake.span.line) for mistake in mistakes(text)] == [("G008", 22)]
