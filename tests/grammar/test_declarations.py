"""Each form of declaration becomes its node."""

from collections.abc import Callable
from typing import Any, get_args

from lazaretto.grammar import Source, nodes
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.nodes import Module
from tests.every import every

FORMS = [
    ("kind A", "KindDeclaration(A - [] - no - [] - [] [] - [] '' no)"),
    ("kind A is one of b, c", "KindDeclaration(A - [b c] - no - [] - [] [] - [] '' no)"),
    ("kind A is a place", "KindDeclaration(A place [] - no - [] - [] [] - [] '' no)"),
    ("kind A links B", "KindDeclaration(A - [] B no - [] - [] [] - [] '' no)"),
    ("kind A is an area of B", "KindDeclaration(A - [] - no B [] - [] [] - [] '' no)"),
    (
        'extend action a "B" over c, d\n    "Doc."\n    cost 2\n    limit 1 per turn\n'
        '    needs e else "f"\n    look weight 2\n    reveals g "h"',
        "ActionExtension(a {'B'} Limit(1 turn) 2 [Needs(e {'f'})] [Look(- [[weight 2]])] 'Doc.' [c d] "
        "[Reveals([RevealedSecret('' g)] 'h')])",
    ),
    ("kind A links B one way", "KindDeclaration(A - [] B yes - [] - [] [] - [] '' no)"),
    ("kind A for each C, D", "KindDeclaration(A - [] - no - [C D] - [] [] - [] '' no)"),
    ("kind A times 3", "KindDeclaration(A - [] - no - [] 3 [] [] - [] '' no)"),
    (
        'kind A\n    forbid f(this) because "no"',
        "KindDeclaration(A - [] - no - [] - [] [Forbid(f [this] - {'no'} [] '')] - [] '' no)",
    ),
    ("kind A is a B for each C times 12", "KindDeclaration(A B [] - no - [C] 12 [] [] - [] '' no)"),
    (
        'kind A is a B\n    "Doc."\n    "More."\n    look glyph "o", order 3, panel c\n'
        "    active for p when q",
        "KindDeclaration(A B [] - no - [] - [] [] Active(p q) "
        "[Look(- [[glyph {'o'}] [order 3] [panel c]])] 'Doc. More.' no)",
    ),
    (
        "extend kind A\n    b : flag",
        "KindDeclaration(A - [] - no - [] - [Field(b NamedType(flag no - -) - - - [] '')] [] - [] '' yes)",
    ),
    (
        'A b "c {d}"\n    "Doc."\n    e = 3\n    look = f\n    look glyph "o"',
        "MemberDeclaration(A b {'c ' d} [Setting(e 3) Setting(look f)] [] "
        "[Look(- [[glyph {'o'}]])] 'Doc.' no)",
    ),
    ("A b", "MemberDeclaration(A b - [] [] [] '' no)"),
    ("extend A b\n    c = 1", "MemberDeclaration(A b - [Setting(c 1)] [] [] '' yes)"),
    ("var a : number = 0", "Variable(a NamedType(number no - -) 0 - - [] '')"),
    ('var a : A? seen by all\n    "Doc."', "Variable(a NamedType(A yes - -) - - SeenBy('all' -) [] 'Doc.')"),
    (
        'var a : flag\n    "Doc."\n    look hidden "yes"',
        "Variable(a NamedType(flag no - -) - - - [Look(- [[hidden {'yes'}]])] 'Doc.')",
    ),
    (
        'extend kind A\n    b : flag\n        look hidden "yes"',
        "KindDeclaration(A - [] - no - [] - [Field(b NamedType(flag no - -) - - - "
        "[Look(- [[hidden {'yes'}]])] '')] [] - [] '' yes)",
    ),
    ("supply a of 6", "SupplyDeclaration(a 6 [] '')"),
    ("track a 0..3", "TrackDeclaration(a [0 1 2 3] [] '')"),
    ('track a -1 2 2\n    look panel "p"', "TrackDeclaration(a [-1 2 2] [Look(- [[panel {'p'}]])] '')"),
    (
        'pile a of B seen by nobody\n    "Doc."\n    starts with C, D\n    starts with E',
        "PileDeclaration(a B - SeenBy('nobody' -) [C D E] [] 'Doc.')",
    ),
    ("pile a of B per campaign", "PileDeclaration(a B campaign - [] [] '')"),
    ('option a : 4..6 = 4 "b"', "OptionDeclaration(a NamedType(number no 4 6) 4 {'b'} [] '')"),
    ("option a : b | c = b", "OptionDeclaration(a ChoiceType([b c]) b - [] '')"),
    (
        'option a : 1..3 = 1\n    "d"\n    needs a < 3 else "e"',
        "OptionDeclaration(a NamedType(number no 1 3) 1 - [Needs(Binary('<' a 3) {'e'})] 'd')",
    ),
    ("value a() = 5", "ValueDeclaration(a [] - 5 [] '' -)"),
    (
        'value a(b) = 5\n    "Doc."\n    because "{b} is five"',
        "ValueDeclaration(a [Parameter(b -)] - 5 [] 'Doc.' {b ' is five'})",
    ),
    (
        'value a()\n    because "five"\n    return 5',
        "ValueDeclaration(a [] - - [Return(5)] '' {'five'})",
    ),
    (
        'value a(b, c: set of D) : set of E = [b]\n    "Doc."',
        "ValueDeclaration(a [Parameter(b -) Parameter(c ManyType('set' NamedType(D no - -)))] "
        "ManyType('set' NamedType(E no - -)) Listing([b]) [] 'Doc.' -)",
    ),
    ('menu a "b"', "MenuDeclaration(a {'b'} - [] [] no '' no)"),
    (
        'menu a\n    "Doc."\n    cost 1\n    needs b else "c"\n    pay\n        f(this)',
        "MenuDeclaration(a - 1 [Needs(b {'c'})] [Do(Call(f [this] -))] no 'Doc.' no)",
    ),
    ("menu a\n    seen by owner", "MenuDeclaration(a - - [] [] yes '' no)"),
    ("extend menu a\n    needs b", "MenuDeclaration(a - - [Needs(b -)] [] no '' yes)"),
    (
        'to a(b, n: number)\n    "Doc."\n    stop',
        "Procedure(a [Parameter(b -) Parameter(n NamedType(number no - -))] - [Stop()] 'Doc.' no)",
    ),
    ("to a() : B?\n    return none", "Procedure(a [] NamedType(B yes - -) [Return(Nothing())] '' no)"),
    ("phase a(b)\n    stop", "Procedure(a [Parameter(b -)] - [Stop()] '' yes)"),
    ("change a(me, b) to 4 when c over d", "Change(a [me b] 'to' 4 c [d] [] '')"),
    ("change a() by -1", "Change(a [] 'by' Unary('-' 1) - [] [] '')"),
    ("change a() at most 1\n    when b\n    over c, d", "Change(a [] 'at most' 1 b [c d] [] '')"),
    ("change a() at least 1", "Change(a [] 'at least' 1 - [] [] '')"),
    (
        'change a() by 1\n    reveals b "c"',
        "Change(a [] 'by' 1 - [] [Reveals([RevealedSecret('' b)] 'c')] '')",
    ),
    ("before a(b, _) when c following D, E\n    stop", "Hook('before' a [b _] c [D E] [Stop()] '')"),
    ("after a()\n    when c\n    following D\n    stop", "Hook('after' a [] c [D] [Stop()] '')"),
    ("instead of a()\n    proceed", "Hook('instead' a [] - [] [Proceed()] '')"),
    ('forbid a(b) when c because "d"', "Forbid(a [b] c {'d'} [] '')"),
    (
        'forbid a(b)\n    when c\n        and e\n    because "d"',
        "Forbid(a [b] Binary('and' c e) {'d'} [] '')",
    ),
    (
        'action a in b, c "d"\n    "Doc."\n    limit 1 per turn\n    needs e\n    cost 2\n    stop',
        "Action(a [b c] {'d'} Limit(1 turn) 2 [] [Needs(e -) Stop()] 'Doc.')",
    ),
    (
        'action a in b\n    look letter "x", weight 2\n    stop',
        "Action(a [b] - - - [Look(- [[letter {'x'}] [weight 2]])] [Stop()] '')",
    ),
    ('lose "a" when b = 8', "Outcome('lose' {'a'} - Binary('=' b 8) -)"),
    ('lose "a {b}" when b.c runs out', "Outcome('lose' {'a ' b} - - Attribute(b c))"),
    (
        'win "a" for those p in P where p.b when c',
        "Outcome('win' {'a'} Quantifier('those' p P Attribute(p b) -) c -)",
    ),
    ('goal "a" when b\n    "Doc."', "Goal({'a'} b no 'Doc.')"),
    ('goal "a" win or lose when b', "Goal({'a'} b yes '')"),
    ('invariant "a" all b in C where d', "Invariant({'a'} Quantifier('all' b C d -))"),
    ('look A glyph "o"', "Look(A [[glyph {'o'}]])"),
    ("replace to a()\n    stop", "Replace(Procedure(a [] - [Stop()] '' no) [])"),
    ("replace value a() = 3 over b, c", "Replace(ValueDeclaration(a [] - 3 [] '' -) [b c])"),
    ('replace test "a" over b\n    then c', "Replace(Test('a' [ThenHolds(c)]) [b])"),
    ('replace A b "c"\n    d = 1', "Replace(MemberDeclaration(A b {'c'} [Setting(d 1)] [] [] '' no) [])"),
    ("remove action a", "Remove(action a)"),
    ("remove A b", "Remove(A b)"),
    ('remove lose "a {b}"', "Remove(lose a {})"),
    ("replace value a() = 3 over b/c", "Replace(ValueDeclaration(a [] - 3 [] '' -) [b/c])"),
    ('prefer a over "b-c/d", e', "Prefer([a] [b-c/d e] [])"),
    ("prefer a/b over c in d, e", "Prefer([a/b] [c] [d e])"),
    ("alias a for b", "Alias(- a b - -)"),
    ("alias A.b for C.d", "Alias(- b d A C)"),
    ('alias lose "a {b}" for "c"', "Alias(lose a {} c - -)"),
]

