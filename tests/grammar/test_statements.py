"""Each form of statement becomes its node."""

import keyword
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from lazaretto.grammar import parser
from lazaretto.grammar.builders.statements import StatementBuilder
from lazaretto.grammar.nodes import Statement
from tests.every import every

FORMS = [
    ("set a.b to c", "Set(Attribute(a b) c)"),
    ("add -cost to my.actions", "Add(Unary('-' cost) Attribute(me actions))"),
    ("let a = f(b)", "Let(a Call(f [b] -))"),
    ("f(a, b)", "Do(Call(f [a b] -))"),
    ("draw(a)", "Do(Call(draw [a] -))"),
    ("inherited(a)", "Do(Call(inherited [a] -))"),
    ("return", "Return(-)"),
    ("return (a)", "Return(a)"),
    ("stop", "Stop()"),
    ("nothing", "Pass()"),
    ("proceed", "Proceed()"),
    ("if a\n    stop", "If([[a [Stop()]]] -)"),
    (
        "if a\n    stop\nelse if b\n    stop\n    stop\nelse\n    nothing",
        "If([[a [Stop()]] [b [Stop() Stop()]]] [Pass()])",
    ),
    (
        "match a\n    when b, c\n        stop\n    when none\n        stop\n    else\n        nothing",
        "Match(a [Case([b c] [Stop()]) Case([none] [Stop()])] [Pass()])",
    ),
    ("for each a in B where c\n    stop", "ForEach(a B c [Stop()])"),
    ("for each a in f(b) + [c]\n    stop", "ForEach(a Binary('+' Call(f [b] -) Listing([c])) - [Stop()])"),
    ("repeat 3 times\n    stop", "Repeat(3 - [Stop()])"),
    ("repeat while a\n    stop", "Repeat(- a [Stop()])"),
    ("repeat forever\n    stop", "Repeat(- - [Stop()])"),
    ("put 1 of a.cubes on b", "MoveSupply('put' 1 Attribute(a cubes) - b)"),
    ("put n of a on CityCard of b", "MoveSupply('put' n a - MadeFor(CityCard [b]))"),
    ("put all of a on b", "MoveSupply('put' - a - b)"),
    ("take (n + 1) of a from b", "MoveSupply('take' Binary('+' n 1) a b -)"),
    ("move 2 of a from stock to b", "MoveSupply('move' 2 a - b)"),
    ("move n of a from b to box", "MoveSupply('move' n a b box)"),
    ("move my.n of a.b from b to c", "MoveSupply('move' Attribute(me n) Attribute(a b) b c)"),
    ("move all of a from b to c", "MoveSupply('move' - a b c)"),
    ("move a to b", "MovePieces(a no 'top' b)"),
    (
        "move CityCard of a to bottom of my.hand",
        "MovePieces(MadeFor(CityCard [a]) no 'bottom' Attribute(me hand))",
    ),
    ("move top 2 of a to top of b", "MovePieces(End('top' 2 a) no 'top' b)"),
    ("move all of a to bottom of b", "MovePieces(a yes 'bottom' b)"),
    ("shuffle a.b", "Shuffle(Attribute(a b))"),
    ("spread a through b", "Spread(a b)"),
    ("roll a", "Roll(a)"),
    ("show top 3 of a to b", "Show(End('top' 3 a) b)"),
    ("advance a", "Advance(a - no)"),
    ("retreat a by 2", "Advance(a 2 yes)"),
    ("together for each a in B where c\n    d()", "Together(a B c [Do(Call(d [] -))])"),
    ("no undo", "NoUndo()"),
    ("needs may f(a)", "Needs(May(Call(f [a] -)) -)"),
    ('needs a else "b {c}"', "Needs(a {'b ' c})"),
    ('needs a\n    and b\n    else "c"', "Needs(Binary('and' a b) {'c'})"),
    ("choose a in B", "Choose(a B - - - - no no - - - - [])"),
    ("choose a in B or none", "Choose(a B - - - - yes no - - - - [])"),
    ("choose a in B or stop", "Choose(a B - - - - yes yes - - - - [])"),
    ("choose 2 a in B as c", "Choose(a B - 2 2 c no no - - - - [])"),
    ("choose up to n a in B", "Choose(a B - 0 n - no no - - - - [])"),
    ("choose 1 to 5 a in B", "Choose(a B - 1 5 - no no - - - - [])"),
    ("choose n a in B", "Choose(a B - n n - no no - - - - [])"),
    (
        'choose a in B where c or none by d as e such that f else "g" "h" else "i"',
        "Choose(a B c - - e yes no d {'h'} {'i'} [f {'g'}] [])",
    ),
    (
        'choose a in B where any x in C where d or none "e"',
        "Choose(a B Quantifier('any' x C d -) - - - yes no - {'e'} - - [])",
    ),
    (
        'choose a in B\n    where c\n        and d\n    needs e else "f"\n    by g "h"\n    such that i\n'
        '    else "j"',
        "Choose(a B Binary('and' c d) - - - no no g {'h'} {'j'} [i -] [Needs(e {'f'})])",
    ),
    ('choose number a from 1 to b by c "d"', "ChooseNumber(a 1 b c {'d'})"),
    ("choose number a from 1 to 2", "ChooseNumber(a 1 2 - -)"),
    ('arrange a by b as c "d"', "Arrange(a b c {'d'})"),
    ("arrange top 6 of a as b", "Arrange(End('top' 6 a) - b -)"),
    ('confirm a by b "c"', "Confirm(a b {'c'})"),
    ('consent of a "b" when c', "Consent(a {'b'} c)"),
    ('offer a, b to c with d, e "f"', "Offer([a b] c [d e] {'f'})"),
    ("offer a to b", "Offer([a] b [] -)"),
    ('window a, b for c "d"', "Window([a b] c {'d'})"),
    ("once per a", "Once(a [])"),
    ("once per a for b, c.d", "Once(a [b Attribute(c d)])"),
    ('say "a"', "Say({'a'} -)"),
    ('tell Player - [a] "b"', "Say({'b'} Binary('-' Player Listing([a])))"),
    ('win "a"', "Finish('win' {'a'} -)"),
    ('lose "a" for b', "Finish('lose' {'a'} b)"),
    ('draw "a"', "Finish('draw' {'a'} -)"),
    ('reveals a "b"', "Reveals([RevealedSecret('' a)] 'b')"),
    (
        'reveals a.b, my.c, d "e"',
        "Reveals([RevealedSecret('a' b) RevealedSecret('me' c) RevealedSecret('' d)] 'e')",
    ),
]


