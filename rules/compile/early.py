"""What is the same in every turn of a loop is asked before the loop.

A search goes through members and asks several things of each; some are not about the member at all. Where
nothing changes, asking them first may spare the whole search. What is asked after something else may rely on
it (`hat = my.hat and my.hat.size > 2`), so it goes first only if it cannot fail whatever holds.
"""

import ast
from collections.abc import Iterable, Mapping

from rules.compile import python as py
from rules.compile.few import written_out
from rules.compile.shapes import ASKED, ONLY_LOOK, changed, of_whom, read, sure, tests

_SLOW = ast.Slice | ast.In | ast.NotIn | ast.Call
"""What takes longer than comparing two values."""


def ask_early(functions: Iterable[ast.FunctionDef], members: Mapping[str, object]) -> None:
    """Move conditions out of the loops of functions that only look; the members of some lists are known."""
    for each in functions:
        if each.name.startswith(ONLY_LOOK):
            _Early(each, members).run()


class _Early:
    """One function in which nothing changes."""

    def __init__(self, function: ast.FunctionDef, members: Mapping[str, object]) -> None:
        self.function = function
        self.members = members
        self.known = _somebody(function)
        """The names that stand for something, always."""

    def run(self) -> None:
        body = self.function.body
        steady = {each.arg for each in self.function.args.args} - changed(self.function)
        for number, statement in enumerate(body):
            body[number] = self._statement(statement)
            self.known |= steady & _asked(statement)

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self._statement(each) for each in body]

    def _statement(self, node: ast.stmt) -> ast.stmt:
        match node:
            case ast.For(body=body, orelse=[]):
                node.body = self._block(body)
                return self._loop(node)
            case ast.If(test, body, orelse):
                node.body, node.orelse = self._block(body), self._block(orelse)
                match node.body:
                    case [ast.If(early, inner, [])] if (
                        not orelse
                        and _cheap(early)
                        and self._harmless(early)
                        and not _cheap(test)
                        and sure(test)
                    ):
                        node.test, node.body = py.both([*tests(early), *tests(test)]), inner
                    case _:
                        pass
            case _:
                pass
        return node

    def _loop(self, node: ast.For) -> ast.stmt:
        """A loop in which a condition comes first, behind those parts of it that are always the same."""
        changing = changed(node)
        early: list[ast.expr] = []
        later: list[ast.expr] = []
        body = node.body
        place: ast.AST = node
        while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
            place = body[0]
            for test in tests(body[0].test):
                steady = not any(
                    isinstance(each, ast.Name) and each.id in changing for each in py.parts(test)
                )
                first = steady and sure(test) and (not later or self._harmless(test))
                (early if first else later).append(test)
            body = body[0].body
        if not early:
            return written_out(node, self.members)
        node.body = [py.at(place, ast.If(py.both(later), body, []))] if later else body
        return py.at(node, ast.If(py.both(early), [written_out(node, self.members)], []))

    def _harmless(self, test: ast.expr) -> bool:
        """Whether a question can be asked whatever holds: it reads of nobody who might be none."""
        for each in py.parts(test):
            match each:
                case ast.Subscript(ast.Name("v" | "p" | "w"), ast.Constant()):
                    pass
                case ast.Subscript() if (name := of_whom(each)) is None or name.id not in self.known:
                    return False
                case ast.Call(ast.Name(called)) if called != "len":
                    return False
                case _:
                    pass
        return True


def _somebody(function: ast.FunctionDef) -> set[str]:
    """The names that stand for something, always: members of lists, and the seat that acts."""
    found = {
        each.target.id
        for each in py.parts(function)
        if isinstance(each, ast.For) and isinstance(each.target, ast.Name)
    }
    given = [each.arg for each in function.args.args[1:]]
    return found | {*given[:1]} if function.name.startswith(ASKED) else found


def _asked(statement: ast.stmt) -> set[str]:
    """The names of which something has been read in any case: they stand for something, or all is over."""
    return {name.id for node, at_once in read(statement) if at_once and (name := of_whom(node)) is not None}


def _cheap(test: ast.expr) -> bool:
    return sure(test) and not any(isinstance(each, _SLOW) for each in py.parts(test))