TYPES = [
    ("number", "NamedType(number no - -)"),
    ("number 0..6", "NamedType(number no 0 6)"),
    ("number -3..3", "NamedType(number no -3 3)"),
    ("flag", "NamedType(flag no - -)"),
    ("City?", "NamedType(City yes - -)"),
    ("a | b | c", "ChoiceType([a b c])"),
    ("set of City", "ManyType('set' NamedType(City no - -))"),
    ("list of City", "ManyType('list' NamedType(City no - -))"),
    ("pile of Card", "PileType(Card)"),
    ("supply of 24", "SupplyType(24)"),
    ("any of a.b", "FaceType(Attribute(a b))"),
]

SUFFIXES = [
    ("", "- - -"),
    (" = 3", "3 - -"),
    (" = no per turn", "Flag(no) turn -"),
    (" = a per turn seen by owner", "a turn SeenBy('owner' -)"),
    (" seen by all", "- - SeenBy('all' -)"),
    (" seen by [a]", "- - SeenBy('players' Listing([a]))"),
    (" per turn", "- turn -"),
]

LINES = [
    ("given players anna, ben", "GivenPlayers([anna ben])"),
    ("given option a = 4", "GivenOption(a 4)"),
    ("given seed 7", "GivenSeed(7)"),
    ("given fate 3, blue", "GivenFate([3 blue])"),
    ("given f()", "Step('given' Do(Call(f [] -)))"),
    ("given put 1 of a on b", "Step('given' MoveSupply('put' 1 a - b))"),
    ("given if a\n        stop", "Step('given' If([[a [Stop()]]] -))"),
    ("when f(a)", "Step('when' Do(Call(f [a] -)))"),
    ("when next game", "NextGame()"),
    ('when anna does "a > b"', "Does(anna 'a > b')"),
    ("then a = 2 and b", "ThenHolds(Binary('and' Binary('=' a 2) b))"),
    ("then may f()", "ThenHolds(May(Call(f [] -)))"),
    ('then anna may "a > b"', "ThenMay(anna 'a > b' no -)"),
    ('then anna may not "a"', "ThenMay(anna 'a' yes -)"),
    ('then anna may not "a" because "b"', "ThenMay(anna 'a' yes 'b')"),
    ("then asks anna", "ThenAsks(anna -)"),
    ('then asks anna "a"', "ThenAsks(anna 'a')"),
    ("then nothing asked", "ThenAsks(- -)"),
    ("then won", "ThenEnds(- 'won' - - -)"),
    ('then lost "a"', "ThenEnds(- 'lost' 'a' - -)"),
    ("then drawn", "ThenEnds(- 'drawn' - - -)"),
    ("then anna won", "ThenEnds(anna 'won' - - -)"),
    ("then anna won with 12 points", "ThenEnds(anna 'won' - 12 -)"),
    ('then anna won "a" with -1 points, rank 2', "ThenEnds(anna 'won' 'a' -1 2)"),
    ("then lost with 1 point", "ThenEnds(- 'lost' - 1 -)"),
    ("then ben drawn with rank 3", "ThenEnds(ben 'drawn' - - 3)"),
    ('then anna lost "a"', "ThenEnds(anna 'lost' 'a' - -)"),
    ('then goal "a"', "ThenGoal(a no)"),
    ('then not goal "a"', "ThenGoal(a yes)"),
    ("then goal = 3", "ThenHolds(Binary('=' goal 3))"),
    ("then not goal", "ThenHolds(Unary('not' goal))"),
    ('then says "a"', "ThenSays('a' no)"),
    ('then never says "a"', "ThenSays('a' yes)"),
    ("then ben sees anna.hand", "ThenSees(ben Attribute(anna hand) no)"),
    ("then ben does not see anna.hand", "ThenSees(ben Attribute(anna hand) yes)"),
    ("leave open", "LeaveOpen()"),
]

