"""What is the same in every turn of a loop is asked before the loop.

A search goes through members and asks several things of each; some are not about the member at all. Where
nothing changes and nothing can fail, asking them first may spare the whole search.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py
from rules.compile.shapes import stored, sure, tests

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
    if not early:
        return node
    node.body = [py.at(place, ast.If(py.both(later), body, []))] if later else body
    return py.at(node, ast.If(py.both(early), [node], []))


def _cheap(test: ast.expr) -> bool:
    return sure(test) and not any(isinstance(each, _SLOW) for each in py.parts(test))
