"""A search among a few members that are known is written out: the same question of each, one after another.

Going through a list costs as much as a small question, and where a member is known its place in the state is.
"""

import ast
from collections.abc import Mapping

from rules.compile import python as py
from rules.compile.shapes import filled, names, size

_FEW = 6
"""How many members may be asked one after another."""
_ROOM = 150
"""How many parts all their questions may have."""


def written_out(node: ast.For, members: Mapping[str, object]) -> ast.stmt:
    """A search without its loop, if it asks a few known members and does the same whichever it finds."""
    match node:
        case ast.For(ast.Name(own), ast.Name(many), [ast.If() as asked], []) if many in members:
            pass
        case _:
            return node
    listed = members[many]
    test, done = _question(asked)
    match done:
        case [*first, ast.Break()] if first:
            done = first
        case [ast.Return()]:
            pass
        case _:
            return node
    assert isinstance(listed, tuple)
    if not 0 < len(listed) <= _FEW or len(listed) * size(test, _ROOM) > _ROOM:
        return node
    if any(names(each, own) for each in done) or any(_further(each) for each in done):
        return node
    each = [filled(test, {own: py.at(node, py.const(member))}) for member in listed]
    return py.at(asked, ast.If(each[0] if len(each) == 1 else ast.BoolOp(ast.Or(), each), done, []))


def _question(node: ast.If) -> tuple[ast.expr, list[ast.stmt]]:
    """All that is asked before something is done, and what is done."""
    tests = [node.test]
    body = node.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        tests.append(body[0].test)
        body = body[0].body
    return py.both(tests), body


def _further(node: ast.stmt) -> bool:
    """Whether a statement may go on with the loop around it, or leave it."""
    return any(isinstance(each, ast.Break | ast.Continue) for each in py.parts(node))
