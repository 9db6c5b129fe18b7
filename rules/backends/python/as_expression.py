"""Converts a pure function to one expression, and simplifies conditions."""

import ast
from collections.abc import Mapping

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.pyast_facts import is_flag, reads, safe, simple, substituted


def as_expression(body: list[ast.stmt]) -> ast.expr | None:
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
            return substituted(value, known)
        case [ast.Assign([ast.Name(name)], value), *rest] if simple(value) or name == result:
            return _rest(rest, {**known, name: substituted(value, known)}, result)
        case [ast.If(test, [ast.Return(given)], []), *rest] if given is not None:
            if result in known and not safe(known[result]):
                return None
            other = _rest(rest, known, result)
            if other is None:
                return None
            return _either(substituted(test, known), substituted(given, known), other)
        case [ast.If(test, [ast.Assign([ast.Name(name)], value)], []), *rest] if name in known:
            if reads(test, name) or (reads(value, name) and not simple(known[name])):
                return None
            if not safe(known[name]):
                return None
            new = ast.IfExp(substituted(test, known), substituted(value, known), known[name])
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
    if is_flag(other, True):
        return test
    more = other.values if isinstance(other, ast.BoolOp) and isinstance(other.op, ast.And) else [other]
    return py.like(ast.BoolOp(ast.And(), [test, *more]), test)


def without_known(node: ast.UnaryOp | ast.BoolOp) -> ast.expr:
    """Return a condition without its constant parts."""
    match node:
        case ast.UnaryOp(ast.Not(), ast.Constant(value=bool(value))):
            return py.like(py.const(not value), node)
        case ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), ast.Compare() as inner)):
            return inner
        case ast.BoolOp(ast.And() | ast.Or() as operator, values):
            stops = isinstance(operator, ast.Or)
            left = [each for each in values if not (is_flag(each, not stops) and each is not values[-1])]
            for index, each in enumerate(left):
                if is_flag(each, stops):
                    left = left[: index + 1]
                    break
            if len(left) == 1:
                return left[0]
            node.values = left
            return node
        case _:
            return node


__all__ = ["as_expression", "without_known"]
