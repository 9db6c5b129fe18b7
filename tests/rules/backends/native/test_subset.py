"""The subset of Python becomes flat code that means the same, or an error that says what is not allowed."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path

import pytest

from lazaretto.rules.backends.native import layout
from lazaretto.rules.backends.native.helpers.memory_types import offset_of, size_of
from lazaretto.rules.backends.native.load_machine_code import Trapped
from lazaretto.rules.backends.native.subset.modules import (
    ARITHMETIC,
    HELPERS,
    SubsetError,
    read_modules,
    read_text,
)
from lazaretto.rules.backends.native.subset.statements import CompiledHelpers, compile_modules
from tests.rules.backends.native.flat_evaluator import EvaluatedInstance, program_of


@dataclass(frozen=True)
class Layout:
    table: int = 1024
    size: int = 5
    narrow: int = 1


NAMES = "at, copy, fill, trap, unsigned_less, unsigned_shift"
TYPES = "Addresses, Bytes, Int16s, Int32s, List, Places, Record, Rows, Smalls, UInt16s, Words, size_of"
HEAD = f"from lazaretto.rules.backends.native.helpers.memory_types import inline, seldom, {NAMES}, {TYPES}\n"


def compiled(text: str, roots: list[str] | None = None) -> CompiledHelpers:
    modules = read_modules([ARITHMETIC])
    modules["tried"] = read_text("tried", Path("tried.py"), HEAD + text)
    return compile_modules(modules, Layout(), roots)


def run(text: str, name: str, *arguments: int) -> int:
    return EvaluatedInstance(program_of(compiled(text).functions)).call(name, *arguments)


def python_of(text: str, name: str) -> Callable[..., int]:
    names: dict[str, Callable[..., int]] = {}
    exec(text, names)
    return names[name]


SAME = (
    "def f(a: int, b: int) -> int:\n    return a // b * 100 + a % b",
    "def f(a: int, b: int) -> int:\n    return (a // 8) ^ (a % 8) ^ (a // 7) ^ (a // -3) ^ (a % -3)",
    "def f(a: int, b: int) -> int:\n    return (a and b) + 10 * (a or b) + 100 * (not a)",
    "def f(a: int, b: int) -> int:\n    return (a < b and b < 5) + 2 * (a == b or a > 3) + (-2 <= a < b < 4)",
    "def f(a: int, b: int) -> int:\n    return -a if a < 0 else ~b if b else a << 3 >> 1",
    """
def f(a: int, b: int) -> int:
    total = 0
    for i in range(a, b):
        if i == 2:
            continue
        if i == 6:
            break
        for j in range(i, 0, -2):
            total += i * j
            i = i + 1
        total = total * 3
    return total
""",
    """
def f(a: int, b: int) -> int:
    last = 17
    for i in range(b):
        last = i
        b -= 1
    else_value = 0
    for i in range(3):
        else_value += i
    return last + i * 10 + else_value
""",
    """
def f(a: int, b: int) -> int:
    n = 0
    while True:
        n += 1
        if n > 50:
            break
        if n % 3 == 0:
            continue
        a += n
        while b < 20 and a != 0:
            b += 3
            if b == 9:
                break
    return a * 7 + b
""",
    """
def g(a: int) -> int:
    if a < 0:
        return 1
    elif a > 3:
        return 2
    return h(a) + 3

def h(a: int) -> int:
    x: int = a
    x *= 2
    x |= 1
    x -= 3
    return x

def f(a: int, b: int) -> int:
    return g(a) < g(b) + 1 < h(3) or g(a)
""",
)


@pytest.mark.parametrize("text", SAME)
def test_a_helper_means_what_it_means_in_python(text: str) -> None:
    functions, original = compiled(text).functions, python_of(text, "f")
    instance = EvaluatedInstance(program_of(functions))
    for a in range(-9, 10):
        for b in (-7, -2, -1, 1, 2, 3, 5, 8):
            assert instance.call("f", a, b) == original(a, b), (a, b)


def test_numbers_wrap_around() -> None:
    text = "BIG = 0x9E3779B97F4A7C15\ndef f(a: int) -> int:\n    return a * BIG"
    assert run(text, "f", 3) == ((3 * 0x9E3779B97F4A7C15 + 2**63) % 2**64) - 2**63
    assert run("def f(a: int) -> int:\n    return a + 1", "f", 2**63 - 1) == -(2**63)


def test_memory_and_layout() -> None:
    text = """
