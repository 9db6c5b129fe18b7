"""Compiles statements of helpers into steps of flat code."""

import ast
from collections.abc import Iterable

from lazaretto.rules.backends.native.flat.arithmetic import negated
from lazaretto.rules.backends.native.flat.nodes import (
    Again,
    Binary,
    Do,
    Exit,
    Get,
    If,
    Labelled,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.subset.expressions import Expressions, Scope, arithmetic
from lazaretto.rules.backends.native.subset.loops import assigned, continues, read_after_loop


class Statements:
    """Compiles the statements of one helper."""

    def __init__(self, scope: Scope, function: ast.FunctionDef, result: bool) -> None:
        self._scope = scope
        self._function = function
        self._result = result
        self._expressions = Expressions(scope)
        self._loops: list[tuple[Exit, Exit | Again]] = []
        """How to leave each loop around a statement, and how to go on with it."""
        self._labels = 0

    def block(self, nodes: Iterable[ast.stmt]) -> list[Step]:
        """Compile statements one after the other."""
        found: list[Step] = []
        for node in nodes:
            found += self._statement(node)
        return found

    def _statement(self, node: ast.stmt) -> list[Step]:
        expressions = self._expressions
        match node:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                return []
            case ast.Expr(ast.Call() as call):
                return [expressions.step(call) or Do(expressions.value(call))]
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                return [Set(name, expressions.value(value))]
            case ast.AugAssign(ast.Name(name), operator, value):
                changed = expressions.binary(node, Get(name), operator, expressions.value(value))
                return [Set(name, changed)]
            case ast.If(test, then, otherwise):
                return self._if(expressions.condition(test), then, otherwise)
            case ast.While(test, body, []):
                return [self._while(test, body)]
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds, []), body, []):
                return self._for(node, name, bounds, body)
            case ast.Break() if self._loops:
                return [self._loops[-1][0]]
            case ast.Continue() if self._loops:
                return [self._loops[-1][1]]
            case ast.Return(value):
                return [self._return(node, value)]
            case _:
                raise expressions.error(
                    node, f"the statement «{ast.unparse(node).partition(chr(10))[0]}» is not allowed"
                )

    def _return(self, node: ast.stmt, value: ast.expr | None) -> Step:
        if (value is not None) != self._result:
            raise self._expressions.error(node, f"{self._function.name} returns a value only in part")
        return Return(None if value is None else self._expressions.value(value))

    def _if(self, test: Value, then: list[ast.stmt], otherwise: list[ast.stmt]) -> list[Step]:
        if isinstance(test, Number):
            return self.block(then if test.value else otherwise)
        return [If(test, self.block(then), self.block(otherwise))]

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> Step:
        label = self._label("while")
        condition = self._expressions.condition(test)
        start: list[Step] = []
        if not (isinstance(condition, Number) and condition.value):
            start.append(If(negated(condition), [Exit(label)], []))
        self._loops.append((Exit(label), Again(label)))
        steps = self.block(body)
        self._loops.pop()
        return Repeat(label, [*start, *steps])

    def _for(self, node: ast.For, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> list[Step]:
        if not 1 <= len(bounds) <= 3:
            raise self._expressions.error(node, "range takes one, two or three numbers")
        values = [self._expressions.value(each) for each in bounds]
        start = values[0] if len(values) > 1 else Number(0)
        stop = values[1] if len(values) > 1 else values[0]
        stride = values[2] if len(values) == 3 else Number(1)
        if not isinstance(stride, Number) or stride.value == 0:
            raise self._expressions.error(node, "the stride of a range is not a constant, or 0")
        changed = assigned(body)
        hidden = name in changed or read_after_loop(self._function, name)
        counter = self._scope.fresh() if hidden else name
        found: list[Step] = []
        if not isinstance(stop, Number) and not (isinstance(stop, Get) and stop.name not in {*changed, name}):
            kept = self._scope.fresh()
            if not isinstance(start, Number):
                first = self._scope.fresh()
                found.append(Set(first, start))
                start = Get(first)
            found.append(Set(kept, stop))
            stop = Get(kept)
        found.append(Set(counter, start))
        label = self._label("for")
        inner = self._label("next") if continues(body) else None
        self._loops.append((Exit(label), Exit(inner) if inner else Again(label)))
        steps = self.block(body)
        self._loops.pop()
        if hidden:
            steps.insert(0, Set(name, Get(counter)))
        over = Binary(">=s" if stride.value > 0 else "<=s", Get(counter), stop)
        found.append(
            Repeat(
                label,
                [
                    If(over, [Exit(label)], []),
                    *([Labelled(inner, steps)] if inner else steps),
                    Set(counter, arithmetic("+", Get(counter), stride)),
                ],
            )
        )
        return found

    def _label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}_{self._labels}"
