"""Keeps a value that is read again in a local name: a cell, a pile, an address, a row of a table.

Rules read the same cells again and again: how many actions are left, where a piece is. In a function that
changes nothing, they stay as they are. The first read, if it is certain to come before the others, also
assigns the value to a name, and the others read the name. So every read stays where it was, and nothing is
computed that was not computed before. Functions that change something repeat less, and are left alone.

A menu reads what many of its actions need before the first of them. Only reads that cannot fail are moved: of
a cell, a pile or a place with a constant number, of those of the seat that the menu is for, and of the seats.
"""

import ast
from collections.abc import Callable, Hashable
from typing import Any

from lazaretto.rules.backends.python import pyast as py
from lazaretto.rules.backends.python.function_names_and_roles import MENUS, STILL, PyFunction
from lazaretto.rules.lower.ir.function_roles import Role

_OFTEN = 3
"""What occurs this often is read early; one occurrence in a loop is enough."""


def _read_early(function: PyFunction) -> None:
    """Move frequent reads to the beginning of the function that lists the actions of a menu.

    A menu for one seat reads nearly everything in every game. One for all seats often has nothing to visit,
    so there only reads in loops are moved.
    """
    seat = "me" if function.ref.role is Role.OFFERED else ""
    found: dict[str, list[py.Place]] = {}
    often: dict[str, int] = {}
    waiting: list[tuple[ast.AST, int]] = [(function.definition, 1 if seat else 0)]
    while waiting:
        node, times = waiting.pop()
        for place, child in py.placed_children(node):
            key = _key(child, seat)
            if key:
                found.setdefault(key, []).append(place)
                often[key] = often.get(key, 0) + times
            elif not isinstance(child, ast.Lambda | ast.ListComp | ast.GeneratorExp):
                looped = isinstance(node, ast.For) and place[1] == "body"
                waiting.append((child, _OFTEN if looped else times))
    early: list[ast.stmt] = []
    for key, places in found.items():
        if often[key] >= _OFTEN:
            name = f"early_{len(early)}"
            early.append(_assigned(name, places, function.definition))
    function.definition.body[:0] = early


def _assigned(name: str, places: list[py.Place], function: ast.FunctionDef) -> ast.stmt:
    """Return the statement that reads a value; it is used in these places."""
    parent, field, index = places[0]
    held = getattr(parent, field)
    value = held if index < 0 else held[index]
    for place in places:
        py.replace(place, py.at(parent, py.name(name)))
    return py.like(py.assign(py.store(name), value), function)


def _key(node: ast.AST, seat: str) -> str:
    """Return a key for a read that cannot fail; empty for anything else."""
    match node:
        case ast.Subscript(ast.Name("v" | "p" | "w" as many), ast.Constant(number), ast.Load()):
            return f"{many}[{number!r}]"
        case ast.Subscript(
            ast.Name("v" | "p" | "w" as many),
            ast.BinOp(ast.Constant(number), ast.Add(), ast.Name(name)),
            ast.Load(),
        ) if name == seat:
            return f"{many}[{number!r}+]"
        case ast.Subscript(ast.Name(table), ast.Attribute(ast.Name("s"), "players")):
            return table
        case _:
            return ""


_ENDED = (ast.Return, ast.Break, ast.Continue)
"""Statements after which the next one is not run."""
_SCOPES = (ast.Lambda, ast.ListComp, ast.GeneratorExp)
"""Nodes with a scope of their own: a name that they share with the function is slower for both."""
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult)
_NUMBERS = (ast.Constant, ast.BinOp)
"""Parts of a computation that are numbers if it can be described at all."""
_BRIEF = 3
"""A value that takes no more steps than this is kept only for several uses: keeping takes two."""

_Value = tuple[Hashable, int, int]
"""A value that can be kept, or a part of one: a key, a bit for each name that it depends on, and how many
steps it takes to compute it."""


class _Kept:
    """A value that was computed: where that was, and where it is used again."""

    __slots__ = ("depends", "first", "node", "steps", "uses")

    def __init__(self, value: _Value, node: ast.expr, first: py.Place) -> None:
        _, self.depends, self.steps = value
        self.node = node
        self.first = first
        self.uses: list[py.Place] = []


_Found = list[tuple[Hashable, _Kept]]
"""Values that are known on some way through a function."""
_NONE: _Found = []


def reuse(functions: list[PyFunction]) -> None:
    """Keep values that functions read several times."""
    for function in functions:
        if function.ref.role in MENUS:
            _read_early(function)
        if function.ref.role in STILL:
            _Reuse().run(function.definition)


