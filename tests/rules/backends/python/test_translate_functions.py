"""Converts nodes of the lowered form to Python text, and checks the positions of faults."""

import ast

import pytest

from lazaretto.grammar.source import Span
from lazaretto.rules.backends.python.compile_passes import compile_plain, compile_python
from lazaretto.rules.backends.python.compiled_code import PythonBackend
from lazaretto.rules.backends.python.translate_statements import StatementTranslator, expression
from lazaretto.rules.lower import ir
from tests.every import every
from tests.rules.backends.python.small_games import NUMBER, SPAN, game, loaded, say, slot, state

A = ir.Local("a", NUMBER)
MANY = ir.Local("many", ir.Sort.LIST)
ONE = ir.Const(1)
ODD = ir.Select(A, MANY, (ir.Compare("=", ir.Compute("mod", A, ir.Const(2)), ONE),), A)
EXPRESSIONS: dict[str, ir.Expression] = {
    "v[3 + a]": ir.Cell(ir.Compute("+", ir.Const(3), A), NUMBER),
    "v[a]": ir.Cell(ir.Compute("+", ir.Const(0), A), NUMBER),
    "v[a:a + 4]": ir.Cells(A, ir.Const(4)),
    "v[3:7]": ir.Cells(ir.Const(3), ir.Const(4)),
    "v[3:s.players + 3]": ir.Cells(ir.Const(3), ir.Players()),
    "w[2:5]": ir.PilesOf(2, 3),
    "p[w[a]][-1]": ir.Item(ir.PileAt(ir.PileOf(A)), ir.Const(-1), NUMBER),
    "1 <= a and a < 5": ir.Between(ONE, A, ir.Const(5)),
    "1 <= f[2] < 5": ir.Between(ONE, slot(2), ir.Const(5)),
    "not a == 1": ir.Not(ir.Compare("=", A, ONE)),
    "a == 1": ir.Not(ir.Not(ir.Compare("=", A, ONE))),
    "a is not None": ir.IsNone(A, True),
    "True": ir.And(()),
    "(4, (a, 1))": ir.Words(4, (A, ONE)),
    "(4, ())": ir.Words(4, ()),
    "value_3(s, a)": ir.Call(ir.Ref(ir.Role.VALUE, 3), (A,)),
    "open_3_2(s, a)": ir.Call(ir.Ref(ir.Role.OPEN, 3, 2), (A,)),
    "candidates_3(s, f)": ir.Call(ir.Ref(ir.Role.CANDIDATES, 3), ()),
    "total(v, a, 1)": ir.Apply("total", (A, ONE), NUMBER),
    "union(s, many, many)": ir.Apply("union", (MANY, MANY), ir.Sort.LIST),
    "number(a * 2)": ir.Apply("number", (ir.Compute("*", A, ir.Const(2)),), NUMBER),
    "[a for a in many if a % 2 == 1]": ODD,
    "any((a for a in many if a % 2 == 1))": ir.AnyOf(ODD),
    "next((a for a in many if a % 2 == 1), None)": ir.FirstOf(ODD),
    "max(many, key=lambda a: v[a], default=None)": ir.Best("max", MANY, A, ir.Cell(A, NUMBER)),
    "min(many, default=0)": ir.Extreme("min", MANY),
    "list(dict.fromkeys(many))": ir.Unique(MANY),
    "compress(charge(s, many, 3), v[0:2])": ir.Picked(
        ir.Charged(MANY, 3), ir.Cells(ir.Const(0), ir.Const(2))
    ),
    "many + many": ir.Joined((MANY, MANY)),
    "range(a)": ir.Range(ir.Const(0), A),
    "many": ir.NotEmpty(MANY),
    "s.veiled and hidden(s, 4)": ir.And((ir.Veiled(), ir.MayHoldHidden(4))),
}
STATEMENTS: dict[str, ir.Statement] = {
    "v[0:3] = START": ir.Reset(0, 3, "START"),
    "f[2] -= 1": ir.AddToSlot(2, -1),
    "s.fuel -= 3\nif s.fuel < 0:\n    spent(s)": ir.Pay(3),
    "for a in many:\n    pass": ir.ForEach(A, MANY, []),
    "shift(s, 0, 1, v[0], (shortage_2,), a)": ir.MoveCounted(
        ir.Const(0), ONE, ir.Cell(ir.Const(0), NUMBER), (ir.Ref(ir.Role.SHORTAGE, 2),), A
    ),
    "if v[0] >= 2:\n    v[0] -= 2\n    v[1] += 2\nelse:\n    shift(s, 0, 1, 2, (), 0)": ir.MoveCounted(
        ir.Const(0), ONE, ir.Const(2), (), ir.Const(0)
    ),
    "s.log = (s.log, None, 'says', 4, a)": say(4, A),
    "say(s, 4, (a,), many)": ir.Log(ir.Words(4, (A,)), MANY),
    "finish(s, 'win', (4, ()), None, procedure_3)": ir.Finish(
        "win", ir.Words(4, ()), None, ir.Ref(ir.Role.PROCEDURE, 3)
    ),
    "f[0] = 4\nactions[f[1][1]](s, f[1][0])\nreturn": ir.Act(slot(1), 4),
    "s.stack.pop()\nactions[f[1][1]](s, f[1][0])\nreturn": ir.Act(slot(1), 4, True),
    "f[0] = 4\ns.ask = 2\nreturn": ir.Ask(2, 4),
    "s.ret = None\ns.stack.pop()\nsettle(s)\nreturn": ir.Leave(None, True, [ir.Settle()]),
}


