"""Tests the interpreter: names, depth, positions, and code that can be pickled."""

import pickle
import sys
from typing import Any, get_args

import pytest

from lazaretto.grammar.source import Span
from lazaretto.rules import Program
from lazaretto.rules.backends.interpret import interpreted
from lazaretto.rules.backends.interpret.backend import InterpretedBackend
from lazaretto.rules.build import compile_linked, link
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.find_tail_calls import mark_recursive
from lazaretto.rules.run.limits import DEEPEST_CALLS
from lazaretto.rules.run.state import State
from tests.conftest import STONES
from tests.rules.lower.made import LIST, NUMBER, call, game, local, value

ALL = ir.Table("ALL")
NO_SERVICES: Any = None
"""These functions need nothing from a machine."""


def loaded(*functions: ir.Function) -> InterpretedBackend:
    return interpreted(game(*functions, constants={"ALL": (1, 2, 3)})).load(NO_SERVICES)


def result(*body: ir.Statement) -> Any:
    return loaded(value(0, *body, parameters=("x",))).value(0)(State(2), 7)


def test_the_variable_of_a_search_hides_a_name_only_within_it() -> None:
    inner = ir.Select(local("x"), ALL, (ir.Compare(">", local("x"), ir.Const(1)),), local("x"))
    assert result(ir.Let(local("y", LIST), inner), ir.Return(ir.TupleOf((local("x"), local("y"))))) == (
        7,
        [2, 3],
    )
    nested = ir.Select(local("x"), ALL, (ir.AnyOf(inner),), local("x"))
    assert result(ir.Return(nested)) == [1, 2, 3]
    best = ir.Best("max", ALL, local("x"), ir.Negative(local("x")))
    assert result(ir.Return(ir.TupleOf((best, local("x"))))) == (1, 7)


def test_a_loop_goes_through_a_list_as_it_was() -> None:
    many = local("many", LIST)
    body: ir.Block = [
        ir.Let(many, ir.NewList(LIST)),
        ir.Append(many, ir.Const(1)),
        ir.ForEach(local("each"), many, [ir.Append(many, local("each"))]),
        ir.Return(many),
    ]
    assert result(*body) == [1, 1]


def test_searches_stop_at_the_first() -> None:
    fails = ir.Compute("/", ir.Const(1), ir.Compute("-", local("y"), ir.Const(3)))
    search = ir.Select(local("y"), ALL, (), fails)
    assert result(ir.Return(ir.AnyOf(search))) is True
    assert result(ir.Return(ir.FirstOf(search))) == -1
    with pytest.raises(ZeroDivisionError):
        result(ir.Return(search))


def test_a_fault_stands_where_its_innermost_node_does() -> None:
    here, outside = Span("a.rules", 2, 3, 2, 9), Span("a.rules", 2, 1, 2, 9)
    divided = ir.Compute("/", ir.Const(1), ir.Compute("-", ir.Const(1), ir.Const(1)), here)
    backend = loaded(value(0, ir.Return(ir.Negative(divided), outside)), value(1, ir.Return(call(0))))
    with pytest.raises(ZeroDivisionError) as caught:
        backend.value(1)(State(2))
    assert backend.place(caught.value) == "a.rules:2:3"
    assert backend.place(ZeroDivisionError()) == ""


def test_calls_go_deep_but_not_without_end() -> None:
    less = call(0, ir.Compute("-", local("n"), ir.Const(1)))
    down = ir.IfElse(
        ir.Compare("=", local("n"), ir.Const(0)), ir.Const(0), ir.Compute("+", less, ir.Const(1))
    )
    function = value(0, ir.Return(down), parameters=("n",))
    mark_recursive({function.ref: function})
    assert function.recursive
    backend = loaded(function)
    before = sys.getrecursionlimit()
    assert backend.value(0)(State(2), DEEPEST_CALLS - 1) == DEEPEST_CALLS - 1
    with pytest.raises(RecursionError):
        backend.value(0)(State(2), DEEPEST_CALLS + 1)
    assert sys.getrecursionlimit() == before


def test_its_code_can_be_kept() -> None:
    tables = compile_linked(link(STONES, tests=False), interpreted)
    assert tables is not None
    kept = pickle.loads(pickle.dumps(tables))
    ends = []
    for each in (tables, kept):
        playing = Program(each, STONES).start(seed=3, players=["anna", "ben"])
        while playing.seat is not None:
            playing.answer(playing.sample(lambda limit: limit - 1))
        ends.append(playing.snapshot())
    assert ends[0] == ends[1]


def test_every_node_can_be_worked_on() -> None:
    interpreter = loaded().interpreter
    assert set(interpreter.methods) == set(get_args(ir.Expression))
    assert set(interpreter.executed) == set(get_args(ir.Statement))


def test_slots_are_read_and_written_in_the_frame() -> None:
    made = ir.Function(ir.Ref(ir.Role.SEGMENT, 0), "", (), [], Span("a.rules", 1, 1, 1, 1))
    made.body += [ir.AddToSlot(1, 2), ir.Let(ir.Slot(2, NUMBER), ir.Slot(1, NUMBER)), ir.Goto(4)]
    run = loaded(made).segment(0)
    assert run is not None
    frame = [0, 5, None]
    run(State(2), frame)
    assert frame == [4, 7, 7]
