"""Finds variables of flat code that might be read before they are assigned."""

from rules.backends.native.flat.nodes import (
    Again,
    Binary,
    Call,
    Choose,
    Do,
    Exit,
    Get,
    If,
    IsZero,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Trap,
)
from rules.backends.native.flat.program import Function
from rules.backends.native.flat.walk import Node, parts_of

_PLAIN: frozenset[type[Node]] = frozenset((Binary, Call, Do, IsZero, Load, Number, Store))
"""Nodes whose parts are simply evaluated one after the other."""


def maybe_unset(function: Function) -> frozenset[str]:
    """Return the variables that might be read while nothing is assigned to them; then they are 0."""
    finder = _Finder()
    finder.block(function.body, set(function.parameters))
    return frozenset(finder.found)


class _Finder:
    def __init__(self) -> None:
        self.found: set[str] = set()
        self._left: dict[str, set[str]] = {}
        """What is assigned on every way that leaves a label."""

    def block(self, steps: list[Step], known: set[str]) -> set[str] | None:
        """Go through steps; return what is assigned after them, or None if nothing follows them."""
        for step in steps:
            after = self._node(step, known)
            if after is None:
                return None
            known = after
        return known

    def _node(self, node: Node, known: set[str]) -> set[str] | None:
        if type(node) in _PLAIN:  # most nodes
            return self._parts(node, known)
        match node:
            case Get(name):
                if name not in known:
                    self.found.add(name)
                return known
            case Set(name, value):
                after = self._node(value, known)
                return None if after is None else {*after, name}
            case If(test, then, otherwise):
                after = self._node(test, known)
                return None if after is None else _both(self.block(then, after), self.block(otherwise, after))
            case Choose(test, first, second):
                after = self._node(test, known)
                return None if after is None else _both(self._node(first, after), self._node(second, after))
            case Repeat(label, body) | Labelled(label, body):
                return self._labelled(node, label, body, known)
            case Exit(label):
                self._left[label] = self._left[label] & known if label in self._left else known
                return None
            case Again() | Return(None) | Trap():
                return None
            case Return(value) if value is not None:
                self._node(value, known)
                return None
            case _:
                return self._parts(node, known)

    def _parts(self, node: Node, known: set[str]) -> set[str] | None:
        for part in parts_of(node):
            after = self._node(part, known)
            if after is None:
                return None
            known = after
        return known

    def _labelled(self, node: Node, label: str, body: list[Step], known: set[str]) -> set[str] | None:
        outside = self._left.pop(label, None)
        after = self.block(body, known)
        left = self._left.pop(label, None)
        if outside is not None:
            self._left[label] = outside
        return left if isinstance(node, Repeat) else _both(after, left)


def _both(first: set[str] | None, second: set[str] | None) -> set[str] | None:
    if first is None:
        return second
    return first if second is None else first & second