def test_expressions() -> None:
    every(EXPRESSIONS, is_translated)


def is_translated(text: str) -> None:
    assert ast.unparse(expression(EXPRESSIONS[text])) == text


def test_statements() -> None:
    every(STATEMENTS, is_translated_as_statement)


def is_translated_as_statement(text: str) -> None:
    made = [
        ast.fix_missing_locations(statement)
        for statement in StatementTranslator({}).block([STATEMENTS[text]])
    ]
    assert "\n".join(map(ast.unparse, made)) == text


def _function(role: ir.Role, number: int, value: ir.Expression, *parameters: ir.Local) -> ir.Function:
    return ir.Function(ir.Ref(role, number), "", parameters, [ir.Return(value)], SPAN)


def _backend(plain: bool, *functions: ir.Function) -> PythonBackend:
    return loaded((compile_plain if plain else compile_python)(game({}, functions)))


def _place(backend: PythonBackend, kind: type[Exception]) -> str:
    with pytest.raises(kind) as fault:
        backend.value(1)(state(), 0)
    return backend.place(fault.value)


@pytest.mark.parametrize("plain", [True, False])
def test_a_fault_has_the_place_of_its_own_file_also_where_it_was_inlined(plain: bool) -> None:
    divided = ir.Compute("/", ONE, A, Span("other.rules", 7, 5, 7, 9))
    inner = _function(ir.Role.VALUE, 0, divided, A)
    outer = _function(ir.Role.VALUE, 1, ir.Call(inner.ref, (A,), Span("test.rules", 3, 2, 3, 9)), A)
    assert _place(_backend(plain, inner, outer), ZeroDivisionError) == "other.rules:7:5"


@pytest.mark.parametrize("plain", [True, False])
def test_a_node_without_a_place_has_that_of_its_parent(plain: bool) -> None:
    divided = ir.Compute("/", ONE, A)
    outer = ir.TupleOf((divided,), Span("test.rules", 4, 6, 4, 9))
    assert (
        _place(_backend(plain, _function(ir.Role.VALUE, 1, outer, A)), ZeroDivisionError) == "test.rules:4:6"
    )


@pytest.mark.parametrize("plain", [True, False])
def test_an_endless_recursion_has_the_place_of_the_call_that_closes_the_cycle(plain: bool) -> None:
    def calls(number: int, line: int) -> ir.Expression:
        span = Span("test.rules", line, 1, line, 9)
        return ir.TupleOf((ir.Call(ir.Ref(ir.Role.VALUE, number), (A,), span),))

    functions = [_function(ir.Role.VALUE, each, calls(3 - each, 10 * each), A) for each in (1, 2)]
    assert _place(_backend(plain, *functions), RecursionError) == "test.rules:20:1"


def test_a_fault_outside_of_rules_has_no_place() -> None:
    assert _backend(True).place(ValueError("elsewhere")) == ""
