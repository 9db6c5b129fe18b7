"""Converts lowered statements to Python statements."""

import ast
from collections.abc import Iterable, Mapping
from typing import assert_never

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import name_of
from lazaretto.rules.backends.python.translate_expressions import expression, expressions
from lazaretto.rules.lower import ir

Resumables = Mapping[int, ir.Resumable]
"""The procedures that may ask, by number."""

_Effect = (
    ir.MoveCounted
    | ir.Perform
    | ir.Log
    | ir.LogPrevented
    | ir.Barrier
    | ir.CountTurn
    | ir.CheckOutcome
    | ir.Finish
    | ir.KeepCandidates
    | ir.AnswerAlone
    | ir.Settle
)
"""Operations on the state other than writing cells."""


class Statements:
    """Converts statements; needs the frame layouts of the procedures they enter."""

    def __init__(self, resumables: Resumables) -> None:
        self._resumables = resumables

    def block(self, body: Iterable[ir.Statement]) -> list[ast.stmt]:
        """Convert a block, each statement with its source position."""
        found: list[ast.stmt] = []
        for node in body:
            made = self._statement(node)
            found += made if node.span is None else [py.placed(each, node.span) for each in made]
        return found

    def _filled(self, body: Iterable[ir.Statement]) -> list[ast.stmt]:
        """Convert a block to at least one statement."""
        return self.block(body) or [ast.Pass()]

    def _statement(self, node: ir.Statement) -> list[ast.stmt]:
        match node:
            case ir.Let():
                return [py.assign(_target(node.target), expression(node.value))]
            case ir.If():
                return self._if(node.test, node.then, node.otherwise)
            case ir.Return():
                return [ast.Return(None if node.value is None else expression(node.value))]
            case ir.Store():
                return [py.assign(py.put(py.name("v"), expression(node.index)), expression(node.value))]
            case ir.Add():
                cell = py.put(py.name("v"), expression(node.index))
                return [ast.AugAssign(cell, ast.Add(), expression(node.value))]
            case ir.Reset(first, count, table):
                stretch = ast.Slice(py.const(first), py.const(first + count), None)
                return [py.assign(py.put(py.name("v"), stretch), py.name(table))]
            case ir.AddToSlot(slot, number):
                operator = ast.Sub() if number < 0 else ast.Add()
                return [ast.AugAssign(py.put(py.name("f"), py.const(slot)), operator, py.const(abs(number)))]
            case ir.Pay(units):
                return _paid(units)
            case ir.ForEach():
                return [ast.For(_target(node.target), expression(node.many), self._filled(node.body), [])]
            case ir.While():
                return [ast.While(expression(node.test), self._filled(node.body), [])]
            case ir.Break():
                return [ast.Break()]
            case ir.Continue():
                return [ast.Continue()]
            case ir.Evaluate():
                return [ast.Expr(expression(node.value))]
            case ir.Append():
                return [ast.Expr(py.method(py.name(node.target.name), "append", expression(node.value)))]
            case ir.SortEntries(target):
                return [ast.Expr(py.method(py.name(target.name), "sort"))]
            case ir.Goto() | ir.Enter() | ir.Act() | ir.Ask() | ir.Leave():
                return [*self._ending(node), ast.Return(None)]
            case _:
                return [_effect(node)]

    def _if(self, test: ir.Expression, then: ir.Block, otherwise: ir.Block) -> list[ast.stmt]:
        return [ast.If(expression(test), self._filled(then), self.block(otherwise))]

    # --- terminators ---------------------------------------------------------------------------

    def _ending(self, node: ir.Terminator) -> list[ast.stmt]:
        """Convert the terminator of a segment, including its return."""
        match node:
            case ir.Goto(segment):
                return [_go_on_with(segment)]
            case ir.Enter():
                first = _pop() if node.tail else _go_on_with(node.then)
                if node.recursive:
                    entered = py.call(
                        "enter", py.name("s"), py.const(node.procedure), *expressions(node.arguments)
                    )
                    return [first, ast.Expr(entered)]
                return [first, *self._pushed(self._resumables[node.procedure], expressions(node.arguments))]
            case ir.Act():
                first = _pop() if node.tail else _go_on_with(node.then)
                seat = py.item(expression(node.entry), py.const(0))
                action = py.item(expression(node.entry), py.const(1))
                act = ast.Call(py.item(py.name("actions"), action), [py.name("s"), seat], [])
                return [first, ast.Expr(act)]
            case ir.Ask(question, then):
                return [_go_on_with(then), _ask(question)]
            case ir.Leave():
                left: list[ast.stmt] = [_pop(), *self.block(node.after)]
                if node.returns:
                    returned = py.const(None) if node.value is None else expression(node.value)
                    left.insert(0, py.assign(py.put_field("s", "ret"), returned))
                return left
            case _:
                assert_never(node)

    def _pushed(self, called: ir.Resumable, arguments: list[ast.expr]) -> list[ast.stmt]:
        """Push the frame of a procedure onto the stack, and run its first segment."""
        first, question = called.question or (called.entry, None)
        rest = [py.const(None) for _ in range(len(called.slots) - 1 - len(arguments))]
        frame = ast.List([py.const(first), *arguments, *rest], ast.Load())
        begun: ast.stmt
        if question is None:
            segment = name_of(ir.Ref(ir.Role.SEGMENT, first))
            begun = ast.Expr(py.call(segment, py.name("s"), py.name("frame")))
        else:
            begun = _ask(question)
        return [
            py.assign(py.store("frame"), frame),
            ast.Expr(py.method(py.field("s", "stack"), "append", py.name("frame"))),
            begun,
        ]


