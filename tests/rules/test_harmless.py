"""An untrusted text cannot run code, read outside its folder, hang or exhaust the memory."""

import ast
import marshal
import re
import time
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

from lazaretto.grammar import Source, parse, render_all
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.nodes import Module
from lazaretto.rules import Game, Program, RuleError
from lazaretto.rules.backends.python.compile_passes import finished_functions
from lazaretto.rules.backends.python.compiled_code import RENAMED, PythonCode
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.errors.checker_message_variants import TOO_MANY
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.lower.lower import lower
from lazaretto.rules.run.limits import FUEL, MOST_FUEL
from lazaretto.rules.run.runtime_functions import BUILTINS, CALLABLE
from lazaretto.rules.run.state import State
from tests.interpreter import interpreter
from tests.soak import TIMES, longer

pytestmark = interpreter

HOUSE = Path(__file__).resolve().parents[2]
BASE = (HOUSE / "tests" / "rules" / "check" / "base.rules").read_text(encoding="utf-8")
HEAD = Head("harmless", "Harmless", "", (1, 4), "", (), ())
LONGEST = 60.0
NAMES = (
    *(
        *("class", "def", "async", "await", "global", "nonlocal", "raise", "yield", "del", "from", "finally"),
        *("__debug__", "type", "match", "case", "_"),
        "None_",
        "True_",
        "lambda",
        "import_",
        "__import__",
        "__builtins__",
        "__class__",
        "print",
    ),
    *(
        "s",
        "f",
        "v",
        "p",
        "x",
        "y",
        "by",
        "found",
        "reason",
        "mark",
        "self",
        "exec",
        "len",
        "tuple",
        "charge",
    ),
    *(
        "value",
        "procedure",
        "reason",
        "outcome",
        "may_",
        "segment",
        "offered",
        "skippable",
        "actions",
        "frame",
        "made_1",
        "told_1",
        "ALL",
        "SEATS",
        "NEXT",
    ),
    *("value_0", "procedure_0", "ALL_0", "x_v0", "ﬁ", "fi", "\u017f", "µ", "ünïcode", "城市", "a" * 500),
)


def checked(text: str) -> Checked:
    return check(compose([parsed("base", BASE), parsed("case", text)], ()), HEAD.players)


@cache
def parsed(name: str, text: str) -> Module:
    module, told = parse(Source(f"{name}.rules", text), name)
    assert not told, render_all(told, {})
    return module


def program(text: str) -> Program:
    found = checked(text)
    assert not found.diagnostics, render_all(found.diagnostics, {})
    return Program(compile_checked(found, HEAD), HOUSE)


def started(text: str) -> Game:
    return program(text).start(seed=1, players=["anna", "ben"])


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


# --- no code -----------------------------------------------------------------------------------


def test_generated_code_reaches_nothing_but_the_closed_list() -> None:
    made = program(f"value {NAMES[0]}() : number = 3\n")
    assert made.machine.backend.value(0).__globals__["__builtins__"] == {}
    kept = made.machine.tables.code
    assert isinstance(kept, PythonCode)
    whole = marshal.loads(kept.code)
    ours = {*whole.co_names, *kept.constants}
    allowed = {*BUILTINS} - {*RENAMED} | {
        *RENAMED.values(),
        *CALLABLE,
        "enter",
        "actions",
        "settle",
        "hidden",
    }
    fields = {*State.__slots__, "append", "pop", "fromkeys"}
    assert len([*codes(whole)]) > 1 and all(
        re.fullmatch(r"[a-z]+_\d+(_\d+)?", co_name) for co_name in whole.co_names
    )
    for code in codes(whole):
        for name in code.co_names:
            assert name in allowed or name in fields or name in ours, name
            assert not name.startswith("__"), name


def test_no_name_of_an_author_becomes_an_attribute_or_a_text_of_python() -> None:
    found = checked(
        "kind Ship\n    __class__ : number = 1\nShip argo\nto f(a: Ship)\n    set a.__class__ to 3\n"
    )
    for function in finished_functions(lower(found)):
        for node in ast.walk(function.definition):
            if isinstance(node, ast.Attribute):
                assert node.attr in {*State.__slots__, "append", "pop", "fromkeys"}, ast.unparse(node)
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.ClassDef):
                raise AssertionError(ast.unparse(node))