class _Reuse:
    """Follows the statements of one function in the order in which they run."""

    def __init__(self) -> None:
        self._names: dict[str, _Value] = {}
        self._known: dict[Hashable, _Kept] = {}
        """The values that are certain to be computed by now, and are still the same."""
        self._added: list[Hashable] = []
        """The keys of these values, in the order in which they were added."""
        self._used: list[_Kept] = []
        """The values that are used again, once for each use."""

    def run(self, function: ast.FunctionDef) -> None:
        self._block(function.body)
        number = 0
        for kept in self._used:
            uses = kept.uses
            if len(uses) > 1 or (uses and kept.steps > _BRIEF):
                name = f"kept_{number}"
                number += 1
                py.replace(kept.first, py.at(kept.node, ast.NamedExpr(py.store(name), kept.node)))
                for use in uses:
                    py.replace(use, py.at(kept.node, py.name(name)))
            kept.uses = []

    # --- what is known -------------------------------------------------------------------------

    def _name(self, name: str) -> _Value:
        """Return a name as part of a value."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = name, 1 << len(self._names), 1
        return found

    def _leave(self, mark: int) -> _Found:
        """Forget, and return, what was added since a mark: on other ways it is not computed."""
        found = [(key, self._known.pop(key)) for key in self._added[mark:] if key in self._known]
        del self._added[mark:]
        return found

    def _learn(self, values: _Found) -> None:
        for key, kept in values:
            if key not in self._known:
                self._known[key] = kept
                self._added.append(key)

    def _forget(self, changed: int) -> None:
        """Forget values that depend on names that are assigned to."""
        for key in [key for key, kept in self._known.items() if kept.depends & changed]:
            del self._known[key]

    # --- statements ----------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            follow = _FOLLOWED.get(statement.__class__)
            if follow is None:
                self._inside(statement)
            else:
                follow(self, statement)

    def _branch(self, body: list[ast.stmt], known: _Found) -> None:
        """Follow statements that need not run."""
        if body:
            mark = len(self._added)
            self._learn(known)
            self._block(body)
            self._leave(mark)

    def _assign(self, node: ast.Assign) -> None:
        self._visit(node.value, node, "value")
        self._forget(self._changed(node.targets[0]))

    def _if(self, node: ast.If) -> None:
        true, false = self._test(node.test, node, "test")
        self._branch(node.body, true)
        self._branch(node.orelse, false)
        if not node.orelse and isinstance(node.body[-1], _ENDED):
            self._learn(false)

    def _for(self, node: ast.For) -> None:
        self._visit(node.iter, node, "iter")
        self._forget(self._changed(node))
        self._branch(node.body, _NONE)
        self._branch(node.orelse, _NONE)

    def _while(self, node: ast.While) -> None:
        self._forget(self._changed(node))
        mark = len(self._added)
        self._visit(node.test, node, "test")
        self._branch(node.body, _NONE)
        self._leave(mark)
        self._branch(node.orelse, _NONE)

    def _changed(self, tree: ast.AST) -> int:
        """Return all names that a tree assigns to."""
        found = 0
        for part in py.nodes(tree) if self._known else ():
            if part.__class__ is ast.Name and part.ctx.__class__ is ast.Store:
                found |= self._name(part.id)[1]
        return found

    # --- expressions ---------------------------------------------------------------------------

    def _test(self, node: ast.expr, parent: ast.AST, name: str, index: int = -1) -> tuple[_Found, _Found]:
        """Follow a condition; return what else is known if it holds, and if it does not hold."""
        if isinstance(node, ast.BoolOp):
            both = node.op.__class__ is ast.And
            first = self._test(node.values[0], node, "values", 0)
            mark = len(self._added)
            self._learn(first[not both])
            for number, value in enumerate(node.values[1:], 1):
                self._learn(self._test(value, node, "values", number)[not both])
            found = self._leave(mark)
            return (found, _NONE) if both else (_NONE, found)
        if isinstance(node, ast.UnaryOp) and node.op.__class__ is ast.Not:
            true, false = self._test(node.operand, node, "operand")
            return false, true
        self._visit(node, parent, name, index)
        return _NONE, _NONE

    def _visit(self, node: ast.AST, parent: ast.AST, name: str, index: int = -1) -> _Value | None:
        """Follow an expression in the order of evaluation; return it if it can be kept, or a part of that."""
        kind = node.__class__
        if kind is ast.Name:
            part = node.id  # type: ignore[attr-defined]
            return self._names.get(part) or self._name(part)
        if kind is ast.Constant:
            part = node.value  # type: ignore[attr-defined]
            return (part, 0, 1) if part.__class__ is int else None
        describe = _DESCRIBED.get(kind)
        if describe is None:
            if kind not in _SCOPES:
                self._inside(node)
            return None
        mark = len(self._used)
        value = describe(self, node)
        if value is None:
            return None
        key = value[0]
        known = self._known.get(key)
        if known is None:
            self._known[key] = _Kept(value, node, (parent, name, index))  # type: ignore[arg-type]
            self._added.append(key)
            return value
        while len(self._used) > mark:  # a whole is used, so its parts are not
            self._used.pop().uses.pop()
        self._used.append(known)
        known.uses.append((parent, name, index))
        return value

    def _subscript(self, node: ast.Subscript) -> _Value | None:
        """Describe a member of a list of the state, of the frame, or of a constant table."""
        many = node.value
        if many.__class__ is not ast.Name:
            self._visit(many, node, "value")
            self._visit(node.slice, node, "slice")
            return None
        part = self._visit(node.slice, node, "slice")
        name: str = many.id
        if part is None or not (name in _LISTS or name[0].isupper()):
            return None
        return (name, part[0]), part[1], part[2] + 2

    def _arithmetic(self, node: ast.BinOp) -> _Value | None:
        """Describe a computation with numbers; lists can be added, too, but not with a constant number."""
        left, right = self._visit(node.left, node, "left"), self._visit(node.right, node, "right")
        if left is None or right is None or node.op.__class__ not in _ARITHMETIC:
            return None
        if node.left.__class__ not in _NUMBERS and node.right.__class__ not in _NUMBERS:
            return None
        return (node.op.__class__, left[0], right[0]), left[1] | right[1], left[2] + right[2] + 1

    def _attribute(self, node: ast.Attribute) -> _Value | None:
        return ("s.players", 0, 2) if node.attr == "players" else None

    def _call(self, node: ast.Call) -> _Value | None:
        """Follow a call; the size of a pile can be kept."""
        part = None
        for number, expression in enumerate(node.args):
            part = self._visit(expression, node, "args", number)
        for more in node.keywords:
            self._visit(more.value, more, "value")
        match node:
            case ast.Call(ast.Name("len"), [ast.Subscript(ast.Name("p"))]) if part is not None:
                return ("len", part[0]), part[1], part[2] + 2
            case _:
                return None

    def _compare(self, node: ast.Compare) -> None:
        """Follow a comparison; a chain of them ends as soon as one does not hold."""
        self._visit(node.left, node, "left")
        self._visit(node.comparators[0], node, "comparators", 0)
        mark = len(self._added)
        for number, comparator in enumerate(node.comparators[1:], 1):
            self._visit(comparator, node, "comparators", number)
        self._leave(mark)

    def _condition(self, node: ast.BoolOp | ast.UnaryOp) -> None:
        if isinstance(node, ast.UnaryOp) and node.op.__class__ is not ast.Not:
            self._visit(node.operand, node, "operand")
        else:
            self._test(node, node, "")

    def _either(self, node: ast.IfExp) -> None:
        ways = self._test(node.test, node, "test")
        for known, name in zip(ways, ("body", "orelse"), strict=True):
            mark = len(self._added)
            self._learn(known)
            self._visit(getattr(node, name), node, name)
            self._leave(mark)

    def _inside(self, node: ast.AST) -> None:
        for (_, name, index), child in py.placed_children(node):
            self._visit(child, node, name, index)


_LISTS = ("v", "p", "w", "f")
"""The names of the lists of the state, and of the frame."""
_FOLLOWED: dict[type[ast.AST], Callable[[_Reuse, Any], None]] = {
    ast.Assign: _Reuse._assign,
    ast.If: _Reuse._if,
    ast.For: _Reuse._for,
    ast.While: _Reuse._while,
}
"""What follows the statements of each class; all others evaluate what they contain, in its order."""
_DESCRIBED: dict[type[ast.AST], Callable[[_Reuse, Any], _Value | None]] = {
    ast.Subscript: _Reuse._subscript,
    ast.BinOp: _Reuse._arithmetic,
    ast.Attribute: _Reuse._attribute,
    ast.Call: _Reuse._call,
    ast.Compare: _Reuse._compare,
    ast.BoolOp: _Reuse._condition,
    ast.UnaryOp: _Reuse._condition,
    ast.IfExp: _Reuse._either,
}
"""The same for expressions; those that can be kept are described."""
