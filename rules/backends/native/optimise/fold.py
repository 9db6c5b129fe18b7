"""Copies flat code, and folds constants on the way.

Nodes are never changed: the same node may be part of several others.
"""

from rules.backends.native.flat.nodes import (
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
from rules.backends.native.optimise import simplify


class Folder:
    """Copies code; those who inherit from it replace some of it."""

    def value(self, value: Value) -> Value:
        """Return the copy of a value."""
        match value:
            case Get():
                return self.get(value)
            case Number():
                return value
            case Load(width, address, offset):
                return simplify.load(width, self.value(address), offset)
            case Binary(word, left, right):
                return simplify.binary(word, self.value(left), self.value(right))
            case Call(name, arguments):
                return self.call(name, [self.value(each) for each in arguments])
            case Choose(test, then, otherwise):
                return self._choose(test, then, otherwise)
            case IsZero(operand):
                return simplify.is_zero(simplify.condition(self.value(operand)))
            case After(steps, inner):
                before = self.steps(steps)
                found = self.value(inner)
                return After(before, found) if before else found
            case CallThrough(table, index, arguments):
                chosen = self.value(index)
                return self.call_through(table, chosen, [self.value(each) for each in arguments])

    def get(self, value: Get) -> Value:
        """Return the copy of a read variable."""
        return value

    def variable(self, name: str) -> str:
        """Return the name that an assigned variable has in the copy."""
        return name

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Return the copy of a call, whose arguments are copied already."""
        return Call(name, tuple(arguments))

    def call_through(self, table: str, index: Value, arguments: list[Value]) -> Value:
        """Return the copy of a call through a table, whose arguments are copied already."""
        return CallThrough(table, index, tuple(arguments))

    def returned(self, value: Value | None) -> list[Step]:
        """Return the copy of a return, whose value is copied already."""
        return [Return(value)]

    def _choose(self, test: Value, then: Value, otherwise: Value) -> Value:
        found = simplify.condition(self.value(test))
        if isinstance(found, Number):
            return self.value(then if found.value else otherwise)
        if isinstance(found, IsZero):
            found, then, otherwise = found.operand, otherwise, then
        return Choose(found, self.value(then), self.value(otherwise))

    def steps(self, steps: list[Step]) -> list[Step]:
        """Return the copy of steps; nothing follows a step that leaves."""
        found: list[Step] = []
        for step in steps:
            self._step(step, found)
            if found and isinstance(found[-1], Return | Exit | Again | Trap):
                break
        return found

    def _step(self, step: Step, found: list[Step]) -> None:
        match step:
            case Set(name, value):
                copied = _flat(self.value(value), found)
                target = self.variable(name)
                if not (isinstance(copied, Get) and copied.name == target):
                    found.append(Set(target, copied))
            case Store(width, address, value, offset):
                to, rest = simplify.place(self.value(address), offset)
                found.append(Store(width, to, self.value(value), rest))
            case If(test, then, otherwise):
                self._if(test, then, otherwise, found)
            case Return(result):
                found += self.returned(None if result is None else _flat(self.value(result), found))
            case Do(value):
                copied = _flat(self.value(value), found)
                if not simplify.is_idle(copied):
                    found.append(Do(copied))
            case Repeat(label, body):
                found.append(Repeat(label, self.steps(body)))
            case Labelled(label, body):
                found.append(Labelled(label, self.steps(body)))
            case Copy(target_value, source, size):
                found.append(Copy(self.value(target_value), self.value(source), self.value(size)))
            case Fill(target_value, byte, size):
                found.append(Fill(self.value(target_value), self.value(byte), self.value(size)))
            case Exit() | Again() | Trap():
                found.append(step)

    def _if(self, test: Value, then: list[Step], otherwise: list[Step], found: list[Step]) -> None:
        copied = simplify.condition(_flat(self.value(test), found))
        if isinstance(copied, Number):
            found += self.steps(then if copied.value else otherwise)
            return
        first, second = self.steps(then), self.steps(otherwise)
        if first or second:
            if not first:
                first, second, copied = second, first, simplify.is_zero(copied)
            found.append(If(copied, first, second))
        elif not simplify.is_idle(copied):
            found.append(Do(copied))


def _flat(value: Value, found: list[Step]) -> Value:
    """Put the steps before a value in front of the step that it is part of."""
    while isinstance(value, After):
        found += value.statements
        value = value.value
    return value
