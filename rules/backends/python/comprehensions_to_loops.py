"""Replaces comprehensions inside expressions with loops in front of them.

Before Python 3.12 each comprehension creates and calls a function, and the variables it reads are kept in
cells, which slows down the whole enclosing function. This pass changes only how lists are built: the same
members are tested in the same order, and a test is omitted only if it cannot fail and costs nothing.
"""

import ast
from collections.abc import Callable, Iterable
from itertools import count, groupby

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import SELDOM, STILL, PyFunction

_Made = ast.ListComp | ast.GeneratorExp
_MADE = frozenset({ast.ListComp, ast.GeneratorExp})
_Body = Callable[[ast.expr], list[ast.stmt]]
"""What a loop does with each member of a list."""


def unfold(functions: Iterable[PyFunction]) -> None:
    """Turn the comprehensions in functions into loops; rarely called functions are not changed."""
    for py_function in functions:
        function = py_function.definition
        if py_function.ref.role not in SELDOM and _holds(function):
            function.body = _Unfolder(py_function.ref.role in STILL).block(function.body)


class _Unfolder:
    """Rewrites one function; `still` if it changes nothing while it runs."""

    def __init__(self, still: bool) -> None:
        self.still = still
        self.fresh = count()

    # --- statements ----------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        return [
            made
            for statement in body
            for made in (self._statement(statement) if _holds(statement) else [statement])
        ]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        match node:
            case ast.If(test, body, orelse):
                return self._branch(node, test, self.block(body), self.block(orelse))
            case ast.For(iter=many, body=body):
                node.body = self.block(body)
                made = py.unwrapped(many)
                if isinstance(made, ast.ListComp) and self.still and not node.orelse and _safe(made):
                    return self._fused(node, made)
                node.iter = self._moved_out(many, before)
            case ast.While(test, body, orelse=[]):
                node.body = self.block(body)
                if _holds(test):
                    told = self._moved_out(test, before)
                    ended = py.at(test, ast.If(py.negated(told), [ast.Break()], []))
                    node.test = py.at(test, py.const(True))
                    node.body[:0] = [*before, ended]
                return [node]
            case ast.Return(ast.IfExp(test, one, other)):
                ways = [self.block([py.at(node, ast.Return(expression))]) for expression in (one, other)]
                return self._branch(node, test, *ways)
            case ast.Return(ast.expr() as value) | ast.Assign(value=value) | ast.Expr(value):
                node.value = self._moved_out(value, before)
            case _:
                pass
        return [*before, node]

    def _branch(
        self, place: ast.AST, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> list[ast.stmt]:
        """Return an `if` statement whose test may hold comprehensions."""
        match test:
            case ast.BoolOp(ast.And(), values) if not orelse and _holds(test):
                for part in reversed(_grouped(values)):
                    body = self._branch(place, py.both(part), body, [])
                return body
            case ast.UnaryOp(ast.Not(), inner) if _holds(test):
                return self._branch(place, inner, orelse, body)
            case ast.IfExp(first, one, other) if _holds(test):
                name = self._name("told")
                ways = [
                    self._branch(
                        place,
                        expression,
                        [_set(name, py.const(True), expression)],
                        [_set(name, py.const(False), expression)],
                    )
                    for expression in (one, other)
                ]
                chosen = py.at(place, ast.If(py.name(name), body or [ast.Pass()], orelse))
                return [*self._branch(place, first, *ways), chosen]
            case _:
                pass
        before: list[ast.stmt] = []
        enough = None if orelse else _large_enough(test)
        comp = _tested_for_members(test)
        if comp is None or not _safe(comp):
            told = self._moved_out(test, before)
        elif _jumps(body):
            told = self._decided("any", comp, before)
        else:
            return self._loop(comp, lambda _: [*body, py.at(place, ast.Break())], orelse)
        if not body:
            told, body, orelse = py.negated(told), orelse, []
        statements = [*before, py.at(place, ast.If(told, body, orelse))]
        return statements if enough is None else [py.at(place, ast.If(enough, statements, []))]

    def _fused(self, node: ast.For, made: ast.ListComp) -> list[ast.stmt]:
        """Iterate directly over the source of a list that is built only for this loop."""
        match node.target, made.elt, made.generators[0].target:
            case ast.Name(mine), ast.Name(given), ast.Name(other) if given == other and not py.reads(
                made, mine
            ):
                return self._loop(made, lambda _: node.body, [], mine)
            case _:
                return self._loop(
                    made, lambda expression: [py.at(node, py.assign(node.target, expression)), *node.body], []
                )

    def _loop(self, made: _Made, inner: _Body, orelse: list[ast.stmt], variable: str = "") -> list[ast.stmt]:
        """Return a loop over the members of a comprehension."""
        (loop,) = made.generators
        assert isinstance(loop.target, ast.Name)
        before: list[ast.stmt] = []
        many = self._moved_out(loop.iter, before)
        each = variable or self._name("each")
        given: dict[str, ast.expr] = {loop.target.id: py.name(each)}
        body: list[ast.stmt] = []
        member = self._moved_out(py.substituted(made.elt, given), body)
        body += inner(member)
        for test in reversed(loop.ifs):
            body = self._branch(made, py.substituted(test, given), body, [])
        return [*before, py.at(made, ast.For(py.store(each), many, body, orelse))]

    # --- expressions ---------------------------------------------------------------------------

    def _moved_out(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """Return an expression without comprehensions; append the loops that replace them to `before`."""
        if not _holds(node):
            return node
        match node:
            case ast.Lambda() | ast.GeneratorExp():
                return node
            case ast.ListComp():
                return self._listed(node, before)
            case ast.Call(ast.Name("any" | "all" as word), [ast.GeneratorExp() as made]):
                return self._decided(word, made, before)
            case ast.Compare(left, [ast.In() | ast.NotIn() as word], [ast.ListComp() as made]) if (
                py.simple(left) and _filters(made) and _safe(made)
            ):
                return self._moved_out(_is_member(left, word, made), before)
            case ast.BoolOp(operator, values):
                return self._chained(operator, values, before)
            case ast.IfExp(test, one, other):
                return self._either(test, one, other, before)
            case _:
                return self._whole(node, before)

    def _whole(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """Rewrite an expression that evaluates all its operands."""
        found = node.__dict__
        for field in py.FIELDS[node.__class__]:
            value = found.get(field)
            if value.__class__ is list:
                found[field] = [self._part(each, before) for each in value]
            elif isinstance(value, ast.expr):
                found[field] = self._moved_out(value, before)
        return node

    def _part(self, node: ast.AST, before: list[ast.stmt]) -> ast.AST:
        if isinstance(node, ast.keyword):
            node.value = self._moved_out(node.value, before)
        return self._moved_out(node, before) if isinstance(node, ast.expr) else node

    def _listed(self, made: ast.ListComp, before: list[ast.stmt]) -> ast.expr:
        name = self._name("made")

        def inner(member: ast.expr) -> list[ast.stmt]:
            return [py.at(made, ast.Expr(ast.Call(py.field(name, "append"), [member], [])))]

        steady, rest = _always_selected(made)
        way = [_set(name, ast.List([], ast.Load()), made), *self._loop(rest, inner, [])]
        if steady is not None:
            whole = ast.List([ast.Starred(py.copied(made.generators[0].iter), ast.Load())], ast.Load())
            way = self._branch(made, steady, [_set(name, whole, made)], way)
        before += way
        return py.at(made, py.name(name))

    def _decided(self, word: str, made: _Made, before: list[ast.stmt]) -> ast.expr:
        """Rewrite `any` or `all`: the first decisive member ends the loop; in a list, any is decisive."""
        name = self._name("told")

        def inner(member: ast.expr) -> list[ast.stmt]:
            test = member if word == "any" else py.negated(member)
            statements: list[ast.stmt] = [_set(name, py.const(word == "any"), made), py.at(made, ast.Break())]
            return (
                statements if isinstance(made, ast.ListComp) else [py.at(made, ast.If(test, statements, []))]
            )

        before.append(_set(name, py.const(word == "all"), made))
        before += self._loop(made, inner, [])
        return py.at(made, py.name(name))

    def _chained(self, operator: ast.boolop, values: list[ast.expr], before: list[ast.stmt]) -> ast.expr:
        """Rewrite `and` and `or`: later operands are evaluated only if they still matter."""
        name = self._name("told")
        for number, part in enumerate(_grouped(values)):
            whole = part[0] if len(part) == 1 else ast.BoolOp(operator, part)
            block: list[ast.stmt] = []
            block.append(_set(name, self._moved_out(whole, block), part[0]))
            if number:
                test: ast.expr = py.name(name)
                test = test if isinstance(operator, ast.And) else py.negated(test)
                block = [py.at(part[0], ast.If(test, block, []))]
            before += block
        return py.at(values[0], py.name(name))

    def _either(self, test: ast.expr, one: ast.expr, other: ast.expr, before: list[ast.stmt]) -> ast.expr:
        name = self._name("told")
        ways: list[list[ast.stmt]] = []
        for side in (one, other):
            way: list[ast.stmt] = []
            way.append(_set(name, self._moved_out(side, way), side))
            ways.append(way)
        before += self._branch(test, test, *ways)
        return py.at(test, py.name(name))

    def _name(self, word: str) -> str:
        return f"{word}_{next(self.fresh)}"


def _holds(node: ast.AST) -> bool:
    """Whether a tree contains a comprehension; written out, because it is asked very often."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        kind = each.__class__
        if kind in _MADE:
            return True
        fields = py.FIELDS[kind]
        if fields:
            found = each.__dict__
            for field in fields:
                value = found.get(field)
                if value.__class__ is list:
                    waiting += value
                elif value is not None:
                    waiting.append(value)
    return False


def _grouped(values: Iterable[ast.expr]) -> list[list[ast.expr]]:
    """Group values: each one that holds a comprehension alone, adjacent ones without one together."""
    return [
        part
        for makes, group in groupby(values, _holds)
        for part in ([[expression] for expression in group] if makes else [list(group)])
    ]


def _safe(made: ast.ListComp) -> bool:
    """Whether a comprehension may stop early: the rest of it can neither fail nor cost fuel."""
    return py.safe(made.elt) and all(py.safe(test) for test in made.generators[0].ifs)


def _tested_for_members(test: ast.expr) -> ast.ListComp | None:
    """Return the comprehension in a test that only asks whether it has members."""
    match test:
        case ast.ListComp():
            return test
        case ast.Call(ast.Name("tuple" | "list"), [inner]) | ast.Call(
            ast.Attribute(ast.Name("dict"), "fromkeys"), [inner]
        ):
            return _tested_for_members(inner)
        case ast.Compare(ast.Call(ast.Name("len"), [inner]), [ast.Gt()], [ast.Constant(value=0)]):
            return _tested_for_members(inner)
        case _:
            return None


def _filters(made: ast.ListComp) -> bool:
    """Whether a comprehension only selects members."""
    match made.elt, made.generators[0].target:
        case ast.Name(one), ast.Name(other):
            return one == other
        case _:
            return False


def _always_selected(made: ast.ListComp) -> tuple[ast.expr | None, ast.ListComp]:
    """Return a condition under which every member is selected, and the comprehension for the other case."""
    (loop,) = made.generators
    match made.elt, loop.ifs:
        case ast.Name(name), [ast.BoolOp(ast.Or(), [first, *rest])] if _filters(made) and not _holds(
            loop.iter
        ):
            if py.safe(first) and not _holds(first) and not py.reads(first, name):
                others = rest[0] if len(rest) == 1 else ast.BoolOp(ast.Or(), rest)
                left = ast.comprehension(loop.target, loop.iter, [others], 0)
                return first, py.at(made, ast.ListComp(made.elt, [left]))
        case _:
            pass
    return None, made


def _is_member(left: ast.expr, word: ast.cmpop, made: ast.ListComp) -> ast.expr:
    """Return whether a value is selected: whether it is in the list and passes the test."""
    (loop,) = made.generators
    assert isinstance(loop.target, ast.Name)
    tests = [py.substituted(test, {loop.target.id: left}) for test in loop.ifs]
    expression = py.both([py.compare(left, ast.In(), loop.iter), *tests])
    return py.like(expression if isinstance(word, ast.In) else py.negated(expression), made)


def _large_enough(test: ast.expr) -> ast.expr | None:
    """Return whether a pile is large enough to select this many pieces; if not, no piece needs a test."""
    match test:
        case ast.Compare(
            ast.Call(ast.Name("len"), [ast.ListComp() as made]), [ast.GtE() | ast.Gt() as more], [least]
        ) if py.safe(least) and _safe(made):
            pile = made.generators[0].iter
            if isinstance(pile, ast.Subscript) and isinstance(pile.value, ast.Name) and pile.value.id == "p":
                return py.compare(py.call("len", py.copied(pile)), more, py.copied(least))
    return None


def _jumps(body: Iterable[ast.stmt]) -> bool:
    """Whether statements break or continue the loop around them."""
    for statement in body:
        match statement:
            case ast.Break() | ast.Continue():
                return True
            case ast.If(body=inner, orelse=rest):
                if _jumps(inner) or _jumps(rest):
                    return True
            case ast.For(orelse=rest) | ast.While(orelse=rest):
                if _jumps(rest):
                    return True
            case _:
                pass
    return False


def _set(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    return py.at(place, py.assign(py.store(name), value))