def test_names_that_differ_only_by_normalisation_are_different_names() -> None:
    names = ("ﬁ", "fi", "\uff46i", "\xb5", "\u03bc", "\u017f", "s")
    assert len({unicodedata.normalize("NFKC", each) for each in names}) < len(names)
    digits = [*enumerate(names, 1)]
    lets = "".join(f"    let {name} = {number}\n" for number, name in digits)
    values = "".join(f"value {name}_() : number = {number}\n" for number, name in digits)
    told = " + ".join(f"{10**number} * ({name} + {name}_())" for number, name in digits)
    game = started(
        f"{values}before turn(player)\n{lets}    set total to {told}\n    choose town in Town by player\n"
    )
    assert game.view(None).variables["total"] == str(sum(2 * number * 10**number for number, _ in digits))


@pytest.mark.parametrize("word", NAMES)
def test_any_name_can_be_used(word: str) -> None:
    game = started(
        f"""
before turn(player)
    trial(player)
to trial(player)
    let {word} = 3
    add 1 to {word}
    for each {word} in [1, 2, 3, 4]
        add {word} to total
    choose {word} in Town where {word}.size > 0 by player
    set wish to {word}
    set total to total + limit(player) + max({word}.size, helper({word}))
to helper({word}: Town) : number
    let other = sum {word}.size over {word} in Town
    if count(many_{word}({word})) = 2 and position(clock) = 0
        return 100 * {word}.size + count(neighbours({word}))
    return count(Player) + other
value many_{word}({word}: Town) : set of Town = those each_one in Town where each_one != {word}
kind {word.capitalize()}_ is one of {word}_1, {word}_2
var {word}_var : {word.capitalize()}_ = {word}_1
"""
    )
    game.choose("Bern")
    assert game.view(None).variables["total"] == "124"
    assert game.view(None).variables["wish"] == "Bern"


# --- no hanging --------------------------------------------------------------------------------

PEBBLES = "kind Pebble is a piece times 20000\npile heap of Pebble seen by nobody\n    starts with Pebble\n"
DEEP = "".join(f"{'    ' * each}for each a{each} in Pebble\n" for each in range(1, 6))
ENDLESS = {
    "a loop": "repeat forever\n        nothing",
    "a loop of a billion": "repeat 999999999 times\n        nothing",
    "a loop of much": "repeat forever\n" + "        set total to total + 1\n" * 400,
    "loops in loops": DEEP[4:] + "    " * 6 + "nothing",
    "looking in looking": (
        "set total to count a in Pebble where any b in Pebble where any c in Pebble where a = c"
    ),
    "a long look again and again": "repeat forever\n        set total to total + (stones on Pebble)",
    "a rule that calls itself": "again()\nto again()\n    again()",
    "a rule that calls itself twice": (
        "again(99)\nto again(n: number)\n    if n > 0\n        again(n - 1)\n        again(n - 1)"
    ),
    "a rule that asks and calls itself twice": (
        "again(player, 99)\nto again(player, n: number)\n    if n > 0\n        again(player, n - 1)\n"
        "        again(player, n - 1)\n    if total > 9\n        choose town in Town by player"
    ),
    "a value that calls itself": "set total to again(1)\nvalue again(n: number) : number = again(n + 1)",
    "a value that calls itself twice": (
        "if again(99)\n        nothing\n"
        "value again(n: number) : flag = n = 0 or (again(n - 1) and again(n - 1))"
    ),
    "values upon values": "set total to a0()\n"
    + "".join(f"value a{each}() : number = a{each + 1}() + a{each + 1}()\n" for each in range(60))
    + "value a60() : number = 1",
    "a list that grows": "repeat forever\n        set list to list + [total]\n        add 1 to total",
    "a number that grows": "set total to 3\n    repeat 99 times\n        set total to max(total * total, 3)",
    "a number that grows in a list": (
        "set list to [3]\n    repeat 99 times\n        for each n in list\n            set list to [n * n]"
    ),
    "a number that doubles": "set total to 1\n    repeat forever\n        set total to max(total + total, 1)",
    "a log that grows": 'repeat forever\n        say "{player} {total} {deck}"',
    "marks that grow": (
        "repeat forever\n        mark(total)\n        add 1 to total\n"
        "to mark(n: number)\n    once per game for n"
    ),
    "shuffling": "repeat forever\n        shuffle heap\n        move bottom 9 of heap to top of heap",
    "move_pieces": "repeat forever\n        move random of heap to bottom of heap",
    "wide choices": "choose 9 to 30 a in Pebble by player as some such that count(some) = 99",
}


