"""Formatting changes only the layout, never the meaning, and a second run changes nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.grammar import Source, format_text, parse
from tests.soak import TIMES, longer

LAYOUTS = [
    ("kind A\n  b:number\n  long :  flag=yes\n", "kind A\n    b    : number\n    long : flag = yes\n"),
    ("kind A\n    b : flag\n\n    long : flag\n", "kind A\n    b : flag\n\n    long : flag\n"),
    ("to f( a,n :number ):A\n stop", "to f(a, n: number) : A\n    stop\n"),
    ("to f()\n let a=-b*( c+1 )-2\n", "to f()\n    let a = -b * (c + 1) - 2\n"),
    ("to f()\n g ( [ a ,b ] )\n return(a)\n", "to f()\n    g([a, b])\n    return (a)\n"),
    ("to f()\n let a=top(n+1)of my . deck\n", "to f()\n    let a = top (n + 1) of my.deck\n"),
    ("track a -1  -2\ntrack b 0 .. 3\nvar c:A ?\n", "track a -1 -2\ntrack b 0..3\nvar c : A?\n"),
    ("to f()\n\tstop\n\tif a\n\t\tstop\n", "to f()\n    stop\n    if a\n        stop\n"),
    ("to f()\n  choose a in B or   none\n", "to f()\n    choose a in B or none\n"),
    # empty lines
    ("\n\nkind A\n\n\n\nkind B\n\n", "kind A\n\nkind B\n"),
    ("kind A\nkind B\nto f()\n    stop\nkind C\n", "kind A\nkind B\n\nto f()\n    stop\n\nkind C\n"),
    ("to f()\n    stop\n# on g\nto g()\n    stop\n", "to f()\n    stop\n\n# on g\nto g()\n    stop\n"),
    # comments
    ("kind A   # one\n  b:flag# two  \n", "kind A   # one\n    b : flag  # two\n"),
    (
        "to f()\n  # first\n  stop\n  # last\n# of g\nto g()\n  stop\n",
        "to f()\n    # first\n    stop\n    # last\n\n# of g\nto g()\n    stop\n",
    ),
    # continued lines
    ("to f()\n  if a\n   and b\n    stop\n", "to f()\n    if a\n            and b\n        stop\n"),
    ("to f()\n  let a = [\n  b,\n   c\n  ]\n", "to f()\n    let a = [\n        b,\n        c\n    ]\n"),
    ("to f()\r\n    stop\r\n", "to f()\n    stop\n"),
    ("", ""),
    ("# only\n\n\n", "# only\n"),
]


@pytest.mark.parametrize(("text", "expected"), LAYOUTS, ids=[repr(text) for text, _ in LAYOUTS])
def test_a_text_gets_its_layout(text: str, expected: str) -> None:
    assert format_text(Source("a.rules", text)) == (expected, ())
    assert format_text(Source("a.rules", expected)) == (expected, ())


@longer
def test_real_texts_keep_their_meaning(texts: list[Path], shape: Callable[[object], str]) -> None:
    for path in texts[:: 1 if TIMES > 1 else 2]:
        source = Source(path.name, path.read_text(encoding="utf-8"))
        formatted, diagnostics = format_text(source)
        assert diagnostics == ()
        if formatted != source.text:
            again = Source(path.name, formatted)
            assert shape(parse(again, "a")[0]) == shape(parse(source, "a")[0])
            assert format_text(again)[0] == formatted
        assert formatted.count("#") == source.text.count("#")


@longer
def test_a_crooked_text_becomes_the_straight_one(texts: list[Path]) -> None:
    for path in texts[:: 1 if TIMES > 1 else 8]:
        straight, _ = format_text(Source(path.name, path.read_text(encoding="utf-8")))
        rows = [row if '"' in row or "#" in row else row.rstrip() + "  " for row in straight.split("\n")]
        crooked = "\n".join(" " * (len(row) - len(row.lstrip())) + row for row in rows)
        assert format_text(Source(path.name, crooked))[0].replace(" ", "") == straight.replace(" ", "")


def test_a_broken_text_is_left_alone() -> None:
    source = Source("a.rules", "kind   A\n   b number\n")
    formatted, diagnostics = format_text(source)
    assert formatted == source.text
    assert [diagnostic.code for diagnostic in diagnostics] == ["G044"]
