"""A program printed as C does what the evaluator says, and stops where it should."""

import pytest

from rules.backends.native.flat.nodes import (
    After,
    Binary,
    Call,
    CallThrough,
    Choose,
    Do,
    Get,
    If,
    Load,
    Number,
    Return,
    Set,
    Store,
    Trap,
)
from rules.backends.native.flat.program import FlatProgram, Function, FunctionTable
from rules.backends.native.instance import Imports, Instance
from rules.backends.native.load_foreign import compile_c, find_compiler, load_library
from rules.backends.native.native_code import from_bytes, native_code, to_bytes
from rules.backends.native.print_c import print_c
from rules.backends.native.trapped import Trapped
from tests.rules.backends.native.flat_evaluator import program_of

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")


def loaded(program: FlatProgram, imports: Imports | None = None) -> Instance:
    native = native_code(program, "cc", compile_c(print_c(program), level=0))
    return load_library(from_bytes(to_bytes(native)), imports or {})


def next_number() -> list[Function]:
    """Return a function that counts up a number in memory and returns it, and one that uses it twice."""
    count = Load("i64", Number(8))
    return [
        Function("next", (), [Store("i64", Number(8), Binary("+", count, Number(1))), Return(count)], True),
        Function(
            "order",
            (),
            [
                Set("x", Number(1)),
                Return(
                    Binary(
                        "-",
                        Binary("*", Call("next", ()), Number(1000)),
                        Binary(
                            "+",
                            Get("x"),
                            Binary(
                                "*", After([Set("x", Number(7))], Load("i64", Number(8))), Call("next", ())
                            ),
                        ),
                    )
                ),
            ],
            True,
        ),
    ]


def test_operands_are_evaluated_in_order() -> None:
    functions = {each.name: each for each in next_number()}
    assert loaded(program_of(functions)).call("order") == 1000 - (1 + 1 * 2)


def test_every_instance_has_a_memory_of_its_own() -> None:
    functions = {each.name: each for each in next_number()}
    program = program_of(functions, data=((8, b"\x05"),))
    native = native_code(program, "cc", compile_c(print_c(program), level=0))
    one, two = load_library(native, {}), load_library(native, {})
    assert [one.call("next"), one.call("next"), two.call("next")] == [6, 7, 6]
    one.memory[8] = 100
    assert [one.function("next")(), two.memory[8]] == [101, 6]


def test_a_trap_stops_everything_once() -> None:
    stop = Function("stop", ("x",), [If(Get("x"), [Trap()], [])], False)
    outer = Function("outer", ("x",), [Do(Call("stop", (Get("x"),))), Return(Number(3))], True)
    instance = loaded(program_of({"stop": stop, "outer": outer}))
    for _ in range(2):
        with pytest.raises(Trapped):
            instance.call("outer", 1)
        assert instance.call("outer", 0) == 3


def test_a_function_that_forgets_its_result_traps() -> None:
    forgets = Function("forgets", ("x",), [If(Get("x"), [Return(Number(1))], [])], True)
    instance = loaded(program_of({"forgets": forgets}))
    assert instance.call("forgets", 1) == 1
    with pytest.raises(Trapped):
        instance.call("forgets", 0)


def test_imports_are_called_and_may_call_back_and_raise() -> None:
    half = Function("half", ("x",), [Return(Binary("/s", Get("x"), Number(2)))], True)
    ask = Function(
        "ask", ("x",), [Return(Binary("+", Call("python", (Get("x"), Number(-1))), Number(1)))], True
    )
    program = program_of({"half": half, "ask": ask}, imports={"python": 2})

    def python(x: int, y: int) -> int:
        if x > 5:
            raise LookupError(x)
        return instance.call("half", x) + y

    instance = loaded(program, {"python": python})
    assert instance.call("ask", 4) == 2
    with pytest.raises(LookupError):
        instance.call("ask", 6)
    assert instance.call("ask", 2) == 1


def test_tables() -> None:
    functions = {
        f"add_{each}": Function(f"add_{each}", ("x",), [Return(Binary("+", Get("x"), Number(each)))], True)
        for each in (10, 20)
    }
    through = CallThrough("adders", Get("i"), (Get("x"),))
    functions["pick"] = Function("pick", ("i", "x"), [Return(Choose(Get("x"), through, Number(-1)))], True)
    instance = loaded(program_of(functions, {"adders": FunctionTable(1, ("add_10", None, "add_20"))}))
    assert [instance.call("pick", *each) for each in ((0, 1), (2, 1), (2, 0))] == [11, 21, -1]
    for wrong in (1, 3, -1, 2**40):
        with pytest.raises(Trapped):
            instance.call("pick", wrong, 1)
