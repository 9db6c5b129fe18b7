"""Lists that are made in the middle of an expression become loops in front of it.

Before Python 3.12 each such list is a function of its own that is made and called, and whatever it looks at
is kept in cells, which slows down all the rest of the rule. This works on the finished Python, when all
has been paid for, and changes nothing but the way: the same is looked at, and the same comes out.
"""

import ast
from collections.abc import Callable, Iterable
from itertools import count, groupby

from rules.compile import python as py
from rules.compile.shapes import ONLY_LOOK, SELDOM, filled, names, simple, sure, unwrapped

_Made = ast.ListComp | ast.GeneratorExp
_Inner = Callable[[ast.expr], list[ast.stmt]]
"""What is done with each member of a list."""


def unfold(functions: Iterable[ast.FunctionDef]) -> None:
    """Turn the lists in functions into loops; those that are seldom called stay as they are."""
    for each in functions:
        if not each.name.startswith(SELDOM) and _holds(each):
            each.body = _Unfold(each.name.startswith(ONLY_LOOK)).block(each.body)


class _Unfold:
    """One function; `still` if nothing changes while it is run."""

    def __init__(self, still: bool) -> None:
        self.still = still
        self.fresh = count()

    # --- statements ----------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        return [made for each in body for made in (self._statement(each) if _holds(each) else [each])]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        match node:
            case ast.If(test, body, orelse):
                return self._branch(node, test, self.block(body), self.block(orelse))
            case ast.For(iter=many, body=body):
                node.body = self.block(body)
                made = unwrapped(many)
                if isinstance(made, ast.ListComp) and self.still and not node.orelse and _sure(made):
                    return self._fused(node, made)
                node.iter = self._lifted(many, before)
            case ast.Return(ast.IfExp(test, one, other)):
                ways = [self.block([py.at(node, ast.Return(each))]) for each in (one, other)]
                return self._branch(node, test, *ways)
            case ast.Return(ast.expr() as value) | ast.Assign(value=value) | ast.Expr(value):
                node.value = self._lifted(value, before)
            case _:
                pass
        return [*before, node]

    def _branch(
        self, place: ast.AST, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> list[ast.stmt]:
        """One thing or another, by a test."""
        match test:
            case ast.BoolOp(ast.And(), values) if not orelse and _holds(test):
                for part in reversed(_apart(values)):
                    body = self._branch(place, py.both(part), body, [])
                return body
            case ast.UnaryOp(ast.Not(), inner) if _holds(test):
                return self._branch(place, inner, orelse, body)
            case ast.IfExp(first, one, other) if _holds(test):
                name = self._name("told")
                ways = [
                    self._branch(
                        place, each, [_set(name, py.const(True), each)], [_set(name, py.const(False), each)]
                    )
                    for each in (one, other)
                ]
                chosen = py.at(place, ast.If(py.name(name), body or [ast.Pass()], orelse))
                return [*self._branch(place, first, *ways), chosen]
            case _:
                pass
        before: list[ast.stmt] = []
        enough = None if orelse else _enough(test)
        made = _asked_for(test)
        if made is None or not _sure(made):
            told = self._lifted(test, before)
        elif _leaps(body):
            told = self._told("any", made, before)
        else:
            return self._loop(made, lambda _: [*body, py.at(place, ast.Break())], orelse)
        if not body:
            told, body, orelse = py.negated(told), orelse, []
        found = [*before, py.at(place, ast.If(told, body, orelse))]
        return found if enough is None else [py.at(place, ast.If(enough, found, []))]

    def _fused(self, node: ast.For, made: ast.ListComp) -> list[ast.stmt]:
        """A loop through a list that is made for it goes through what the list is made of."""
        match node.target, made.elt, made.generators[0].target:
            case ast.Name(mine), ast.Name(given), ast.Name(other) if given == other and not names(made, mine):
                return self._loop(made, lambda _: node.body, [], mine)
            case _:
                return self._loop(
                    made, lambda each: [py.at(node, py.assign(node.target, each)), *node.body], []
                )

    def _loop(self, made: _Made, inner: _Inner, orelse: list[ast.stmt], variable: str = "") -> list[ast.stmt]:
        """A loop through the members of a list."""
        (loop,) = made.generators
        assert isinstance(loop.target, ast.Name)
        before: list[ast.stmt] = []
        many = self._lifted(loop.iter, before)
        each = variable or self._name("each")
        given: dict[str, ast.expr] = {loop.target.id: py.name(each)}
        body: list[ast.stmt] = []
        member = self._lifted(filled(made.elt, given), body)
        body += inner(member)
        for test in reversed(loop.ifs):
            body = self._branch(made, filled(test, given), body, [])
        return [*before, py.at(made, ast.For(py.store(each), many, body, orelse))]

    # --- expressions ---------------------------------------------------------------------------

    def _lifted(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression without lists of its own; what makes them comes before."""
        if not _holds(node):
            return node
        match node:
            case ast.Lambda() | ast.GeneratorExp():
                return node
            case ast.ListComp():
                return self._listed(node, before)
            case ast.Call(ast.Name("any" | "all" as word), [ast.GeneratorExp() as made]):
                return self._told(word, made, before)
            case ast.Compare(left, [ast.In() | ast.NotIn() as word], [ast.ListComp() as made]) if (
                simple(left) and _filters(made) and _sure(made)
            ):
                return self._lifted(_is_member(left, word, made), before)
            case ast.BoolOp(operator, values):
                return self._chained(operator, values, before)
            case ast.IfExp(test, one, other):
                return self._either(test, one, other, before)
            case _:
                return self._whole(node, before)

    def _whole(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression all parts of which are worked out."""
        found = node.__dict__
        for field in py.FIELDS[node.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                found[field] = [self._part(each, before) for each in value]
            elif isinstance(value, ast.expr):
                found[field] = self._lifted(value, before)
        return node

    def _part(self, node: ast.AST, before: list[ast.stmt]) -> ast.AST:
        if isinstance(node, ast.keyword):
            node.value = self._lifted(node.value, before)
        return self._lifted(node, before) if isinstance(node, ast.expr) else node

    def _listed(self, made: ast.ListComp, before: list[ast.stmt]) -> ast.expr:
        name = self._name("made")

        def inner(member: ast.expr) -> list[ast.stmt]:
            return [py.at(made, ast.Expr(ast.Call(py.field(name, "append"), [member], [])))]

        steady, rest = _steady(made)
        way = [_set(name, ast.List([], ast.Load()), made), *self._loop(rest, inner, [])]
        if steady is not None:
            whole = ast.List([ast.Starred(py.copied(made.generators[0].iter), ast.Load())], ast.Load())
            way = self._branch(made, steady, [_set(name, whole, made)], way)
        before += way
        return py.at(made, py.name(name))

    def _told(self, word: str, made: _Made, before: list[ast.stmt]) -> ast.expr:
        """Whether any are so, or all: the first that tells ends the search. Of a list any member will do."""
        name = self._name("told")

        def inner(member: ast.expr) -> list[ast.stmt]:
            test = member if word == "any" else py.negated(member)
            found: list[ast.stmt] = [_set(name, py.const(word == "any"), made), py.at(made, ast.Break())]
            return found if isinstance(made, ast.ListComp) else [py.at(made, ast.If(test, found, []))]

        before.append(_set(name, py.const(word == "all"), made))
        before += self._loop(made, inner, [])
        return py.at(made, py.name(name))

    def _chained(self, operator: ast.boolop, values: list[ast.expr], before: list[ast.stmt]) -> ast.expr:
        """`and` and `or`: what comes later is looked at where it still matters."""
        name = self._name("told")
        for number, part in enumerate(_apart(values)):
            whole = part[0] if len(part) == 1 else ast.BoolOp(operator, part)
            block: list[ast.stmt] = []
            block.append(_set(name, self._lifted(whole, block), part[0]))
            if number:
                test: ast.expr = py.name(name)
                test = test if isinstance(operator, ast.And) else py.negated(test)
                block = [py.at(part[0], ast.If(test, block, []))]
            before += block
        return py.at(values[0], py.name(name))

    def _either(self, test: ast.expr, one: ast.expr, other: ast.expr, before: list[ast.stmt]) -> ast.expr:
        name = self._name("told")
        ways: list[list[ast.stmt]] = []
        for each in (one, other):
            way: list[ast.stmt] = []
            way.append(_set(name, self._lifted(each, way), each))
            ways.append(way)
        before += self._branch(test, test, *ways)
        return py.at(test, py.name(name))

    def _name(self, word: str) -> str:
        return f"{word}_{next(self.fresh)}"


def _holds(node: ast.AST) -> bool:
    """Whether a list is made somewhere in a tree."""
    return any(isinstance(each, _Made) for each in py.parts(node))


def _apart(values: Iterable[ast.expr]) -> list[list[ast.expr]]:
    """Values one after another, each that makes a list by itself and the others together."""
    return [
        part
        for makes, group in groupby(values, _holds)
        for part in ([[each] for each in group] if makes else [list(group)])
    ]


def _sure(made: ast.ListComp) -> bool:
    """Whether a list may be left before its end: the rest of it could not have failed."""
    return sure(made.elt) and all(sure(test) for test in made.generators[0].ifs)


def _asked_for(test: ast.expr) -> ast.ListComp | None:
    """The list of which it matters only whether it has members."""
    match test:
        case ast.ListComp():
            return test
        case ast.Call(ast.Name("tuple" | "list"), [inner]) | ast.Call(
            ast.Attribute(ast.Name("dict"), "fromkeys"), [inner]
        ):
            return _asked_for(inner)
        case ast.Compare(ast.Call(ast.Name("len"), [inner]), [ast.Gt()], [ast.Constant(value=0)]):
            return _asked_for(inner)
        case _:
            return None


def _filters(made: ast.ListComp) -> bool:
    """Whether a list consists of members of another."""
    match made.elt, made.generators[0].target:
        case ast.Name(one), ast.Name(other):
            return one == other
        case _:
            return False


def _steady(made: ast.ListComp) -> tuple[ast.expr | None, ast.ListComp]:
    """What makes every member be picked, whichever it is; and the list as it is where that does not hold."""
    (loop,) = made.generators
    match made.elt, loop.ifs:
        case ast.Name(name), [ast.BoolOp(ast.Or(), [first, *rest])] if _filters(made) and not _holds(
            loop.iter
        ):
            if sure(first) and not _holds(first) and not names(first, name):
                others = rest[0] if len(rest) == 1 else ast.BoolOp(ast.Or(), rest)
                left = ast.comprehension(loop.target, loop.iter, [others], 0)
                return first, py.at(made, ast.ListComp(made.elt, [left]))
        case _:
            pass
    return None, made


def _is_member(left: ast.expr, word: ast.cmpop, made: ast.ListComp) -> ast.expr:
    """Whether something is one of those picked from a list: whether it is on the list and would be picked."""
    (loop,) = made.generators
    assert isinstance(loop.target, ast.Name)
    tests = [filled(test, {loop.target.id: left}) for test in loop.ifs]
    found = py.both([py.compare(left, ast.In(), loop.iter), *tests])
    return py.like(found if isinstance(word, ast.In) else py.negated(found), made)


def _enough(test: ast.expr) -> ast.expr | None:
    """Whether a pile is large enough to pick so many of its pieces: if not, none need be looked at."""
    match test:
        case ast.Compare(
            ast.Call(ast.Name("len"), [ast.ListComp() as made]), [ast.GtE() | ast.Gt() as more], [least]
        ) if sure(least) and _sure(made):
            pile = made.generators[0].iter
            if isinstance(pile, ast.Subscript) and isinstance(pile.value, ast.Name) and pile.value.id == "p":
                return py.compare(py.call("len", py.copied(pile)), more, py.copied(least))
    return None


def _leaps(body: Iterable[ast.stmt]) -> bool:
    """Whether statements leave, or begin anew, a loop that they stand in."""
    for each in body:
        match each:
            case ast.Break() | ast.Continue():
                return True
            case ast.If(body=inner, orelse=rest):
                if _leaps(inner) or _leaps(rest):
                    return True
            case ast.For(orelse=rest) | ast.While(orelse=rest):
                if _leaps(rest):
                    return True
            case _:
                pass
    return False


def _set(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    return py.at(place, py.assign(py.store(name), value))