def test_a_statement_becomes_its_node(
    body: Callable[[str], tuple[Statement, ...]], shape: Callable[[object], str]
) -> None:
    every(FORMS, lambda form: becomes_its_node(*form, body, shape))


def becomes_its_node(
    text: str,
    expected: str,
    body: Callable[[str], tuple[Statement, ...]],
    shape: Callable[[object], str],
) -> None:
    assert shape(body(text)) == f"[{expected}]"
    assert shape(body(f"stop\n{text}\nstop")) == f"[Stop() {expected} Stop()]"


def test_every_statement_of_the_grammar_has_a_builder() -> None:
    text = (Path(parser.__file__).parent / "language.lark").read_text(encoding="utf-8")
    listed = re.search(r"^\?statement:(.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    assert listed is not None
    rules = re.findall(r"\w+", listed[1])
    methods = {rule: f"{rule}_" if keyword.iskeyword(rule) else rule for rule in rules}
    missing = {rule for rule, method in methods.items() if not hasattr(StatementBuilder, method)}
    assert {"set", "if", "confirm"} <= set(rules)
    assert not missing, f"say in grammar/builders/statements.py how to build {missing}"


def test_every_node_of_a_statement_is_shown_above() -> None:
    shown = {expected.partition("(")[0] for _, expected in FORMS}
    missing = {kind.__name__ for kind in get_args(Statement)} - shown
    assert not missing, f"add a line to FORMS, and where it fails a rule to language.lark: {missing}"
