"""Inlines small functions into their callers.

Calling a value that is one short expression, or a procedure of a few statements, takes longer than running
it. Callees are processed first, so that inlined code is already short. The inlined functions stay available
to callers by name. Every node keeps its position in its own file. `_as_expression` converts a pure function
to one expression.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import (
    INLINABLE,
    SELDOM,
    Functions,
    PyFunction,
    by_name,
)
from lazaretto.rules.lower.ir.function_roles import Role
from lazaretto.rules.run.limits import MOST


def _as_expression(body: list[ast.stmt]) -> ast.expr | None:
    """Return the result of a function's statements as one expression; None if there is no such expression."""
    return _rest(body, {}, _result(body))


def _result(body: list[ast.stmt]) -> str:
    """Return the name that a function's last statement returns; empty if it returns something else.

    The value of that name is computed step by step, and each step reads it once. So it is substituted into
    the next step even if it is long.
    """
    match body[-1]:
        case ast.Return(ast.Name(name)):
            return name
        case _:
            return ""


def _rest(body: list[ast.stmt], known: Mapping[str, ast.expr], result: str) -> ast.expr | None:
    match body:
        case [ast.Return(value), *_] if value is not None:
            return py.substituted(value, known)
        case [ast.Assign([ast.Name(name)], value), *rest] if py.simple(value) or name == result:
            return _rest(rest, {**known, name: py.substituted(value, known)}, result)
        case [ast.If(test, [ast.Return(given)], []), *rest] if given is not None:
            if result in known and not py.safe(known[result]):
                return None
            other = _rest(rest, known, result)
            if other is None:
                return None
            return _either(py.substituted(test, known), py.substituted(given, known), other)
        case [ast.If(test, [ast.Assign([ast.Name(name)], value)], []), *rest] if name in known:
            if py.reads(test, name) or (py.reads(value, name) and not py.simple(known[name])):
                return None
            if not py.safe(known[name]):
                return None
            new = ast.IfExp(py.substituted(test, known), py.substituted(value, known), known[name])
            return _rest(rest, {**known, name: py.like(new, test)}, result)
        case _:
            return None


def _either(test: ast.expr, given: ast.expr, other: ast.expr) -> ast.expr:
    """Return `given` if the test holds, otherwise `other`, as an expression."""
    match given, test:
        case ast.Constant(False), ast.UnaryOp(ast.Not(), positive):
            return _all(positive, other)
        case ast.Constant(False), _:
            return _all(py.like(py.negated(test), test), other)
        case ast.Constant(True), _:
            return py.like(ast.BoolOp(ast.Or(), [test, other]), test)
        case _:
            return py.like(ast.IfExp(test, given, other), test)


def _all(test: ast.expr, other: ast.expr) -> ast.expr:
    if py.is_flag(other, True):
        return test
    more = other.values if isinstance(other, ast.BoolOp) and isinstance(other.op, ast.And) else [other]
    return py.like(ast.BoolOp(ast.And(), [test, *more]), test)


def _without_known(node: ast.UnaryOp | ast.BoolOp) -> ast.expr:
    """Return a condition without its constant parts."""
    match node:
        case ast.UnaryOp(ast.Not(), ast.Constant(value=bool(value))):
            return py.like(py.const(not value), node)
        case ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), ast.Compare() as inner)):
            return inner
        case ast.BoolOp(ast.And() | ast.Or() as operator, values):
            stops = isinstance(operator, ast.Or)
            left = [
                expression
                for expression in values
                if not (py.is_flag(expression, not stops) and expression is not values[-1])
            ]
            for index, expression in enumerate(left):
                if py.is_flag(expression, stops):
                    left = left[: index + 1]
                    break
            if len(left) == 1:
                return left[0]
            node.values = left
            return node
        case _:
            return node


_SIMPLIFIED = frozenset({ast.Call, ast.UnaryOp, ast.BoolOp, ast.For, ast.comprehension, ast.Compare})
"""Nodes that may become simpler, or be replaced."""
_SHORT = 40
"""The maximum size of an inlined expression in nodes."""
_FEW = 100
"""The maximum size of an inlined procedure in nodes."""
_CHEAP = 7
"""The maximum size of an argument that may be evaluated more than once, in nodes."""


def inline(
    functions: list[PyFunction], constants: Mapping[str, object], apart: frozenset[str] = frozenset()
) -> list[PyFunction]:
    """Inline small functions, except those `apart`; return all functions, each after its callees."""
    return _Inliner(by_name(functions), constants, apart).run()


