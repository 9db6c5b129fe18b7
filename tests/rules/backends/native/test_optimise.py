"""An optimised program does the same with less."""

import pytest
from hypothesis import given, settings

from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Choose,
    Do,
    Exit,
    FlatProgram,
    Function,
    Get,
    If,
    IsZero,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Trap,
    Value,
)
from lazaretto.rules.backends.native.flat.walk import maybe_unset
from lazaretto.rules.backends.native.optimise_program import optimise_program
from tests.rules.backends.native.flat_evaluator import EvaluatedInstance, program_of
from tests.rules.backends.native.random_programs import flat_programs
from tests.rules.backends.native.test_random_programs import Asked, outcome
from tests.rules.backends.native.verify_flat_code import verify
from tests.soak import TIMES, longer
from tests.unhurried import unhurried


@longer
@given(flat_programs())
@settings(unhurried, max_examples=25 * TIMES)
def test_an_optimised_program_does_the_same(program: FlatProgram) -> None:
    optimised = optimise_program(program)
    verify(optimised)
    plain, fast, name = Asked(), Asked(), program.exports[-1]
    expected = outcome(EvaluatedInstance(program, {"python": plain}), plain, name)
    assert outcome(EvaluatedInstance(optimised, {"python": fast}), fast, name) == expected


X = Get("x")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Binary("+", Number(2), Number(3)), "Number(value=5)"),
        (Binary("*", X, Number(1)), "Get(name='x')"),
        (Binary("+", Binary("+", Number(2), X), Number(3)), str(Binary("+", X, Number(5)))),
        (Binary("-", Binary("+", X, Number(3)), Number(3)), "Get(name='x')"),
        (IsZero(Binary("<s", X, Number(3))), str(Binary(">=s", X, Number(3)))),
        (IsZero(IsZero(X)), str(Binary("!=", X, Number(0)))),
        (Choose(Number(0), X, Number(3)), "Number(value=3)"),
        (Choose(IsZero(X), Number(1), Number(3)), str(Choose(X, Number(3), Number(1)))),
        (Load("u8", Binary("+", X, Number(8))), str(Load("u8", Binary("+", X, Number(8))))),
        (
            Load("u8", Binary("+", Number(8), Binary("&", X, Number(7))), 1),
            str(Load("u8", Binary("&", X, Number(7)), 9)),
        ),
        (Binary("/s", Number(3), Number(0)), str(Binary("/s", Number(3), Number(0)))),
    ],
)
def test_values_are_folded(value: Value, shown: str) -> None:
    function = Function("f", ("x",), [Return(value)], True)
    [found] = optimise_program(program_of({"f": function})).functions["f"].body
    assert str(found) == f"Return(value={shown})"


def test_small_functions_disappear() -> None:
    double = Function("double", ("x",), [Return(Binary("+", X, X))], True)
    f = Function("f", ("y",), [Return(Call("double", (Number(4),)))], True)
    program = FlatProgram({"double": double, "f": f}, {}, ("f",), {}, (), 8)
    assert str(optimise_program(program).functions) == str(
        {"f": Function("f", ("y",), [Return(Number(8))], True)}
    )


def test_functions_that_call_themselves_stay() -> None:
    body: list[Step] = [
        If(X, [Return(Binary("+", X, Call("f", (Binary("-", X, Number(1)),))))], []),
        Return(Number(0)),
    ]
    optimised = optimise_program(program_of({"f": Function("f", ("x",), body, True)}))
    assert EvaluatedInstance(optimised).call("f", 4) == 10


def test_the_way_to_a_fault_is_not_copied() -> None:
    fault = Function("fault", ("code",), [Store("i64", Number(0), Get("code")), Trap()], False)
    f = Function("f", ("x",), [If(X, [Do(Call("fault", (Number(3),)))], []), Return(X)], True)
    program = FlatProgram({"fault": fault, "f": f}, {}, ("f",), {}, (), 8)
    assert set(optimise_program(program).functions) == {"fault", "f"}


def test_seldom_calls_stay() -> None:
    other = Function("other", ("x",), [Return(X)], True, seldom=True)
    f = Function("f", ("x",), [Return(Call("other", (X,)))], True)
    program = FlatProgram({"other": other, "f": f}, {}, ("f",), {}, (), 8)
    assert set(optimise_program(program).functions) == {"other", "f"}


def test_a_copy_begins_with_fresh_variables() -> None:
    """A variable that is only assigned sometimes is 0 in each call, also if the call is in a loop."""
    sometimes = Function("sometimes", ("x",), [If(X, [Set("y", Number(5))], []), Return(Get("y"))], True)
    assert maybe_unset(sometimes) == {"y"}
    loop: list[Step] = [
        Set("n", Number(3)),
        Set("sum", Number(0)),
        Repeat(
            "r",
            [
                Set("n", Binary("-", Get("n"), Number(1))),
                Set("sum", Binary("+", Get("sum"), Call("sometimes", (Binary("==", Get("n"), Number(2)),)))),
                If(IsZero(Get("n")), [Exit("r")], []),
            ],
        ),
        Return(Get("sum")),
    ]
    f = Function("f", (), loop, True)
    program = FlatProgram({"sometimes": sometimes, "f": f}, {}, ("f",), {}, (), 8)
    optimised = optimise_program(program)
    assert set(optimised.functions) == {"f"}
    assert EvaluatedInstance(optimised).call("f") == 5


def test_a_folded_comparison_is_a_number() -> None:
    function = Function("f", (), [Return(Binary("<s", Number(1), Number(2)))], True)
    [found] = optimise_program(program_of({"f": function})).functions["f"].body
    assert str(found) == "Return(value=Number(value=1))"