def f(a: int) -> int:
    words = Words(at.table)
    words[0] = a
    words[1] = a + 1
    there = Bytes(at.table)
    there[16] = 255
    copy(at.table + 17, at.table, at.size)
    fill(there[32:], 7, 2)
    bytes_read = there[16] * 1000 + Bytes(1056)[0]
    return bytes_read + Words(there[17:])[0] * 100
"""
    assert run(text, "f", 5) == 255000 + 500 + 7


@pytest.mark.parametrize("narrow", (0, 1))
def test_small_numbers_are_as_wide_as_the_layout_says(narrow: int) -> None:
    text = """
small = Smalls(at.table)

def f(a: int) -> int:
    small[a + 1] = 513
    small[a + 1] += a
    small[3] = small[a + 1] + 1
    return small[3] * 1000 + Bytes(at.table)[6]
"""
    modules = read_modules([ARITHMETIC])
    modules["tried"] = read_text("tried", Path("tried.py"), HEAD + text)
    functions = compile_modules(modules, Layout(narrow=narrow)).functions
    assert EvaluatedInstance(program_of(functions)).call("f", 1) == 515000 + (3 if narrow else 0)


def test_a_record_has_its_fields_side_by_side() -> None:
    text = """
class City(Record):
    name: int
    near: "City"
    cubes: Annotated[Words, 3]
    people: Annotated[List[int], ...]

def f(a: int) -> int:
    city = City(at.table)
    city.near = City(at.table + size_of(City) + 16)
    city.near.name = a
    city.cubes[2] = 7
    city.cubes[a] += 4
    city.people.count = 2
    city.people[a] = 5
    city.name -= 1
    size = size_of(City)
    words = Words(1024)
    return words[0] + 10 * words[8] + 100 * words[2 + a] + 1000 * size
"""
    assert run(text, "f", 1) == -1 + 10 * 1 + 100 * 4 + 1000 * 48


def test_lists_and_arrays() -> None:
    text = """
class Pair(Record):
    left: int
    right: int

pairs = Rows[Pair](at.table)
bytes_there = Bytes(at.table)

def g(a: int) -> List[int]:
    found = List[int](at.table + 256)
    found.count = 3
    for index in range(len(found)):
        found[index] = a + index
    return found

def f(a: int) -> int:
    total = 0
    many = g(a)
    for each in many:
        if each == a:
            continue
        many.count = 2
        total = total * 10 + each
    pairs[a].right = 515
    pairs[a + 1].left = many[len(many) - 1]
    numbers = Int32s(at.table + 64)
    numbers[a - 2] = -1
    total = total * 10 + bytes_there[16 * a + 8] * 10 + bytes_there[16 * a + 9]
    return total * 10 + Words(1024)[2 * a + 2] + numbers[a - 2] * 100000
"""
    assert run(text, "f", 2) == (34 * 10 + 32) * 10 + 3 - 100000


def test_what_the_layout_names() -> None:
    text = """
class Game(Places):
    size: int
    table: Annotated[Addresses[List[int]], ...]

game = Game(0)

def f(a: int) -> int:
    game.table[a] = List[int](at.table + 64)
    game.table[a].count = 6
    game.table[a].members[1] = 8
    return len(game.table[a]) + Words(at.table)[10] + 100 * Words(at.table)[a] + game.size
"""
    with pytest.raises(SubsetError):
        run(text.replace("game.size", "game.nothing"), "f", 3)
    assert run(text.replace(" + game.size", ""), "f", 3) == 6 + 8 + 100 * (1024 + 64)


def test_records_are_the_same_for_python() -> None:
    modules = read_modules(
        [f"{HELPERS}.{name}" for name in ("log", "search_plan", "judgement", "many_games")]
    )
    seen = 0
    for name, module in modules.items():
        for record in module.records.values():
            kind = getattr(import_module(name), record.name, None)
            if kind is None or record.of_the_layout:
                continue
            assert size_of(kind) == record.size
            assert {each: offset_of(kind, each) for each in record.fields} == {
                each: field.offset for each, field in record.fields.items()
            }
            seen += 1
    assert seen > 20


def test_the_layout_has_what_a_game_names() -> None:
    record = read_modules([f"{HELPERS}.game"])[f"{HELPERS}.game"].records["GameMemory"]
    assert record.fields.keys() <= {field.name for field in fields(layout.Layout)}


def test_unsigned_operations() -> None:
    text = "def f(a: int, b: int) -> int:\n    return unsigned_shift(a, 60) * 2 + unsigned_less(a, b)"
    assert run(text, "f", -1, 1) == 30
    assert run(text, "f", 1, -1) == 1


def test_a_trap() -> None:
    with pytest.raises(Trapped):
        run("def f() -> None:\n    trap()", "f")


def test_only_reachable_helpers_are_kept() -> None:
    text = """
