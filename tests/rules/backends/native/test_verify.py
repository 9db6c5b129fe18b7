"""A program that does not fit together is refused, with what is wrong."""

import pytest
from hypothesis import given, settings

from lazaretto.rules.backends.native.flat.nodes import (
    Again,
    Call,
    CallThrough,
    Do,
    Exit,
    FlatProgram,
    Function,
    FunctionTable,
    Get,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Step,
)
from tests.rules.backends.native.random_programs import flat_programs
from tests.rules.backends.native.verify_flat_code import FlatCodeError, verify
from tests.unhurried import unhurried


def refused(program: FlatProgram) -> str:
    with pytest.raises(FlatCodeError) as error:
        verify(program)
    return str(error.value)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Do(Get("x")), "f: x is never assigned"),
        (Do(Number(2**63)), "f: 9223372036854775808 does not fit into 64 bits"),
        (Do(Load("u8", Number(1), -1)), "f: the offset -1 is not possible"),
        (Do(Call("f", ())), "f: f is called with 0 arguments but takes 1"),
        (Do(Call("g", ())), "f: g is called with 0 arguments but takes None"),
        (Do(Call("python", ())), "f: python is called with 0 arguments but takes 2"),
        (Do(CallThrough("t", Number(0), ())), "f: there is no table t of functions with 0 parameters"),
        (Return(), "f: a return does not fit the result"),
        (Exit("l"), "f: no block l is left"),
        (Again("l"), "f: no loop l goes on"),
        (Labelled("l", [Again("l")]), "f: no loop l goes on"),
        (Repeat("k", [Exit("l")]), "f: no block l is left"),
    ],
)
def test_a_wrong_step_is_refused(step: Step, said: str) -> None:
    function = Function("f", ("a",), [step, Return(Number(1))], result=True)
    assert refused(FlatProgram({"f": function}, {}, ("f",), {"python": 2}, (), 8)) == said


def test_a_wrong_program_is_refused() -> None:
    one = Function("f", ("a", "a"), [], result=False)
    tables = {"t": FunctionTable(1, ("f", None, "g"))}
    program = FlatProgram({"f": one, "a b": one}, tables, ("h",), {}, ((0, b"abc"), (2, b"abcdefg")), 8)
    assert refused(program).splitlines() == [
        "f: two parameters share a name",
        "a b: a function needs a plain name of its own",
        "f: two parameters share a name",
        "h: exported, but there is no such function",
        "table t: f is not a function that fits",
        "table t: g is not a function that fits",
        "some data lies outside the memory",
        "some data overlaps",
    ]


@given(flat_programs())
@settings(unhurried, max_examples=10)
def test_random_programs_fit_together(program: FlatProgram) -> None:
    verify(program)
