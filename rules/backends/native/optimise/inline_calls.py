"""Replaces calls of flat code by the bodies of the functions that they call."""

from collections.abc import Mapping
from functools import cached_property

from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Call,
    Exit,
    Get,
    Labelled,
    Number,
    Return,
    Set,
    Step,
    Trap,
    Value,
)
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.flat.seldom import is_seldom
from lazaretto.rules.backends.native.flat.unset import maybe_unset
from lazaretto.rules.backends.native.flat.walk import Node, few_nodes_of, nodes_of
from lazaretto.rules.backends.native.optimise.fold import Folder

SMALL = 60
"""The size of a function, in nodes, up to which every call of it is replaced."""

TINY = 20
"""The same for calls in functions that stay small."""

ONCE = 400
"""The size up to which the only call of a function is replaced."""

LARGEST = 3000
"""The size that a function may grow to."""


class Body:
    """A function that is finished, and whose calls may be replaced by it."""

    def __init__(self, function: Function, nodes: list[Node]) -> None:
        self.function = function
        self.size = len(nodes)
        self._nodes = nodes

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The parameters and variables that it assigns."""
        return frozenset([each.name for each in self._nodes if type(each) is Set])

    @cached_property
    def unset(self) -> list[str]:
        """The variables that it might read before it assigns them."""
        read = {each.name for each in self._nodes if type(each) is Get}
        return [] if read.issubset(self.function.parameters) else sorted(maybe_unset(self.function))


def body_of(function: Function, most: int) -> Body | None:
    """Return a function ready to replace calls, if it is marked or has few nodes; otherwise None."""
    if is_seldom(function):
        return None
    nodes = nodes_of(function.body) if function.inline else few_nodes_of(function.body, most)
    return None if nodes is None else Body(function, nodes)


class Inliner(Folder):
    """Copies one function and replaces calls in it."""

    def __init__(self, bodies: Mapping[str, Body], size: int, sparing: range) -> None:
        """Make it; calls of functions whose size lies in the range `sparing` stay, unless they are marked."""
        self._bodies = bodies
        self._size = size
        self._sparing = sparing
        self._copies = 0
        self.calls: list[str] = []
        """The functions that the copy calls."""

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Return the body of a function in the place of its call."""
        body = self._bodies.get(name)
        if body is None or self._size + body.size > LARGEST or self._stays(body):
            self.calls.append(name)
            return Call(name, tuple(arguments))
        self._size += body.size
        self._copies += 1
        return _Copier(body, self._copies, self.calls).replaced(arguments)

    def _stays(self, body: Body) -> bool:
        return body.size in self._sparing and not body.function.inline


class _Copier(Folder):
    """Copies a body with variables of its own."""

    folded = True

    def __init__(self, body: Body, number: int, calls: list[str]) -> None:
        self._body = body
        self._number = number
        self._calls = calls
        names = (*body.function.parameters, *body.assigned)
        self.known: dict[str, Value] = {name: Get(self._own(name)) for name in names}
        self._label = f"return_{number}"
        self._result = f"_result_{number}"
        self._exits = 0
        self._results = False

    def replaced(self, arguments: list[Value]) -> Value:
        """Return what stands for a call."""
        body, function = self._body, self._body.function
        plain = all(isinstance(each, Number | Get) for each in arguments)
        before: list[Step] = []
        for name, value in zip(function.parameters, arguments, strict=True):
            fixed = isinstance(value, Number) or (plain and isinstance(value, Get))
            if fixed and name not in body.assigned:
                self.known[name] = value
            else:
                before.append(Set(self._own(name), value))
        before += [Set(self._own(each), Number(0)) for each in body.unset]
        inside, result = self._copied(function)
        return After([*before, *inside], result) if before or inside else result

    def _copied(self, function: Function) -> tuple[list[Step], Value]:
        """Return the copy of all steps of the body, and its result after them."""
        last = function.body[-1] if function.body else None
        if isinstance(last, Return):
            inside = self.steps(function.body[:-1])
            result = Number(0) if last.value is None else self.value(last.value)
        else:
            inside, result = self.steps(function.body), Number(0)
            if function.result:
                inside.append(Trap())
        at_the_end = inside[-1] if inside else None
        if isinstance(at_the_end, Exit) and at_the_end.label == self._label:  # nothing follows
            inside.pop()
            self._exits -= 1
        elif self._results and not isinstance(at_the_end, Trap):
            inside.append(Set(self._result, result))
        if self._exits:
            inside = [Labelled(self._label, inside)]
        return inside, Get(self._result) if self._results else result

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Note a call that stays."""
        self._calls.append(name)
        return Call(name, tuple(arguments))

    def _own(self, name: str) -> str:
        """Return a name that nothing else in the calling function has."""
        return f"{name}_{self._number}_"

    def returned(self, value: Value | None) -> list[Step]:
        """Leave the copy with its result."""
        self._exits += 1
        if value is None:
            return [Exit(self._label)]
        self._results = True
        return [Set(self._result, value), Exit(self._label)]
