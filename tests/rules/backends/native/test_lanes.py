"""A program does the same in C and in WebAssembly, and stops where it should."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import get_args

import pytest

from lazaretto.rules.backends.native import load_machine_code
from lazaretto.rules.backends.native.compile_program import compile_program, load_program
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Binary,
    BinaryWord,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Fill,
    FlatProgram,
    Function,
    FunctionTable,
    Get,
    If,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Store,
    Trap,
)
from lazaretto.rules.backends.native.load_machine_code import (
    ForeignCodeError,
    Imports,
    Instance,
    Trapped,
    compile_c,
    compile_wasm,
    find_compiler,
    has_wasmtime,
    interrupt_all,
    load_wasm,
)
from lazaretto.rules.backends.native.native_code import Lane, from_bytes, native_code, to_bytes
from lazaretto.rules.backends.native.wasm.encode_program import LongRuleError, encode_wasm
from tests.rules.backends.native.flat_evaluator import EvaluatedInstance, program_of

Loader = Callable[[FlatProgram, Imports], Instance]
NOTHING: Imports = {}


@pytest.fixture(
    params=[
        pytest.param("cc", marks=pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")),
        pytest.param("wasm", marks=pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")),
    ]
)
def lane(request: pytest.FixtureRequest) -> Lane:
    found: Lane = request.param
    return found


@pytest.fixture
def load(lane: Lane) -> Loader:
    def loaded(program: FlatProgram, imports: Imports) -> Instance:
        return load_program(from_bytes(to_bytes(compile_program(program, lane))), imports)

    return loaded


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
def test_an_endless_program_can_be_interrupted() -> None:
    program = program_of({"endless": Function("endless", (), [Repeat("r", [])], False)})
    code = compile_wasm(encode_wasm(program), interruptible=True)
    instance = load_wasm(native_code(program, "wasm", code), NOTHING, interruptible=True)
    interrupt_all()  # stops nothing that does not run
    for _ in range(2):
        timer = Timer(0.05, interrupt_all)
        timer.start()
        with pytest.raises(Trapped, match="INTERRUPT"):
            instance.call("endless")
        timer.join()


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
def test_a_rule_is_refused_whose_compiling_would_take_too_much_memory() -> None:
    def program(length: int) -> FlatProgram:
        steps = [If(Get("a"), [Set(f"v{each}", Number(each))], []) for each in range(length)]
        return program_of({"long": Function("long", ("a",), [*steps, Return(Get("a"))], True)})

    assert load_program(compile_program(program(100), "wasm"), NOTHING).call("long", 5) == 5
    with pytest.raises(LongRuleError):
        compile_program(program(6_500), "wasm")


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
def test_a_module_that_wasmtime_refuses_is_no_mistake_of_ours() -> None:
    with pytest.raises(ForeignCodeError):
        compile_wasm(b"no module")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_what_a_compiler_says_when_it_refuses_is_told_in_any_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\ncat >/dev/null\nprintf 'no m\\351moire' >&2\nexit 1\n")
    compiler.chmod(0o700)
    monkeypatch.setattr(load_machine_code, "find_compiler", lambda: str(compiler))
    with pytest.raises(ForeignCodeError, match="no m\ufffdmoire"):
        compile_c("int one;")


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


def test_operands_are_evaluated_in_order(load: Loader) -> None:
    functions = {function.name: function for function in next_number()}
    assert load(program_of(functions), NOTHING).call("order") == 1000 - (1 + 1 * 2)


def test_every_instance_has_a_memory_of_its_own(load: Loader) -> None:
    functions = {function.name: function for function in next_number()}
    program = program_of(functions, data=((8, b"\x05"),))
    one, two = load(program, NOTHING), load(program, NOTHING)
    assert [one.call("next"), one.call("next"), two.call("next")] == [6, 7, 6]
    one.memory[8] = 100
    assert [one.function("next")(), two.memory[8]] == [101, 6]


def test_a_trap_stops_everything_once(load: Loader) -> None:
    stop = Function("stop", ("x",), [If(Get("x"), [Trap()], [])], False)
    outer = Function("outer", ("x",), [Do(Call("stop", (Get("x"),))), Return(Number(3))], True)
    instance = load(program_of({"stop": stop, "outer": outer}), NOTHING)
    for _ in range(2):
        with pytest.raises(Trapped):
            instance.call("outer", 1)
        assert instance.call("outer", 0) == 3


def test_a_function_that_forgets_its_result_traps(load: Loader) -> None:
    forgets = Function("forgets", ("x",), [If(Get("x"), [Return(Number(1))], [])], True)
    instance = load(program_of({"forgets": forgets}), NOTHING)
    assert instance.call("forgets", 1) == 1
    with pytest.raises(Trapped):
        instance.call("forgets", 0)


def test_imports_are_called_and_may_call_back_and_raise(load: Loader) -> None:
    half = Function("half", ("x",), [Return(Binary("/s", Get("x"), Number(2)))], True)
    ask = Function(
        "ask", ("x",), [Return(Binary("+", Call("python", (Get("x"), Number(-1))), Number(1)))], True
    )
    program = program_of({"half": half, "ask": ask}, imports={"python": 2})

    def python(x: int, y: int) -> int:
        if x > 5:
            raise LookupError(x)
        return instance.call("half", x) + y

    instance = load(program, {"python": python})
    assert instance.call("ask", 4) == 2
    with pytest.raises(LookupError):
        instance.call("ask", 6)
    assert instance.call("ask", 2) == 1


def test_tables(load: Loader) -> None:
    functions = {
        f"add_{each}": Function(f"add_{each}", ("x",), [Return(Binary("+", Get("x"), Number(each)))], True)
        for each in (10, 20)
    }
    through = CallThrough("adders", Get("i"), (Get("x"),))
    functions["pick"] = Function("pick", ("i", "x"), [Return(Choose(Get("x"), through, Number(-1)))], True)
    instance = load(program_of(functions, {"adders": FunctionTable(1, ("add_10", None, "add_20"))}), NOTHING)
    assert [instance.call("pick", *each) for each in ((0, 1), (2, 1), (2, 0))] == [11, 21, -1]
    for wrong in (1, 3, -1):
        with pytest.raises(Trapped):
            instance.call("pick", wrong, 1)


EDGES = (0, 1, -1, 2, 63, 64, -(2**63), 2**63 - 1, 7, -7)


@pytest.mark.parametrize("word", get_args(BinaryWord))
def test_arithmetic_at_the_edges(load: Loader, word: BinaryWord) -> None:
    functions = {"f": Function("f", ("a", "b"), [Return(Binary(word, Get("a"), Get("b")))], True)}
    for number, edge in enumerate(EDGES):  # constants are folded and printed in their own way
        value = Binary(word, Get("a"), Number(edge))
        functions[f"f{number}"] = Function(f"f{number}", ("a",), [Return(value)], True)
    program = program_of(functions)
    instance, expected = load(program, NOTHING), EvaluatedInstance(program)
    for a in EDGES:
        for number, b in enumerate(EDGES):
            wanted = result(expected, "f", a, b)
            assert result(instance, "f", a, b) == wanted, (a, b)
            assert result(instance, f"f{number}", a) == wanted, (a, b)


def result(instance: Instance, name: str, *arguments: int) -> int | None:
    try:
        return instance.call(name, *arguments)
    except Trapped:
        return None


def test_a_division_for_nothing_traps(load: Loader) -> None:
    divide = Function("divide", ("x",), [Do(Binary("/s", Number(1), Get("x")))], False)
    instance = load(program_of({"divide": divide}), NOTHING)
    assert [result(instance, "divide", each) for each in (1, 0)] == [0, None]


def test_deep_calls(load: Loader) -> None:
    deeper = Binary("+", Call("deep", (Binary("-", Get("x"), Number(1)),)), Get("x"))
    deep = Function("deep", ("x",), [If(Get("x"), [Return(deeper)], []), Return(Number(0))], True)
    assert load(program_of({"deep": deep}), NOTHING).call("deep", 3000) == 3000 * 3001 // 2


def test_a_wrong_address_stays_inside(load: Loader) -> None:
    """A program with a mistake may read and write nonsense, but only in its own memory."""
    write = Function("write", ("x",), [Store("i64", Get("x"), Number(-1), 8)], False)
    copy = Function("copy", ("x", "n"), [Copy(Get("x"), Number(0), Get("n"))], False)
    fill = Function("fill", ("x", "n"), [Fill(Get("x"), Number(1), Get("n"))], False)
    instance = load(program_of({"write": write, "copy": copy, "fill": fill}, memory=65536), NOTHING)
    for wrong in (2**40, -(2**40), -9, 65536, 2**62):
        result(instance, "write", wrong)
        for name in ("copy", "fill"):
            assert result(instance, name, 65536 - 8, 9) is None
            assert result(instance, name, 0, 2**31) is None
            assert result(instance, name, 65536 - 8, 8) == 0


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
from tests.rules.backends.native.test_lanes import *
program = program_of({each.name: each for each in next_number()})
print(load_program(compile_program(program, "LANE"), NOTHING).call("next"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others have no such limit")
def test_addresses_beyond_the_memory_are_free(lane: Lane) -> None:
    """A process that may have little memory, such as one of a server, can run programs."""
    command = [sys.executable, "-c", LIMITED.replace("LANE", lane)]
    home = Path(__file__).parents[4]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.stdout == "1\n", done.stderr
