"""Finds variables of flat code that might be read before they are assigned."""

from collections.abc import Iterable

from lazaretto.rules.backends.native.flat.nodes import (
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
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.flat.walk import Node, parts_of

_PLAIN: frozenset[type[Node]] = frozenset((Binary, Call, Do, IsZero, Load, Number, Store))
"""Nodes whose parts are simply evaluated one after the other."""
_NOWHERE = -1
"""What is assigned where nothing leads to: everything."""


def maybe_unset(function: Function) -> frozenset[str]:
    """Return the variables that might be read while nothing is assigned to them; then they are 0."""
    finder = _Finder(function.parameters)
    finder.block(function.body, (1 << len(function.parameters)) - 1)
    return frozenset(finder.found)


class _Finder:
    """Goes through a function; what is assigned at some place are bits of a number, one for each variable."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self.found: set[str] = set()
        self._bits = {name: 1 << number for number, name in enumerate(parameters)}
        self._left: dict[str, int] = {}
        """What is assigned on every way that leaves a label."""

    def block(self, steps: list[Step], known: int) -> int:
        """Go through steps; return what is assigned after them."""
        for step in steps:
            known = self._node(step, known)
            if known == _NOWHERE:
                break
        return known

    def _node(self, node: Node, known: int) -> int:
        kind = type(node)
        if kind in _PLAIN:  # most nodes
            for part in parts_of(node):
                known = self._node(part, known)
            return known
        if kind is Get:
            if not known & self._bits.get(node.name, 0):  # type: ignore[union-attr]
                self.found.add(node.name)  # type: ignore[union-attr]
            return known
        match node:
            case Set():
                known = self._node(node.value, known)
                return known | self._bits.setdefault(node.name, 1 << len(self._bits))
            case If():
                known = self._node(node.test, known)
                return self.block(node.then, known) & self.block(node.otherwise, known)
            case Choose():
                known = self._node(node.test, known)
                return self._node(node.then, known) & self._node(node.otherwise, known)
            case Repeat() | Labelled():
                return self._labelled(node, known)
            case Exit():
                self._left[node.label] = self._left.get(node.label, _NOWHERE) & known
                return _NOWHERE
            case Return():
                if node.value is not None:
                    self._node(node.value, known)
                return _NOWHERE
            case Again() | Trap():
                return _NOWHERE
            case _:
                for part in parts_of(node):
                    known = self._node(part, known)
                return known

    def _labelled(self, node: Repeat | Labelled, known: int) -> int:
        label = node.label
        outside = self._left.pop(label, None)
        after = self.block(node.body, known)
        left = self._left.pop(label, _NOWHERE)
        if outside is not None:
            self._left[label] = outside
        return left if type(node) is Repeat else after & left