class _Inliner:
    def __init__(self, functions: Functions, constants: Mapping[str, object], apart: frozenset[str]) -> None:
        self._functions = functions
        self._apart = apart
        self._constants = constants
        self._expressions: dict[str, ast.expr] = {}
        self._procedures: dict[str, list[ast.stmt]] = {}
        self._searches: dict[str, _Search] = {}
        self._fresh = count()

    def run(self) -> list[PyFunction]:
        functions = [self._functions[name] for name in _callees_first(self._functions)]
        for py_function in functions:
            if py_function.ref.role in SELDOM:
                continue
            function = py_function.definition
            function.body = self._block(function.body) or [py.like(ast.Pass(), function)]
            if function.name in self._apart:
                continue
            if py_function.ref.role in INLINABLE:
                self._keep_expression(function)
            elif py_function.ref.role is Role.PROCEDURE:
                self._keep_procedure(function)
        return functions

    def _keep_expression(self, function: ast.FunctionDef) -> None:
        """Register a pure function for inlining if it is one short expression, or a short search."""
        expression = _as_expression(function.body)
        if expression is None:
            search = _search(function.body, {}, [])
            if search is not None and py.size(search.loop, _FEW) <= _FEW:
                self._searches[function.name] = search
            return
        if len(function.body) > 1:
            function.body = [py.like(ast.Return(py.copied(expression)), function)]
        if py.size(expression, _SHORT) <= _SHORT and not any(
            isinstance(node, ast.Lambda) for node in py.nodes(expression)
        ):
            self._expressions[function.name] = expression

    def _keep_procedure(self, function: ast.FunctionDef) -> None:
        """Register a procedure for inlining if it has few statements, no loops, and a single exit."""
        body = [each for each in function.body if not isinstance(each, ast.Pass)]
        if sum(py.size(each, _FEW) for each in body) > _FEW:
            return
        parameters = {argument.arg for argument in function.args.args}
        for statement in body:
            if any(
                isinstance(node, ast.Return | ast.For | ast.While | ast.Lambda)
                for node in py.nodes(statement)
            ):
                return
            if any(own.id in parameters for own in py.assigned(statement)):
                return
        self._procedures[function.name] = body

    # --- statements ----------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        for statement in body:
            made = self._visit(statement)
            assert isinstance(made, ast.stmt)
            match made:
                case ast.Expr(ast.Call(ast.Name(name), arguments)) if name in self._procedures:
                    statements += self._inlined(made, name, arguments[1:])
                case ast.If(ast.Constant(value=bool(value)), body=inner, orelse=rest):
                    statements += inner if value else rest
                case ast.If(test, body=[ast.Expr()], orelse=[]):
                    statements.append(self._searched(made, test) or made)
                case ast.Pass():
                    pass
                case _:
                    statements.append(made)
        return statements

    def _inlined(self, node: ast.Expr, name: str, arguments: list[ast.expr]) -> list[ast.stmt]:
        """Return the statements of a procedure in place of its call; its arguments are evaluated first."""
        body = self._procedures[name]
        number = next(self._fresh)
        statements: list[ast.stmt] = []
        given: dict[str, ast.expr] = {}
        for parameter, argument in zip(self._parameters(name), arguments, strict=True):
            if py.simple(argument):
                given[parameter] = argument
                continue
            kept = f"{parameter}_{number}"
            statements.append(py.like(py.assign(py.store(kept), argument), node))
            given[parameter] = py.like(py.name(kept), node)
        for statement in body:
            for own in py.assigned(statement):
                given.setdefault(own.id, py.like(py.name(f"{own.id}_{number}"), own))
        return [*statements, *(py.substituted(each, given) for each in body)]

    def _searched(self, node: ast.If, test: ast.expr) -> ast.stmt | None:
        """Merge a statement that depends on a search into the search: it runs when a match is found."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        match tests[-1]:
            case ast.Call(ast.Name(name), [_, *arguments]) if name in self._searches:
                search = self._searches[name]
            case _:
                return None
        if not all(map(py.simple, arguments)):
            return None
        number = next(self._fresh)
        given = dict(zip(self._parameters(name), arguments, strict=True))
        for own in py.assigned(search.loop):
            given[own.id] = py.like(py.name(f"{own.id}_{number}"), own)
        loop = py.substituted(search.loop, given)
        loop.body = _returns_replaced(loop.body, [*node.body, py.like(ast.Break(), node)])
        tests = [*tests[:-1], *(py.substituted(expression, given) for expression in search.tests)]
        return loop if not tests else py.like(py.when(py.both(tests), loop), node)

    # --- expressions ---------------------------------------------------------------------------

    def _visit(self, node: ast.AST) -> ast.AST:
        fields = py.FIELDS[node.__class__]
        if not fields:
            return node
        found = node.__dict__
        for field in fields:
            value = found.get(field)
            if value.__class__ is not list:
                if value is not None:
                    found[field] = self._visit(value)
            elif value and isinstance(value[0], ast.stmt):
                statements = self._block(value)
                found[field] = statements or ([py.like(ast.Pass(), node)] if field == "body" else [])
            elif value:
                found[field] = [self._visit(each) for each in value]
        if node.__class__ not in _SIMPLIFIED:
            return node
        match node:
            case ast.Call():
                return self._called(node)
            case ast.UnaryOp() | ast.BoolOp():
                return _without_known(node)
            case ast.For() | ast.comprehension():
                node.iter = py.unwrapped(node.iter)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                node.comparators = [py.unwrapped(node.comparators[0])]
            case _:
                pass
        return node

    def _called(self, node: ast.Call) -> ast.expr:
        if not isinstance(node.func, ast.Name):
            return node
        name = node.func.id
        match name, node.args:
            case "number", [ast.Constant(int(value)) as known] if abs(value) <= MOST:
                return known
            case "tuple", [made] if self._is_tuple(made):
                return made
            case "min" | "max", [one, other] if py.simple(one) and py.simple(other):
                first = py.compare(one, ast.Lt() if name == "min" else ast.Gt(), other)
                return py.like(ast.IfExp(first, py.copied(one), py.copied(other)), node)
            case "len" | "sum" | "min" | "max" | "any" | "all", [only]:
                node.args = [py.unwrapped(only)]
            case _:
                pass
        expression = self._expressions.get(name)
        if expression is None:
            return node
        given = self._given(name, node.args[1:], expression)
        return node if given is None else py.substituted(expression, given)

    def _is_tuple(self, node: ast.expr) -> bool:
        """Whether an expression is a tuple: a display, a `tuple` call, or part of a constant table."""
        match node:
            case ast.Call(ast.Name("tuple")) | ast.Tuple():
                return True
            case ast.Call(ast.Name("charge" | "skim"), [_, inner, *_]):
                return self._is_tuple(inner)
            case ast.Name(table):
                return isinstance(self._constants.get(table), tuple)
            case ast.Subscript(ast.Name(table), index) if not isinstance(index, ast.Slice):
                rows = self._constants.get(table)
                return isinstance(rows, tuple) and all(isinstance(row, tuple) for row in rows)
            case _:
                return False

    def _given(self, name: str, arguments: list[ast.expr], inside: ast.expr) -> dict[str, ast.expr] | None:
        """Return the replacement of each parameter and inner name; None if the call must stay."""
        parameters = self._parameters(name)
        own = {each.id for each in py.assigned(inside)}
        uses: dict[str, int] = {}
        for node in py.nodes(inside):
            if isinstance(node, ast.Name):
                uses[node.id] = uses.get(node.id, 0) + 1
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not py.pure(argument) or not py.safe(argument):
                return None
            dear = not py.simple(argument) and py.size(argument, _CHEAP) > _CHEAP
            if dear and (uses.get(parameter, 0) > 1 or own):
                return None
        given = dict(zip(parameters, arguments, strict=True))
        if own:
            number = next(self._fresh)
            given |= {each: py.name(f"{each}_{number}") for each in own}
        return given

    def _parameters(self, name: str) -> list[str]:
        """Return the parameters of a function after the state."""
        return [argument.arg for argument in self._functions[name].definition.args.args[1:]]


@dataclass(frozen=True, slots=True)
class _Search:
    """A function that searches for a match: the conditions before the loop, and the loop."""

    tests: list[ast.expr]
    loop: ast.For


def _search(body: list[ast.stmt], known: Mapping[str, ast.expr], tests: list[ast.expr]) -> _Search | None:
    """Return a function as a search; None if it is not one."""
    match body:
        case [ast.Assign([ast.Name(name)], value), *rest] if py.simple(value):
            return _search(rest, {**known, name: py.substituted(value, known)}, tests)
        case [ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(ast.Constant(False))], []), *rest]:
            return _search(rest, known, [*tests, py.substituted(test, known)])
        case [ast.For() as loop, ast.Return(ast.Constant(False))]:
            inside = [node for node in py.nodes(loop) if isinstance(node, ast.Return | ast.For | ast.Lambda)]
            ends = [each for each in inside if isinstance(each, ast.Return)]
            if len(inside) != 2 or len(ends) != 1 or not py.is_flag(ends[0].value or loop.iter, True):
                return None
            return _Search(tests, py.substituted(loop, known))
        case _:
            return None


def _returns_replaced(body: list[ast.stmt], done: list[ast.stmt]) -> list[ast.stmt]:
    """Return the body of a loop with other statements in place of its return."""
    statements: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Return):
            statements += done
            continue
        if isinstance(statement, ast.If):
            statement.body, statement.orelse = (
                _returns_replaced(statement.body, done),
                _returns_replaced(statement.orelse, done),
            )
        statements.append(statement)
    return statements


def _callees_first(functions: Functions) -> list[str]:
    """Return the names of all functions, each after its callees, except inside call cycles.

    Functions that are never inlined come last: nobody waits for them, so their callees need not be known.
    """
    done: dict[str, None] = {}
    opened: set[str] = set()
    roles = INLINABLE | {Role.PROCEDURE}
    inlined = {name: function for name, function in functions.items() if function.ref.role in roles}
    for first in inlined:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            if name in opened:
                waiting.pop()
                done[name] = None
                continue
            opened.add(name)
            called = [node.id for node in py.nodes(inlined[name].definition) if isinstance(node, ast.Name)]
            waiting.extend(each for each in called if each in inlined and each not in opened)
    return list(done | dict.fromkeys(functions))
