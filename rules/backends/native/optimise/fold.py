"""Copies flat code, and folds constants on the way.

Nodes are never changed: the same node may be part of several others.
"""

from collections.abc import Callable, Mapping

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
from lazaretto.rules.backends.native.optimise import simplify


class Folder:
    """Copies code; those who inherit from it replace some of it."""

    known: Mapping[str, Value] = {}
    """What stands in the copy for the variables of the code; others stay as they are."""
    folded = False
    """Whether the code is a copy already, so that what stays the same is as simple as it can be."""

    def value(self, value: Value) -> Value:
        """Return the copy of a value."""
        return _VALUES[type(value)](self, value)

    def call(self, name: str, arguments: list[Value]) -> Value:
        """Return the copy of a call, whose arguments are copied already."""
        return Call(name, tuple(arguments))

    def returned(self, value: Value | None) -> list[Step]:
        """Return the copy of a return, whose value is copied already."""
        return [Return(value)]

    def steps(self, steps: list[Step]) -> list[Step]:
        """Return the copy of steps; nothing follows a step that leaves."""
        found: list[Step] = []
        for step in steps:
            kind = type(step)
            _STEPS[kind](self, step, found)
            if kind not in _GOING_ON and found and type(found[-1]) in _LEAVING:
                break
        return found


def _number(_: Folder, value: Number) -> Value:
    return value


def _get(folder: Folder, value: Get) -> Value:
    return folder.known.get(value.name, value)


def _load(folder: Folder, value: Load) -> Value:
    old = value.address
    if type(old) is Number:
        return value
    address = _VALUES[type(old)](folder, old)
    if type(address) is Binary:
        address, offset = simplify.place(address, value.offset)
        return Load(value.width, address, offset)
    return value if address is old else Load(value.width, address, value.offset)


def _binary(folder: Folder, value: Binary) -> Value:
    old_left, old_right = value.left, value.right
    left = _VALUES[type(old_left)](folder, old_left)
    right = old_right if type(old_right) is Number else _VALUES[type(old_right)](folder, old_right)
    if left is old_left and right is old_right:
        if folder.folded:
            return value
        if type(left) is not Number and type(right) is not Number:
            return value
    if type(left) is Number or type(right) is Number:
        return simplify.binary(value.word, left, right)
    return Binary(value.word, left, right)


def _is_zero(folder: Folder, value: IsZero) -> Value:
    operand = value.operand
    return simplify.is_zero(simplify.condition(_VALUES[type(operand)](folder, operand)))


def _call(folder: Folder, value: Call) -> Value:
    return folder.call(value.function, [_VALUES[type(each)](folder, each) for each in value.arguments])


def _call_through(folder: Folder, value: CallThrough) -> Value:
    index = folder.value(value.index)
    return CallThrough(value.table, index, tuple([folder.value(each) for each in value.arguments]))


def _choose(folder: Folder, value: Choose) -> Value:
    test, then, otherwise = simplify.condition(folder.value(value.test)), value.then, value.otherwise
    if isinstance(test, Number):
        return folder.value(then if test.value else otherwise)
    if isinstance(test, IsZero):
        test, then, otherwise = test.operand, otherwise, then
    return Choose(test, folder.value(then), folder.value(otherwise))


def _after(folder: Folder, value: After) -> Value:
    before = folder.steps(value.statements)
    found = folder.value(value.value)
    return After(before, found) if before else found


def _set(folder: Folder, step: Set, found: list[Step]) -> None:
    old, name = step.value, step.name
    value = _VALUES[type(old)](folder, old)
    if type(value) is After:
        value = _flat(value, found)
    other = folder.known.get(name)
    if other is not None:
        assert type(other) is Get
        name = other.name
    elif value is old:
        found.append(step)
        return
    if not (type(value) is Get and value.name == name):
        found.append(Set(name, value))


def _store(folder: Folder, step: Store, found: list[Step]) -> None:
    old_address, old, offset = step.address, step.value, step.offset
    address = old_address
    if type(old_address) is not Number:
        address = _VALUES[type(old_address)](folder, old_address)
        if type(address) is Binary:
            address, offset = simplify.place(address, offset)
    value = _VALUES[type(old)](folder, old)
    if value is not old or address is not old_address:
        step = Store(step.width, address, value, offset)
    found.append(step)


def _if(folder: Folder, step: If, found: list[Step]) -> None:
    test = step.test
    test = simplify.condition(_flat(_VALUES[type(test)](folder, test), found))
    if type(test) is Number:
        found += folder.steps(step.then if test.value else step.otherwise)
        return
    then, otherwise = folder.steps(step.then), folder.steps(step.otherwise) if step.otherwise else []
    if then:
        found.append(If(test, then, otherwise))
    elif otherwise:
        found.append(If(simplify.is_zero(test), otherwise, then))
    elif not simplify.is_idle(test):
        found.append(Do(test))


def _return(folder: Folder, step: Return, found: list[Step]) -> None:
    found += folder.returned(None if step.value is None else _flat(folder.value(step.value), found))


def _do(folder: Folder, step: Do, found: list[Step]) -> None:
    value = _flat(folder.value(step.value), found)
    if not simplify.is_idle(value):
        found.append(Do(value))


def _repeat(folder: Folder, step: Repeat, found: list[Step]) -> None:
    found.append(Repeat(step.label, folder.steps(step.body)))


def _labelled(folder: Folder, step: Labelled, found: list[Step]) -> None:
    found.append(Labelled(step.label, folder.steps(step.body)))


def _copy(folder: Folder, step: Copy, found: list[Step]) -> None:
    target, source = folder.value(step.target), folder.value(step.source)
    found.append(Copy(target, source, folder.value(step.size)))


def _fill(folder: Folder, step: Fill, found: list[Step]) -> None:
    target, byte = folder.value(step.target), folder.value(step.byte)
    found.append(Fill(target, byte, folder.value(step.size)))


def _leave(_: Folder, step: Exit | Again | Trap, found: list[Step]) -> None:
    found.append(step)


def _flat(value: Value, found: list[Step]) -> Value:
    """Put the steps before a value in front of the step that it is part of."""
    while isinstance(value, After):
        found += value.statements
        value = value.value
    return value


_VALUES: Mapping[type[Value], Callable[..., Value]] = {
    Get: _get,
    Number: _number,
    Load: _load,
    Binary: _binary,
    IsZero: _is_zero,
    Call: _call,
    CallThrough: _call_through,
    Choose: _choose,
    After: _after,
}
_STEPS: Mapping[type[Step], Callable[..., None]] = {
    Set: _set,
    Store: _store,
    If: _if,
    Return: _return,
    Do: _do,
    Repeat: _repeat,
    Labelled: _labelled,
    Copy: _copy,
    Fill: _fill,
    Exit: _leave,
    Again: _leave,
    Trap: _leave,
}
"""Tables, because whole programs are copied: looking a type up takes less time than a `match`. For the same
reason, those functions that copy most nodes look up the types of their parts themselves."""

_LEAVING: frozenset[type[Step]] = frozenset((Return, Exit, Again, Trap))
_GOING_ON: frozenset[type[Step]] = frozenset((Store, Copy, Fill, Repeat, Labelled))
"""Steps whose copies never leave."""
