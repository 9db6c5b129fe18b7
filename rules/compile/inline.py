"""Small rules are written into the rules that use them.

A value that is one short expression, or a procedure of a few statements, costs more to call than to do. This
works on the finished Python: callees come first, so that what is written in has been made short itself. The
functions stay, for whoever calls them by name. Every part keeps its place in its own file.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count

from rules.compile import python as py
from rules.compile.shapes import (
    LOOKS,
    SELDOM,
    as_expression,
    as_long_as,
    changed,
    filled,
    looks,
    says,
    simple,
    size,
    stored,
    sure,
    unwrapped,
    without_known,
)
from rules.run.limits import MOST

_SHORT = 40
"""How many parts an expression may have that is written in."""
_FEW = 100
"""How many parts the statements of a procedure may have."""
_CHEAP = 7
"""How many parts an argument may have that is worked out more than once."""


def inline(functions: Iterable[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Write small functions into those that call them; all of them, each after those that it calls."""
    return _Inline({each.name: each for each in functions}).run()


class _Inline:
    def __init__(self, functions: dict[str, ast.FunctionDef]) -> None:
        self.functions = functions
        self.values: dict[str, ast.expr] = {}
        self.deeds: dict[str, list[ast.stmt]] = {}
        self.searches: dict[str, _Search] = {}
        self.fresh = count()

    def run(self) -> list[ast.FunctionDef]:
        found = [self.functions[name] for name in _in_order(self.functions)]
        for function in found:
            name = function.name
            if name.startswith(SELDOM):
                continue
            function.body = self._block(function.body) or [py.like(ast.Pass(), function)]
            if name.startswith(LOOKS):
                self._look(name, function)
            elif name.startswith("do_"):
                self._deed(name, function)
        return found

    def _look(self, name: str, function: ast.FunctionDef) -> None:
        """A function that only looks: keep it if it is one short expression."""
        made = as_expression(function.body, {})
        if made is None:
            search = _search(function.body, {}, [])
            if search is not None and size(search.loop, _FEW) <= _FEW:
                self.searches[name] = search
            return
        if len(function.body) > 1:
            function.body = [py.like(ast.Return(py.copied(made)), function)]
        if size(made, _SHORT) <= _SHORT and not any(isinstance(each, ast.Lambda) for each in py.parts(made)):
            self.values[name] = made

    def _deed(self, name: str, function: ast.FunctionDef) -> None:
        """A procedure: keep it if its statements are few and it leaves nowhere in the middle."""
        body = function.body[2:] if _paid(function.body) else function.body
        if sum(size(each, _FEW) for each in body) > _FEW:
            return
        given = {each.arg for each in function.args.args}
        for each in body:
            for part in py.parts(each):
                if isinstance(part, ast.Return | ast.For | ast.While | ast.Lambda):
                    return
                if any(own.id in given for own in stored(part)):
                    return
        self.deeds[name] = body

    # --- writing in ----------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for each in body:
            made = self._visit(each)
            assert isinstance(made, ast.stmt)
            match made:
                case ast.Expr(ast.Call(ast.Name(name), arguments)) if name in self.deeds:
                    found += self._done(made, name, arguments[1:])
                case ast.If(ast.Constant(value=bool(value)), body=inner, orelse=rest):
                    found += inner if value else rest
                case ast.If(test, body=[ast.Expr()], orelse=[]):
                    found.append(self._sought(made, test) or made)
                case ast.Pass():
                    pass
                case _:
                    found.append(made)
        return found

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
                made = self._block(value)
                found[field] = made or ([py.like(ast.Pass(), node)] if field == "body" else [])
            elif value:
                found[field] = [self._visit(each) for each in value]
        match node:
            case ast.Call():
                return self._called(node)
            case ast.UnaryOp() | ast.BoolOp():
                return without_known(node)
            case ast.For() | ast.comprehension():
                node.iter = unwrapped(node.iter)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                node.comparators = [unwrapped(node.comparators[0])]
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
            case "tuple", [ast.Name(table)] if table.startswith("ALL_"):
                return node.args[0]
            case "tuple", [ast.Subscript(ast.Name(table))] if table.startswith(_TUPLES):
                return node.args[0]
            case "tuple", [ast.Call(ast.Name("tuple"))] | [ast.Tuple()]:
                return node.args[0]
            case "min" | "max", [one, other] if simple(one) and simple(other):
                first = py.compare(one, ast.Lt() if name == "min" else ast.Gt(), other)
                return py.like(ast.IfExp(first, py.copied(one), py.copied(other)), node)
            case "len" | "sum" | "min" | "max" | "any" | "all", [only]:
                node.args = [unwrapped(only)]
            case _:
                pass
        expression = self.values.get(name)
        if expression is None:
            return node
        given = self._given(name, node.args[1:], expression)
        if given is None:
            return node
        return as_long_as(filled(expression, given), node)

    def _given(self, name: str, arguments: list[ast.expr], inside: ast.expr) -> Mapping[str, ast.expr] | None:
        """What stands for each parameter; None where that cannot be written in."""
        parameters = [each.arg for each in self.functions[name].args.args[1:]]
        own = changed(inside)
        uses: dict[str, int] = {}
        for part in py.parts(inside):
            if isinstance(part, ast.Name):
                uses[part.id] = uses.get(part.id, 0) + 1
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not looks(argument) or not sure(argument):
                return None
            dear = not simple(argument) and size(argument, _CHEAP) > _CHEAP
            if dear and (uses.get(parameter, 0) > 1 or own):
                return None
        given = dict(zip(parameters, arguments, strict=True))
        if own:
            number = next(self.fresh)
            given |= {each: py.name(f"{each}_{number}") for each in own}
        return given

    def _sought(self, node: ast.If, test: ast.expr) -> ast.stmt | None:
        """A statement that hangs on a search, with the search written there: done where one is found."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        match tests[-1]:
            case ast.Call(ast.Name(name), [_, *arguments]) if name in self.searches:
                search = self.searches[name]
            case _:
                return None
        if not all(map(simple, arguments)):
            return None
        number = next(self.fresh)
        parameters = [each.arg for each in self.functions[name].args.args[1:]]
        given = dict(zip(parameters, arguments, strict=True))
        for part in py.parts(search.loop):
            for own in stored(part):
                given[own.id] = py.like(py.name(f"{own.id}_{number}"), own)
        loop = filled(search.loop, given)
        loop.body = _instead(loop.body, [*node.body, py.like(ast.Break(), node)])
        tests = [*tests[:-1], *(filled(each, given) for each in search.tests)]
        return loop if not tests else py.like(py.when(py.both(tests), loop), node)

    def _done(self, node: ast.Expr, name: str, arguments: list[ast.expr]) -> list[ast.stmt]:
        """The statements of a procedure instead of its call; what it is given is worked out before."""
        body = self.deeds[name]
        number = next(self.fresh)
        found: list[ast.stmt] = []
        given: dict[str, ast.expr] = {}
        for parameter, argument in zip(self.functions[name].args.args[1:], arguments, strict=True):
            if simple(argument):
                given[parameter.arg] = argument
                continue
            kept = f"{parameter.arg}_{number}"
            found.append(py.like(py.assign(py.store(kept), argument), node))
            given[parameter.arg] = py.like(py.name(kept), node)
        for each in body:
            for part in py.parts(each):
                for own in stored(part):
                    given.setdefault(own.id, py.like(py.name(f"{own.id}_{number}"), own))
        return [*found, *(filled(each, given) for each in body)]


@dataclass(frozen=True, slots=True)
class _Search:
    """A function that only looks for one of many: what must hold, and the loop."""

    tests: list[ast.expr]
    loop: ast.For


def _search(body: list[ast.stmt], known: Mapping[str, ast.expr], tests: list[ast.expr]) -> _Search | None:
    """A function as a search; None where it is none."""
    match body:
        case [ast.Assign([ast.Name(name)], value), *rest] if simple(value):
            return _search(rest, {**known, name: filled(value, known)}, tests)
        case [ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(ast.Constant(False))], []), *rest]:
            return _search(rest, known, [*tests, filled(test, known)])
        case [ast.For() as loop, ast.Return(ast.Constant(False))]:
            inside = [each for each in py.parts(loop) if isinstance(each, ast.Return | ast.For | ast.Lambda)]
            ends = [each for each in inside if isinstance(each, ast.Return)]
            if len(inside) != 2 or len(ends) != 1 or not says(ends[0].value or loop.iter, True):
                return None
            return _Search(tests, filled(loop, known))
        case _:
            return None


def _instead(body: list[ast.stmt], done: list[ast.stmt]) -> list[ast.stmt]:
    """A loop's body in which something is done instead of leaving."""
    found: list[ast.stmt] = []
    for each in body:
        if isinstance(each, ast.Return):
            found += done
            continue
        if isinstance(each, ast.If):
            each.body, each.orelse = _instead(each.body, done), _instead(each.orelse, done)
        found.append(each)
    return found


_TUPLES = ("SEATS_", "NEXT_", "BOUNDS_", "AREAS_", "ENDS_")
"""How tables begin whose entries are tuples already."""


def _in_order(functions: Mapping[str, ast.FunctionDef]) -> list[str]:
    """Every function after those it calls, as far as they do not call each other."""
    done: dict[str, None] = {}
    opened: set[str] = set()
    for first in functions:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            if name in opened:
                waiting.pop()
                done[name] = None
                continue
            opened.add(name)
            called = [each.id for each in py.parts(functions[name]) if isinstance(each, ast.Name)]
            waiting.extend(each for each in called if each in functions and each not in opened)
    return list(done)


def _paid(body: list[ast.stmt]) -> bool:
    """Whether a function begins by paying for itself."""
    match body:
        case [ast.AugAssign(ast.Attribute(attr="fuel")), ast.If(), *_]:
            return True
        case _:
            return False
