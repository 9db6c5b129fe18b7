"""What a rule reads again and again, while nothing changes, is read once and kept.

Whether an action is open is asked of the same few values many times: the actions left, where somebody stands,
what somebody holds. This works on the finished Python of functions that only look.
"""

import ast
from collections.abc import Iterable

from rules.compile import python as py
from rules.compile.shapes import ASKED, ONLY_LOOK, changed, read, tests

_OFTEN = 3
"""How often something must be read to be kept."""
_Key = tuple[str, object, str]


def keep(functions: Iterable[ast.FunctionDef]) -> None:
    """Let functions that only look keep what they read often."""
    for each in functions:
        if each.name.startswith(ONLY_LOOK):
            _keep(each)


def _keep(function: ast.FunctionDef) -> None:
    given = [each.arg for each in function.args.args[1:]]
    written = changed(function)
    steady = {each for each in given if each not in written}
    seat = given[0] if given and function.name.startswith(ASKED) else ""
    places: dict[_Key, tuple[int, list[ast.Subscript]]] = {}
    for number, statement in enumerate(function.body):
        for node, at_once in read(statement):
            key = _key(node, steady)
            if key is None:
                continue
            if key in places:
                places[key][1].append(node)
            elif at_once or key[2] in ("", seat):
                places[key] = number, [node]
    made: list[tuple[int, ast.stmt]] = []
    for number, nodes in places.values():
        if len(nodes) >= _OFTEN:
            name = f"kept_{len(made)}"
            made.append((number, py.at(nodes[0], py.assign(py.store(name), py.copied(nodes[0])))))
            for node in nodes:
                _become(node, name)
    for number, statement in reversed(made):
        function.body.insert(number, statement)
    if made:
        _keep_choices(function, steady, len(made))
        function.body = _joined(function.body)


def _keep_choices(function: ast.FunctionDef, steady: set[str], made: int) -> None:
    """Keep what is one thing or another by something kept, where it is chosen more than once."""
    places: dict[str, tuple[int, list[ast.IfExp]]] = {}
    for number, statement in enumerate(function.body):
        for node in py.parts(statement):
            if isinstance(node, ast.IfExp) and _chosen(node, steady):
                places.setdefault(ast.dump(node), (number, []))[1].append(node)
    kept: list[tuple[int, ast.stmt]] = []
    for number, nodes in places.values():
        if len(nodes) > 1:
            name = f"kept_{made + len(kept)}"
            kept.append((number, py.at(nodes[0], py.assign(py.store(name), py.copied(nodes[0])))))
            for node in nodes:
                _become(node, name)
    for number, statement in sorted(kept, key=lambda each: -each[0]):
        function.body.insert(number, statement)


def _chosen(node: ast.IfExp, steady: set[str]) -> bool:
    """Whether all that matters for a choice is kept already, or given and the same throughout."""
    return all(
        each.id.startswith("kept_") or each.id in steady
        for each in py.parts(node)
        if isinstance(each, ast.Name)
    ) and not any(
        isinstance(each, ast.Call | ast.Subscript | ast.Attribute | ast.BinOp) for each in py.parts(node)
    )


def _joined(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements one after another that begin with the same question ask it once."""
    found: list[ast.stmt] = []
    for each in body:
        match found[-1:], each:
            case [ast.If(before, done, []) as last], ast.If(test, inner, []):
                first, *rest = tests(before)
                same, *others = tests(test)
                if _steady(first) and ast.dump(first) == ast.dump(same):
                    last.test = first
                    last.body = [*_under(rest, done, last), *_under(others, inner, each)]
                    continue
            case _:
                pass
        found.append(each)
    return found


def _steady(test: ast.expr) -> bool:
    """Whether a question is about something kept, so that nothing done in between changes it."""
    return all(
        isinstance(each, ast.Compare | ast.Constant | ast.cmpop)
        or (isinstance(each, ast.Name) and each.id.startswith("kept_"))
        for each in py.parts(test)
    )


def _under(questions: list[ast.expr], body: list[ast.stmt], place: ast.stmt) -> list[ast.stmt]:
    return [py.at(place, ast.If(py.both(questions), body, []))] if questions else body


def _key(node: ast.Subscript, steady: set[str]) -> _Key | None:
    """What is read, if it is a place in a list of the state that is known when the function begins."""
    match node:
        case ast.Subscript(ast.Name("v" | "p" | "w" as many), ast.Constant(value), ast.Load()):
            return many, value, ""
        case ast.Subscript(ast.Name("v" | "p" | "w" as many), ast.Name(name), ast.Load()) if name in steady:
            return many, 0, name
        case ast.Subscript(
            ast.Name("v" | "p" | "w" as many),
            ast.BinOp(ast.Constant(value), ast.Add(), ast.Name(name)),
            ast.Load(),
        ) if name in steady:
            return many, value, name
        case ast.Subscript(ast.Name(many), ast.Attribute(ast.Name("s"), "players"), ast.Load()):
            return many, "players", ""
        case _:
            return None


def _become(node: ast.expr, name: str) -> None:
    """Turn a part into the name of what was kept."""
    for field in node._fields:
        del node.__dict__[field]
    node.__class__ = ast.Name
    node.__dict__.update(id=name, ctx=ast.Load())
