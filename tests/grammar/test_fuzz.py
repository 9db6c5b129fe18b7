"""The parser answers any text, and quickly."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings, strategies as st

from lazaretto.grammar import Source, format_text, parse, render_all
from tests.soak import TIMES, longer

pytestmark = longer

TEXTS = Path(__file__).resolve().parent / "texts"
GOOD = (TEXTS / "everything.rules").read_text(encoding="utf-8").split("\n")
WORDS = sorted({word for line in GOOD for word in line.split()})
SIGNS = "\"(){}[]\t\\#:=.,?|+-*/<>!&'@;\x00\u00a0é\r "
MODEST = settings(deadline=None, max_examples=20 * TIMES, suppress_health_check=list(HealthCheck))


Shape = Callable[[object], str]


def answer(text: str, shape: Shape = repr) -> bool:
    """Parse and format a text; return whether it is correct."""
    source = Source("a.rules", text)
    module, diagnostics = parse(source, "a")
    render_all(diagnostics, {"a.rules": source})
    lines = text.count("\n") + 1
    for diagnostic in diagnostics:
        assert 1 <= diagnostic.span.line <= lines, diagnostic
        assert 1 <= diagnostic.span.column <= diagnostic.span.end_column, diagnostic
    formatted, told = format_text(source)
    if any(diagnostic.code != "G001" for diagnostic in diagnostics):
        assert (formatted, told) == (text, diagnostics)
        return False
    again, none = parse(Source("a.rules", formatted), "a")
    assert none == ()
    if shape is not repr:
        assert shape(again) == shape(module)
    assert format_text(Source("a.rules", formatted))[0] == formatted
    return True


@MODEST
@given(st.text(max_size=200))
def test_any_text_has_an_answer(text: str) -> None:
    answer(text)


@MODEST
@given(st.binary(max_size=200))
def test_any_bytes_have_an_answer(data: bytes) -> None:
    answer(data.decode("utf-8", errors="replace"))


@MODEST
@given(st.lists(st.tuples(st.integers(0, 8), st.lists(st.sampled_from(WORDS), max_size=7)), max_size=12))
def test_any_words_have_an_answer(shape: Shape, rows: list[tuple[int, list[str]]]) -> None:
    answer("\n".join(" " * margin + " ".join(words) for margin, words in rows), shape)


@MODEST
@given(st.randoms(use_true_random=False))
def test_a_damaged_text_has_an_answer(shape: Shape, random: Random) -> None:
    start = random.randrange(len(GOOD))
    lines = GOOD[start : start + random.randrange(1, 30)]
    for _ in range(random.randrange(4)):
        at = random.randrange(len(lines))
        column = random.randrange(len(lines[at]) + 1)
        lines[at] = random.choice(
            [
                lines[at][:column],
                lines[at][:column] + random.choice(SIGNS) + lines[at][column:],
                lines[at][:column] + random.choice(WORDS) + lines[at][column:],
                " " * random.randrange(9) + lines[at],
                lines[at].strip(),
                random.choice(GOOD),
            ]
        )
    answer("\n".join(lines), shape)


def quick(text: str) -> None:
    start = time.perf_counter()
    parse(Source("a.rules", text), "a")
    assert time.perf_counter() - start < 60, "far more than this takes, far less than forever"


def test_deep_texts_have_an_answer() -> None:
    limit = sys.getrecursionlimit()
    for depth in (60, limit, 5 * limit):
        answer("to f()\n    let a = " + "(" * depth + "b" + ")" * depth)
        answer("to f()\n    let a = " + "(\n" * depth)
        answer("to f()\n    let a = " + "not " * depth + "b")
        answer("to f()\n    let a = " + "-" * depth + "b")
        answer("to f()\n    let a = b" + ".c" * depth)
        answer("to f()\n    let a = b" + " and\n        b" * depth)
        answer("to f()\n    let a = b" + " only C\n        and d" * depth)
        answer("to f()\n    let a = " + "any x in S where\n" * depth + "b")
        answer("\n".join(" " * each + "if a" for each in range(depth)))
        answer('to f()\n    say "' + "{" * depth + "}" * depth + '"')
        answer('to f()\n    say "{' + "(" * depth + "a" + ")" * depth + '}"')
        answer('to f()\n    say "{' + "a.b + " * depth + 'c}"')


@longer
def test_large_texts_have_an_answer() -> None:
    size = 30_000 * TIMES
    for text in ("a", "(", "\n", "a\n", '"', "a = 3\n", "\t", "kind A\n b\n", "  \n ", '"{"\n', "else\n"):
        quick(text * (size // len(text)))
    quick("".join(f"{' ' * (each % 40)}if a\n" for each in range(3_000)))
