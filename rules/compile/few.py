"""A search among a few members that are known is written out: the same question of each, one after another.

Going through a list costs as much as a small question, and where a member is known its place in the state is.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from rules.compile import python as py
from rules.compile.shapes import filled, names, size

_FEW = 6
"""How many members may be asked one after another."""
_ROOM = 150
"""How many parts all their questions may have."""


def written_out(node: ast.For, members: Mapping[str, object]) -> ast.stmt:
    """A search without its loop, if it asks a few known members, or one where something holds."""
    search = _search(node)
    if search is None:
        return node
    match node.iter:
        case ast.Name(many) if many in members:
            return search.of_each(members[many]) or node
        case ast.IfExp(test, many, ast.Tuple([only])) if isinstance(only, ast.Name):
            node.iter = many
            return py.at(node, ast.If(test, [node], [search.of(only)]))
        case _:
            return node


@dataclass(frozen=True, slots=True)
class _Search:
    """A loop that does something for the first member to which its question applies, and ends."""

    place: ast.stmt
    member: str
    question: ast.expr
    done: list[ast.stmt]

    def of_each(self, listed: object) -> ast.stmt | None:
        """The same asked of all that are listed; None where they are too many, or it matters which it is."""
        assert isinstance(listed, tuple)
        if not 0 < len(listed) <= _FEW or len(listed) * size(self.question, _ROOM) > _ROOM:
            return None
        if any(names(each, self.member) for each in self.done):
            return None
        asked = [filled(self.question, {self.member: py.at(self.place, py.const(each))}) for each in listed]
        test = asked[0] if len(asked) == 1 else ast.BoolOp(ast.Or(), asked)
        return py.at(self.place, ast.If(test, self.done, []))

    def of(self, only: ast.Name) -> ast.stmt:
        """The same asked of one."""
        known = {self.member: only}
        done = [filled(each, known) for each in self.done]
        return py.at(self.place, ast.If(filled(self.question, known), done, []))


def _search(node: ast.For) -> _Search | None:
    match node:
        case ast.For(ast.Name(member), _, [ast.If(orelse=[]) as asked], []):
            pass
        case _:
            return None
    tests, body = [asked.test], asked.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        tests.append(body[0].test)
        body = body[0].body
    match body:
        case [*done, ast.Break()] if done and not any(_goes_on(each) for each in done):
            return _Search(asked, member, py.both(tests), done)
        case [ast.Return()]:
            return _Search(asked, member, py.both(tests), body)
        case _:
            return None


def _goes_on(node: ast.stmt) -> bool:
    """Whether a statement may go on with the loop around it, or leave it."""
    return any(isinstance(each, ast.Break | ast.Continue) for each in py.parts(node))