def a() -> int:
    return b() // 3

def b() -> int:
    return call_through_rules(1, 2) + asked(7)

def c() -> int:
    return 3

def call_through_rules(index: int, frame: int) -> int:
    raise NotImplementedError

def asked(place: int) -> int:
    \"\"\"Ask Python.\"\"\"
    raise NotImplementedError
"""
    found = compiled(text, ["a"])
    assert sorted(found.functions) == ["a", "b", "floor_divide"]
    assert found.tables == {"rules": 1}
    assert found.provided == {"asked": 1}


def test_private_helpers_of_two_modules_may_share_a_name() -> None:
    modules = read_modules([ARITHMETIC])
    for name, number in (("one", 1), ("two", 2)):
        text = f"def _f() -> int:\n    return {number}\ndef {name}() -> int:\n    return _f()"
        modules[f"x.{name}"] = read_text(f"x.{name}", Path(f"{name}.py"), text)
    instance = EvaluatedInstance(program_of(compile_modules(modules, Layout()).functions))
    assert [instance.call("one"), instance.call("two")] == [1, 2]


def test_marks() -> None:
    text = "@inline\ndef f() -> int:\n    return 1\n@seldom\ndef g() -> int:\n    return f()"
    found = compiled(text).functions
    assert [found["f"].inline, found["g"].inline] == [True, False]
    assert [found["f"].seldom, found["g"].seldom] == [False, True]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("def f(a: int) -> int:\n    return a / 2", 3, "the operator Div is not allowed"),
        ("def f(a: str) -> int:\n    return 1", 2, "parameter a of f is not an int"),
        ("def f(a: int) -> str:\n    return 1", 2, "f returns neither int nor None"),
        ("def f(a: int) -> int:\n    return b", 3, "b is neither a variable nor a constant"),
        ("def f(a: int) -> int:\n    return [a]", 3, "the expression «[a]» is not allowed"),
        ("def f(a: int) -> int:\n    with a:\n        pass", 3, "the statement «with a:» is not allowed"),
        ("def f(a: int) -> int:\n    return g(a)", 3, "there is no helper g"),
        ("def f(a: int) -> int:\n    return f()", 3, "f takes 1 arguments"),
        ("def f(a: int) -> int:\n    return at.nothing", 3, "the layout has no number nothing"),
        ("def f(a: Words) -> int:\n    return a[1:2]", 3, "only an array has a part"),
        ("def f(a: List[int]) -> int:\n    return a[1:]", 3, "only an array has a part"),
        ("def f(a: int) -> int:\n    return copy(a, a, a)", 3, "copy has no result"),
        ("def f(a: int) -> None:\n    return a", 3, "returns a value only in part"),
        ("def f(a: int = 3) -> int:\n    return a", 2, "parameters that are not plain"),
        ("def f(a: int) -> int:\n    return a in a", 3, "the comparison In is not allowed"),
        ("def f(a: int) -> int:\n    for i in range(1, 2, a):\n        pass\n    return 1", 3, "stride"),
        ("def f(a: int) -> int:\n    return a // 0", 3, "division by zero"),
        ("class A:\n    pass", 2, "ClassDef is not allowed"),
        ("class A(Record):\n    b: str", 2, "A has a field of an unknown type"),
        ("class A(Record):\n    b: int = 3", 2, "A has a field of an unknown type"),
        ("class A(Record):\n    b: int\ndef f(a: A) -> int:\n    return a.c", 5, "«a» has no field c"),
        ("def f(a: Words) -> int:\n    return a[-1]", 3, "the index is negative"),
        ("def f(a: int) -> int:\n    return a[1]", 3, "«a» is neither a list nor an array"),
        ("def f(a: Words) -> None:\n    for b in a:\n        pass", 3, "«a» is not a list"),
        ("def f(a: Words) -> int:\n    return len(a)", 3, "«a» has no field count"),
        ("def f(a: List[int]) -> None:\n    a.members = a", 3, "stands in place"),
        ("words = Words(3)", 2, "«3» is no number of the layout"),
        ("A = f(3)", 2, "A is not a constant number"),
        ("def f() -> int:\n    return 1\ndef f() -> int:\n    return 1", 4, "f is defined twice"),
    ],
)
def test_what_is_not_allowed_is_said(text: str, line: int, said: str) -> None:
    with pytest.raises(SubsetError) as error:
        compiled(text)
    assert str(error.value).startswith(f"tried.py:{line}: ")
    assert said in str(error.value)
