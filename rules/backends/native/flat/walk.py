"""Walks through flat code."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from lazaretto.rules.backends.native.flat.build import COMPARISONS, LARGEST, SMALLEST
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
    FlatProgram,
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
    return not any(isinstance(each, Return) for each in nodes_of(function.body))


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


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ADDRESSES = 1 << 32


class FlatCodeError(Exception):
    """A flat program that does not fit together; each line says what does not."""


def verify(program: FlatProgram) -> None:
    """Check a program.

    Raises:
        FlatCodeError: if anything is wrong.
    """
    found = list(_problems(program))
    if found:
        raise FlatCodeError("\n".join(found))


def _problems(program: FlatProgram) -> Iterator[str]:
    for name, function in program.functions.items():
        if name != function.name or name in program.imports or not _NAME.fullmatch(name):
            yield f"{name}: a function needs a plain name of its own"
        yield from _function_problems(program, function)
    for name in program.exports:
        if name not in program.functions:
            yield f"{name}: exported, but there is no such function"
    for table_name, table in program.tables.items():
        for entry in table.functions:
            found = None if entry is None else program.functions.get(entry)
            if entry and (found is None or len(found.parameters) != table.parameters or not found.result):
                yield f"table {table_name}: {entry} is not a function that fits"
    if not 0 <= program.memory <= _ADDRESSES:
        yield f"a memory of {program.memory} bytes is not possible"
    ranges = sorted((address, address + len(content)) for address, content in program.data)
    if any(start < 0 or end > program.memory for start, end in ranges):
        yield "some data lies outside the memory"
    if any(first[1] > second[0] for first, second in pairwise(ranges)):
        yield "some data overlaps"


def _function_problems(program: FlatProgram, function: Function) -> Iterator[str]:
    nodes = nodes_of(function.body)
    known = {*function.parameters, *(each.name for each in nodes if isinstance(each, Set))}
    if len(set(function.parameters)) != len(function.parameters):
        yield f"{function.name}: two parameters share a name"
    for name in known:
        if not _NAME.fullmatch(name):
            yield f"{function.name}: {name} is not a plain name"
    labels = False
    for node in nodes:
        problem = _problem(program, function, node, known)
        if problem is not None:
            yield f"{function.name}: {problem}"
        labels = labels or isinstance(node, Exit | Again)
    if labels:
        yield from (f"{function.name}: {each}" for each in _label_problems(function.body, (), ()))


def _problem(program: FlatProgram, function: Function, node: Node, known: Collection[str]) -> str | None:
    match node:
        case Get(name) if name not in known:
            return f"{name} is never assigned"
        case Number(number) if not SMALLEST <= number <= LARGEST:
            return f"{number} does not fit into 64 bits"
        case Load(_, _, offset) | Store(_, _, _, offset) if not 0 <= offset < _ADDRESSES:
            return f"the offset {offset} is not possible"
        case Call(name, arguments):
            called = program.functions.get(name)
            count = program.imports.get(name) if called is None else len(called.parameters)
            if count != len(arguments):
                return f"{name} is called with {len(arguments)} arguments but takes {count}"
        case CallThrough(name, _, arguments):
            table = program.tables.get(name)
            if table is None or table.parameters != len(arguments):
                return f"there is no table {name} of functions with {len(arguments)} parameters"
        case Return(value) if (value is not None) != function.result:
            return "a return does not fit the result"
        case _:
            pass
    return None


def _label_problems(
    nodes: Collection[Node], blocks: tuple[str, ...], loops: tuple[str, ...]
) -> Iterator[str]:
    """Yield labels that no block around a step has."""
    for node in nodes:
        match node:
            case Repeat(label, body):
                yield from _label_problems(body, (*blocks, label), (*loops, label))
            case Labelled(label, body):
                outer = tuple(each for each in loops if each != label)
                yield from _label_problems(body, (*blocks, label), outer)
            case Exit(label):
                if label not in blocks:
                    yield f"no block {label} is left"
            case Again(label):
                if label not in loops:
                    yield f"no loop {label} goes on"
            case _:
                yield from _label_problems(parts_of(node), blocks, loops)