Read = Callable[[str], Module]
Shape = Callable[[object], str]


def test_a_declaration_becomes_its_node(read: Read, shape: Shape) -> None:
    every(FORMS, lambda form: declaration_becomes_node(*form, read, shape))


def declaration_becomes_node(text: str, expected: str, read: Read, shape: Shape) -> None:
    (declaration,) = read(text).declarations
    assert shape(declaration) == expected


def test_a_type_becomes_its_node(read: Read, shape: Shape) -> None:
    every(TYPES, lambda form: type_becomes_node(*form, read, shape))


def type_becomes_node(text: str, expected: str, read: Read, shape: Shape) -> None:
    (kind,) = read(f"kind A\n    b : {text}").declarations
    assert isinstance(kind, nodes.KindDeclaration)
    assert shape(kind.fields[0].type) == expected


def test_what_follows_a_type_is_kept(read: Read, shape: Shape) -> None:
    every(SUFFIXES, lambda form: suffix_is_kept(*form, read, shape))


def suffix_is_kept(text: str, expected: str, read: Read, shape: Shape) -> None:
    kind, var = read(f"kind A\n    b : B{text}\nvar b : B{text}\n").declarations
    assert shape(kind).count(f"Field(b NamedType(B no - -) {expected} [] '')")
    assert shape(var) == f"Variable(b NamedType(B no - -) {expected} [] '')"