def _effect(node: _Effect) -> ast.stmt:
    s = py.name("s")
    match node:
        case ir.MoveCounted():
            return _moved(node)
        case ir.Perform():
            return ast.Expr(py.call(node.name, s, *expressions(node.arguments)))
        case ir.Log(words, None):
            line = [py.field("s", "log"), py.const(None), py.const("says"), py.const(words.template)]
            made = ast.Tuple([*line, *expressions(words.gaps)], ast.Load())
            return py.assign(py.put_field("s", "log"), made)
        case ir.Log():
            said = expression(node.words)
            assert isinstance(said, ast.Tuple) and node.readers is not None
            return ast.Expr(py.call("say", s, *said.elts, expression(node.readers)))
        case ir.LogPrevented():
            return ast.Expr(py.call("prevented", s, expression(node.words)))
        case ir.Barrier():
            return ast.AugAssign(py.put_field("s", "barrier"), ast.Add(), py.const(1))
        case ir.CountTurn():
            return ast.AugAssign(py.put_field("s", "turns"), ast.Add(), py.const(1))
        case ir.CheckOutcome(outcome):
            return ast.Expr(py.call(name_of(ir.Ref(ir.Role.OUTCOME, outcome)), s))
        case ir.Finish():
            whom = py.const(None) if node.players is None else expression(node.players)
            last = py.const(None) if node.ending is None else py.name(name_of(node.ending))
            return ast.Expr(py.call("finish", s, py.const(node.word), expression(node.words), whom, last))
        case ir.KeepCandidates(value):
            return py.assign(py.put_field("s", "open"), expression(value))
        case ir.AnswerAlone() if node.seat is not None:
            known = (py.const(node.question), expression(node.answer), py.const(node.base))
            return ast.Expr(py.call("alone", s, *known, expression(node.seat)))
        case ir.AnswerAlone():
            pair = ast.Tuple([py.const(node.question), expression(node.answer)], ast.Load())
            return ast.Expr(py.method(py.field("s", "forced"), "append", pair))
        case ir.Settle():
            return ast.Expr(py.call("settle", s))
        case _:
            assert_never(node)


def _moved(node: ir.MoveCounted) -> ast.stmt:
    """Move counted pieces; inline if there are enough and the amount is a constant or a name."""
    source, target, amount = expression(node.source), expression(node.target), expression(node.amount)
    names: list[ast.expr] = [py.name(name_of(each)) for each in node.shortages]
    shortages = ast.Tuple(names, ast.Load()) if names else py.const(())
    made = ast.Expr(py.call("shift", py.name("s"), source, target, amount, shortages, expression(node.owner)))
    if not isinstance(node.amount, ir.Const | ir.Local):
        return made
    v = py.name("v")
    tests = [py.compare(py.item(v, source), ast.GtE(), amount)]
    if not isinstance(node.amount, ir.Const) or node.amount.value < 0:  # type: ignore[operator]
        tests.insert(0, py.compare(amount, ast.GtE(), py.const(0)))
    less = ast.AugAssign(py.put(v, py.copied(source)), ast.Sub(), py.copied(amount))
    more = ast.AugAssign(py.put(v, py.copied(target)), ast.Add(), py.copied(amount))
    return ast.If(py.copied(py.both(tests)), [less, more], [made])


def _paid(units: int) -> list[ast.stmt]:
    low = py.compare(py.field("s", "fuel"), ast.Lt(), py.const(0))
    return [
        ast.AugAssign(py.put_field("s", "fuel"), ast.Sub(), py.const(units)),
        py.when(low, ast.Expr(py.call("spent", py.name("s")))),
    ]


def _target(target: ir.Local | ir.Slot) -> ast.expr:
    """Return the target of an assignment."""
    if isinstance(target, ir.Local):
        return py.store(target.name)
    return py.put(py.name("f"), py.const(target.number))


def _go_on_with(segment: int) -> ast.stmt:
    """Store the next segment in the frame."""
    return py.assign(py.put(py.name("f"), py.const(0)), py.const(segment))


def _ask(question: int) -> ast.stmt:
    return py.assign(py.put_field("s", "ask"), py.const(question))


def _pop() -> ast.stmt:
    return ast.Expr(py.method(py.field("s", "stack"), "pop"))


__all__ = ["Resumables", "Statements"]