def endless(name: str) -> str:
    """Return the text of a rule without end; with many pieces only if the rule uses them."""
    rules = ENDLESS[name]
    text = PEBBLES if "Pebble" in rules or "heap" in rules else ""
    text += "var list : set of number\nbefore turn(player)\n    fate(player)\n"
    return f"{text}to fate(player)\n    {rules}\n"


FULL = ("a long look again and again",)
"""A case that takes long with a full tank; the others have a tenth of it, all of it in `make soak`."""


@longer
@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in FULL and TIMES == 1:
        monkeypatch.setattr("lazaretto.rules.run.machine.FUEL", FUEL // 10)
        monkeypatch.setattr("lazaretto.rules.run.machine.MOST_FUEL", MOST_FUEL // 10)
    text = endless(name)
    start = time.perf_counter()
    with pytest.raises(RuleError, match=r"^case\.rules:\d+:\d+: "):
        game = started(text)
        game.answer(game.sample(lambda limit: limit - 1))
    assert time.perf_counter() - start < LONGEST


def test_choices_in_choices_are_ended() -> None:
    steps = "".join(f"    choose a{each} in Pebble\n" for each in range(5))
    steps += "    choose none_ in Pebble where none_ != none_\n"
    with pytest.raises(RuleError, match="runs forever"):
        started(f"{PEBBLES}action all in moves\n{steps}    nothing\n")


# --- memory ------------------------------------------------------------------------------------

LARGE = {
    "members": "kind A is a piece times 999999999\n",
    "members of many kinds": "".join(f"kind A{each} is a piece times 20000\n" for each in range(3)),
    "kinds": "".join(f"kind A{each}\n" for each in range(501)),
    "attributes": PEBBLES
    + "extend kind Pebble\n"
    + "".join(f"    a{each} : number = 0\n" for each in range(26)),
    "supplies on everything": PEBBLES
    + "extend kind Pebble\n    a : supply of 3\n"
    + "to f(one: Pebble, other: Pebble)\n    put 1 of one.a on other\n",
    "lists of everything": PEBBLES + "extend kind Pebble\n    others : set of Pebble = Pebble\n",
    "lists of everything, member by member": f"{PEBBLES}kind Bag\n    held : set of Pebble\n"
    + "".join(f"Bag b{each}\n    held = Pebble\n" for each in range(3_000)),
    "actions": "".join(f"action a{each} in moves\n    nothing\n" for each in range(501)),
    "changes": "change limit(_) by 1\n" * 201,
    "questions": "to f(player)\n" + "    choose town in Town by player\n" * 201,
    "all questions": "".join(
        f"to f{each}(player)\n" + "    choose town in Town by player\n" * 90 for each in range(12)
    ),
    "expressions": "to f()\n" + f"    set total to count([{', '.join(['total'] * 250)}])\n" * 300,
    "steps": "action a in moves\n" + '    needs total >= 0 else "no"\n' * 1_500 + "    nothing\n",
    "tests": "".join(f'test "a{each}"\n    then total = 0\n' for each in range(2_001)),
    "declarations": "".join(f"var a{each} : flag\n" for each in range(10_001)),
    "outcomes": "".join(f'lose "a{each}" when total = {each}\n' for each in range(1, 202)),
    "hooks": "after visit(_, _)\n    nothing\n" * 201,
    "branches": "to f()\n    if total = 0\n        nothing\n"
    + "    else if total = 1\n        nothing\n" * 200,
    "names": "to f()\n    if wish as town\n        nothing\n"
    + "    else if wish as town\n        nothing\n" * 20,
    "cases": "kind A is one of a0\nto f(b: Pebble)\n    match b\n"
    + "".join(f"        when Pebble_{each}\n            nothing\n" for each in range(1, 202))
    + "        else\n            nothing\n"
    + PEBBLES,
    "payments": "extend menu moves\n    pay\n"
    + "        nothing\n" * 1_000
    + "".join(f"action a{each} in moves\n    nothing\n" for each in range(60)),
    "replacements": "replace to visit(player, town) over base, case\n    inherited(player, town)\n" * 21,
    "kinds above kinds": "kind A0\n" + "".join(f"kind A{each + 1} is a A{each}\n" for each in range(60)),
    "goals": "".join(f'goal "a{each}" when total >= 0\n' for each in range(101)),
    "invariants": "".join(f'invariant "a{each}" total >= 0\n' for each in range(201)),
    "options": "".join(f"option a{each} : 1..3 = 1\n" for each in range(101)),
}
SAID = {
    "members of many kinds": "all members",
    "supplies on everything": "values",
    "lists of everything": "attributes",
    "lists of everything, member by member": "attributes",
    "branches": "if",
    "names": "as",
    "cases": "match",
    "payments": "statements",
    "kinds above kinds": "levels",
}
"""The case in `TOO_MANY`, if it differs from the name."""


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_told(name: str) -> None:
    start = time.perf_counter()
    messages = [diagnostic.message for diagnostic in checked(LARGE[name]).diagnostics]
    assert time.perf_counter() - start < LONGEST
    expected = TOO_MANY[SAID.get(name, name)]
    assert {message.message for message in messages if isinstance(message, MessageText)} == {expected}
    assert expected.code == "R022"


def test_each_message_about_bounds_has_a_case() -> None:
    assert {SAID.get(name, name) for name in LARGE} == set(TOO_MANY)


def test_after_many_mistakes_nothing_more_is_looked_at() -> None:
    names = "".join(f"var variable_{each} : flag\n" for each in range(300))
    text = names + "to f()\n" + "".join(f"    set variabel_{each} to yes\n" for each in range(300))
    start = time.perf_counter()
    found = checked(text).diagnostics
    assert len(found) == 200
    assert time.perf_counter() - start < LONGEST
    assert len(re.findall(r"R001", render_all(found, {}))) == 100


HEAPS = (
    "kind Pebble is a piece times 400\nkind Bag\nextend kind Pebble\n    grains : supply of 3\n"
    "to pour(one: Pebble, other: Bag)\n    put 1 of one.grains on other\n"
)
"""A used scenario; who adds bags multiplies its values."""
GRIND = "to grind(one: Pebble, other: Pebble)\n    put 1 of one.sand on other\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("var small : flag = no\n" + "".join(f"Bag b{each}\n" for each in range(300)), 2),
        ("var small : flag = no\n\nextend kind Pebble\n    sand : supply of 3\n" + GRIND, 4),
    ],
    ids=["members of a used kind", "a supply of its own"],
)
def test_a_state_that_is_too_large_is_told_where_the_author_made_it_large(text: str, line: int) -> None:
    modules = []
    for file, each in (("used/base.rules", BASE), ("used/heaps.rules", HEAPS), ("mine/mine.rules", text)):
        module, told = parse(Source(file, each), file.split("/")[1].split(".")[0])
        assert not told
        modules.append(module)
    (found,) = check(compose(modules, ()), (1, 4), "mine").diagnostics
    assert isinstance(found.message, MessageText)
    assert found.message.message is TOO_MANY["values"]
    assert (found.span.file, found.span.line) == ("mine/mine.rules", line)


@pytest.mark.parametrize("case", TOO_MANY)
def test_each_message_about_bounds_says_what_to_write_instead(case: str) -> None:
    assert TOO_MANY[case].help
