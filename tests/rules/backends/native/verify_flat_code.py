"""Checks that a flat program fits together: names, calls, variables, labels, numbers."""

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from lazaretto.rules.backends.native.flat.build import LARGEST, SMALLEST
from lazaretto.rules.backends.native.flat.nodes import (
    Again,
    Call,
    CallThrough,
    Exit,
    FlatProgram,
    Function,
    Get,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Store,
)
from lazaretto.rules.backends.native.flat.walk import Node, nodes_of, parts_of

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
        yield from (
            f"{function.name}: {label_problem}" for label_problem in _label_problems(function.body, (), ())
        )


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
                outer = tuple(loop for loop in loops if loop != label)
                yield from _label_problems(body, (*blocks, label), outer)
            case Exit(label):
                if label not in blocks:
                    yield f"no block {label} is left"
            case Again(label):
                if label not in loops:
                    yield f"no loop {label} goes on"
            case _:
                yield from _label_problems(parts_of(node), blocks, loops)
