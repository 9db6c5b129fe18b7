"""What is the same in every turn of a loop is asked before the loop.

A search goes through members and asks several things of each; some are not about the member at all. Where
nothing changes and nothing can fail, asking them first may spare the whole search.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py
from rules.compile.shapes import filled, stored, sure, tests

_SLOW = ast.Slice | ast.In | ast.NotIn | ast.Call
"""What takes longer than comparing two values."""


def ask_early(functions: Iterable[ast.FunctionDef], only_look: tuple[str, ...]) -> None:
    """Move conditions out of the loops of functions that only look."""
    for each in functions:
        if each.name.startswith(only_look):
            each.body = _block(each.body)


def _block(body: list[ast.stmt]) -> list[ast.stmt]:
    return [_statement(each) for each in body]


def _statement(node: ast.stmt) -> ast.stmt:
    match node:
        case ast.For(body=body, orelse=[]):
            node.body = _block(body)
            return _loop(node)
        case ast.If(test, body, orelse):
            node.body, node.orelse = _block(body), _block(orelse)
            match node.body:
                case [ast.If(early, inner, [])] if (
                    not orelse and _cheap(early) and not _cheap(test) and sure(test)
                ):
                    node.test, node.body = py.both([*tests(early), *tests(test)]), inner
                case _:
                    pass
        case _:
            pass
    return node


def _loop(node: ast.For) -> ast.stmt:
    """A loop in which a condition comes first, behind those parts of it that are always the same."""
    changing = {own.id for part in py.parts(node) for own in stored(part)}
    early: list[ast.expr] = []
    later: list[ast.expr] = []
    body = node.body
    place: ast.AST = node
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        place = body[0]
        for test in tests(body[0].test):
            steady = not any(isinstance(each, ast.Name) and each.id in changing for each in py.parts(test))
            (early if steady and sure(test) else later).append(test)
        body = body[0].body
    at_once = _at_once(node, later)
    if at_once is not None:
        early.append(at_once)
    if not early:
        return node
    node.body = [py.at(place, ast.If(py.both(later), body, []))] if later else body
    return py.at(node, ast.If(py.both(early), [node], []))


def _at_once(node: ast.For, tests: list[ast.expr]) -> ast.expr | None:
    """What can be asked of all seats at once, before they are asked one by one."""
    match node:
        case ast.For(
            ast.Name(seat), ast.Subscript(ast.Name(seats), ast.Attribute(ast.Name("s"), "players"))
        ) if seats.startswith("SEATS_"):
            return _large(seat, tests) or _shared(seat, tests)
        case _:
            return None


def _large(seat: str, tests: list[ast.expr]) -> ast.expr | None:
    """Whether anybody has a pile that is so large."""
    match tests:
        case [
            ast.Compare(
                ast.Call(ast.Name("len"), [ast.Subscript(ast.Name("p"), place)]),
                [ast.Gt() | ast.GtE() as more],
                [ast.Constant() as least],
            ),
            *_,
        ]:
            piles = _all_seats("p", place, seat)
            if piles is not None:
                sizes = py.call("map", py.name("len"), piles)
                return py.compare(py.call("max", sizes), more, py.copied(least))
        case _:
            pass
    return None


def _shared(seat: str, tests: list[ast.expr]) -> ast.expr | None:
    """Whether anybody else has the same as somebody: then it is there twice."""
    match tests:
        case [
            ast.Compare(ast.Name(one), [ast.NotEq()], [ast.Name(other)]),
            ast.Compare(
                ast.Subscript(ast.Name("v"), place),
                [ast.Eq()],
                [ast.Subscript(ast.Name("v"), ast.BinOp(_, ast.Add(), ast.Name(owner))) as value],
            ),
            *_,
        ] if one == seat and owner == other:
            stretch = _all_seats("v", place, seat)
            same = stretch is not None and ast.dump(place) == ast.dump(
                filled(value.slice, {other: py.name(seat)})
            )
            if stretch is not None and same:
                count = ast.Call(ast.Attribute(stretch, "count", ast.Load()), [py.copied(value)], [])
                return py.compare(count, ast.Gt(), py.const(1))
        case _:
            pass
    return None


def _all_seats(many: str, place: ast.expr, seat: str) -> ast.expr | None:
    """A stretch of a list: what every seat has there."""
    match place:
        case ast.BinOp(ast.Constant() as first, ast.Add(), ast.Name(name)) if name == seat:
            end = py.plus(py.field("s", "players"), py.copied(first))
            return py.item(py.name(many), ast.Slice(py.copied(first), end, None))
        case _:
            return None


def _cheap(test: ast.expr) -> bool:
    return sure(test) and not any(isinstance(each, _SLOW) for each in py.parts(test))