def test_a_line_of_a_test_becomes_its_node(read: Read, shape: Shape) -> None:
    every(LINES, lambda form: line_of_a_test_becomes_node(*form, read, shape))


def line_of_a_test_becomes_node(text: str, expected: str, read: Read, shape: Shape) -> None:
    (test,) = read(f'test "t"\n    {text}\n').declarations
    assert shape(test) == f"Test('t' [{expected}])"


def test_a_file_says_what_it_is(read: Read) -> None:
    module = read('"One."\n"Two."\n\nkind A\n')
    assert (module.name, module.documentation, len(module.declarations)) == ("a", "One. Two.", 1)


def test_nothing_is_a_module(read: Read) -> None:
    for text in ("", "\n\n", "# only a comment", "\ufeff", "   \r\n"):
        assert read(text).declarations == ()


def test_a_keyword_may_name_an_attribute(read: Read, shape: Shape) -> None:
    for name in ("active", "look", "cost", "set", "top", "first", "number", "to", "turn"):
        (kind,) = read(f"kind A\n    {name} : flag\n").declarations
        assert f"Field({name} " in shape(kind)


def all_nodes(thing: object) -> list[Any]:
    if isinstance(thing, tuple):
        return [found for each in thing for found in all_nodes(each)]
    if not fields(thing):
        return []
    return [thing, *(found for field in fields(thing) for found in all_nodes(getattr(thing, field)))]


def test_every_node_is_made_by_some_text(modules: list[tuple[Source, Module]]) -> None:
    made = {type(node) for _, module in modules for node in all_nodes(module)}
    unions = (nodes.Expression, nodes.Statement, nodes.Type, nodes.TestLine, nodes.Declaration)
    assert {shape for union in unions for shape in get_args(union)} <= made
