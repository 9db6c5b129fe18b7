"""What a tree of Python is and how it can be said shorter: for what is written into something else."""

import ast
from collections.abc import Iterator, Mapping

from rules.compile import python as py

LOOKS = ("value_", "open_", "idle_")
"""How functions begin that only look: what they are given may be worked out as often as it is named."""
RESULT = "x"
"""What a value is so far, on its way through its changes: each of them names it once."""
_PURE = {"len", "min", "max", "sum", "number", "tuple", "any", "all", "range"}
ONLY_LOOK = (*LOOKS, "menu_", "everyone_", "can_", "may_")
"""How functions begin in which nothing changes."""
ASKED = ("menu_", "open_")
"""How functions begin whose first parameter is the seat that acts: somebody, always."""
SELDOM = ("why_", "closed_", "prompt_", "judge_", "invariant_", "seen_")
"""How functions begin that are called when somebody looks closer: they stay as they are."""


def as_expression(body: list[ast.stmt], known: Mapping[str, ast.expr]) -> ast.expr | None:
    """What a function gives back, as one expression; None where that cannot be said."""
    match body:
        case [ast.Return(value), *_] if value is not None:
            return filled(value, known)
        case [ast.Assign([ast.Name(name)], value), *rest] if simple(value) or name == RESULT:
            return as_expression(rest, {**known, name: filled(value, known)})
        case [ast.If(test, [ast.Return(given)], []), *rest] if given is not None:
            other = as_expression(rest, known)
            return None if other is None else _either(filled(test, known), filled(given, known), other)
        case [ast.If(test, [ast.Assign([ast.Name(name)], value)], []), *rest] if name in known:
            if names(test, name) or (names(value, name) and not simple(known[name])):
                return None
            if not sure(known[name]):
                return None
            new = ast.IfExp(filled(test, known), filled(value, known), known[name])
            return as_expression(rest, {**known, name: py.like(new, test)})
        case _:
            return None


def _either(test: ast.expr, given: ast.expr, other: ast.expr) -> ast.expr:
    """`given` where the test holds, else `other`."""
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
    if isinstance(other, ast.Constant) and other.value is True:
        return test
    more = other.values if isinstance(other, ast.BoolOp) and isinstance(other.op, ast.And) else [other]
    return py.like(ast.BoolOp(ast.And(), [test, *more]), test)


def without_known(node: ast.UnaryOp | ast.BoolOp) -> ast.expr:
    """A condition without the parts that are known."""
    match node:
        case ast.UnaryOp(ast.Not(), ast.Constant(value=bool(value))):
            return py.like(py.const(not value), node)
        case ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), ast.Compare() as inner)):
            return inner
        case ast.BoolOp(ast.And() as joined, parts) | ast.BoolOp(ast.Or() as joined, parts):
            stops = isinstance(joined, ast.Or)
            left = [each for each in parts if not (says(each, not stops) and each is not parts[-1])]
            for index, each in enumerate(left):
                if says(each, stops):
                    left = left[: index + 1]
                    break
            if len(left) == 1:
                return left[0]
            node.values = left
            return node
        case _:
            return node


def tests(test: ast.expr) -> list[ast.expr]:
    """The conditions that must all hold."""
    match test:
        case ast.BoolOp(ast.And(), values):
            return [part for each in values for part in tests(each)]
        case _:
            return [test]


def unwrapped(node: ast.expr) -> ast.expr:
    """A list that was just made need not be made fast for who only looks through it."""
    match node:
        case ast.Call(ast.Name("tuple" | "list"), [ast.ListComp() as made]):
            return as_long_as(made, node)
        case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("list"), [made])]):
            return as_long_as(made, node)
        case _:
            return node


def as_long_as(made: ast.expr, node: ast.expr) -> ast.expr:
    """What is known of a list's length is known of what stands for it."""
    return py.long(made, node.__dict__["longest"]) if "longest" in node.__dict__ else made


