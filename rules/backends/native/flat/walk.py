"""Walks through flat code."""

from collections.abc import Iterable, Iterator

from rules.backends.native.flat.nodes import (
    After,
    Binary,
    Call,
    CallThrough,
    Choose,
    Copy,
    Do,
    Fill,
    If,
    IsZero,
    Labelled,
    Load,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Value,
)

Node = Step | Value


def nodes_of(steps: Iterable[Step]) -> Iterator[Node]:
    """Yield all steps and values below some steps, each after the one that it is part of."""
    waiting: list[Node] = [*steps]
    waiting.reverse()
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts_of(node)))


def parts_of(node: Node) -> list[Node]:
    """Return the parts of a node in the order of their evaluation."""
    match node:
        case Binary(_, left, right):
            return [left, right]
        case Load(_, address):
            return [address]
        case IsZero(operand):
            return [operand]
        case Set(_, value) | Do(value):
            return [value]
        case Call(_, arguments):
            return [*arguments]
        case CallThrough(_, index, arguments):
            return [index, *arguments]
        case Choose(test, then, otherwise):
            return [test, then, otherwise]
        case After(steps, value):
            return [*steps, value]
        case Store(_, address, value):
            return [address, value]
        case Copy(target, source, size) | Fill(target, source, size):
            return [target, source, size]
        case If(test, then_steps, other_steps):
            return [test, *then_steps, *other_steps]
        case Repeat(_, body) | Labelled(_, body):
            return [*body]
        case Return(value):
            return [] if value is None else [value]
        case _:
            return []
