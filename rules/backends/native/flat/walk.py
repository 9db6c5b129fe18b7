"""Walks through flat code, and tells what that needs to know of it.

The nodes below others and the variables of a function; whether a value is a flag, whether a function is
seldom called or always traps, and which variables may be read before they are assigned.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from lazaretto.rules.backends.native.flat.build import COMPARISONS
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Again,
    Binary,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Exit,
    Fill,
    Function,
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
    Value,
)

Node = Step | Value

_PARTS: Mapping[type, Callable[..., Sequence[Node]]] = {
    Binary: lambda node: (node.left, node.right),
    Load: lambda node: (node.address,),
    IsZero: lambda node: (node.operand,),
    Call: lambda node: node.arguments,
    CallThrough: lambda node: (node.index, *node.arguments),
    Choose: lambda node: (node.test, node.then, node.otherwise),
    After: lambda node: (*node.statements, node.value),
    Set: lambda node: (node.value,),
    Do: lambda node: (node.value,),
    Store: lambda node: (node.address, node.value),
    Copy: lambda node: (node.target, node.source, node.size),
    Fill: lambda node: (node.target, node.byte, node.size),
    If: lambda node: (node.test, *node.then, *node.otherwise),
    Repeat: lambda node: node.body,
    Labelled: lambda node: node.body,
    Return: lambda node: () if node.value is None else (node.value,),
}
"""What nodes are made of, in the order of evaluation; a table, because all code is walked through often."""

_LEAVES: frozenset[type] = frozenset((Number, Get, Exit, Again, Trap))


def nodes_of(steps: Iterable[Step]) -> list[Node]:
    """Return all steps and values below some steps, each after the one that it is part of."""
    found: list[Node] = [*steps]
    for node in found:  # grows on the way
        kind = type(node)
        if kind not in _LEAVES:
            found += _PARTS[kind](node)
    return found


def few_nodes_of(steps: Iterable[Step], most: int) -> list[Node] | None:
    """Return all steps and values below some steps; None if there are more than so many."""
    found: list[Node] = [*steps]
    for node in found:  # grows on the way
        kind = type(node)
        if kind not in _LEAVES:
            found += _PARTS[kind](node)
            if len(found) > most:
                return None
    return found


def parts_of(node: Node) -> Sequence[Node]:
    """Return the parts of a node in the order of their evaluation."""
    kind = type(node)
    return () if kind in _LEAVES else _PARTS[kind](node)


def is_flag(value: Value) -> bool:
    """Tell whether a value can only be 0 or 1."""
    match value:
        case Number(number):
            return number in (0, 1)
        case Binary(word, left, right):
            return word in COMPARISONS or (word in ("&", "|", "^") and is_flag(left) and is_flag(right))
        case IsZero():
            return True
        case Choose(_, then, otherwise):
            return is_flag(then) and is_flag(otherwise)
        case After(_, inner):
            return is_flag(inner)
        case _:
            return False


def is_seldom(function: Function) -> bool:
    """Tell whether a function is marked, or always traps: nothing then has to be fast."""
    return function.seldom or always_traps(function)


def always_traps(function: Function) -> bool:
    """Tell whether a function never returns."""
    if not function.body or not isinstance(function.body[-1], Trap):
        return False
    return not any(isinstance(node, Return) for node in nodes_of(function.body))


def variables_of(function: Function) -> list[str]:
    """Return the variables of a function without its parameters, in the order of their first assignment."""
    found = dict.fromkeys(function.parameters)
    for node in nodes_of(function.body):
        if isinstance(node, Set):
            found.setdefault(node.name)
    return list(found)[len(function.parameters) :]


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