def says(node: ast.expr, value: bool) -> bool:
    """Whether something is just yes, or just no."""
    return isinstance(node, ast.Constant) and node.value is value


def filled(node: py.Node, given: Mapping[str, ast.expr]) -> py.Node:
    """A copy in which names stand for something else."""
    if node.__class__ is ast.Name:
        other = given.get(node.id)  # type: ignore[attr-defined]
        if other is not None:
            made = py.copied(other)
            if isinstance(made, ast.Name):
                made.ctx = node.ctx  # type: ignore[attr-defined]
            return made  # type: ignore[return-value]
    new = node.__class__.__new__(node.__class__)
    found = new.__dict__
    found.update(node.__dict__)
    for field in py.FIELDS[node.__class__]:
        value = found.get(field)
        if value.__class__ is list:
            found[field] = [filled(each, given) for each in value]
        elif value is not None:
            found[field] = filled(value, given)
    return new


def stored(node: ast.AST) -> Iterator[ast.Name]:
    """The names that a part gives a value to."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node


def changed(node: ast.AST) -> set[str]:
    """All names that a tree gives a value to."""
    return {own.id for part in py.parts(node) for own in stored(part)}


def read(node: ast.AST, at_once: bool = True) -> Iterator[tuple[ast.Subscript, bool]]:
    """What is read from lists, in the order of reading, and whether it is read in any case."""
    first: list[ast.AST] = []
    later: list[ast.AST] = []
    match node:
        case ast.ListComp() | ast.GeneratorExp() | ast.Lambda():
            return
        case ast.If(test, body, orelse):
            first, later = [test], [*body, *orelse]
        case ast.For(target, many, body, orelse):
            first, later = [many], [target, *body, *orelse]
        case ast.BoolOp(values=[start, *rest]):
            first, later = [start], [*rest]
        case ast.IfExp(test, one, other):
            first, later = [test], [one, other]
        case ast.Subscript():
            yield node, at_once
            first = [*py.children(node)]
        case _:
            first = [*py.children(node)]
    for each in first:
        yield from read(each, at_once)
    for each in later:
        yield from read(each, False)


def of_whom(node: ast.Subscript) -> ast.Name | None:
    """The name of the one of whom something is read from a list of the state, if it has a name."""
    match node:
        case ast.Subscript(
            ast.Name("v" | "p" | "w"),
            (ast.Name() as name) | ast.BinOp(ast.Constant(), ast.Add(), ast.Name() as name),
        ):
            return name
        case _:
            return None


def names(node: ast.AST, name: str) -> bool:
    """Whether a tree speaks of a name."""
    return any(isinstance(each, ast.Name) and each.id == name for each in py.parts(node))


def simple(node: ast.expr) -> bool:
    """Whether something is the same whenever it is worked out, and at no cost."""
    match node:
        case ast.Name() | ast.Constant() | ast.Subscript(ast.Name("f"), ast.Constant()):
            return True
        case _:
            return False


def looks(node: ast.expr) -> bool:
    """Whether working this out only looks."""
    return all(
        isinstance(each.func, ast.Name) and (each.func.id in _PURE or each.func.id.startswith(LOOKS))
        for each in py.parts(node)
        if isinstance(each, ast.Call)
    )


def sure(node: ast.expr) -> bool:
    """Whether working this out cannot fail, so that it makes no difference where it is left out."""
    for each in py.parts(node):
        match each:
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()) | ast.Subscript(ast.Subscript()):
                return False
            case ast.Call(ast.Name(name)) if name not in _SURE:
                return False
            case _:
                pass
    return True


_SURE = (_PURE | {"list"}) - {"number"}
"""What may be called and never fails."""


def size(node: ast.AST, most: int) -> int:
    """How many parts a tree has; counting ends where there are too many."""
    found = 0
    for _ in py.parts(node):
        found += 1
        if found > most:
            break
    return found
