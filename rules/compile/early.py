"""What is the same in every turn of a loop is asked before the loop.

A search goes through members and asks several things of each; some are not about the member at all. Where
nothing changes, asking them first may spare the whole search. What is asked after something else may rely on
it (`hat = my.hat and my.hat.size > 2`), so it goes first only if it cannot fail whatever holds.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py
from rules.compile.shapes import ASKED, ONLY_LOOK, changed, of_whom, read, sure, tests

_SLOW = ast.Slice | ast.In | ast.NotIn | ast.Call
"""What takes longer than comparing two values."""


def ask_early(functions: Iterable[ast.FunctionDef]) -> None:
    """Move conditions out of the loops of functions that only look."""
    for each in functions:
        if each.name.startswith(ONLY_LOOK):
            known = _somebody(each)
            steady = {own.arg for own in each.args.args} - changed(each)
            for number, statement in enumerate(each.body):
                each.body[number] = _statement(statement, known)
                known |= steady & _asked(statement)


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


def _block(body: list[ast.stmt], known: set[str]) -> list[ast.stmt]:
    return [_statement(each, known) for each in body]


def _statement(node: ast.stmt, known: set[str]) -> ast.stmt:
    match node:
        case ast.For(body=body, orelse=[]):
            node.body = _block(body, known)
            return _loop(node, known)
        case ast.If(test, body, orelse):
            node.body, node.orelse = _block(body, known), _block(orelse, known)
            match node.body:
                case [ast.If(early, inner, [])] if (
                    not orelse
                    and _cheap(early)
                    and _harmless(early, known)
                    and not _cheap(test)
                    and sure(test)
                ):
                    node.test, node.body = py.both([*tests(early), *tests(test)]), inner
                case _:
                    pass
        case _:
            pass
    return node


def _loop(node: ast.For, known: set[str]) -> ast.stmt:
    """A loop in which a condition comes first, behind those parts of it that are always the same."""
    changing = changed(node)
    early: list[ast.expr] = []
    later: list[ast.expr] = []
    body = node.body
    place: ast.AST = node
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        place = body[0]
        for test in tests(body[0].test):
            steady = not any(isinstance(each, ast.Name) and each.id in changing for each in py.parts(test))
            first = steady and sure(test) and (not later or _harmless(test, known))
            (early if first else later).append(test)
        body = body[0].body
    if not early:
        return node
    node.body = [py.at(place, ast.If(py.both(later), body, []))] if later else body
    return py.at(node, ast.If(py.both(early), [node], []))


def _harmless(test: ast.expr, known: set[str]) -> bool:
    """Whether a question can be asked whatever holds: it reads the state, and of nobody who might be none."""
    for each in py.parts(test):
        match each:
            case ast.Subscript(ast.Name("v" | "p" | "w"), ast.Constant()):
                pass
            case ast.Subscript() if (name := of_whom(each)) is None or name.id not in known:
                return False
            case ast.Call(ast.Name(name)) if name != "len":
                return False
            case _:
                pass
    return True


def _cheap(test: ast.expr) -> bool:
    return sure(test) and not any(isinstance(each, _SLOW) for each in py.parts(test))
