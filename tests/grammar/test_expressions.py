"""Each form of expression becomes its node, and the operators bind as they should."""

from collections.abc import Callable

from lazaretto.grammar.nodes import Let, Statement
from tests.every import every

FORMS = [
    # values
    ("none", "Nothing()"),
    ("yes", "Flag(yes)"),
    ("no", "Flag(no)"),
    ("42", "42"),
    ("me", "me"),
    ("my.hand", "Attribute(me hand)"),
    ("a.b.c", "Attribute(Attribute(a b) c)"),
    ("(a)", "a"),
    ("[a, 1]", "Listing([a 1])"),
    ("[]", "Listing([])"),
    ('"plain"', "{'plain'}"),
    ('""', "{}"),
    ('"a {b.c} d {1 + 2}"', "{'a ' Attribute(b c) ' d ' Binary('+' 1 2)}"),
    (r'"\"q\" \{\} \\"', "{'\"q\" {} \\\\'}"),
    ('"a {b|c|d} {|e|} f"', "{'a ' Plural(b 'c' 'd') ' ' Plural(- 'e' '') ' f'}"),
    (r'"{b|c \| d|\"e\"}"', "{Plural(b 'c | d' '\"e\"')}"),
    ('"a {"b" if c else "d {e} | {f|g|h}"}"', "{'a ' Conditional(c {'b'} {'d ' e ' | ' Plural(f 'g' 'h')})}"),
    # operators, loosest first
    ("a or b and c", "Binary('or' a Binary('and' b c))"),
    ("not a = b and c", "Binary('and' Unary('not' Binary('=' a b)) c)"),
    ("a + b * c", "Binary('+' a Binary('*' b c))"),
    ("a - b - c", "Binary('-' Binary('-' a b) c)"),
    ("-a * b", "Binary('*' Unary('-' a) b)"),
    ("(a + b) * c", "Binary('*' Binary('+' a b) c)"),
    ("a / b mod c", "Binary('mod' Binary('/' a b) c)"),
    ("a != b", "Binary('!=' a b)"),
    ("a <= b", "Binary('<=' a b)"),
    ("a >= b", "Binary('>=' a b)"),
    ("a in b", "Binary('in' a b)"),
    ("a not in b + c", "Binary('not in' a Binary('+' b c))"),
    ("a is a Card", "IsA(a Card no)"),
    ("a is an Event", "IsA(a Event no)"),
    ("a is not a Card", "IsA(a Card yes)"),
    # supplies, sets, piles
    ("a.cubes on city + 1", "Binary('+' On(Attribute(a cubes) city) 1)"),
    ("a.cubes left <= 24", "Binary('<=' Left(Attribute(a cubes)) 24)"),
    ("my.hand only Card", "Only(Attribute(me hand) Card)"),
    ("a + b only Card", "Binary('+' a Only(b Card))"),
    ("top of deck", "End('top' - deck)"),
    ("bottom 3 of deck", "End('bottom' 3 deck)"),
    ("top n of my.deck", "End('top' n Attribute(me deck))"),
    ("top (n + 1) of deck", "End('top' Binary('+' n 1) deck)"),
    ("random of S", "RandomOf(S)"),
    ("CityCard of Paris", "MadeFor(CityCard [Paris])"),
    ("CityCard of my.place", "MadeFor(CityCard [Attribute(me place)])"),
    ("Card of (red, r2)", "MadeFor(Card [red r2])"),
    # calls
    ("f()", "Call(f [] -)"),
    ("count(S)", "Call(count [S] -)"),
    ("min(a, b + 1)", "Call(min [a Binary('+' b 1)] -)"),
    ("may f(a)", "May(Call(f [a] -))"),
    ("reach(a by l in Road)", "Call(reach [a] Through(l Road -))"),
    ("distance(a, b by l in Road where l.solid)", "Call(distance [a b] Through(l Road Attribute(l solid)))"),
    # quantifiers
    ("any x in S", "Quantifier('any' x S - -)"),
    ("any x in S where a or b", "Quantifier('any' x S Binary('or' a b) -)"),
    ("any x in S and b", "Binary('and' Quantifier('any' x S - -) b)"),
    ("count x in S > 3", "Binary('>' Quantifier('count' x S - -) 3)"),
    ("count x in S + T where x > 3", "Quantifier('count' x Binary('+' S T) Binary('>' x 3) -)"),
    ("all x in S where x.y", "Quantifier('all' x S Attribute(x y) -)"),
    ("no x in S where x.y", "Quantifier('no' x S Attribute(x y) -)"),
    ("first x in S where x.y", "Quantifier('first' x S Attribute(x y) -)"),
    ("those x in S", "Quantifier('those' x S - -)"),
    ("those x in S where x.y", "Quantifier('those' x S Attribute(x y) -)"),
    ("those x.y over x in S where c", "Quantifier('those' x S c Attribute(x y))"),
    ("sum a on x over x in S", "Quantifier('sum' x S - On(a x))"),
    ("highest x.y + 1 over x in S", "Quantifier('highest' x S - Binary('+' Attribute(x y) 1))"),
    ("lowest x.y over x in S where c", "Quantifier('lowest' x S c Attribute(x y))"),
    ("greatest x in S by x.y", "Quantifier('greatest' x S - Attribute(x y))"),
    ("least x in S where c by x.y", "Quantifier('least' x S c Attribute(x y))"),
    (
        "any x in S where any y in T where y = x or a",
        "Quantifier('any' x S Quantifier('any' y T Binary('or' Binary('=' y x) a) -) -)",
    ),
    ("not any x in S where a and b", "Unary('not' Quantifier('any' x S Binary('and' a b) -))"),
    ("1 + count x in S where c", "Binary('+' 1 Quantifier('count' x S c -))"),
    ("random of those x in S where c", "RandomOf(Quantifier('those' x S c -))"),
    # one of two values
    ("a if b else c", "Conditional(b a c)"),
    ("a or b if c and d else e or f", "Conditional(Binary('and' c d) Binary('or' a b) Binary('or' e f))"),
    ("a if b else c if d else e", "Conditional(b a Conditional(d c e))"),
    ("(a if b else c) + 1", "Binary('+' Conditional(b a c) 1)"),
    ("any x in S where y if b else c", "Conditional(b Quantifier('any' x S y -) c)"),
    ("a if any x in S where y else c", "Conditional(Quantifier('any' x S y -) a c)"),
    ("[f(a if b else c)]", "Listing([Call(f [Conditional(b a c)] -)])"),
    # words of the language as names
    ("first != none", "Binary('!=' first Nothing())"),
    ("a.top", "Attribute(a top)"),
    ("a.left", "Attribute(a left)"),
    ("cost", "cost"),
    ("count x in list where sum y over y in T", "Quantifier('count' x list Quantifier('sum' y T - y) -)"),
    ("f(list, sum y over y in T)", "Call(f [list Quantifier('sum' y T - y)] -)"),
    ("those list over x in S", "Quantifier('those' x S - list)"),
    ("list - [3]", "Binary('-' list Listing([3]))"),
    ("sorted + list", "Binary('+' sorted list)"),
    ("sorted only Card", "Only(sorted Card)"),
    ("list x.y over x in S where c", "Quantifier('list' x S c Attribute(x y))"),
    ("list (x) over x in S", "Quantifier('list' x S - x)"),
    ("sorted x in S where c by -x.y", "Quantifier('sorted' x S c Unary('-' Attribute(x y)))"),
    ("turn + number", "Binary('+' turn number)"),
    ("top", "top"),
]


def test_an_expression_becomes_its_node(
    body: Callable[[str], tuple[Statement, ...]], shape: Callable[[object], str]
) -> None:
    every(FORMS, lambda form: becomes_its_node(*form, body, shape))


def becomes_its_node(
    text: str,
    expected: str,
    body: Callable[[str], tuple[Statement, ...]],
    shape: Callable[[object], str],
) -> None:
    (statement,) = body(f"let v = {text}")
    assert isinstance(statement, Let)
    assert shape(statement.value) == expected


def test_a_long_condition_goes_on(
    body: Callable[[str], tuple[Statement, ...]], shape: Callable[[object], str]
) -> None:
    expected = "[Let(v Binary('and' Binary('and' a b) c)) Stop()]"
    for text in (
        "let v = a and\n    b and\n    c\nstop",
        "let v = a\n  and b\n  and c\nstop",
        "let v = (a and b\nand c)\nstop",
    ):
        assert shape(body(text)) == expected


def test_a_list_goes_on_after_a_comma(
    body: Callable[[str], tuple[Statement, ...]], shape: Callable[[object], str]
) -> None:
    assert shape(body("offer a,\n    b to c\nstop")) == "[Offer([a b] c [] -) Stop()]"
